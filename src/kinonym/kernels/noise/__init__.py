"""Replace values at random: by a noise in distance, or by the exponential mechanism."""
