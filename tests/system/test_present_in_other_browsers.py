"""A phone in Firefox and in a WebKit: it votes, notices that the server is gone, and comes back.

Needs the extra `present`, and Debian's `firefox-esr`, or its `webkit2gtk-driver` and `xvfb`;
without them it says so. Both are driven by what they bring, Marionette and WebDriver.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from presenting import free_port, presenting
from program import wait_until

pytest.importorskip("starlette", reason="no Starlette: no class is held")
MINI_BROWSERS = [*Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")]
PROGRAMS = {"Firefox": ["firefox-esr"], "WebKit": ["WebKitWebDriver", "xvfb-run"]}
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("in_an_empty_folder")]

Call = Callable[[str, dict[str, Any]], Any]  # a command of WebDriver's, and what it is given


@contextmanager
def firefox() -> Iterator[Call]:
    port = free_port()
    profile = Path("profile").absolute()
    profile.mkdir()
    (profile / "user.js").write_text(f'user_pref("marionette.port", {port});')
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile"]
    with running([*command, str(profile)], {"HOME": str(profile)}):
        connection = when_ready(lambda: socket.create_connection(("127.0.0.1", port)))
        stream = connection.makefile("rwb")

        def received() -> Any:
            length = b"".join(iter(lambda: stream.read(1), b":"))
            return json.loads(stream.read(int(length)))

        def call(name: str, given: dict[str, Any]) -> Any:
            text = json.dumps([0, 1, f"WebDriver:{name}", given])
            stream.write(f"{len(text)}:{text}".encode())
            stream.flush()
            *_, error, answer = received()
            assert error is None, error
            return answer.get("value")

        received()  # its greeting
        call("NewSession", {})
        with connection, stream:
            yield call


@contextmanager
def webkit() -> Iterator[Call]:
    port, paths = free_port(), {"ExecuteScript": "execute/sync", "Navigate": "url"}
    paths |= {"Refresh": "refresh", "NewSession": ""}
    address = f"http://127.0.0.1:{port}/session"

    def call(name: str, given: dict[str, Any]) -> Any:
        url = f"{address}/{paths[name]}".rstrip("/")
        asked = urllib.request.Request(url, json.dumps(given).encode(), method="POST")
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)["value"]

    command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    with running(command, {"LIBGL_ALWAYS_SOFTWARE": "1"}):
        browser = {"binary": str(MINI_BROWSERS[0]), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        session = when_ready(lambda: call("NewSession", {"capabilities": wanted}))
        address += f"/{session['sessionId']}"
        yield call


@contextmanager
def running(command: list[str], more: dict[str, str]) -> Iterator[None]:
    silent: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=os.environ | more, start_new_session=True, **silent)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


def when_ready(what: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 60
    while True:
        try:
            return what()
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def script(call: Call, text: str) -> Any:
    return call("ExecuteScript", {"script": text, "args": []})


def has(call: Call, text: str, where: str = "body") -> None:
    shown = f"return document.querySelector('{where}')?.innerText ?? ''"
    wait_until(lambda: text in script(call, shown))


@pytest.mark.parametrize("browser", [firefox, webkit], ids=PROGRAMS)
def test_a_phone_reconnects_and_keeps_its_vote(browser, request):
    for program in PROGRAMS[request.node.callspec.id]:
        if not shutil.which(program) or (browser is webkit and not MINI_BROWSERS):
            pytest.skip(f"no {program}: no phone is tried in {request.node.callspec.id}")
    with browser() as call:
        with presenting("three.txt") as class_:
            call("Navigate", {"url": f"http://127.0.0.1:{class_.port}/"})
            has(call, "Connected.", "#connection")
            class_.lecturer().lead("open")
            has(call, "What do you think?")
            script(call, "document.querySelectorAll('#answers button')[2].click()")
            has(call, "Your vote: C. You may change it.", "#message")
            call("Refresh", {})
            has(call, "Your vote: C. You may change it.", "#message")
            class_.stop(signal.SIGKILL)
            has(call, "No connection", "#connection")
        with presenting("three.txt", port=class_.port) as class_:
            has(call, "Connected.", "#connection")
            has(call, "Your vote: C. You may change it.", "#message")
            lecturer = class_.lecturer()
            lecturer.lead("close")
            has(call, "The vote is closed.")
            class_.process.send_signal(signal.SIGSTOP)  # silent, as a network that swallows all
            has(call, "No connection", "#connection")
            class_.process.send_signal(signal.SIGCONT)
            has(call, "Connected.", "#connection")
            lecturer.lead("reveal")
            has(call, "Not two pair.", "#message")
