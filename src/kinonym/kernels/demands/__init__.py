"""What is demanded of the confidential values of a class: l-diversity, p-sensitivity, t-closeness."""
