"""Prints in colour, and what a terminal library would take for markup."""

import right

show = right.show


def coloured(player, cards, kind):
    print("\x1b[31m[bold red]\x1b[0m \x1b]0;title\x07", end="")
    show(player, cards, kind)


print("\x1b[2J[/] [link=x]")
right.show = coloured
right.main()
