"""Two engines, the modules plain.py and fast.py, which count the same numbers.

Both have the functions `count_deals`, `count_sample` and `count_arrangements`. DEALS_PER_BATCH are
counted in about a tenth of a second, for which Ctrl-C has to wait. IN_THREADS says whether several
threads count faster than one; otherwise processes do.
"""
