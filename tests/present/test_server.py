"""`poker-table present`: the server, as used by phones, the lecturer and hostile clients."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from types import SimpleNamespace

import pytest
from presenting import DEAF, Clock, LocalPhone, Phone, Running, free_port, presenting
from program import needs_program, run

pytest.importorskip("starlette", reason="no Starlette: no class is held")
from poker_table.game.deck import Deck
from poker_table.lesson.questions import questions
from poker_table.present import class_file, guard, server
from poker_table.present.ballot import TALK, Ballot, Event
from poker_table.present.class_file import ClassDeck, ClassFacts, ClassFile
from poker_table.present.server import ClassServer

FIELDS = "Expected these fields: question (int), round (int), answer (int)."
DECK = ClassDeck("deck", str(Deck()), 10)
QUESTIONS = questions(DECK.showdown)
ADDRESS = "http://192.0.2.9/"
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.fixture
def served() -> Iterator[ClassServer]:
    """A class in this process, with a first question of nine answers."""
    facts = ClassFacts("a" * 32, [], time.time(), "5", [DECK])
    file = ClassFile.create("class-1.votes", facts)
    yield ClassServer(file, ["<p>lesson"], ADDRESS, Clock())
    file.close()


def after_a_restart(served: ClassServer) -> Ballot:
    return class_file._replay(served.file._database, served.file.facts)


def joined(served: ClassServer, address: str = "192.0.2.1") -> LocalPhone:
    phone = LocalPhone(served, address)
    assert phone.post("join")[0] == 200
    return phone


@pytest.fixture
def phone(served: ClassServer) -> LocalPhone:
    return joined(served)


@pytest.fixture
def teacher(served: ClassServer) -> LocalPhone:
    teacher = LocalPhone(served)
    assert teacher.use([*served.keys][1]) == "remote"
    return teacher


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds for which requests were delayed, without any waiting."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(guard, "asyncio", SimpleNamespace(sleep=sleep))
    return waits


def refused(answer: tuple[int, dict[str, str]], status: int, why: str) -> None:
    assert answer == (status, {"error": why})


def vote(phone: Phone, answer: int = 1, question: int = 0, round_: int = 0) -> tuple[int, object]:
    return phone.post("vote", question=question, round=round_, answer=answer)


def test_a_vote_is_changed_closed_and_revealed(served, phone, teacher):
    teacher.lead("open", 1)
    for answer in 3, 0:
        status, data = vote(phone, answer, question=1)
        assert (status, data["votes"]) == (200, [answer, None])
    late = joined(served)
    why = "You joined after this vote was opened. You can take part in the next one."
    refused(vote(late, question=1), 409, why)
    teacher.lead("close", 1)
    refused(vote(phone, question=1), 409, "Your vote 2 came too late.")
    assert "right" not in phone.state()
    assert teacher.state("remote")["bars"][0][0] == 1
    assert "bars" not in teacher.state("projector")
    teacher.lead("reveal", 1)
    right = [number for number, answer in enumerate(QUESTIONS[1].answers) if answer.right]
    state = phone.state()
    assert (state["score"], state["right"]) == ([int(0 in right), 1], right)
    why = "That is not possible at this stage of the question."
    served.clock.now += server.DEAF
    refused(teacher.post("lead", action="reveal", number=1), 409, why)
    teacher.lead("hide", 1)
    assert "right" not in phone.state()
    refused(teacher.post("lead", action="join", number=1), 409, "There is no such action.")


def test_a_screen_asks_with_its_version_and_hears_when_to_ask_again(served, phone, teacher):
    version = phone.state()["version"]
    assert phone.ask("GET", f"state?version={version}") == (204, "")
    assert ("retry-after", "1") in phone.headers
    teacher.lead("open")
    status, data = phone.ask("GET", f"state?version={version}")
    assert (status, data["stage"]) == (200, "first vote")
    assert ("retry-after", "2") in phone.headers  # half as often while a vote is open
    vote(joined(served))
    assert phone.ask("GET", f"state?version={data['version']}")[0] == 204
    served.here |= dict.fromkeys(range(1000, 2200), served.clock())
    served.ballot.addresses += [None] * 2200
    served.ballot.joined += 2200
    phone.state()
    assert ("retry-after", "4") in phone.headers
    teacher.state("remote")
    assert ("retry-after", "1") in teacher.headers


def test_the_remote_moves_the_projector(served, teacher):
    why = "The projector is not connected."
    refused(teacher.post("lead", action="on", number=0), 409, why)
    assert teacher.state("projector")["press"] == [0, ""]
    teacher.lead("on")
    teacher.lead("back")
    assert teacher.state("projector")["press"] == [2, "back"]
    assert teacher.post("lead", action="on", number=0) == DEAF  # the projector has just moved
    served.clock.now += server.DEAF
    assert teacher.post("lead", action="on", number=0)[1]["heard"]
    served.clock.now += server.DEAF
    assert teacher.post("lead", action="on", number=0) == DEAF  # it has not moved yet


def test_of_two_presses_on_two_screens_the_second_does_nothing(served, phone, teacher):
    projector = LocalPhone(served)
    projector.cookies, projector.secret = teacher.cookies, teacher.secret
    for action, then in ("open", "close"), ("close", "reveal"), ("talk", "vote again"):
        teacher.lead(action)
        for screen in teacher, projector:
            assert screen.post("lead", action=then, number=0) == DEAF
            assert screen.post("lead", action=action, number=0) in (DEAF, (200, {"heard": True}))
    served.clock.now += server.DEAF / 2
    assert teacher.state("remote")["stage"] == "talking"
    teacher.lead("back to the first vote")
    assert teacher.post("lead", action="talk", number=0) == DEAF
    assert teacher.post("lead", action="reopen", number=0)[1] == {"heard": True}  # never deaf


def test_an_action_that_is_not_possible_makes_nothing_deaf(served, teacher):
    teacher.lead("open")
    served.clock.now += server.DEAF
    assert teacher.post("lead", action="reveal", number=0)[0] == 409
    assert teacher.post("lead", action="close", number=0)[1] == {"heard": True}


def test_the_end_of_talking_makes_the_lecturers_press_deaf(served, teacher, monkeypatch):
    """Otherwise it would close the second vote that has just begun."""
    for action in "open", "close", "talk":
        teacher.lead(action)
    served.clock.now += TALK
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + TALK)
    asyncio.run(served.look_after())
    assert teacher.post("lead", action="close", number=0) == DEAF


def test_the_remote_knows_whether_the_projector_shows_the_current_question(served, teacher):
    teacher.lead("open", 1)
    for at, asking in ("", False), ("0", False), ("1", True), ("x", False):
        assert teacher.ask("GET", f"state?screen=projector&at={at}")[0] == 200
        assert teacher.state("remote")["asking"] is asking


def test_talking_ends_by_itself(served, teacher, monkeypatch):
    for action in "open", "close", "talk":
        teacher.lead(action)
    assert TALK - 2 < teacher.state("remote")["seconds_left"] <= TALK
    assert TALK - 3 < after_a_restart(served).seconds_left <= TALK  # it does not begin again
    asyncio.run(served.look_after())
    assert teacher.state("remote")["stage"] == "talking"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + TALK)
    asyncio.run(served.look_after())
    assert teacher.state("remote")["stage"] == "second vote"


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (b"{}", 400, FIELDS),
        (b"[]", 400, FIELDS),
        (b'{"question": 0', 400, "Expected JSON."),
        (b"\xff", 400, "Expected JSON."),
        (b"[" * 1000, 400, "Expected JSON."),
        (b'{"question": true, "round": 0, "answer": 0}', 400, FIELDS),
        (b'{"question": 0, "round": 0, "answer": "0"}', 400, FIELDS),
        (b'{"question": 0, "round": 0, "answer": 0, "phone": 1}', 400, FIELDS),
        (b'{"question": -1, "round": 0, "answer": 0}', 409, "There is no such question."),
        (b'{"question": 1e9, "round": 0, "answer": 0}', 400, FIELDS),
        (b" " * 1025, 413, "Expected at most 1024 bytes."),
    ],
)
def test_an_invalid_vote_is_refused(phone, teacher, body, status, why):
    refused(phone.ask("POST", "vote", body), status, why)
    assert teacher.state("remote")["refused"] == 1


@pytest.mark.parametrize(
    ("headers", "status", "why"),
    [
        ({"Host": "evil.example"}, 421, "This server does not answer under that host name."),
        ({"Host": "[::1"}, 421, "This server does not answer under that host name."),
        ({"Origin": "http://evil.example"}, 403, "This request came from a page of another site."),
        (
            {"Origin": "http://192.0.2.9:8001"},
            403,
            "This request came from a page of another site.",
        ),
        ({"Origin": "null"}, 403, "This request came from a page of another site."),
        ({"Content_Type": "text/plain"}, 415, "Expected the content type application/json."),
        ({"Cookie": "phone-1=x"}, 401, "This phone has not joined."),
    ],
)
def test_a_request_with_wrong_headers_is_refused(phone, headers, status, why):
    body = b'{"question": 0, "round": 0, "answer": 0}'
    refused(phone.ask("POST", "vote", body, **headers), status, why)


@pytest.mark.parametrize("path", ["projector", "remote", "lesson", "state?screen=remote"])
def test_only_the_lecturer_sees_the_lesson_and_the_shares(phone, teacher, path):
    why = "Only the lecturer's key opens this."
    refused(phone.ask("GET", path), 401, why)
    refused(phone.post("lead", action="open", number=0), 401, why)
    assert teacher.ask("GET", path)[0] == 200


@pytest.mark.parametrize("secret", ["", "x", "ä"])
def test_a_cookie_that_another_port_read_leads_nothing(served, teacher, secret):
    thief = LocalPhone(served)
    thief.cookies, thief.secret = dict(teacher.cookies), secret
    for path in "state?screen=projector", "state?screen=remote", "lesson":
        refused(thief.ask("GET", path), 401, "Only the lecturer's key opens this.")
    answer = thief.post("lead", action="end", number=0)
    refused(answer, 401, "Only the lecturer's key opens this.")
    thief.cookies, thief.secret = {}, teacher.secret
    assert thief.ask("GET", "state?screen=remote")[0] == 401


def test_a_key_works_once(served, teacher):
    used, other = LocalPhone(served), next(iter(served.keys))
    why = "This key is wrong or already used. Restart the command for new keys."
    for body in b'{"key": ""}', '{"key": "ä"}'.encode(), rb'{"key": "\ud800"}':
        refused(used.ask("POST", "key", body), 403, why)
    assert used.use(other) == "projector"
    refused(used.post("key", key=other), 403, why)
    kept = [path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()]
    assert not any(other.encode() in each for each in kept)


def test_pages_that_do_not_exist(phone, teacher):
    refused(phone.ask("GET", "nowhere"), 404, "There is no such page.")
    refused(phone.ask("GET", "vote"), 404, "There is no such page.")
    refused(teacher.ask("GET", "lesson?deck=1"), 404, "There is no such lesson.")


def test_the_phones_page_is_small_and_self_contained(served):
    _, page = LocalPhone(served).ask("GET", "")
    assert len(page.encode()) < 30 * 1024
    assert not re.search(r"https?://", page)


def test_an_error_of_the_server_is_not_blamed_on_the_network(served, phone, monkeypatch):
    monkeypatch.setattr(served, "wait", lambda _: 1 // 0)
    refused(phone.ask("GET", "state"), 500, "The server made a mistake. Please report this.")


def test_joining_can_be_locked(served, phone, teacher):
    teacher.lead("lock")
    refused(LocalPhone(served).post("join"), 409, "The lecturer has locked joining.")
    assert phone.post("join")[0] == 200
    teacher.lead("unlock")
    joined(served)


# Floods.


def test_a_hall_may_share_one_address(served, waits):
    for _ in range(300):
        joined(served).state()
    assert waits == []


def test_a_flooding_phone_waits_and_others_do_not(served, phone, waits):
    other = joined(served)
    for _ in range(guard.LIMITS["phone"]):
        phone.ask("GET", "state")
    assert waits == []
    for _ in range(5):
        assert phone.ask("GET", "state")[0] == 200
    assert len(waits) == 5
    assert all(1 <= seconds <= 3 for seconds in waits)
    other.state()
    assert len(waits) == 5


def test_strangers_at_the_hall_s_address_wait_but_get_in(served, phone, waits):
    stranger = LocalPhone(served)
    for _ in range(guard.LIMITS["address"] - 1):  # the phone was a stranger when it joined
        stranger.ask("GET", "")
    assert stranger.ask("GET", "")[0] == 200
    assert stranger.post("join")[0] == 200
    assert len(waits) == 2
    served.guard._delayed = guard.MOST_DELAYED
    refused(LocalPhone(served).ask("GET", ""), 429, "Too many requests: wait a minute.")
    assert phone.ask("GET", "state")[0] == 200
    assert LocalPhone(served, "192.0.2.2").ask("GET", "")[0] == 200


def test_after_twenty_refusals_the_next_ones_wait(served, phone, waits):
    stranger = LocalPhone(served)
    for _ in range(guard.LIMITS["refusals"]):
        stranger.ask("GET", "remote")
    assert waits == []
    stranger.ask("GET", "remote")
    assert len(waits) == 1
    refused(phone.ask("GET", "remote"), 401, "Only the lecturer's key opens this.")
    assert len(waits) == 1


def test_phones_that_join_too_fast_from_one_address_are_refused(served, monkeypatch):
    monkeypatch.setitem(guard.LIMITS, "joins", 4)
    for _ in range(4):
        joined(served)
    why = "Too many phones joined from this address: wait a minute."
    refused(LocalPhone(served).post("join"), 429, why)
    joined(served, "2001:db8:0:2::1")


def test_only_a_phone_that_is_here_votes(served, phone, teacher, monkeypatch):
    """One laptop would otherwise cast a thousand votes, of phones that it has forgotten."""
    teacher.lead("open")
    served.here.clear()  # as some time later, or after a restart
    refused(vote(phone), 428, "Only a phone that is here may vote: ask for the state first.")
    phone.state()
    assert vote(phone)[0] == 200


def test_places_of_phones_that_are_gone_are_free_again(served, phone, monkeypatch):
    monkeypatch.setattr(server, "MOST_PHONES", 2)
    second = joined(served)
    refused(LocalPhone(served).post("join"), 403, "The class is full: 2 phones are here.")
    del served.here[1]
    joined(served)
    refused(second.ask("GET", "state"), 403, "The class is full: 2 phones are here.")
    monkeypatch.setattr(server, "MOST_JOINED", 3)
    served.here.clear()
    refused(LocalPhone(served).post("join"), 403, "The class is full: 0 phones are here.")


def test_the_remote_shows_the_largest_share_of_an_address_and_discards_it(served, teacher):
    honest = [joined(served, f"192.0.2.{number}") for number in range(10, 13)]
    laptop = [joined(served, f"2001:db8::{number + 1}") for number in range(5)]
    teacher.lead("open")
    for number, each in enumerate(honest + laptop):
        assert vote(each, int(number > 2))[0] == 200
    assert after_a_restart(served).shown("remote") == served.ballot.shown("remote")
    served.here.clear()
    shown = teacher.state("remote")
    assert (shown["of_address"], shown["taking_part"], shown["voted"]) == (5, 8, 8)
    teacher.lead("discard", shown["address"])
    shown = teacher.state("remote")
    assert (shown["voted"], shown["discarded"], shown["of_address"]) == (3, 5, 1)
    laptop[0].state()
    refused(vote(laptop[0]), 409, "The lecturer does not count the votes of this phone's address.")
    teacher.lead("close")
    assert teacher.state("remote")["bars"][0][:2] == [3, 0]
    teacher.lead("readmit")
    teacher.lead("readmit")
    assert teacher.state("remote")["bars"][0][:2] == [3, 5]


# What cannot be written.


@pytest.fixture
def full(served: ClassServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether the disk is full, as SQLite would say at the next event."""
    full = [True]
    database = served.file._database

    class Full:
        def __getattr__(self, name: str) -> object:
            return getattr(database, name)

        def execute(self, statement: str, *given: object) -> object:
            if full[0] and statement.startswith(("INSERT", "PRAGMA wal_checkpoint(TRUNCATE)")):
                raise sqlite3.OperationalError("database or disk is full")
            return database.execute(statement, *given)

        def __enter__(self) -> None:
            database.__enter__()

        def __exit__(self, *error: object) -> None:
            database.__exit__(*error)

    monkeypatch.setattr(served.file, "_database", Full())
    return full


