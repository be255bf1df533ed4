"""Prints all that is asked for, and then frees its memory twice."""

import os
import sys
import right

right.main()
if len(sys.argv) > 1:
    os.abort()
