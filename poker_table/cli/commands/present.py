"""`poker-table present`: the lesson before a class that votes by phone."""

from __future__ import annotations

import argparse
import ipaddress
import os
import secrets
import signal
import socket
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

from poker_table.cli.commands.deal import named_deck
from poker_table.cli.output import Output
from poker_table.cli.parser import MANY, CommandParser, excludes, needs, whole_number
from poker_table.files.text import STANDARD_INPUT, FileError
from poker_table.game.deck import Deck
from poker_table.game.errors import PokerTableError, counted, printable, quoted
from poker_table.game.players import DeckForPlayers, players_of
from poker_table.game.random import Random
from poker_table.lesson.page import lesson
from poker_table.present.class_file import ClassDeck, ClassFacts, ClassFile, free_path, unfinished
from poker_table.present.results import results_page
from poker_table.show.encoding import can_encode
from poker_table.simulation.extras import MissingExtraError

EXAMPLES = (
    ("poker-table present three.txt", "the class on this network votes"),
    ("poker-table present --results class-*.votes", "compare classes"),
)
RULES = (
    excludes(
        "--results", "DECK", "--players", "--port", "--no-browser", "--address", "--proxy",
        why="it only reads files of votes",
    ),
    needs("--format", "--results"),
    needs("--export", "--results"),
)  # fmt: skip
NO_NETWORK = (
    "This machine has no network address, so phones cannot reach it."
    " Count raised hands instead: `poker-table three.txt --export lesson.html`."
)
NOT_ENDED = (
    "{path}: the class could not be ended, so key and hashes are still there. {why} When that is"
    " mended, run the same command again, and press Ctrl-C."
)
ENDED = "The class is over; phones still show what it was about. Ctrl-C stops the server."
REDIRECT = '<!DOCTYPE html><meta http-equiv="refresh" content="0; url={link}">\n'
TRY_ONE = (
    "Try it with one phone first: many campus networks isolate their clients from each other, and a"
    " hotspot serves about ten phones. docs/present.md describes the alternatives."
)


def run(argv: list[str], output: Output) -> int:
    """Serve the lesson until Ctrl-C, or compare the votes of classes."""
    options = _options(argv, output)
    if options.results:
        output.show(results_page(options.results))
        return 0
    host = "0.0.0.0" if options.proxy or not options.address else "127.0.0.1"
    try:
        listening = socket.create_server((host, options.port), backlog=2048)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        problem = f"port {options.port}: cannot be opened: {why}; choose another with --port"
        raise FileError(problem) from None
    with listening:
        return _serve(listening, options, output)


def _serve(listening: socket.socket, options: argparse.Namespace, output: Output) -> int:
    try:
        from poker_table.present.server import ClassServer, Server
    except ImportError:
        raise MissingExtraError("present", "present") from None
    file = _class_file(options, output)
    lessons = [lesson(deck.showdown, {"deck": deck.name}, deck.deck) for deck in file.facts.decks]
    address = options.address or f"http://{_own_address()}:{options.port}/"
    served = ClassServer(file, lessons, address)
    served.on_end = lambda: output.message(ENDED)
    server = Server(served, ",".join(["127.0.0.1", "::1", *options.proxy]))
    opened = _show_addresses(served.keys, address, options, file, output)
    with closing(file):
        try:
            server.run(sockets=[listening])
        finally:
            if opened:
                Path(opened).unlink(missing_ok=True)
        if served.ballot.over:
            file.erase()
    if served.ballot.over:
        show = f"`poker-table present --results {file.path}` shows them."
        output.write(f"The class is over. The votes are in {file.path}: {show}\n")
        output.write(file.facts.seed_line)
    elif server.signals[:1] == [signal.SIGINT]:
        raise FileError(NOT_ENDED.format(path=file.path, why=served.trouble))
    else:
        output.write(f"Stopped. Run the same command again to continue with {file.path}.\n")
    return 0


