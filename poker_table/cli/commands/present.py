"""`poker-table present`: the lesson before a class that votes by phone."""

from __future__ import annotations

import argparse
import ipaddress
import os
import signal
import socket
import time
from urllib.parse import urlsplit

from poker_table.cli.commands.deal import add_players_option, named_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser, whole_number
from poker_table.files.text import STANDARD_INPUT, can_encode
from poker_table.game.deck import Deck
from poker_table.game.errors import FileError, UsageError, printable, quoted
from poker_table.game.random import Random
from poker_table.game.table import Showdown, deal
from poker_table.lesson.page import lesson_page
from poker_table.lesson.questions import questions
from poker_table.present.ballot import Ballot
from poker_table.present.class_file import ClassDeck, ClassFile, free_path, unfinished
from poker_table.present.results import results_page
from poker_table.show import html

EXAMPLES = """\
  poker-table present three.txt            the class on this network votes by phone
  poker-table present                      a random deck: its seed is told at the end
  poker-table present three.txt --no-browser --address https://votes.example.org/poker
                                           on a server, behind a proxy
  poker-table present --results class-*.votes
                                           compare classes, before and after talking"""
INSTALL = "pip install 'poker-table[present]'"
RANDOM = "random"
NO_NETWORK = (
    "This machine is in no network, so no phone reaches it."
    " Count hands instead: `poker-table three.txt --export lesson.html`."
)
TRY_ONE = (
    "Try it with one phone first: many a campus wifi keeps its clients apart, and a hotspot carries"
    " about ten. docs/present.md has the other ways."
)


def run(argv: list[str], output: Output) -> int:
    """Present the lesson until Ctrl-C, or compare what classes have voted."""
    options = _options(argv)
    output.configure(options)
    if options.results:
        output.show(results_page(options.results))
        return 0
    try:
        from poker_table.present.server import ClassServer, Lesson, Server, listen
    except ImportError:
        raise UsageError(f"present needs Starlette, uvicorn and segno: {INSTALL}") from None
    host = "0.0.0.0" if options.proxy or not options.address else "127.0.0.1"
    try:
        listening = listen(host, options.port)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        problem = f"port {options.port}: cannot be opened: {why}; --port takes another"
        raise FileError(problem) from None
    file, lessons, ballot = _class(options, output)
    address = options.address or f"http://{_own_address()}:{options.port}/"
    pages = [Lesson(*each) for each in lessons]
    served = ClassServer(pages, ballot, file, address, _seed(file))
    server = Server(served, ",".join(["127.0.0.1", "::1", *options.proxy]))
    _say_where(served.keys, address, options, file, output)
    server.run(sockets=[listening])
    if server.stopped_by == signal.SIGINT and not served.ballot.over:
        file.end()
        served.ballot.over = True
    file.close()
    if served.ballot.over:
        compares = f"`poker-table present --results {file.path}` shows them."
        output.write(f"The class is over. The votes are in {file.path}: {compares}\n")
        output.write(_seed(file))
    else:
        output.write(f"Stopped. The same command goes on with {file.path}.\n")
    return 0


def _class(
    options: argparse.Namespace, output: Output
) -> tuple[ClassFile, list[tuple[str, int]], Ballot]:
    """Return the file of the class, new or of one that was killed, its lessons and its ballot."""
    command = [*options.decks, str(options.players)]
    file = unfinished(".", command)
    decks = file.decks if file else [*_decks(options, output)]
    asked, lessons = [], []
    for each in decks:
        deck = Deck(each.cards, each.players)
        showdown = Showdown(deal(deck))
        asked.append((each, questions(showdown)))
        page = lesson_page(showdown, {"deck": each.name}, deck)
        lessons.append((html.draw(page), len(asked[-1][1])))
    ballot = Ballot([question for _, of_deck in asked for question in of_deck])
    if file:
        output.message(f"Going on with {file.path}.")
        return file, lessons, ballot
    seed = options.random.seed if options.random else None
    path = free_path(".", time.strftime("%Y-%m-%d"))
    return ClassFile.create(path, command, asked, seed), lessons, ballot


def _decks(options: argparse.Namespace, output: Output) -> list[ClassDeck]:
    options.random = None if options.decks else Random()
    if options.random:
        deck = Deck.shuffled(options.random)
        deck.players = options.players
        return [_kept_deck(RANDOM, deck)]
    return [_kept_deck(name, named_deck(name, options.players, output)) for name in options.decks]


def _kept_deck(name: str, deck: Deck) -> ClassDeck:
    return ClassDeck(printable(name), " ".join(map(str, deck.cards)), deck.players)


def _seed(file: ClassFile) -> str:
    """Return what is told of a random deck when the class is over."""
    seed = file.facts["seed"]
    if seed is None:
        return ""
    players = file.decks[0].players
    dealt = f" --players {players}" if players else ""
    return f"The deck was that of seed {seed}: poker-table --seed {seed}{dealt}\n"


def _own_address() -> str:
    """Return this machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address for examples, which nobody has
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _say_where(
    keys: dict[str, str], address: str, options: argparse.Namespace, file: ClassFile, output: Output
) -> None:
    """Say the addresses, and open the browser if it is here."""
    from poker_table.present.screens import in_terminal

    base = address if address.endswith("/") else f"{address}/"
    local = base if options.address else f"http://127.0.0.1:{options.port}/"
    bases = {"projector": local, "remote": base}
    way = {screen: f"{bases[screen]}lecturer#{key}" for key, screen in keys.items()}
    parts = [
        (f"The class votes at {base}", base),
        (f"Projector, once and for you alone: {way['projector']}", ""),
        (f"Remote, once and for your phone alone: {way['remote']}", way["remote"]),
        (f"The votes go to {file.path}. Ctrl-C ends the class.", ""),
    ]
    for line, coded in parts:
        output.write(f"{line}\n")
        code = in_terminal(coded) if coded and output.on_terminal else ""
        if can_encode(output.out.encoding, code):
            output.write(code)
    output.flush()
    if options.address:
        return
    output.message(NO_NETWORK if urlsplit(base).hostname == "127.0.0.1" else TRY_ONE)
    if not options.no_browser:
        import webbrowser

        webbrowser.open(way["projector"])


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        expected = "expected an address such as https://votes.example.org/poker"
        raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}")
    return text


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        expected = "expected an address such as 192.0.2.7 or 192.0.2.0/24"
        raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}") from None


def _options(argv: list[str]) -> argparse.Namespace:
    parser = CommandParser("present", EXAMPLES)
    add = parser.add_argument
    about = "deck files or bundled decks, a lesson each (default: a random deck)"
    add("decks", nargs="*", metavar="DECK", help=about)
    add_players_option(parser)
    add("--port", type=whole_number(1, 65535), default=8000, metavar="N", help="(default: 8000)")
    add("--no-browser", action="store_true", help="do not open the lesson in a browser")
    about = "the address of the class, path and all, where a proxy stands before this server"
    add("--address", type=_url, metavar="URL", help=about)
    about = "believe X-Forwarded-For of this address or network too (default: of this machine's)"
    add("--proxy", type=_network, action="append", default=[], metavar="ADDRESS", help=about)
    add("--results", nargs="+", metavar="FILE", help="compare what classes have voted")
    parser.add("--format", "--export", "--force")
    options = parser.parse_args(argv)
    if not options.results and (options.format or options.export):
        parser.error("--format and --export go with --results")
    if options.results and options.decks:
        parser.error("--results takes files of votes, and goes without a deck")
    if STANDARD_INPUT in options.decks:
        parser.error("a class that was killed goes on: its decks must come from files")
    return options
