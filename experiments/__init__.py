"""The papers' experiments on data that anyone can have, and some beyond them: `python -m experiments`."""
