"""The server of a class: an ASGI application for the phones, the projector and the remote."""

from __future__ import annotations

import asyncio
import gc
import hmac
import json
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import uniform
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import uvicorn
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from poker_table.present.ballot import Ballot, BallotError, Stage
from poker_table.present.class_file import FACT, LECTURER, PHONE, STAGE, VOTE, ClassFile, SaveError
from poker_table.present.guard import (
    DELAY,
    HEADERS,
    JOINS_OF_ADDRESS,
    MINUTE,
    REQUESTS_OF_PHONE,
    Guard,
    Reaper,
    RefusedError,
    json_response,
    network,
    read_body,
)
from poker_table.present.screens import projector, screen

TALK = 60.0  # seconds
HEARTBEAT = 15.0
COUNT_INTERVAL = 0.25  # seconds between two updates of the number of votes
PROJECTOR_GRACE = 3.0  # seconds before the phones learn that the projector came or went
MOST_PHONES, STREAMS_OF_PHONE, STREAMS_OF_LECTURER = 5000, 3, 20
COOKIE_LIFE = 12 * 3600
LESSON_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " img-src data:; frame-ancestors 'self'"
)


class Lesson(NamedTuple):
    """The page of a lesson, and its number of questions."""

    html: str
    questions: int


class Stream(StreamingResponse):
    """A stream of events to a screen; `who` is a phone's number, "projector" or "remote".

    It sends only the newest state, so that a slow screen costs no memory.
    """

    def __init__(self, served: ClassServer, who: int | str) -> None:
        headers = HEADERS | {"x-accel-buffering": "no"}
        super().__init__(self._events(), headers=headers, media_type="text/event-stream")
        self.served, self.who = served, who
        self.wake = asyncio.Event()
        self.presses: list[str] = []
        self.ended = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the screen disconnects or the stream is ended."""
        self.served.streams.add(self)
        self.served.came_or_went(self)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.served.streams.discard(self)
            self.served.came_or_went(self)

    async def _events(self) -> AsyncIterator[str]:
        while not self.ended:
            self.wake.clear()
            presses = "".join(f"event: press\ndata: {action}\n\n" for action in self.presses)
            self.presses.clear()
            yield f"{presses}data: {self.served.message(self.who)}\n\n"
            while not self.wake.is_set():
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await self.wake.wait()
                except TimeoutError:
                    yield "event: beat\ndata:\n\n"

    def end(self) -> None:
        """End the stream after the event that it is sending."""
        self.ended = True
        self.wake.set()


class ClassServer:
    """A class: its ballot, its file, its routes, and the screens that are connected."""

    def __init__(
        self, lessons: list[Lesson], ballot: Ballot, file: ClassFile, address: str, seed: str
    ) -> None:
        self.lessons, self.ballot, self.file, self.seed = lessons, ballot, file, seed
        self.keys = {secrets.token_urlsafe(16): who for who in ("projector", "remote")}
        self.streams: set[Stream] = set()
        self.polled: set[int] = set()  # phones without a stream that asked within the last minute
        self._for_all = ""
        self._count_timer: asyncio.TimerHandle | None = None
        self._talk_timer: asyncio.TimerHandle | None = None
        self._stale = False
        parts = urlsplit(address)
        self.https = parts.scheme == "https"
        self.cookies = {name: f"{name}-{parts.port or 'web'}" for name in ("phone", "lecturer")}
        self.screens = {name: screen(name) for name in ("phone", "remote", "key")}
        self.screens["projector"] = projector(address, [lesson.questions for lesson in lessons])
        pages = "/", "/remote", "/projector", "/lecturer"
        posted = {"/join": self.join, "/vote": self.vote, "/key": self.key, "/lead": self.lead}
        routes = [
            *(Route(path, self.page) for path in pages),
            *(Route(path, endpoint, methods=["POST"]) for path, endpoint in posted.items()),
            Route("/lesson", self.lesson),
            Route("/state", self.state),
            Route("/events", self.events),
        ]
        self.guard = Guard(routes, self.lifespan, address, self._identify)
        self._restore()
        self.server: Server | None = None

    def _restore(self) -> None:
        """Take the state from the file: at the start, and whenever a change cannot be saved."""
        self.ballot = self.file.restore(self.ballot)
        phones = self.file.all("SELECT number, hash FROM phone WHERE hash IS NOT NULL")
        self.phones: dict[bytes, int] = {hashed: number for number, hashed in phones}
        self.lecturers = {row[0] for row in self.file.all("SELECT hash FROM lecturer")}
        self._stale = False

    # The connected screens, and what they receive.

    @asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[None]:
        """Watch the connections while the server runs."""
        # A full garbage collection takes 0.1 s in a class of a thousand. Make it rare; `_act`
        # collects instead, when no phone is waiting for the answer to a vote.
        gc.freeze()
        gc.set_threshold(700, 10, 100)
        self._set_talk_timer()
        self.changed()
        watching = asyncio.create_task(self._watch_connections())
        yield
        watching.cancel()

    async def _watch_connections(self) -> None:
        loop, end_idle = asyncio.get_running_loop(), Reaper(most_connections())
        reset_at = loop.time() + MINUTE
        while self.server:
            await asyncio.sleep(1)
            end_idle(self.server.server_state.connections, loop.time())
            if loop.time() > reset_at:
                self.guard.counts.clear()
                self.polled.clear()
                reset_at = loop.time() + MINUTE

    @property
    def present(self) -> set[int]:
        """The phones that have a stream, or asked for the state within the last minute."""
        return self.polled | {stream.who for stream in self.streams if isinstance(stream.who, int)}

    def came_or_went(self, stream: Stream) -> None:
        """Update the number of phones, and later what the phones say about the projector."""
        self.counted()
        if stream.who == "projector":
            asyncio.get_running_loop().call_later(PROJECTOR_GRACE, self.changed)

    def changed(self) -> None:
        """Send the new state to every screen."""
        lecturer = any(stream.who == "projector" for stream in self.streams)
        self._for_all = json.dumps(self.ballot.for_all() | {"lecturer": lecturer})
        for stream in self.streams:
            stream.wake.set()

    def counted(self) -> None:
        """Send the number of votes to the lecturer's screens a bit later, once for many votes."""
        if self._count_timer is None:
            loop = asyncio.get_running_loop()
            self._count_timer = loop.call_later(COUNT_INTERVAL, self._send_count)

    def _send_count(self) -> None:
        self._count_timer = None
        for stream in self.streams:
            if isinstance(stream.who, str):
                stream.wake.set()

    def message(self, who: int | str) -> str:
        """Return the state for a screen as JSON: the part for all screens, and its own."""
        if isinstance(who, int):
            own = self.ballot.for_phone(who)
        elif who == "projector":
            own = self.ballot.for_projector(self.present)
        else:
            own = self.ballot.for_remote(self.present) | {"refused": self.guard.refused}
            own["seed"] = self.seed if self.ballot.over else ""
        if self._talk_timer:
            now = asyncio.get_running_loop().time()
            own["seconds_left"] = round(self._talk_timer.when() - now)
        return f'{{"all": {self._for_all}, "own": {json.dumps(own)}}}'

    def stop(self) -> None:
        """End every stream, for an open one would keep the server from stopping."""
        for stream in self.streams:
            stream.end()

    def _token(self, request: Request, name: str) -> bytes:
        return self.file.hashed(request.cookies.get(self.cookies[name], ""))

    def _identify(self, request: Request) -> str:
        """Return "phone" with its number, "lecturer", or "" for a stranger."""
        if (phone := self.phones.get(self._token(request, "phone"))) is not None:
            return f"phone {phone}"
        return "lecturer" if self._token(request, "lecturer") in self.lecturers else ""

    def _phone(self, request: Request) -> int:
        phone = self.phones.get(self._token(request, "phone"))
        if phone is None:
            raise RefusedError(401, "This phone has not joined.")
        self.guard.limit(f"phone {phone}", REQUESTS_OF_PHONE)
        return phone

    def _check_lecturer(self, request: Request) -> None:
        if self._token(request, "lecturer") not in self.lecturers:
            raise RefusedError(401, "Only the lecturer's key opens this.")

    def _who(self, request: Request) -> int | str:
        """Return the phone that asks, or the lecturer's screen that is asked for."""
        name = request.query_params.get("screen", "phone")
        if name not in ("projector", "remote"):
            return self._phone(request)
        self._check_lecturer(request)
        return name

    async def save(self, *changes: tuple[str, tuple[Any, ...]]) -> None:
        """Return when changes are on the disk; if they cannot be written, restore what is saved."""
        try:
            await self.file.save(*changes)
        except SaveError:
            self._stale = True
            while self.file.writing:
                await asyncio.sleep(0.01)
            if self._stale:
                self._restore()
                self.changed()
            raise

    # The routes.

    async def page(self, request: Request) -> Response:
        """Return a screen; those of the lecturer need the lecturer's cookie."""
        name = {"/": "phone", "/lecturer": "key"}.get(request.url.path, request.url.path[1:])
        if name in ("remote", "projector"):
            self._check_lecturer(request)
        html, policy = self.screens[name]
        headers = HEADERS | {"content-security-policy": policy}
        return Response(html, headers=headers, media_type="text/html")

    async def lesson(self, request: Request) -> Response:
        """Return a lesson for the lecturer alone: it has the right answers."""
        self._check_lecturer(request)
        number = request.query_params.get("deck", "0")
        if number not in map(str, range(len(self.lessons))):
            raise RefusedError(404, "There is no such lesson.")
        headers = HEADERS | {"content-security-policy": LESSON_POLICY}
        return Response(self.lessons[int(number)].html, headers=headers, media_type="text/html")

    async def state(self, request: Request) -> Response:
        """Return the state of a screen once, for networks that break streams."""
        who = self._who(request)
        if isinstance(who, int):
            self.polled.add(who)
        return json_response(self.message(who))

    async def events(self, request: Request) -> Response:
        """Return a stream of the states of a screen."""
        who = self._who(request)
        others = [stream for stream in self.streams if stream.who == who]
        if len(others) >= (STREAMS_OF_PHONE if isinstance(who, int) else STREAMS_OF_LECTURER):
            others[0].end()
        return Stream(self, who)

    async def join(self, request: Request) -> Response:
        """Give a new phone a number, and a cookie to prove it."""
        await read_body(request)
        if self._token(request, "phone") in self.phones:
            return json_response(self.message(self._phone(request)))
        self.guard.limit(f"join {network(request.client)}", JOINS_OF_ADDRESS)
        if self.ballot.phones >= MOST_PHONES:
            raise RefusedError(403, f"The class is full: {MOST_PHONES:,} phones have joined.")
        token = secrets.token_urlsafe(16)
        hashed, phone = self.file.hashed(token), self.ballot.join()
        self.phones[hashed] = phone
        await self.save((PHONE, (phone, hashed)))
        response = json_response(self.message(phone))
        self._set_cookie(response, "phone", token)
        return response

    async def vote(self, request: Request) -> Response:
        """Count a vote, and answer when it is on the disk."""
        phone = self._phone(request)
        question, round_, chosen = await read_body(request, question=int, round=int, answer=int)
        self.ballot.vote(phone, question, round_, chosen)
        self.counted()
        await self.save((VOTE, (question, round_, phone, chosen)))
        return json_response(self.message(phone))

    async def key(self, request: Request) -> Response:
        """Exchange a printed key, which works once, for the lecturer's cookie."""
        (tried,) = await read_body(request, key=str)
        for key in self.keys:
            if hmac.compare_digest(key.encode(), tried.encode(errors="surrogatepass")):
                break
        else:
            raise RefusedError(
                403, "This key is wrong or already used. Restart the command for new keys."
            )
        token, go = secrets.token_urlsafe(16), self.keys.pop(key)
        hashed = self.file.hashed(token)
        self.lecturers.add(hashed)
        await self.save((LECTURER, (hashed,)))
        response = json_response({"go": go})
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
        """Do an action of the lecturer."""
        self._check_lecturer(request)
        action, question = await read_body(request, action=str, question=int)
        if action in ("on", "back"):
            for stream in self.streams:
                if stream.who == "projector":
                    stream.presses = [*stream.presses, action][-10:]
                    stream.wake.set()
        elif action in ("lock", "unlock"):
            self.ballot.locked = action == "lock"
            self.changed()
            await self.save((FACT, ("locked", int(self.ballot.locked))))
        elif action == "end":
            await self.end()
        else:
            await self._act(action, question)
        return json_response({})

    async def _act(self, action: str, question: int) -> None:
        self.ballot.act(action, question)
        gc.collect()
        self._set_talk_timer()
        self.changed()
        stages = enumerate(zip(self.ballot.stages, self.ballot.admitted, strict=True))
        rows = [(STAGE, (n, *stage)) for n, stage in stages if stage[0] is not Stage.WAITING]
        await self.save(*rows, (FACT, ("now", self.ballot.now)))

    def _set_talk_timer(self) -> None:
        """Start the timer if the class is talking, and stop it otherwise."""
        if self._talk_timer:
            self._talk_timer.cancel()
            self._talk_timer = None
        if self.ballot.stage is Stage.TALKING:
            loop = asyncio.get_running_loop()
            self._talk_timer = loop.call_later(TALK, lambda: loop.create_task(self._end_talk()))

    async def _end_talk(self) -> None:
        with suppress(BallotError, SaveError):
            await self._act("vote again", self.ballot.now or 0)

    async def end(self) -> None:
        """End the class: no more votes, and the key is deleted."""
        self.ballot.over = True
        self.changed()
        while self.file.writing:
            await asyncio.sleep(0.01)
        self.file.end()


