"""Millions of deals: tables dealt in bulk, counted, and compared with the exact odds."""
