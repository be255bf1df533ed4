"""The version of the program."""

__version__ = "3.0.0"
