"""Millions of deals: tables dealt in bulk, counted, and set beside what must happen."""
