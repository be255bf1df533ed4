"""`poker-table present`: the server, as used by phones, the lecturer and hostile clients."""

from __future__ import annotations

import json
import random
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path

import pytest
from presenting import Phone, Running, free_port, presenting
from program import needs_program, run

pytest.importorskip("starlette", reason="no Starlette: no class is held")
FIELDS = "Expected these fields: question (int), round (int), answer (int)."
pytestmark = [needs_program, pytest.mark.usefixtures("in_an_empty_folder")]


@pytest.fixture(scope="module")
def class_of_many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A class that several tests share, so none of them may end it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("class"))
        with presenting("three.txt") as running:
            running.teacher, running.folder = running.lecturer(), Path.cwd()
            yield running
            running.stop()  # a killed process would not write its coverage


def refused(answer: tuple[int, dict[str, str]], status: int, why: str) -> None:
    assert answer == (status, {"error": why})


def test_a_vote_is_changed_closed_and_revealed(class_of_many):
    phone, teacher = class_of_many.phone(), class_of_many.teacher
    teacher.lead("open", 1)
    for answer in 3, 1:
        status, data = phone.post("vote", question=1, round=0, answer=answer)
        assert (status, data["own"]["votes"]) == (200, [answer, None])
    late = class_of_many.phone()
    why = "This phone joined after the question was opened. Wait for the next question."
    refused(late.post("vote", question=1, round=0, answer=1), 409, why)
    teacher.lead("close", 1)
    refused(phone.post("vote", question=1, round=0, answer=1), 409, "This vote is closed.")
    assert "right" not in json.dumps(phone.state())
    assert teacher.state("remote")["bars"][0][1] == 1
    assert "bars" not in teacher.state("projector")
    teacher.lead("reveal", 1)
    state = phone.state()
    assert (state["score"], state["right"], state["reply"]) == ([1, 1], [1], "Player 2 wins.")
    refused(
        teacher.post("lead", action="reveal", question=1),
        409,
        "That is not possible at this stage of the question.",
    )


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
        (b'{"question": -1, "round": 0, "answer": 0}', 409, "This vote is closed."),
        (b'{"question": 1e9, "round": 0, "answer": 0}', 400, FIELDS),
        (b" " * 1025, 413, "Expected at most 1024 bytes."),
    ],
)
def test_an_invalid_vote_is_refused(class_of_many, body, status, why):
    before = class_of_many.teacher.state("remote")["refused"]
    refused(class_of_many.phone().ask("POST", "vote", body), status, why)
    assert class_of_many.teacher.state("remote")["refused"] == before + 1


@pytest.mark.parametrize(
    ("headers", "status", "why"),
    [
        ({"Host": "evil.example"}, 421, "This server does not answer under that host name."),
        ({"Host": "[::1"}, 421, "This server does not answer under that host name."),
        ({"Origin": "http://evil.example"}, 403, "This request came from a page of another site."),
        ({"Origin": "null"}, 403, "This request came from a page of another site."),
        ({"Content_Type": "text/plain"}, 415, "Expected the content type application/json."),
        ({"Cookie": "phone-1=x"}, 401, "This phone has not joined."),
    ],
)
def test_a_request_with_wrong_headers_is_refused(class_of_many, headers, status, why):
    body = b'{"question": 0, "round": 0, "answer": 0}'
    refused(class_of_many.phone().ask("POST", "vote", body, **headers), status, why)


@pytest.mark.parametrize("path", ["projector", "remote", "lesson", "state?screen=remote"])
def test_only_the_lecturer_sees_the_lesson_and_the_shares(class_of_many, path):
    why = "Only the lecturer's key opens this."
    refused(class_of_many.phone().ask("GET", path), 401, why)
    refused(class_of_many.phone().post("lead", action="open", question=0), 401, why)
    assert class_of_many.teacher.ask("GET", path)[0] == 200


def test_a_key_works_once(class_of_many):
    why = "This key is wrong or already used. Restart the command for new keys."
    for key in class_of_many.keys["Remote"], "", "ä":
        refused(class_of_many.phone().post("key", key=key), 403, why)
    refused(class_of_many.phone().ask("POST", "key", rb'{"key": "\ud800"}'), 403, why)
    kept = [path.read_bytes() for path in class_of_many.folder.iterdir()]
    assert kept
    assert not any(class_of_many.keys["Projector"].encode() in each for each in kept)


def test_pages_that_do_not_exist(class_of_many):
    phone = class_of_many.phone()
    refused(phone.ask("GET", "nowhere"), 404, "There is no such page.")
    refused(phone.ask("GET", "vote"), 405, "There is no such page.")
    refused(class_of_many.teacher.ask("GET", "lesson?deck=1"), 404, "There is no such lesson.")


def test_the_phones_page_is_small_and_self_contained(class_of_many):
    _, page = class_of_many.phone(joined=False).ask("GET", "")
    assert len(page.encode()) < 30 * 1024
    assert not re.search(r"https?://", page)


