"""The command present as a process: who reaches it, how it ends, and that no vote is lost."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from presenting import Running, free_port, presenting, vote
from program import needs_program, run, wait_until

from poker_table.simulation.extras import MissingExtraError

pytest.importorskip("starlette", reason="no Starlette: no class is held")
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


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
    ("argv", "opened"), [([], True), ([ELSEWHERE], False), ([ELSEWHERE, "--proxy=10.0.0.5"], True)]
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
        if own_address == "192.0.2.7":  # somebody clears the folder
            for page in pages:
                Path(page.removeprefix("file://")).unlink()

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr("poker_table.cli.commands.present._own_address", lambda: own_address)
    monkeypatch.setattr("poker_table.present.server.Server.run", run_server)
    code, out, err = run("present", "three.txt", *argv, "--port", str(free_port()))
    assert code == 0
    closed.set()
    assert links == re.findall(r"Projector .*:\n  (http\S+)", out)[:opened]
    assert not any(link.partition("#")[2] in page for link, page in zip(links, pages, strict=True))
    assert [*Path.cwd().glob("*.html")] == []
    advised = "no network address" in err, "Try it with one phone first" in err
    has_network = own_address != "127.0.0.1"
    assert advised == (argv != [ELSEWHERE] and not has_network, argv != [ELSEWHERE] and has_network)


HALF_OPEN = (
    b"",
    b"GET / HTTP/1.1\r\nHost:",
    b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
)


@pytest.mark.slow
@needs_program
def test_half_open_and_silent_connections_are_ended(class_of_many):
    slow = [socket.create_connection(("127.0.0.1", class_of_many.port)) for _ in range(30)]
    for number, one in enumerate(slow):
        one.settimeout(25)
        one.sendall(HALF_OPEN[number % 3])
    for one in slow:
        received = b""
        with suppress(ConnectionResetError):
            while piece := one.recv(4096):
                received += piece
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
        ended = suppress(ConnectionResetError, BrokenPipeError)
        with ended, socket.create_connection(("127.0.0.1", class_of_many.port), timeout=20) as one:
            one.sendall(garbage + b"\r\n\r\n")
            assert one.recv(100)[:12] in (b"", b"HTTP/1.1 400")
    assert class_of_many.phone().state()["stage"]


NOT_ENDED = "the class could not be ended, so key and hashes are still there"


@needs_program
def test_garbage_behind_a_request_that_is_answered_writes_nothing_to_the_terminal():
    with presenting("three.txt") as running:
        with socket.create_connection(("127.0.0.1", running.port), timeout=20) as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 200"
            one.sendall(b"garbage\r\n")
            while one.recv(65536):
                pass
        assert "Traceback" not in running.stop()


@needs_program
def test_ctrl_c_ends_the_class_when_every_phone_has_asked_and_names_the_file_of_votes():
    with presenting("three.txt") as running:
        phone = running.phone()
        running.process.send_signal(signal.SIGINT)
        wait_until(lambda: phone.state()["over"])
        said = running.process.communicate(timeout=60)[0]
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
def test_ctrl_c_says_if_the_class_could_not_be_ended():
    with presenting("three.txt") as running:
        (path,) = Path.cwd().glob("class-*.votes")
        path.rename("away")
        assert running.phone(joined=False).ask("GET", "")[0] == 200  # before, it would just stop
        said = running.stop()
    assert running.process.returncode == 1
    assert f"{NOT_ENDED}. The class could" in said
    Path("away").rename(path)
    with presenting("three.txt") as running:
        begun = rf"Continuing the class in \./{path.name}, begun \d minutes? ago, with 0"
        assert re.search(begun, running.said)  # a minute may have passed


@pytest.mark.slow
@needs_program
def test_after_sigterm_the_class_can_continue_even_without_its_deck():
    run("--seed", "1", "--save", "mine.txt")
    with presenting("mine.txt") as running:
        phone, teacher = running.phone(), running.lecturer()
        teacher.lead("open")
        assert vote(phone)[0] == 200
        assert "Stopped. Run the same command again to continue with ./class-" in running.stop(
            signal.SIGTERM
        )
    Path("mine.txt").unlink()
    assert "mine.txt" in run("present", "mine.txt", "--players", "9", "--no-browser")[2]
    with presenting("mine.txt", port=running.port) as again:
        assert "ago, with 1 phone. The old" in again.said
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
    why = "cannot be opened: Address already in use; choose another with --port"
    assert (code, out, err.splitlines()[-1]) == (1, "", f"Error: port {port}: {why}")


def test_without_the_extra_a_line_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "poker_table.present.server", None)
    error = f"Error: {MissingExtraError('present', 'present')}\n"
    assert run("present", "three.txt") == (2, "", error)
    assert sys.executable in error


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
                    assert NOT_ENDED in said
                os.unlink("filling")
                if running.process.poll() is not None:
                    running = stack.enter_context(presenting("three.txt", port=port))
        voters.check(running)
        assert "disk is full" in str([data for status, data in voters.refused if status == 503])
        running.stop()
        assert running.process.returncode == 0


def fill(path: Path) -> None:
    with open(path, "wb", buffering=0) as file:
        for size in 4096, 1:
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass
