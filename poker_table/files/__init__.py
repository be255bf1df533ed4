"""Reading text and deck files, and writing files atomically."""