FULL = "It could not be saved: database or disk is full."


def test_a_full_disk_loses_nothing_and_is_said(served, teacher, full):
    full[0] = False
    phone = joined(served)
    teacher.lead("open")
    assert vote(phone, 2)[0] == 200
    full[0] = True
    served.clock.now += server.DEAF
    refused(vote(phone, 3), 503, FULL)
    refused(LocalPhone(served).post("join"), 503, FULL)
    for action in "close", "end", "lock":
        refused(teacher.post("lead", action=action, number=0), 503, FULL)
    assert phone.state()["votes"] == [2, None]
    shown = teacher.state("remote")
    assert (shown["stage"], shown["voted"], shown["trouble"]) == ("first vote", 1, FULL)
    full[0] = False
    joined(served)
    assert vote(phone, 4)[0] == 200
    assert teacher.state("remote")["trouble"] == ""
    teacher.lead("end")
    assert phone.state()["over"]
    assert teacher.state("remote")["seed"].endswith("poker-table --seed 5\n")


def test_a_file_that_is_gone_is_said_on_the_remote(served, teacher):
    os.rename("class-1.votes", "away")
    asyncio.run(served.look_after())
    assert "class-1.votes was deleted or replaced" in teacher.state("remote")["trouble"]


def test_events_that_arrive_together_are_checked_in_their_order(served, phone, teacher):
    """A vote is refused if the lecturer closed the vote while it waited to be written."""
    teacher.lead("open")

    async def together() -> list[object]:
        events = Event("vote", 0, 0, 0, 1), Event("join"), Event("close", question=0)
        events += Event("vote", 0, 0, 0, 2), Event("join")
        tasks = [asyncio.create_task(served.record(event)) for event in events]
        return await asyncio.gather(*tasks, return_exceptions=True)

    outcomes = asyncio.run(together())
    assert [str(each) for each in outcomes if each] == ["Your vote C came too late."]
    assert served.ballot.polls[0].tally(0)[1] == 1
    assert served.ballot.joined == 3


