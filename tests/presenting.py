"""`poker-table present` as a process, and a client that speaks to it as a phone does."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from program import POKER_TABLE, environment

DEAF = 200, {"heard": False}


class Clock:
    """A clock that goes on only when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Phone:
    """An HTTP client with cookies; `base` is the path at which the class is served."""

    def __init__(self, port: int, base: str = "/", secure: bool = False) -> None:
        self.port, self.base, self.secure = port, base, secure
        self.cookies: dict[str, str] = {}
        self.secret = ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Any:
        """Return the status and the body of a response: its JSON data, or otherwise its text."""
        scheme = "https" if self.secure else "http"
        connection: http.client.HTTPConnection
        if self.secure:
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection(
                "127.0.0.1", self.port, timeout=20, context=context
            )
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        all_headers = self._headers(f"{scheme}://127.0.0.1:{self.port}", headers)
        with closing(connection):
            connection.request(method, self.base + path, body, all_headers)
            response = connection.getresponse()
            return self._answer(response.status, response.getheaders(), response.read())

    def _headers(self, origin: str, headers: dict[str, str]) -> dict[str, str]:
        own = {"Origin": origin, "Content-Type": "application/json", "X-Secret": self.secret}
        own["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return own | {name.replace("_", "-"): value for name, value in headers.items()}

    def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> tuple[int, Any]:
        """Keep the headers and the cookies of a response; return its status and its body."""
        self.headers = headers
        for name, value in headers:
            if name.lower() == "set-cookie":
                cookie, _, token = value.partition(";")[0].partition("=")
                self.cookies[cookie] = token
        try:
            return status, json.loads(body)
        except ValueError:
            return status, body.decode()

    def post(self, path: str, **data: object) -> Any:
        return self.ask("POST", path, json.dumps(data).encode())

    def state(self, screen: str = "phone") -> dict[str, Any]:
        status, data = self.ask("GET", f"state?screen={screen}")
        assert status == 200, data
        return data

    def lead(self, action: str, number: int = 0) -> None:
        """Do an action of the lecturer, as soon as the server is not deaf any more."""
        while (answer := self.post("lead", action=action, number=number)) == DEAF:
            time.sleep(0.1)
        assert answer == (200, {"heard": True}), answer

    def use(self, key: str) -> str:
        """Exchange a lecturer's key; return the screen that it opens."""
        status, data = self.post("key", key=key)
        assert status == 200, data
        self.secret = data["secret"]
        return data["go"]


class LocalPhone(Phone):
    """A client that calls a server's application in this process, without a network."""

    def __init__(self, served: Any, address: str = "192.0.2.1") -> None:
        super().__init__(80)
        self.served, self.address = served, address

    def lead(self, action: str, number: int = 0) -> None:
        """Do an action of the lecturer, a second after the last one."""
        self.served.clock.now += 1
        super().lead(action, number)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Any:
        path, _, query = path.partition("?")
        given = {"Host": "192.0.2.9"} | self._headers("http://192.0.2.9", headers)
        raw = [(name.lower().encode(), value.encode()) for name, value in given.items()]
        scope = {"type": "http", "method": method, "path": f"/{path}", "raw_path": b"",
                 "query_string": query.encode(), "headers": raw, "client": (self.address, 1),
                 "server": None, "scheme": "http", "root_path": ""}  # fmt: skip
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body or b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.served.guard(scope, receive, send))
        sent_headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        whole = b"".join(message.get("body", b"") for message in sent[1:])
        return self._answer(sent[0]["status"], sent_headers, whole)


def vote(phone: Phone, answer: int = 1, question: int = 0, round_: int = 0) -> tuple[int, Any]:
    return phone.post("vote", question=question, round=round_, answer=answer)


class Running:
    """A running `poker-table present`, and what it has printed."""

    def __init__(self, process: subprocess.Popen[str], port: int, said: str) -> None:
        self.process, self.port, self.said = process, port, said
        self.keys = dict(re.findall(r"(Projector|Remote) .*:\n.*lecturer#(.*)", said))

    def phone(self, joined: bool = True) -> Phone:
        phone = Phone(self.port)
        assert not joined or phone.post("join")[0] == 200
        return phone

    def lecturer(self) -> Phone:
        phone = Phone(self.port)
        assert phone.use(self.keys["Remote"]) == "remote"
        return phone

    def stop(self, how: signal.Signals = signal.SIGINT) -> str:
        """Stop it; return what it printed meanwhile."""
        self.process.send_signal(how)
        return self.process.communicate(timeout=60)[0]


def free_port() -> int:
    """Return a port that is free on every address; a port of a closed connection may not be."""
    with socket.create_server(("", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def presenting(*argv: str, port: int | None = None) -> Iterator[Running]:
    """Run `poker-table present` until the end of the block, even if an exception ends it."""
    port = port or free_port()
    command = [POKER_TABLE, "present", *argv, "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(),
        restore_signals=True,
    )
    said = ""
    try:
        while "Ctrl-C ends" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield Running(process, port, said)
    finally:
        process.kill()
        process.communicate()
