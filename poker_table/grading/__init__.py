"""Marking a student's program: run it, read what it printed, judge it, write reports."""
