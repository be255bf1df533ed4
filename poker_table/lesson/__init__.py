"""The deal as a lesson: the showdown, the steps to it, the questions about it."""
