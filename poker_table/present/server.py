"""The server of a class: an ASGI application for its phones, its projector and its remote."""

from __future__ import annotations

import asyncio
import gc
import hmac
import json
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import uniform
from typing import Any, NamedTuple

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from poker_table.present.ballot import Ballot, BallotError, Stage
from poker_table.present.class_file import FACT, LECTURER, PHONE, STAGE, VOTE, ClassFile, SaveError
from poker_table.present.guard import (
    HEADERS,
    HELD,
    MINUTE,
    OF_A_PHONE,
    PHONES,
    Guard,
    RefusedError,
    Sweep,
    answer,
    network,
    read_body,
)
from poker_table.present.screens import projector, screen

TALK = 60.0  # seconds
HEARTBEAT = 15.0
SHOWN_EVERY = 0.25  # at most so often the lecturer's screens are told how many voted
LECTURER_GONE_AFTER = 3.0  # so long the lecturer's screen may be gone before the phones are told
MOST_PHONES, STREAMS_OF_ONE, STREAMS_OF_LECTURER = 5000, 3, 20
COOKIE_LIFE = 12 * 3600
STREAM = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
STREAM += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
IN_A_FRAME = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " img-src data:; frame-ancestors 'self'"
)


class Lesson(NamedTuple):
    """A lesson as the server needs it: its page, and how many questions it has."""

    html: str
    questions: int


