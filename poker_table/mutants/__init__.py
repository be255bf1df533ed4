"""Evaluators with one mistake each, and how many of them a test file catches."""
