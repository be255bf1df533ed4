"""End with what the sandbox says when it fails itself, as if this were the marker's trouble."""

import sys

sys.exit("bwrap: Can't mount proc on /newroot/proc: Operation not permitted")
