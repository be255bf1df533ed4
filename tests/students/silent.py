"""Says nothing at all."""