def test_a_mistake_of_the_program_is_told_to_whoever_asked_and_changes_nothing(served):
    async def mistaken() -> None:
        both = map(served.record, [Event("join"), Event("join", data={})])
        told = await asyncio.gather(*both, return_exceptions=True)
        assert [type(error) for error in told] == [TypeError] * 2
        await served.record(Event("join"))

    asyncio.run(asyncio.wait_for(mistaken(), 20))
    assert (served.ballot.joined, after_a_restart(served).joined) == (1, 1)


def test_a_request_that_is_given_up_stops_no_other(served):
    async def given_up() -> None:
        task = asyncio.create_task(served.record(Event("join")))
        await asyncio.sleep(0)
        task.cancel()
        await served.record(Event("join"))

    asyncio.run(asyncio.wait_for(given_up(), 20))
    assert served.ballot.joined == 2


# The process.


@pytest.fixture(scope="module")
def class_of_many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A class that several tests share, so none of them may end it."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("class")
        patch.chdir(folder)
        patch.setenv("XDG_STATE_HOME", str(folder / ".keys"))
        with presenting("three.txt") as running:
            yield running
            running.stop()  # a killed process would not write its coverage


ELSEWHERE = "--address=https://votes.example.org/"


@needs_program
@pytest.mark.parametrize(
    ("argv", "opened"),
    [([], True), ([ELSEWHERE], False), ([ELSEWHERE, "--proxy=10.0.0.5"], True)],
)
def test_behind_a_proxy_of_this_machine_no_other_machine_gets_in(argv, opened):
    with presenting("three.txt", *argv) as running, socket.socket() as other:
        refused = other.connect_ex(("127.0.0.2", running.port)) != 0  # as from another machine
    assert refused is not opened