class Stream:
    """A screen that listens; it is told the newest state, so that a slow one costs no memory."""

    def __init__(self, who: int | str, text: Callable[[], str]) -> None:
        self.who, self.text = who, text
        self.wake = asyncio.Event()
        self.presses: list[str] = []
        self.ended = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is to be told until the screen is gone."""

        async def gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            self.end()

        listening = asyncio.ensure_future(gone())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": STREAM})
            text = ":\n\n"
            while not self.ended:
                self.wake.clear()
                text += "".join(f"event: press\ndata: {action}\n\n" for action in self.presses)
                self.presses.clear()
                body = (text + f"data: {self.text()}\n\n").encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
                text = ""
                while not self.wake.is_set():
                    try:
                        async with asyncio.timeout(HEARTBEAT):
                            await self.wake.wait()
                    except TimeoutError:
                        beat = b"event: beat\ndata:\n\n"
                        await send({"type": "http.response.body", "body": beat, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            listening.cancel()

    def end(self) -> None:
        """End it."""
        self.ended = True
        self.wake.set()


class ClassServer:
    """A class: its ballot, its file, its screens, and who is there."""

    def __init__(
        self, lessons: list[Lesson], ballot: Ballot, file: ClassFile, address: str, seed: str
    ) -> None:
        self.lessons, self.ballot, self.file, self.seed = lessons, ballot, file, seed
        self.https = address.startswith("https:")
        self.numbers: dict[bytes, int] = {}
        self.keys = {secrets.token_urlsafe(16): screen for screen in ("projector", "remote")}
        self.streams: set[Stream] = set()
        self.polled: dict[int, float] = {}
        self._for_all = ""
        self._count_timer: asyncio.TimerHandle | None = None
        self._talk_timer: asyncio.TimerHandle | None = None
        self._stale = False
        self.cookies = {name: f"{name}-{_port(address)}" for name in ("phone", "lecturer")}
        self.screens = {name: screen(name) for name in ("phone", "remote", "key")}
        self.screens["projector"] = projector(address, [lesson.questions for lesson in lessons])
        routes = [Route(f"/{name}", getattr(self, name), methods=["POST"]) for name in POSTED]
        routes += [Route(f"/{name}", self.page) for name in ("", "remote", "projector", "lecturer")]
        routes += [Route("/lesson", self.lesson), Route("/state", self.state)]
        routes += [Route("/events", self.events)]
        self.guard = Guard(routes, self.lifespan, address, self._name)
        self._remember()
        self.server: Server | None = None

    def _remember(self) -> None:
        """Take everything from the file: at the start, and where the disk refused something."""
        self.ballot = self.file.restore(self.ballot)
        self.numbers = {hashed: n for n, hashed in self.file.all("SELECT * FROM phone") if hashed}
        self.lecturers = {row[0] for row in self.file.all("SELECT hash FROM lecturer")}
        self._stale = False

    # Who is there, and what they are told.

    @asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[None]:
        """Look after the connections while the server runs."""
        # A full collection of garbage stops a class of a thousand for 0.1 s: seldom, and not while
        # a question is open, if that can be.
        gc.freeze()
        gc.set_threshold(700, 10, 100)
        self._talk()
        self.changed()
        looking = asyncio.create_task(self._look_after())
        yield
        looking.cancel()

    async def _look_after(self) -> None:
        loop, sweep = asyncio.get_running_loop(), Sweep(most_connections())
        forget = loop.time() + MINUTE
        while self.server:
            await asyncio.sleep(1)
            sweep(self.server.server_state.connections, loop.time())
            if loop.time() > forget:
                self.guard.counts.clear()
                self.polled.clear()
                forget = loop.time() + MINUTE

    @property
    def present(self) -> set[int]:
        """The phones that listen, or asked within the last minute."""
        return {stream.who for stream in self.streams if isinstance(stream.who, int)} | {
            *self.polled
        }

    def changed(self) -> None:
        """Tell every screen."""
        lecturer = any(stream.who == "projector" for stream in self.streams)
        self._for_all = json.dumps(self.ballot.for_all() | {"lecturer": lecturer})
        for stream in self.streams:
            stream.wake.set()

    def counted(self) -> None:
        """Tell the lecturer's screens soon, many votes at a time."""
        if self._count_timer is None:
            loop = asyncio.get_running_loop()
            self._count_timer = loop.call_later(SHOWN_EVERY, self._count)

    def _count(self) -> None:
        self._count_timer = None
        for stream in self.streams:
            if isinstance(stream.who, str):
                stream.wake.set()

    def message(self, who: int | str) -> str:
        """Return the message for a screen: what all screens get, and what is for this one."""
        if isinstance(who, int):
            own = self.ballot.for_phone(who)
        elif who == "projector":
            own = self.ballot.for_projector(self.present)
        else:
            own = self.ballot.for_remote(self.present) | {"refused": self.guard.refused}
            own["seed"] = self.seed if self.ballot.over else ""
        if self._talk_timer:
            own["left"] = round(self._talk_timer.when() - asyncio.get_running_loop().time())
        return f'{{"all": {self._for_all}, "own": {json.dumps(own)}}}'

    def stop(self) -> None:
        """End every stream, so that nothing keeps the server from ending."""
        for stream in self.streams:
            stream.end()

    def _token(self, request: Request, name: str) -> bytes:
        return self.file.hashed(request.cookies.get(self.cookies[name], ""))

    def _name(self, request: Request) -> str:
        """Return which phone it is, or that it is the lecturer; "" for a stranger."""
        if (phone := self.numbers.get(self._token(request, "phone"))) is not None:
            return f"phone {phone}"
        return "lecturer" if self._token(request, "lecturer") in self.lecturers else ""

    def _phone(self, request: Request) -> int:
        phone = self.numbers.get(self._token(request, "phone"))
        if phone is None:
            raise RefusedError(401, "This phone has not joined.")
        self.guard.limit(f"phone {phone}", OF_A_PHONE)
        return phone

    def _lecturer(self, request: Request) -> None:
        if self._token(request, "lecturer") not in self.lecturers:
            raise RefusedError(401, "Only the lecturer's key opens this.")

    def _who(self, request: Request) -> int | str:
        wanted = request.query_params.get("screen", "phone")
        if wanted not in ("projector", "remote"):
            return self._phone(request)
        self._lecturer(request)
        return wanted

    async def keep(self, *changes: tuple[str, tuple[Any, ...]]) -> None:
        """Return when changes are on the disk; if it refuses, go back to what is there."""
        try:
            await self.file.keep(*changes)
        except SaveError:
            self._stale = True
            while self.file.writing:
                await asyncio.sleep(0.01)
            if self._stale:
                self._remember()
                self.changed()
            raise

    # What is asked of it.

    async def page(self, request: Request) -> Response:
        """Answer with a screen; the lecturer's are for who has the cookie."""
        name = {"/": "phone", "/lecturer": "key"}.get(request.url.path, request.url.path[1:])
        if name in ("remote", "projector"):
            self._lecturer(request)
        html, policy = self.screens[name]
        headers = HEADERS | {"content-security-policy": policy}
        return Response(html, headers=headers, media_type="text/html")

    async def lesson(self, request: Request) -> Response:
        """Answer with a lesson, right answers and all: to the lecturer alone."""
        self._lecturer(request)
        number = request.query_params.get("deck", "0")
        if number not in map(str, range(len(self.lessons))):
            raise RefusedError(404, "There is no such lesson.")
        headers = HEADERS | {"content-security-policy": IN_A_FRAME}
        return Response(self.lessons[int(number)].html, headers=headers, media_type="text/html")

    async def state(self, request: Request) -> Response:
        """Answer with what a screen is told: for those that no stream reaches."""
        who = self._who(request)
        if isinstance(who, int):
            self.polled[who] = asyncio.get_running_loop().time()
        return answer(self.message(who))

    async def events(self, request: Request) -> Any:
        """Answer with a stream of what a screen is told."""
        who = self._who(request)
        same = [stream for stream in self.streams if stream.who == who]
        if len(same) >= (STREAMS_OF_ONE if isinstance(who, int) else STREAMS_OF_LECTURER):
            same[0].end()
        stream = Stream(who, lambda: self.message(who))

        async def run(scope: Scope, receive: Receive, send: Send) -> None:
            self.streams.add(stream)
            self._came_or_went(who)
            try:
                await stream(scope, receive, send)
            finally:
                self.streams.discard(stream)
                self._came_or_went(who)

        return run

    def _came_or_went(self, who: int | str) -> None:
        self.counted()
        if who == "projector":
            asyncio.get_running_loop().call_later(LECTURER_GONE_AFTER, self.changed)

    async def join(self, request: Request) -> Response:
        """Give a phone its number, in a cookie; one that has its own keeps it."""
        await read_body(request)
        if self._token(request, "phone") in self.numbers:
            return answer(self.message(self._phone(request)))
        self.guard.limit(f"join {network(request.client)}", PHONES)
        if self.ballot.phones >= MOST_PHONES:
            raise RefusedError(403, f"{MOST_PHONES:,} phones have joined: no more can.")
        token = secrets.token_urlsafe(16)
        hashed, phone = self.file.hashed(token), self.ballot.join()
        self.numbers[hashed] = phone
        await self.keep((PHONE, (phone, hashed)))
        response = answer(self.message(phone))
        self._set_cookie(response, "phone", token)
        return response

    async def vote(self, request: Request) -> Response:
        """Count a vote, and answer when it is on the disk."""
        phone = self._phone(request)
        question, round_, chosen = await read_body(request, question=int, round=int, answer=int)
        self.ballot.vote(phone, question, round_, chosen)
        self.counted()
        await self.keep((VOTE, (question, round_, phone, chosen)))
        return answer(self.message(phone))

    async def key(self, request: Request) -> Response:
        """Exchange a key that was printed, once, for the lecturer's cookie."""
        (tried,) = await read_body(request, key=str)
        for key in self.keys:
            if hmac.compare_digest(key.encode(), tried.encode()):
                break
        else:
            raise RefusedError(
                403, "This key is used or wrong: start the class again for new ones."
            )
        token, go = secrets.token_urlsafe(16), self.keys.pop(key)
        hashed = self.file.hashed(token)
        self.lecturers.add(hashed)
        await self.keep((LECTURER, (hashed,)))
        response = answer({"go": go})
        self._set_cookie(response, "lecturer", token)
        return response

    def _set_cookie(self, response: Response, name: str, token: str) -> None:
        response.set_cookie(
            self.cookies[name],
            token,
            max_age=COOKIE_LIFE,
            path=f"{self.guard.prefix}/",
            secure=self.https,
            httponly=True,
            samesite="strict",
        )

    async def lead(self, request: Request) -> Response:
        """Do what the lecturer wants."""
        self._lecturer(request)
        action, question = await read_body(request, action=str, question=int)
        if action in ("on", "back"):
            for stream in self.streams:
                if stream.who == "projector":
                    stream.presses = [*stream.presses, action][-10:]
                    stream.wake.set()
        elif action in ("lock", "unlock"):
            self.ballot.locked = action == "lock"
            self.changed()
            await self.keep((FACT, ("locked", int(self.ballot.locked))))
        elif action == "end":
            await self.end()
        else:
            await self._act(action, question)
        return answer({})

    async def _act(self, action: str, question: int) -> None:
        self.ballot.act(action, question)
        gc.collect()
        self._talk()
        self.changed()
        stages = enumerate(zip(self.ballot.stages, self.ballot.admitted, strict=True))
        rows = [(STAGE, (n, *stage)) for n, stage in stages if stage[0] is not Stage.WAITING]
        await self.keep(*rows, (FACT, ("now", self.ballot.now)))

    def _talk(self) -> None:
        """Begin the minute of talking, or end it where the class is further."""
        if self._talk_timer:
            self._talk_timer.cancel()
            self._talk_timer = None
        if self.ballot.stage is Stage.TALKING:
            loop = asyncio.get_running_loop()
            self._talk_timer = loop.call_later(TALK, lambda: loop.create_task(self._talked()))

    async def _talked(self) -> None:
        with suppress(BallotError, SaveError):
            await self._act("vote again", self.ballot.now or 0)

    async def end(self) -> None:
        """End the class: nobody votes any more, and the key is deleted."""
        self.ballot.over = True
        self.changed()
        while self.file.writing:
            await asyncio.sleep(0.01)
        self.file.end()


