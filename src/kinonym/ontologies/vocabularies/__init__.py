"""Readers of vocabularies in the files in which their publishers distribute them, one module for each layout."""