def test_joining_can_be_locked(class_of_many):
    joined, teacher = class_of_many.phone(), class_of_many.teacher
    teacher.lead("lock")
    phone = class_of_many.phone(joined=False)
    refused(phone.post("join"), 409, "The lecturer has locked joining.")
    assert joined.post("join")[0] == 200
    teacher.lead("unlock")
    assert phone.post("join")[0] == 200


def test_300_phones_of_one_address_get_in(class_of_many):
    with ThreadPoolExecutor(8) as pool:
        assert len([*pool.map(lambda _: class_of_many.phone(), range(300))]) == 300


def test_a_flooding_phone_is_limited_and_others_are_not(class_of_many):
    flood, other = class_of_many.phone(), class_of_many.phone()
    last = 0
    for _ in range(300):
        last = flood.ask("GET", "state")[0]
        if last == 429:
            break
    assert last == 429
    assert other.ask("GET", "state")[0] == 200


@pytest.mark.slow
def test_refusals_are_delayed_if_there_are_too_many(class_of_many):
    stranger = class_of_many.phone(joined=False)
    start = time.monotonic()
    while time.monotonic() - start < 30:
        before = time.monotonic()
        refused(stranger.ask("GET", "remote"), 401, "Only the lecturer's key opens this.")
        if time.monotonic() - before > 1.9:
            return
    raise AssertionError("never held")


def test_refused_strangers_delay_no_phone_at_their_address(class_of_many):
    stranger, phone = class_of_many.phone(joined=False), class_of_many.phone()
    for _ in range(20):
        stranger.ask("GET", "remote")
    start = time.monotonic()
    refused(phone.ask("GET", "remote"), 401, "Only the lecturer's key opens this.")
    assert time.monotonic() - start < 1.5


@pytest.mark.slow
def test_a_flood_from_the_hall_s_own_address_locks_nobody_out():
    """All phones of a hall may share an address: joining then takes some seconds, no more."""
    with presenting("three.txt") as running:
        with socket.create_connection(("127.0.0.1", running.port), timeout=20) as flood:
            for _ in range(30):
                flood.sendall(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 100)
                answered = b""
                while answered.count(b"\r\n\r\n") < 100:
                    answered += flood.recv(65536)
        stranger = running.phone(joined=False)
        why = "Too many requests: wait a minute."
        refused(stranger.ask("GET", "state"), 429, why)
        start = time.monotonic()
        assert stranger.ask("GET", "")[0] == 200
        assert stranger.post("join")[0] == 200
        assert stranger.state()["stage"]
        assert time.monotonic() - start < 8


def events(running: Running, phone: Phone) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", running.port), timeout=10)
    cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
    return stream


def read_until(stream: socket.socket, word: bytes) -> bytes:
    received = b""
    while word not in received:
        piece = stream.recv(65536)
        assert piece, received
        received += piece
    return received


def test_a_stream_starts_at_once_and_sends_changes(class_of_many):
    phone, teacher = class_of_many.phone(), class_of_many.teacher
    with events(class_of_many, phone) as stream:
        head = read_until(stream, b'"score"').lower()
        assert b"x-accel-buffering: no" in head
        assert b"text/event-stream" in head
        teacher.lead("open", 2)
        told = read_until(stream, b'"first vote"')
        assert b'"question": 2' in told
        assert b"right" not in told
        assert teacher.state("remote")["present"] >= 1


ADDRESS = "--address=https://votes.example.org/"


@pytest.mark.parametrize(
    ("argv", "opened"),
    [([], True), ([ADDRESS], False), ([ADDRESS, "--proxy=10.0.0.5"], True)],
)
def test_behind_a_proxy_of_this_machine_no_other_machine_gets_in(argv, opened):
    with presenting("three.txt", *argv) as running, socket.socket() as other:
        refused = other.connect_ex(("127.0.0.2", running.port)) != 0  # as from another machine
    assert refused is not opened


@pytest.mark.parametrize(("argv", "opened"), [([], 1), (["--no-browser"], 0), ([ADDRESS], 0)])
@pytest.mark.parametrize("own_address", ["127.0.0.1", "192.0.2.7"])
def test_the_projectors_page_is_opened_on_this_computer(argv, opened, own_address, monkeypatch):
    """A machine without a network is told so; a class that is served elsewhere needs no advice."""
    pages = list[str]()
    monkeypatch.setattr("webbrowser.open", pages.append)
    monkeypatch.setattr("poker_table.cli.commands.present._own_address", lambda: own_address)
    monkeypatch.setattr(
        "poker_table.present.server.Server.run", lambda server, sockets: sockets[0].close()
    )
    _, out, err = run("present", "three.txt", *argv, "--port", str(free_port()))
    assert pages == re.findall(r"Projector .*: (http\S+)", out)[:opened]
    advised = "no network address" in err, "Try it with one phone first" in err
    has_network = own_address != "127.0.0.1"
    assert advised == (argv != [ADDRESS] and not has_network, argv != [ADDRESS] and has_network)


