"""Evaluators that are wrong in one way each, and how many of them a file of tests catches."""
