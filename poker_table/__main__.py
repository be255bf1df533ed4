"""The entry point of `python -m poker_table`."""

import sys

from poker_table.cli import main

sys.exit(main())