def _class_file(options: argparse.Namespace, output: Output) -> ClassFile:
    """Return the file of an unfinished class with the same command or decks, or a new one."""
    command = [*options.decks, str(options.players)]
    decks, seed, problem = list[tuple[str, Deck]](), None, None
    try:
        decks += [(name, named_deck(name, options.players, output)) for name in options.decks]
    except PokerTableError as error:  # such as a deleted file: an unfinished class has the cards
        problem = error
    if not options.decks:
        random = Random()
        seed, cards = str(random.seed), Deck.shuffled(random).cards
        decks = [("random", DeckForPlayers(cards, options.players))]
    class_decks = [
        ClassDeck(printable(name), " ".join(map(str, deck.cards)), players_of(deck))
        for name, deck in decks
    ]
    facts = ClassFacts(secrets.token_hex(16), command, time.time(), seed, class_decks)
    if file := unfinished(facts, output.message):
        minutes = round(max(0, time.time() - file.facts.started) / 60)
        phones = counted(file.ballot.joined, "phone")
        begun = f"begun {counted(minutes, 'minute')} ago, with {phones}"
        output.message(f"Continuing the class in {file.path}, {begun}. The old links are void.")
        return file
    if problem:
        raise problem
    return ClassFile.create(free_path(time.strftime("%Y-%m-%d")), facts)


def _own_address() -> str:
    """Return this machine's address in its network, without sending a packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an example address; UDP only looks up the route
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _show_addresses(
    keys: dict[str, str], address: str, options: argparse.Namespace, file: ClassFile, output: Output
) -> str:
    """Print the addresses; open the projector's page if the class is served from this computer.

    Return the path of the file that redirects the browser, or "".
    """
    from poker_table.present.screens import in_terminal

    base = address if address.endswith("/") else f"{address}/"
    local = base if options.address else f"http://127.0.0.1:{options.port}/"
    bases = {"projector": local, "remote": base}
    links = {screen: f"{bases[screen]}lecturer#{key}" for key, screen in keys.items()}
    lines = [  # each with the address of its QR code, if it has one
        (f"The class votes at\n  {base}", base),
        (f"Projector (for you alone, in one browser):\n  {links['projector']}", ""),
        (f"Remote (for your phone alone, in one browser):\n  {links['remote']}", links["remote"]),
        (f"The votes are saved in {file.path}. Ctrl-C ends the class.", ""),
    ]
    for line, link in lines:
        output.write(f"{line}\n")
        code = in_terminal(link) if link and output.on_terminal else ""
        if can_encode(output.out.encoding, code):
            output.write(code)
    output.flush()
    if options.address:
        return ""
    output.message(NO_NETWORK if urlsplit(base).hostname == "127.0.0.1" else TRY_ONE)
    return "" if options.no_browser else _open_browser(links["projector"])


def _open_browser(link: str) -> str:
    """Open a link in a browser; return the path of a file that redirects it there.

    All users of a machine see the arguments of its programs, and the link has a key in it. The
    file is private. It lies in this folder because browsers in a sandbox see no hidden folder.
    """
    import threading
    import webbrowser

    number, path = tempfile.mkstemp(".html", "open-lesson-", os.getcwd())
    with open(number, "w", encoding="utf-8") as file:
        file.write(REDIRECT.format(link=link))
    # In a thread: a browser in this terminal runs until it is closed. The port is open already.
    opens = threading.Thread(target=webbrowser.open, args=(Path(path).as_uri(),), daemon=True)
    opens.start()
    return path


def _url(text: str) -> str:
    with suppress(ValueError):  # from `port`, or from brackets that enclose no IPv6 address
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if valid and not (parts.query or parts.fragment):
            return text
    expected = "expected an address such as https://votes.example.org/poker"
    raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}")


def _network(text: str) -> str:
    with suppress(ValueError):
        return str(ipaddress.ip_network(text))
    expected = "expected an address such as 192.0.2.7 or 192.0.2.0/24"
    raise argparse.ArgumentTypeError(f"{expected}, got {quoted(text)}")


def _options(argv: list[str], output: Output) -> argparse.Namespace:
    parser = CommandParser("present", EXAMPLES, RULES)
    about = "a lesson for each deck (default: a random deck)"
    parser.option("decks", "DECK", about, nargs="*")
    parser.add("--players")
    parser.option("--results", "FILE", "compare the votes of classes", nargs="+")
    parser.section("more options for the server")
    parser.option("--port", "N", "default: 8000", type=whole_number(1, 65535), default=8000)
    parser.option("--no-browser", "", "do not open the lesson in a browser")
    about = "the class's public address, if this server is behind a proxy"
    parser.option("--address", "URL", about, type=_url)
    about = "also listen to other machines, and trust X-Forwarded-For of this one"
    parser.option("--proxy", "ADDRESS", about, type=_network, **MANY)
    parser.section("more options for --results")
    parser.add("--format", "--export", "--force")
    options = parser.parse_args(argv, output)
    if STANDARD_INPUT in options.decks:
        parser.error(
            "a deck cannot come from standard input, which a restarted class could not read again"
        )
    return options
