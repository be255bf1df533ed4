"""Prints all that is asked for, and then says that it failed."""

import sys
import right

right.main()
if len(sys.argv) > 1:
    sys.exit(1)
