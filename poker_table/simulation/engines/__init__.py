"""Two engines, the modules plain.py and fast.py, which count the same numbers.

Both have the functions `count_deals`, `count_sample` and `count_arrangements`. A batch has
DEALS_PER_BATCH deals. Ctrl-C waits until it is counted, about a tenth of a second. IN_THREADS says
whether several threads count faster than one; otherwise processes do.
"""