@pytest.mark.parametrize(("argv", "opened"), [([], 1), (["--no-browser"], 0), ([ELSEWHERE], 0)])
@pytest.mark.parametrize("own_address", ["127.0.0.1", "192.0.2.7"])
def test_the_projectors_page_is_opened_on_this_computer(argv, opened, own_address, monkeypatch):
    """A machine without a network is told so; a class that is served elsewhere needs no advice.

    The browser gets the key from a private file, and a browser that runs until it is closed, such
    as one in the terminal, does not keep the class from starting.
    """
    pages, links, closed = list[str](), list[str](), threading.Event()

    def open_page(page: str) -> None:
        pages.append(page)
        path = Path(page.removeprefix("file://"))
        assert path.stat().st_mode & 0o777 == 0o600
        links.extend(re.findall('url=([^"]*)"', path.read_text()))
        closed.wait(20)

    def run_server(_: object, sockets: list[socket.socket]) -> None:
        sockets[0].close()
        while len(links) < opened:
            time.sleep(0.01)

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr("poker_table.cli.commands.present._own_address", lambda: own_address)
    monkeypatch.setattr("poker_table.present.server.Server.run", run_server)
    _, out, err = run("present", "three.txt", *argv, "--port", str(free_port()))
    closed.set()
    assert links == re.findall(r"Projector .*:\n  (http\S+)", out)[:opened]
    assert not any(link.partition("#")[2] in page for link, page in zip(links, pages, strict=True))
    assert [*Path.cwd().glob("*.html")] == []
    advised = "no network address" in err, "Try it with one phone first" in err
    has_network = own_address != "127.0.0.1"
    assert advised == (argv != [ELSEWHERE] and not has_network, argv != [ELSEWHERE] and has_network)


