"""Groups of tuples: their centres, the search for near and far tuples, the clustering methods, and refinement."""