def most_connections() -> int:
    """Raise this process's limit of open files, and return how many connections fit into it."""
    try:
        import resource
    except ImportError:  # on Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
        soft = min(hard, 65536)
    return soft * 9 // 10


class Connection(H11Protocol):
    """A connection that also delays clients that flood the server with garbage."""

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP; if there were too many, wait, and only disconnect."""
        guard: Any = self.config.app
        if guard.refused_too_often(network(self.client)):
            self.flow.pause_reading()
            self.loop.call_later(uniform(*DELAY), self.transport.abort)
        else:
            super().send_400_response(msg)


class Server(uvicorn.Server):
    """A uvicorn server that also ends the streams when it stops, and remembers the signal."""

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
        """Let SIGINT and SIGTERM stop the server, without raising them again as uvicorn does."""
        signals = signal.SIGINT, signal.SIGTERM
        before = [signal.signal(each, self.handle_exit) for each in signals]
        try:
            yield
        finally:
            for each, handler in zip(signals, before, strict=True):
                signal.signal(each, handler)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Ask the server to stop, and remember the first signal."""
        self.should_exit, self.stopped_by = True, self.stopped_by or sig

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop now; Ctrl-C ends the class first, and then the streams end."""
        if self.should_exit:
            if self.stopped_by == signal.SIGINT and not self.served.ballot.over:
                await self.served.end()
                return False  # until the next tick, so that every screen hears of the end
            self.served.stop()
        return await super().on_tick(counter)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError."""
    listening = socket.create_server((host, port), backlog=2048)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # give up on a phone that acknowledges nothing
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
    return listening