POSTED = "join", "vote", "key", "lead"


def _port(address: str) -> str:
    host, _, port = address.partition("//")[2].partition("/")[0].rpartition(":")
    return port if host and port.isdecimal() else "web"


def most_connections() -> int:
    """Return how many connections may be open, after asking the system for as many as it gives."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
        soft = min(hard, 65536)
    return soft * 9 // 10


class Connection(H11Protocol):
    """A connection; who floods has to wait where it is no HTTP, too."""

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; too often from one address, not at all."""
        guard: Any = self.config.app
        if guard.refused_too_often(network(self.client)):
            self.flow.pause_reading()
            self.loop.call_later(uniform(*HELD), self.transport.abort)
        else:
            super().send_400_response(msg)


class Server(uvicorn.Server):
    """uvicorn, which ends the streams when it is told to end, and says by which signal it was."""

    def __init__(self, served: ClassServer, proxies: str) -> None:
        config = uvicorn.Config(
            served.guard,
            http=Connection,
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16 * 1024,
        )
        super().__init__(config)
        self.served, self.stopped_by = served, 0
        served.server = self

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let Ctrl-C and SIGTERM end the server in order; what comes after is the caller's."""
        signals = signal.SIGINT, signal.SIGTERM
        before = [signal.signal(each, self.handle_exit) for each in signals]
        try:
            yield
        finally:
            for each, handler in zip(signals, before, strict=True):
                signal.signal(each, handler)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Note that the server is to end."""
        self.should_exit, self.stopped_by = True, self.stopped_by or sig

    async def on_tick(self, counter: int) -> bool:
        """Return whether to end now; the streams end first."""
        if self.should_exit:
            self.served.stop()
        return await super().on_tick(counter)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises OSError."""
    listening = socket.create_server((host, port), backlog=2048)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # what a dead phone does not acknowledge is given up
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
    return listening
