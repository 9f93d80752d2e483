"""The steps from a table to a release: check, prepare, plan, mask, write, claim.

Statistics, methods and file formats are in other packages.
"""
