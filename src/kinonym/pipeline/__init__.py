"""The corridor from a table to a release: check, prepare, plan, mask, write, claim."""
