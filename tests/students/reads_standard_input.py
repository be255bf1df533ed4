"""Waits for Enter before it begins."""

import sys
import right

sys.stdin.readline()
right.main()
