"""Values replaced at random: by an error in distance, or by the exponential mechanism."""
