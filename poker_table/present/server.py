"""The server of a class: an ASGI application that the phones, the projector and the remote ask."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import signal
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from random import uniform
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from poker_table.lesson.questions import Question
from poker_table.present.ballot import ACTIONS, Ballot, BallotError, Event, Stage
from poker_table.present.class_file import ClassFile, SaveError
from poker_table.present.guard import (
    DELAY,
    HEADERS,
    TIMEOUT,
    Guard,
    RefusedError,
    json_response,
    network,
    read_body,
)
from poker_table.present.screens import projector, screen

HERE = 40.0  # seconds since a phone asked for the state, after which it counts as gone
PROJECTOR_HERE = 6.0  # the same for the projector
ASKED_PER_SECOND = 800  # how often all phones together are told to ask, at most
LONGEST_WAIT = 12  # seconds until a phone is told to ask again, whatever the size of the class
JOINS_OF_ADDRESS = 1000  # per minute; a whole hall may share one address
MOST_PHONES, MOST_JOINED = 5000, 100_000  # phones that are here, and phones that ever joined
LONGEST_GOODBYE = 3.0  # seconds that the server stays after Ctrl-C, so that phones hear of the end
COOKIE_LIFE = 12 * 3600
QUESTION_ACTIONS = {action for actions in ACTIONS.values() for action in actions}
LESSON_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " img-src data:; frame-ancestors 'self'"
)


class ClassServer:
    """A class: its state, its file, its routes, and who asked lately.

    `lessons` has the page of each lesson and its number of questions.

    An event is checked, written, applied and only then acknowledged: `record` does that, for
    many events in one commit.
    """

    def __init__(
        self,
        lessons: list[tuple[str, int]],
        questions: list[Question],
        file: ClassFile,
        address: str,
        seed: str,
    ) -> None:
        self.lessons, self.file, self.seed = [page for page, _ in lessons], file, seed
        self.ballot = Ballot(questions)
        self.ballot.replay(file.events)
        self.keys = {secrets.token_urlsafe(16): who for who in ("projector", "remote")}
        self.lecturers: dict[bytes, str] = {}  # hashes of cookies, and the secret of their pages
        self.here: dict[int, float] = {}  # phones, and when they asked
        self.networks: dict[int, int] = {}  # phones, and a keyed hash of their address
        self.projector_asked = -PROJECTOR_HERE
        self.press = 0, ""  # how often the remote moved the lesson, and the last time where to
        self.trouble = ""  # why the last event could not be saved
        self._waiting: list[tuple[list[Event], asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._idle: dict[Any, object] = {}  # connections, and the last request of each
        parts = urlsplit(address)
        self.https = parts.scheme == "https"
        self.cookies = {name: f"{name}-{parts.port or 'web'}" for name in ("phone", "lecturer")}
        self.screens = {name: screen(name) for name in ("phone", "remote", "key")}
        self.screens["projector"] = projector(address, [count for _, count in lessons])
        pages = "/", "/remote", "/projector", "/lecturer"
        posted = {"/join": self.join, "/vote": self.vote, "/key": self.key, "/lead": self.lead}
        routes = [
            *(Route(path, self.page) for path in pages),
            *(Route(path, endpoint, methods=["POST"]) for path, endpoint in posted.items()),
            Route("/lesson", self.lesson),
            Route("/state", self.state),
        ]
        self.guard = Guard(routes, self.lifespan, address, self._identify)
        self.server: Server | None = None

    # Events.

    async def record(self, *events: Event) -> None:
        """Return when events are on the disk and counted: all of them, or none.

        Raises BallotError if they are not possible, and SaveError if they cannot be written.
        """
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(([*events], future))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await asyncio.shield(future)  # a request that is given up leaves its event to the writer

    async def _write(self) -> None:
        while self._waiting:
            batch = self._next_batch()
            events = [event for several, _ in batch for event in several]
            try:
                if events:
                    await asyncio.to_thread(self.file.append, events)
                    self.trouble = ""
            except SaveError as error:
                self.trouble = str(error)
                for _, future in batch:
                    future.set_exception(error)
                continue
            for event in events:
                self.ballot.apply(event)
            for _, future in batch:
                future.set_result(None)

    def _next_batch(self) -> list[tuple[list[Event], asyncio.Future[None]]]:
        """Take what is possible from the waiting events, and refuse what is not.

        Joins and votes are written together, since none of them makes another impossible; any
        other event is written alone.
        """
        batch: list[tuple[list[Event], asyncio.Future[None]]] = []
        while self._waiting:
            events, future = self._waiting[0]
            is_alone = events[0].kind not in ("join", "vote")
            if is_alone and batch:
                break
            del self._waiting[0]
            try:
                for event in events:
                    self.ballot.check(event)
                batch.append((events, future))
            except BallotError as error:
                future.set_exception(error)
            if is_alone:
                break
        return batch

    async def act(self, action: str, question: int) -> None:
        """Record a lecturer's action on a question."""
        await self.record(Event(action, question=question, time=time.time()))

    async def end(self) -> None:
        """End the class: no more votes, and key and hashes are deleted."""
        if not self.ballot.over:
            await self.record(Event("end"))
        await asyncio.to_thread(self.file.erase)

    # Who is here, and what each screen gets.

    @asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[None]:
        """Look after the class once a second while the server runs."""
        every_second = asyncio.create_task(self._every_second())
        yield
        every_second.cancel()

    async def _every_second(self) -> None:
        most, second = most_connections(), 0
        while self.server:
            await asyncio.sleep(1)
            second += 1
            connections = self.server.server_state.connections
            if second % TIMEOUT == 0 or len(connections) > most:
                self._end_idle(connections)
            if second % 60 == 0:
                self.guard.counts.clear()
            now = time.monotonic()
            self.here = {phone: asked for phone, asked in self.here.items() if now - asked < HERE}
            await self.look_after()

    def _end_idle(self, connections: set[Any]) -> None:
        """End connections that are silent, half open, or not reading, as they were last time."""
        idle = {}
        for connection in [*connections]:
            cycle = connection.cycle  # uvicorn's current request and response
            is_stuck = connection.transport.get_write_buffer_size() > 0
            if is_stuck or cycle is None or cycle.response_complete:
                if self._idle.get(connection, self) is cycle:
                    connection.transport.abort()
                idle[connection] = cycle
        self._idle = idle

    async def look_after(self) -> None:
        """Notice that the file is gone, or that the time for talking is over."""
        try:
            self.file.check_in_place()
            if self.ballot.stage is Stage.TALKING and not self.ballot.seconds_left():
                await self.act("vote again", self.ballot.now or 0)
        except SaveError as error:
            self.trouble = str(error)
        except BallotError:  # the lecturer was quicker
            pass

    def wait(self, who: int | str) -> int:
        """Return how many seconds a screen is told to wait before it asks again.

        While a vote is open phones ask half as often: they already have what they need.
        """
        if isinstance(who, str):
            return 1
        is_voting = self.ballot.stage in (Stage.FIRST, Stage.SECOND)
        return min(LONGEST_WAIT, (1 + len(self.here) // ASKED_PER_SECOND) * (1 + is_voting))

    def _text(self, who: int | str) -> str:
        """Return the state for a screen as JSON, without what changes by itself."""
        now = time.monotonic()
        data = self.ballot.for_all()
        data["lecturer"] = now - self.projector_asked < PROJECTOR_HERE
        if isinstance(who, int):
            data |= self.ballot.for_phone(who)
        elif who == "projector":
            data |= self.ballot.for_projector(self.here) | {"press": self.press}
        else:
            data |= self.ballot.for_remote(self.here) | {"refused": self.guard.refused}
            data |= self._largest_network()
            data |= {"trouble": self.trouble, "seed": self.seed if self.ballot.over else ""}
        return json.dumps(data)

    def _largest_network(self) -> dict[str, int]:
        """Return the address with most of the phones that are here or voted, and its share."""
        taking_part = {*self.here} | self.ballot.voters()
        counts = Counter(self.networks.get(phone, 0) for phone in taking_part)
        address, phones = counts.most_common(1)[0] if counts else (0, 0)
        return {"address": address, "of_address": phones, "taking_part": len(taking_part)}

    def _state(self, who: int | str, version: str = "") -> Response:
        """Return the state for a screen, or 204 if it has this version already."""
        text = self._text(who)
        current = f"{hash(text) & 0xFFFFFFFF:x}"
        if version == current:
            response = Response(None, 204, HEADERS)
        else:
            seconds = self.ballot.seconds_left()
            added = f'"version": "{current}", "seconds_left": {seconds}'
            response = json_response(f"{{{added}, {text[1:]}")
        response.headers["retry-after"] = str(self.wait(who))
        return response

    def _token(self, request: Request, name: str) -> bytes:
        return self.file.hashed(request.cookies.get(self.cookies[name], ""))

    def _identify(self, request: Request) -> str:
        """Return "phone" with its number, "lecturer", or "" for a stranger."""
        if (phone := self.ballot.phones.get(self._token(request, "phone"))) is not None:
            return f"phone {phone}"
        return "lecturer" if self._token(request, "lecturer") in self.lecturers else ""

    def _phone(self, request: Request) -> int:
        phone = self.ballot.phones.get(self._token(request, "phone"))
        if phone is None:
            raise RefusedError(401, "This phone has not joined.")
        return phone

    def _check_lecturer(self, request: Request, secret: str | None = None) -> None:
        """Raise RefusedError unless the lecturer asks.

        A browser sends a cookie to every port of a host, and so perhaps to another user's program.
        What shows or changes anything of the class therefore also needs the secret of the page.
        """
        expected = self.lecturers.get(self._token(request, "lecturer"))
        given = (secret or "").encode(errors="surrogatepass")
        if expected is None or (
            secret is not None and not hmac.compare_digest(expected.encode(), given)
        ):
            raise RefusedError(401, "Only the lecturer's key opens this.")

    def _arrived(self, phone: int, request: Request) -> None:
        """Remember that a phone is here, and a hash of its address, which tells nothing else."""
        if phone not in self.here and len(self.here) >= MOST_PHONES:
            raise RefusedError(403, f"The class is full: {MOST_PHONES:,} phones are here.")
        self.here[phone] = time.monotonic()
        if phone not in self.networks:
            hashed = self.file.hashed(f"address {network(request.client)}")
            self.networks[phone] = int.from_bytes(hashed[:4], "big")

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
        self._check_lecturer(request, request.query_params.get("secret", ""))
        number = request.query_params.get("deck", "0")
        if number not in map(str, range(len(self.lessons))):
            raise RefusedError(404, "There is no such lesson.")
        headers = HEADERS | {"content-security-policy": LESSON_POLICY}
        return Response(self.lessons[int(number)], headers=headers, media_type="text/html")

    async def state(self, request: Request) -> Response:
        """Return the state of a screen, which asks for it again and again."""
        who: int | str = request.query_params.get("screen", "phone")
        if who in ("projector", "remote"):
            self._check_lecturer(request, request.headers.get("x-secret", ""))
            if who == "projector":
                self.projector_asked = time.monotonic()
        else:
            who = self._phone(request)
            self._arrived(who, request)
        return self._state(who, request.query_params.get("version", ""))

    async def join(self, request: Request) -> Response:
        """Give a new phone a number, and a cookie to prove it."""
        await read_body(request)
        if self._token(request, "phone") in self.ballot.phones:
            return self._state(self._phone(request))
        if self.guard.exceeds(f"join {network(request.client)}", JOINS_OF_ADDRESS):
            raise RefusedError(429, "Too many phones joined from this address: wait a minute.")
        if len(self.here) >= MOST_PHONES or self.ballot.joined >= MOST_JOINED:
            raise RefusedError(403, f"The class is full: {len(self.here):,} phones are here.")
        token = secrets.token_urlsafe(16)
        hashed = self.file.hashed(token)
        await self.record(Event("join", data=hashed))
        phone = self.ballot.phones[hashed]
        self._arrived(phone, request)
        response = self._state(phone)
        self._set_cookie(response, "phone", token)
        return response

    async def vote(self, request: Request) -> Response:
        """Count a vote, and answer when it is on the disk."""
        phone = self._phone(request)
        question, round_, chosen = await read_body(request, question=int, round=int, answer=int)
        if phone not in self.here:
            raise RefusedError(428, "Only a phone that is here may vote: ask for the state first.")
        await self.record(Event("vote", phone, question, round_, chosen))
        return self._state(phone)

    async def key(self, request: Request) -> Response:
        """Exchange a printed key, which works once, for the lecturer's cookie and a secret."""
        (tried,) = await read_body(request, key=str)
        for key in self.keys:
            if hmac.compare_digest(key.encode(), tried.encode(errors="surrogatepass")):
                break
        else:
            raise RefusedError(
                403, "This key is wrong or already used. Restart the command for new keys."
            )
        token, secret, go = secrets.token_urlsafe(16), secrets.token_urlsafe(16), self.keys.pop(key)
        self.lecturers[self.file.hashed(token)] = secret
        response = json_response({"go": go, "secret": secret})
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
        """Do an action of the lecturer; `number` is that of the question, or of an address."""
        self._check_lecturer(request, request.headers.get("x-secret", ""))
        action, number = await read_body(request, action=str, number=int)
        if action in ("on", "back"):
            self.press = self.press[0] + 1, action
        elif action in ("lock", "unlock"):
            await self.record(Event(action))
        elif action == "end":
            await self.end()
        elif action == "discard":
            phones = [phone for phone, address in self.networks.items() if address == number]
            await self._record_each("discard", phones)
        elif action == "readmit":
            await self._record_each("readmit", sorted(self.ballot.discarded))
        elif action in QUESTION_ACTIONS:
            await self.act(action, number)
        else:
            raise BallotError("There is no such action.")
        return json_response({})

    async def _record_each(self, kind: str, phones: list[int]) -> None:
        if phones:
            await self.record(*(Event(kind, phone) for phone in phones))


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
    """A uvicorn server that ends the class at Ctrl-C, and remembers the signal."""

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
        self.served, self.stopped_by, self._stop_at = served, 0, 0.0
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
        """Return whether to stop now; Ctrl-C ends the class, and then every screen may ask."""
        if self.should_exit and self.stopped_by == signal.SIGINT and not self._stop_at:
            with suppress(SaveError):  # the command says so
                await self.served.end()
            longest = 1.25 * self.served.wait(0) if self.served.here else 0
            self._stop_at = time.monotonic() + min(longest, LONGEST_GOODBYE)
        return await super().on_tick(counter) and time.monotonic() >= self._stop_at


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError."""
    listening = socket.create_server((host, port), backlog=2048)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # give up on a phone that acknowledges nothing
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
    return listening