@pytest.mark.slow
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


def test_only_twenty_garbage_requests_a_minute_are_answered():
    answers = []
    with presenting("three.txt") as running:
        for _ in range(21):
            with socket.create_connection(("127.0.0.1", running.port), timeout=20) as one:
                one.sendall(b"\x16\x03\x01\r\n\r\n")
                answers.append(one.recv(12))
    assert answers == [b"HTTP/1.1 400"] * 20 + [b""]


def test_the_server_survives_garbage(class_of_many):
    for garbage in b"\x16\x03\x01" * 100, b"GET " + b"a" * 40_000, b"\r\n" * 50:
        with socket.create_connection(("127.0.0.1", class_of_many.port), timeout=20) as one:
            try:
                one.sendall(garbage + b"\r\n\r\n")
                assert one.recv(100)[:12] in (b"", b"HTTP/1.1 400")
            except (ConnectionResetError, BrokenPipeError):
                pass
    assert class_of_many.phone().state()["stage"]


def test_ctrl_c_ends_the_class_and_names_the_file_of_votes():
    with presenting("three.txt") as running:
        streams = [events(running, running.phone()) for _ in range(20)]
        for stream in streams:
            read_until(stream, b'"score"')
        took, said = running.stop()
        for stream in streams:
            read_until(stream, b'"over": true')
            stream.close()
    assert took < 2
    assert re.search(r"The class is over. The votes are in \./class-[-0-9]+\.votes: `poker", said)
    assert running.process.returncode == 0
    (kept,) = Path.cwd().glob("class-*")
    code, out, _ = run("present", "--results", str(kept))
    assert (code, out.count("three.txt")) == (0, 3)


@pytest.mark.slow
def test_after_sigterm_the_class_can_continue():
    with presenting("three.txt") as running:
        phone, teacher = running.phone(), running.lecturer()
        teacher.lead("open")
        assert phone.post("vote", question=0, round=0, answer=1)[0] == 200
        assert (
            "Stopped. Run the same command again to continue with ./class-"
            in running.stop(signal.SIGTERM)[1]
        )
    with presenting("three.txt", port=running.port):
        assert phone.state()["votes"] == [1, None]
        teacher.lead("close")


@pytest.mark.slow
def test_a_random_decks_seed_is_shown_only_at_the_end():
    with presenting() as running:
        teacher = running.lecturer()
        page = teacher.ask("GET", "lesson")[1]
        said = running.stop()[1]
    seed = re.search(r"The deck was dealt from seed (\d+): poker-table --seed \1", said)[1]
    assert seed not in running.said + page
    assert run("--seed", seed)[1]


@pytest.mark.slow
def test_several_decks_are_lessons_in_a_row():
    with presenting("three.txt", "wheel.txt") as running:
        teacher = running.lecturer()
        assert teacher.state("remote")["questions"] == 6
        assert "wheel.txt" in teacher.ask("GET", "lesson?deck=1")[1]


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
    monkeypatch.setitem(__import__("sys").modules, "poker_table.present.server", None)
    code, out, err = run("present", "three.txt")
    assert (code, out) == (2, "")
    assert err == ("Error: present needs an extra: pip install 'poker-table[present]'\n")


@pytest.mark.slow
def test_twenty_kills_while_200_phones_vote():
    """Each acknowledged vote is counted once, whenever the server is killed."""
    chance, port, phones = random.Random(33), free_port(), []
    acknowledged: dict[int, int] = {}
    over = threading.Event()

    def vote(number: int) -> None:
        own = random.Random(number)
        while not over.is_set():
            answer = own.randrange(9)
            while not acknowledges(phones[number], answer):  # retry until it is acknowledged
                time.sleep(0.1 + own.random() / 5)
            acknowledged[number] = answer
            time.sleep(own.random())

    def acknowledges(phone: Phone, answer: int) -> bool:
        try:
            return phone.post("vote", question=0, round=0, answer=answer)[0] == 200
        except (OSError, HTTPException):
            return False

    with ExitStack() as stack:
        running = stack.enter_context(presenting("three.txt", port=port))
        teacher = running.lecturer()
        phones += [running.phone() for _ in range(200)]
        teacher.lead("open")
        with ThreadPoolExecutor(200) as pool:
            votes = [pool.submit(vote, number) for number in range(200)]
            for _ in range(20):
                time.sleep(0.3 + chance.random())
                running.stop(signal.SIGKILL)
                running = stack.enter_context(presenting("three.txt", port=port))
            over.set()
            for each in votes:
                each.result()
        teacher.lead("close")
        tally = teacher.state("remote")["bars"][0]
    assert tally == [list(acknowledged.values()).count(answer) for answer in range(9)]
    assert sum(tally) == 200
