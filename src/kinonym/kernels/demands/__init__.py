"""Demands on the confidential values of a class: l-diversity, p-sensitivity, t-closeness."""
