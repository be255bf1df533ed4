"""End with the message of a sandbox that fails, as if the marker were to blame."""

import sys

sys.exit("bwrap: Can't mount proc on /newroot/proc: Operation not permitted")
