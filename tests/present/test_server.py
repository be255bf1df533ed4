"""`poker-table present`: the server, as used by phones, the lecturer and hostile clients."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from presenting import DEAF, Clock, LocalPhone, vote

pytest.importorskip("starlette", reason="no Starlette: no class is held")
from poker_table.game.deck import Deck
from poker_table.lesson.questions import questions
from poker_table.present import class_file, guard, server
from poker_table.present.ballot import TALK, Ballot, Event
from poker_table.present.class_file import ClassDeck, ClassFacts, ClassFile
from poker_table.present.server import ClassServer

ONLY_LECTURER = "Only the lecturer's key opens this."
FIELDS = "Expected these fields: question (int), round (int), answer (int)."
DECK = ClassDeck("deck", str(Deck()), 10)
QUESTIONS = questions(DECK.showdown)
ADDRESS = "http://192.0.2.9/"
LESSON = {"players": [], "screens": [{"answers": [{}], "about": []}] * 3}
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


class Disk(sqlite3.Connection):
    """A database whose disk may be full, as SQLite would say."""

    is_full = False

    def execute(self, statement: str, *given: object) -> sqlite3.Cursor:
        writes = statement.startswith(("INSERT", "PRAGMA wal_checkpoint(TRUNCATE)"))
        if self.is_full and writes:
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(statement, *given)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[ClassServer]:
    """A class in this process, with a first question of nine answers."""
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Disk))
    facts = ClassFacts("a" * 32, [], time.time(), "5", [DECK])
    file = ClassFile.create("class-1.votes", facts)
    yield ClassServer(file, [LESSON], ADDRESS, Clock())
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


def test_the_remote_knows_whether_the_projector_shows_the_current_question(served, teacher):
    teacher.lead("open", 1)
    for at, asking in ("", False), ("0", False), ("1", True), ("x", False):
        assert teacher.ask("GET", f"state?screen=projector&at={at}")[0] == 200
        assert teacher.state("remote")["asking"] is asking


def test_talking_ends_by_itself_and_makes_the_lecturers_press_deaf(served, teacher, monkeypatch):
    """Otherwise it would close the second vote that has just begun."""
    for action in "open", "close", "talk":
        teacher.lead(action)
    assert TALK - 2 < teacher.state("remote")["seconds_left"] <= TALK
    assert TALK - 3 < after_a_restart(served).seconds_left <= TALK  # it does not begin again
    asyncio.run(served.look_after())
    assert teacher.state("remote")["stage"] == "talking"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + TALK)
    served.clock.now += TALK
    asyncio.run(served.look_after())
    assert teacher.state("remote")["stage"] == "talking"  # the projector shows something else
    assert teacher.ask("GET", "state?screen=projector&at=0")[0] == 200
    asyncio.run(served.look_after())
    assert teacher.state("remote")["stage"] == "second vote"
    assert teacher.post("lead", action="close", number=0) == DEAF


VOTE = b'{"question": 0, "round": 0, "answer": 0}'
ELSEWHERE = "This request came from a page of another site."
NO_HOST = "This server does not answer under that host name."


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
    assert teacher.state("remote")["refused"] == 0
    LocalPhone(phone.served).ask("POST", "vote", body)
    assert teacher.state("remote")["refused"] == 1


@pytest.mark.parametrize(
    ("header", "value", "status", "why"),
    [
        ("Host", "evil.example", 421, NO_HOST),
        ("Host", "[::1", 421, NO_HOST),
        ("Origin", "http://evil.example", 403, ELSEWHERE),
        ("Origin", "http://192.0.2.9:8001", 403, ELSEWHERE),
        ("Origin", "null", 403, ELSEWHERE),
        ("Content_Type", "text/plain", 415, "Expected the content type application/json."),
        ("Cookie", "phone-1=x", 401, "This phone has not joined."),
    ],
)
def test_a_request_with_wrong_headers_is_refused(phone, header, value, status, why):
    refused(phone.ask("POST", "vote", VOTE, **{header: value}), status, why)


@pytest.mark.parametrize("path", ["projector", "remote", "lesson", "state?screen=remote"])
def test_only_the_lecturer_sees_the_lesson_and_the_shares(phone, teacher, path):
    refused(phone.ask("GET", path), 401, ONLY_LECTURER)
    refused(phone.post("lead", action="open", number=0), 401, ONLY_LECTURER)
    assert teacher.ask("GET", path)[0] == 200


@pytest.mark.parametrize("secret", ["", "x", "ä"])
def test_a_cookie_that_another_port_read_leads_nothing(served, teacher, secret):
    thief = LocalPhone(served)
    thief.cookies, thief.secret = dict(teacher.cookies), secret
    for path in "state?screen=projector", "state?screen=remote", "lesson":
        refused(thief.ask("GET", path), 401, ONLY_LECTURER)
    refused(thief.post("lead", action="end", number=0), 401, ONLY_LECTURER)
    thief.cookies, thief.secret = {}, teacher.secret
    assert thief.ask("GET", "state?screen=remote")[0] == 401


def test_only_the_class_s_own_cookie_is_read(served, phone, monkeypatch):
    """To decode a hostile one takes Python 3.12.1 a fifth of a second."""
    monkeypatch.setattr("http.cookies._unquote", lambda _: 1 // 0)
    phone.cookies = {"a": '"\\\\"', **phone.cookies, "phone": "x"}
    assert phone.ask("GET", "state")[0] == 200
    (name,) = phone.cookies.keys() - {"a", "phone"}
    phone.cookies = {f"x{name}": phone.cookies[name]}
    assert phone.ask("GET", "state")[0] == 401


def test_a_key_works_once(served, teacher):
    used, other = LocalPhone(served), next(iter(served.keys))
    why = server.NEW_LINKS
    for body in b'{"key": ""}', '{"key": "ä"}'.encode(), rb'{"key": "\ud800"}':
        refused(used.ask("POST", "key", body), 403, why)
    assert used.use(other) == "projector"
    refused(LocalPhone(served).post("key", key=other), 403, why)
    thief = LocalPhone(served)
    thief.cookies = used.cookies
    refused(thief.post("key", key=other), 403, why)
    assert used.use(other) == "projector"  # its tab was closed, and its browser is known
    kept = [path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()]
    assert not any(other.encode() in each for each in kept)


def test_pages_that_do_not_exist(phone, teacher):
    refused(phone.ask("GET", "nowhere"), 404, "There is no such page.")
    refused(phone.ask("GET", "vote"), 404, "There is no such page.")
    refused(teacher.ask("GET", "lesson?deck=1"), 404, "There is no such lesson.")
    status, page = phone.ask("GET", "nowhere", Accept="text/html,*/*")
    assert (status, "<p>There is no such page.</p>" in page) == (404, True)
    assert f'<a href="{ADDRESS}">' in page


def test_the_phones_page_is_small_and_self_contained(served):
    _, page = LocalPhone(served).ask("GET", "")
    assert len(page.encode()) < 30 * 1024
    assert not re.search(r"https?://", page)


def test_an_error_of_the_server_is_not_blamed_on_the_network(served, phone, monkeypatch):
    monkeypatch.setattr(served.ballot, "shown", lambda *_: 1 // 0)
    refused(phone.ask("GET", "state"), 500, "The server made a mistake. Please report this.")


def test_another_class_at_the_port_makes_no_phone_forget_who_it_is(served, phone):
    other = ClassFacts("b" * 32, [], time.time(), None, [DECK])
    with closing(ClassFile.create("class-2.votes", other)) as file:
        phone.served = ClassServer(file, [], ADDRESS, Clock())
        assert phone.post("join")[0] == 200
    assert len(phone.cookies) == 2
    phone.served = served
    assert phone.ask("GET", "state")[0] == 200


def test_joining_can_be_locked(served, phone, teacher, monkeypatch):
    monkeypatch.setitem(guard.LIMITS, "joins", 4)
    teacher.lead("lock")
    for _ in range(5):  # who waits is no flood
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
    refused(phone.ask("GET", "remote"), 401, ONLY_LECTURER)
    assert len(waits) == 1


def test_phones_that_join_too_fast_from_one_address_are_refused(served, monkeypatch):
    monkeypatch.setitem(guard.LIMITS, "joins", 4)
    for _ in range(4):
        joined(served)
    why = "Too many phones joined from this address: wait a minute."
    refused(LocalPhone(served).post("join"), 429, why)
    joined(served, "2001:db8:0:2::1")
    for number in range(5):
        joined(served, f"::ffff:198.51.100.{number}")


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


def test_the_remote_shows_the_largest_share_of_an_address_and_discards_it(
    served, teacher, monkeypatch
):
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
    assert teacher.state("projector")["present"] == 0
    monkeypatch.setattr(server, "MOST_PHONES", 1)
    honest[0].state()  # which finds a place
    refused(vote(laptop[0]), 409, "The lecturer does not count the votes of this phone's address.")
    teacher.lead("close")
    assert teacher.state("remote")["bars"][0][:2] == [3, 0]
    teacher.lead("readmit")
    teacher.lead("readmit")
    assert teacher.state("remote")["bars"][0][:2] == [3, 5]


# What cannot be written.


FULL = "The class could not be saved: database or disk is full."


def test_a_full_disk_loses_nothing_and_is_said(served, phone, teacher):
    disk = served.file._database
    teacher.lead("open")
    assert vote(phone, 2)[0] == 200
    disk.is_full = True
    served.clock.now += server.DEAF
    refused(vote(phone, 3), 503, FULL)
    refused(LocalPhone(served).post("join"), 503, FULL)
    for action in "close", "end", "lock":
        refused(teacher.post("lead", action=action, number=0), 503, FULL)
    assert phone.state()["votes"] == [2, None]
    shown = teacher.state("remote")
    assert (shown["stage"], shown["voted"], shown["trouble"]) == ("first vote", 1, FULL)
    assert teacher.state("projector")["trouble"] == FULL
    disk.is_full = False
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


def test_a_class_that_two_screens_end_at_once_has_ended(served):
    async def twice() -> None:
        await asyncio.gather(served.end(), served.end())

    asyncio.run(asyncio.wait_for(twice(), 20))
    assert served.ballot.over


def test_a_request_that_is_given_up_stops_no_other(served):
    async def given_up() -> None:
        task = asyncio.create_task(served.record(Event("join")))
        await asyncio.sleep(0)
        task.cancel()
        await served.record(Event("join"))

    asyncio.run(asyncio.wait_for(given_up(), 20))
    assert served.ballot.joined == 2
