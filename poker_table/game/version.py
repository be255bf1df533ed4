"""The version, where every room may read it."""

__version__ = "2.0.0"
