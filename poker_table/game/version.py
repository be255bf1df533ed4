"""The version, where every room may read it."""

__version__ = "1.0.0"