@pytest.mark.slow
@needs_program
def test_half_open_and_silent_connections_are_ended(class_of_many):
    slow = [socket.create_connection(("127.0.0.1", class_of_many.port)) for _ in range(30)]
    for number, one in enumerate(slow):
        one.settimeout(25)
        one.sendall(
            (
                b"",
                b"GET / HTTP/1.1\r\nHost:",
                b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                b"Origin: http://127.0.0.1\r\nContent-Type: application/json\r\n"
                b"Content-Length: 99\r\n\r\n{",
            )[number % 3]
        )
    for one in slow:
        received = b""
        try:
            while piece := one.recv(4096):
                received += piece
        except ConnectionResetError:
            pass
        assert received[:12] in (b"", b"HTTP/1.1 408")
        one.close()
    assert class_of_many.phone().state()["stage"]


@needs_program
def test_only_twenty_garbage_requests_a_minute_are_answered():
    answers = []
    with presenting("three.txt") as running:
        for _ in range(21):
            with socket.create_connection(("127.0.0.1", running.port), timeout=20) as one:
                one.sendall(b"\x16\x03\x01\r\n\r\n")
                answers.append(one.recv(12))
    assert answers == [b"HTTP/1.1 400"] * 20 + [b""]


@needs_program
def test_the_server_survives_garbage(class_of_many):
    for garbage in b"\x16\x03\x01" * 100, b"GET " + b"a" * 40_000, b"\r\n" * 50:
        with socket.create_connection(("127.0.0.1", class_of_many.port), timeout=20) as one:
            try:
                one.sendall(garbage + b"\r\n\r\n")
                assert one.recv(100)[:12] in (b"", b"HTTP/1.1 400")
            except (ConnectionResetError, BrokenPipeError):
                pass
    assert class_of_many.phone().state()["stage"]


