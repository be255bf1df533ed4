"""Numbers the suits D C H S, as its own enum does: style, and no fault."""

import right

right.SUITS = "DCHS"
right.main()
