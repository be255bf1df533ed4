"""`python -m poker_table` is `poker-table`."""

import sys

from poker_table.cli import main

sys.exit(main())
