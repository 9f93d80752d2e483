"""What leaves the house: the gate (the only writer), the claims, the report."""