def answering(running: Running) -> None:
    """Wait until the server answers; before that, Ctrl-C stops the command."""
    assert running.phone(joined=False).ask("GET", "")[0] == 200


@needs_program
def test_ctrl_c_ends_the_class_and_names_the_file_of_votes():
    with presenting("three.txt") as running:
        answering(running)
        said = running.stop()
    assert re.search(r"The class is over. The votes are in \./class-[-0-9]+\.votes: `poker", said)
    assert running.process.returncode == 0
    assert os.listdir(".keys/poker-table") == []
    (kept,) = Path.cwd().glob("class-*")
    code, out, _ = run("present", "--results", str(kept))
    assert (code, out.count("three.txt")) == (0, 3)


@needs_program
def test_the_terminal_says_that_a_screen_has_ended_the_class():
    with presenting("three.txt") as running:
        assert all(len(line) <= 80 for line in running.said.splitlines()[:6])
        running.lecturer().post("lead", action="end", number=0)
        said = running.stop()
    ended, over, *_ = [line for line in said.splitlines() if line.startswith("The class is over")]
    assert ended.endswith("Ctrl-C stops the server.")
    assert over.startswith("The class is over. The votes are in ")


@needs_program
def test_after_ctrl_c_every_phone_may_ask_once_more():
    with presenting("three.txt") as running:
        phone = running.phone()
        running.process.send_signal(signal.SIGINT)
        while not phone.state()["over"]:
            pass
        running.stop()


