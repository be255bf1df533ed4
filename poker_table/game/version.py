"""The version of the program."""

__version__ = "2.0.0"
