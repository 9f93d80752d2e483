"""The local page (`kinonym serve`): makes a recipe, runs it, shows the result; nothing here computes."""