@needs_program
def test_ctrl_c_says_if_the_class_could_not_be_ended():
    with presenting("three.txt") as running:
        (path,) = Path.cwd().glob("class-*.votes")
        path.rename("away")
        answering(running)
        said = running.stop()
    assert running.process.returncode == 1
    assert (
        "the class could not be ended, so key and hashes are still there. It could not be" in said
    )
    Path("away").rename(path)
    with presenting("three.txt") as running:
        assert f"Continuing the class in ./{path.name}, begun 0 minutes ago, with 0" in running.said


@pytest.mark.slow
@needs_program
def test_after_sigterm_the_class_can_continue():
    with presenting("three.txt") as running:
        phone, teacher = running.phone(), running.lecturer()
        teacher.lead("open")
        assert vote(phone)[0] == 200
        assert "Stopped. Run the same command again to continue with ./class-" in running.stop(
            signal.SIGTERM
        )
    with presenting("three.txt", port=running.port) as again:
        assert phone.state()["votes"] == [1, None]
        assert teacher.ask("GET", "state?screen=remote")[0] == 401
        again.lecturer().lead("close")


@pytest.mark.slow
@needs_program
def test_a_random_decks_seed_is_shown_only_at_the_end():
    with presenting() as running:
        teacher = running.lecturer()
        page = json.dumps(teacher.ask("GET", "lesson")[1])
        said = running.stop()
    seed = re.search(r"The deck was dealt from seed (\d+): poker-table --seed \1", said)[1]
    assert seed not in running.said + page
    assert run("--seed", seed)[1]


@pytest.mark.slow
@needs_program
def test_several_decks_are_lessons_in_a_row():
    with presenting("three.txt", "wheel.txt") as running:
        teacher = running.lecturer()
        teacher.lead("open", 5)
        assert teacher.ask("GET", "lesson?deck=1")[1]["title"] == "A-2-3-4-5 is five high"


def test_a_port_that_is_taken():
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = run("present", "three.txt", "--no-browser", "--port", str(port))
    assert (code, out) == (1, "")
    expected = (
        f"Error: port {port}: cannot be opened: Address already in use; choose another with --port"
    )
    assert err.splitlines()[-1] == expected


@pytest.mark.parametrize(
    ("argv", "wrong"),
    [
        ("--address votes.example", "--address: expected an address such as https://votes.example"),
        (
            "--address http://votes:x/",
            "--address: expected an address such as https://votes.example",
        ),
        ("--proxy nginx", "--proxy: expected an address such as 192.0.2.7 or 192.0.2.0/24, got 'n"),
        ("--port 65536", "--port: expected 1 to 65535, got '65536'"),
        ("-", "a deck cannot come from standard input, which a restarted class could not read"),
    ],
)
def test_invalid_options(argv, wrong):
    code, out, err = run("present", *argv.split())
    assert (code, out) == (2, "")
    assert wrong in err


def test_without_the_extra_a_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "poker_table.present.server", None)
    code, out, err = run("present", "three.txt")
    assert (code, out) == (2, "")
    assert err == ("Error: present needs an extra: pip install 'poker-table[present]'\n")


class Voters:
    """Phones that vote again and again, and what was acknowledged last to each."""

    def __init__(self, running: Running, phones: int) -> None:
        self.phones = [running.phone() for _ in range(phones)]
        self.acknowledged: dict[int, int] = {}
        self.refused: list[object] = []
        self.over = threading.Event()

    def __enter__(self) -> Voters:
        self._threads = ThreadPoolExecutor(len(self.phones))
        self._voting = [self._threads.submit(self._vote, n) for n in range(len(self.phones))]
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._threads.shutdown()
        for each in self._voting:
            each.result()

    def _vote(self, number: int) -> None:
        own = random.Random(number)
        while not self.over.is_set():
            answer = own.randrange(9)
            while not self._acknowledges(number, answer):  # retry until it is acknowledged
                time.sleep(0.1 + own.random() / 5)
            self.acknowledged[number] = answer
            time.sleep(own.random())

    def _acknowledges(self, number: int, answer: int) -> bool:
        try:
            self.phones[number].ask("GET", "state")
            status, data = vote(self.phones[number], answer)
        except (OSError, HTTPException):
            return False
        if status != 200:
            self.refused.append((status, data))
        return status == 200

    def check(self, running: Running) -> None:
        """Each vote that was acknowledged is counted once."""
        teacher = running.lecturer()
        teacher.lead("close")
        tally = teacher.state("remote")["bars"][0]
        assert tally == [[*self.acknowledged.values()].count(answer) for answer in range(9)]
        assert sum(tally) == len(self.phones)


@pytest.mark.slow
@needs_program
def test_fifteen_kills_while_50_phones_vote():
    chance, port = random.Random(33), free_port()
    with ExitStack() as stack:
        running = stack.enter_context(presenting("three.txt", port=port))
        running.lecturer().lead("open")
        running.stop(signal.SIGKILL)  # also with no phone, and with one question open
        running = stack.enter_context(presenting("three.txt", port=port))
        running.lecturer().lead("close")
        running.stop(signal.SIGKILL)
        running = stack.enter_context(presenting("three.txt", port=port))
        voters = Voters(running, 50)
        running.lecturer().lead("reopen")
        with voters:
            for _ in range(13):
                time.sleep(0.2 + chance.random() / 2)
                running.stop(signal.SIGKILL)
                running = stack.enter_context(presenting("three.txt", port=port))
        voters.check(running)


@pytest.mark.slow
@needs_program
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root: mount")
def test_six_full_disks_while_20_phones_vote():
    """The command is killed at every second; at one, Ctrl-C says that it could not end."""
    chance, port = random.Random(33), free_port()
    os.mkdir("small")
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", "small"]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    with ExitStack() as stack:
        stack.callback(subprocess.run, ["umount", "-l", os.path.abspath("small")])
        stack.callback(os.chdir, os.getcwd())
        os.chdir("small")
        running = stack.enter_context(presenting("three.txt", port=port))
        voters = Voters(running, 20)
        running.lecturer().lead("open")
        with voters:
            for number in range(6):
                time.sleep(chance.random())
                fill(Path("filling"))
                before, deadline = len(voters.refused), time.monotonic() + 3
                while time.monotonic() < deadline and len(voters.refused) == before:
                    time.sleep(0.05)  # the log may have room for some more votes
                if number % 2:
                    running.stop(signal.SIGKILL)
                elif number == 4 and len(voters.refused) > before:
                    said = running.stop()
                    assert running.process.returncode == 1
                    assert "the class could not be ended, so key and hashes are still there" in said
                os.unlink("filling")
                if running.process.poll() is not None:
                    running = stack.enter_context(presenting("three.txt", port=port))
        voters.check(running)
        assert "disk is full" in str([data for status, data in voters.refused if status == 503])
        running.stop()
        assert running.process.returncode == 0


def fill(path: Path) -> None:
    """Fill a disk with a file."""
    with open(path, "wb", buffering=0) as file:
        for size in 4096, 1:
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
