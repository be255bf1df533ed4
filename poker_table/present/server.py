"""The server of a class: an ASGI application that the phones, the projector and the remote ask."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import uniform
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from poker_table.game.errors import PokerTableError
from poker_table.lesson.page import Data, Hands
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
from poker_table.present.screens import TITLES, screen

HERE = 40.0  # seconds since a phone asked for the state, after which it counts as gone
PROJECTOR_HERE = 6.0  # the same for the projector
DEAF = 1.0  # seconds after something moved, for which nothing moves on: the second of two presses
ASKED_PER_SECOND = 800  # how often all phones together are told to ask, at most
LONGEST_WAIT = 12  # seconds until a phone is told to ask again, whatever the size of the class
JOINS_OF_ADDRESS = 1000  # per minute; a whole hall may share one address
GROUP = 0.005  # seconds for which an event waits for others that are written with it
MOST_PHONES, MOST_JOINED = 5000, 100_000  # phones that are here, and phones that ever joined
LONGEST_GOODBYE = 3.0  # seconds that the server stays after Ctrl-C, so that phones hear of the end
COOKIE_LIFE = 12 * 3600
QUESTION_ACTIONS = {
    "show",
    "leave",
    *(action for actions in ACTIONS.values() for action in actions),
}
MOVE_ON = {"on", "close", "talk", "vote again", "reveal"}


class ClassServer:
    """A class: its state, its file, its routes, and who asked lately.

    `lessons` has the data of each lesson, and the hands that each of its questions is about.
    `clock` tells the seconds since any moment.

    An event is checked, written, applied and only then acknowledged: `record` does that, for
    many events in one commit.
    """

    def __init__(
        self,
        lessons: list[tuple[Data, list[Hands]]],
        questions: list[Question],
        file: ClassFile,
        address: str,
        seed: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.lessons, self.file, self.seed = [data for data, _ in lessons], file, seed
        self.clock, self.moved = clock, clock() - DEAF  # and when the lesson or the vote last moved
        self.questions = questions
        self.ballot = self._replay()
        self.keys = {secrets.token_urlsafe(16): who for who in ("projector", "remote")}
        self.lecturers: dict[bytes, str] = {}  # hashes of cookies, and the secret of their pages
        self.here: dict[int, float] = {}  # phones, and when they asked
        self.projector_asked = clock() - PROJECTOR_HERE
        self.asked = ""  # the number of the question on the projector
        self.press = 0, ""  # how often the remote moved the lesson, and the last time where to
        self.pressed = 0  # how many presses the projector knows
        self.trouble = ""  # why the last event could not be saved
        self.on_end: Callable[[], object] = lambda: None  # called if a screen ends the class
        self._waiting: list[tuple[tuple[Event, ...], asyncio.Future[None]]] = []
        parts = urlsplit(address)
        self.https = parts.scheme == "https"
        self.cookies = {name: f"{name}-{parts.port or 'web'}" for name in ("phone", "lecturer")}
        self.hands = [hands for _, asked in lessons for hands in asked]
        counts = [len(asked) for _, asked in lessons]
        self.screens = {name: screen(name, address, counts) for name in TITLES}
        pages = "/", "/remote", "/projector", "/lecturer"
        posted = {"/join": self.join, "/vote": self.vote, "/key": self.key, "/lead": self.lead}
        routes = [
            *(Route(path, self.page) for path in pages),
            *(Route(path, endpoint, methods=["POST"]) for path, endpoint in posted.items()),
            Route("/lesson", self.lesson),
            Route("/state", self.state),
        ]
        self.guard = Guard(routes, address, self._identify)

    # Events.

    async def record(self, *events: Event) -> None:
        """Return when events are on the disk and counted: all of them, or none.

        Raises BallotError if they are not possible, and SaveError if they cannot be written.
        """
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_later(GROUP, self._write)
        saved = loop.create_future()
        self._waiting.append((events, saved))
        await saved

    def _write(self) -> None:
        """Write what is waiting in one transaction; only then is any of it shown or acknowledged.

        If that fails, the state is again what is on the disk.
        """
        group, self._waiting = self._waiting, []
        outcomes: list[Exception | None] = []
        try:
            with self.file.written():
                outcomes = [self._append(events) for events, _ in group]
            self.trouble = ""
        except Exception as error:  # each request answers with it
            outcomes, self.trouble = [error for _ in group], str(error)
        for (_, saved), refused in zip(group, outcomes, strict=True):
            if saved.done():  # the request was given up
                continue
            if refused:
                saved.set_exception(refused)
            else:
                saved.set_result(None)
        if self.trouble:
            self.ballot = self._replay()

    def _append(self, events: tuple[Event, ...]) -> BallotError | None:
        try:
            for event in events:
                self.ballot.check(event)
        except BallotError as error:
            return error
        for event in events:
            self.file.append(event)
            self.ballot.apply(event)
        return None

    def _replay(self) -> Ballot:
        ballot = Ballot(self.questions)
        ballot.replay(self.file.events())
        return ballot

    async def act(self, action: str, question: int) -> None:
        """Record a lecturer's action on a question."""
        before, self.moved = self.moved, self.clock()  # already now: another may be on its way
        try:
            await self.record(Event(action, question=question, time=time.time()))
        except PokerTableError:
            self.moved = before
            raise

    async def end(self) -> None:
        """End the class: no more votes, and key and hashes are deleted."""
        if not self.ballot.over:
            await self.record(Event("end"))
        self.file.erase()

    async def look_after(self) -> None:
        """Once a second, see who is gone, and whether the file is gone or the talking is over."""
        now = self.clock()
        self.here = {phone: asked for phone, asked in self.here.items() if now - asked < HERE}
        try:
            self.file.check_in_place()
            if self.ballot.stage is Stage.TALKING and not self.ballot.seconds_left():
                await self.act("vote again", self.ballot.now or 0)
        except SaveError as error:
            self.trouble = str(error)
        except BallotError:  # the lecturer was quicker
            pass

    # What each screen gets.

    def wait(self, who: int | str) -> int:
        """Return how many seconds a screen is told to wait before it asks again.

        While a vote is open phones ask half as often: they already have what they need.
        """
        if isinstance(who, str):
            return 1
        is_voting = self.ballot.stage in (Stage.FIRST, Stage.SECOND)
        return min(LONGEST_WAIT, (1 + len(self.here) // ASKED_PER_SECOND) * (1 + is_voting))

    def _state(self, who: int | str, version: str = "") -> Response:
        """Return the state for a screen, or 204 if it has this version already."""
        data = self.ballot.shown(who, self.here)
        data["lecturer"] = self.clock() - self.projector_asked < PROJECTOR_HERE
        if isinstance(who, int) and self.ballot.now is not None:
            data["hands"] = self.hands[self.ballot.now]
        for each in data.get("review", ()):
            each["hands"] = self.hands[each["question"]]
        if who == "projector":
            data["press"] = self.press
        elif who == "remote":
            data |= {"refused": self.guard.refused, "trouble": self.trouble}
            data["asking"] = self.asked == str(self.ballot.now)
            data["seed"] = self.seed if self.ballot.over else ""
        data["version"] = f"{hash(json.dumps(data)) & 0xFFFFFFFF:x}"
        if data["version"] == version:
            response = Response(None, 204, HEADERS)
        else:  # the seconds pass without a new version
            response = json_response(data | {"seconds_left": self.ballot.seconds_left()})
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

    def _arrived(self, phone: int) -> None:
        """Remember that a phone is here. Raises RefusedError if there are too many."""
        if phone not in self.here and len(self.here) >= MOST_PHONES:
            raise RefusedError(403, f"The class is full: {MOST_PHONES:,} phones are here.")
        self.here[phone] = self.clock()

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
        self._check_lecturer(request, request.headers.get("x-secret", ""))
        number = request.query_params.get("deck", "0")
        if number not in map(str, range(len(self.lessons))):
            raise RefusedError(404, "There is no such lesson.")
        return json_response(self.lessons[int(number)])

    async def state(self, request: Request) -> Response:
        """Return the state of a screen, which asks for it again and again.

        The projector also tells in `at` the number of the question that it shows, or "".
        """
        who: int | str = request.query_params.get("screen", "phone")
        if who in ("projector", "remote"):
            self._check_lecturer(request, request.headers.get("x-secret", ""))
            if who == "projector":
                self.projector_asked = self.clock()
                self.asked = request.query_params.get("at", "")
                if self.pressed != self.press[0]:
                    self.pressed, self.moved = self.press[0], self.clock()
        else:
            who = self._phone(request)
            self._arrived(who)
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
        hashed, address = map(self.file.hashed, (token, f"address {network(request.client)}"))
        number = int.from_bytes(address[:4], "big")  # tells nothing but which phones share one
        await self.record(Event("join", address=number, data=hashed))
        phone = self.ballot.phones[hashed]
        self._arrived(phone)
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
        """Do an action of the lecturer; `number` is that of the question, or of an address.

        What moves on is not done if something has just moved, on whatever screen: it is the second
        of two presses. The answer says whether it was heard.
        """
        self._check_lecturer(request, request.headers.get("x-secret", ""))
        action, number = await read_body(request, action=str, number=int)
        is_press = action in ("on", "back")
        if is_press and self.clock() - self.projector_asked >= PROJECTOR_HERE:
            raise BallotError("The projector is not connected.")
        is_on_its_way = action == "on" and self.pressed != self.press[0]
        if is_on_its_way or (action in MOVE_ON and self.clock() - self.moved < DEAF):
            return json_response({"heard": False})
        if is_press:
            self.press = self.press[0] + 1, action
        elif action in ("lock", "unlock"):
            await self.record(Event(action))
        elif action == "end":
            await self.end()
            self.on_end()
        elif action in ("discard", "readmit"):
            addresses = enumerate(self.ballot.addresses)
            phones = [phone for phone, address in addresses if address == number]
            phones = phones if action == "discard" else sorted(self.ballot.discarded)
            await self.record(*(Event(action, phone) for phone in phones))
        elif action in QUESTION_ACTIONS:
            await self.act(action, number)
        else:
            raise BallotError("There is no such action.")
        return json_response({"heard": True})


class Connection(H11Protocol):
    """A connection that lives ten to twenty seconds, for nobody needs a longer one.

    It also delays clients that flood the server with garbage.
    """

    most = 400  # connections that find a place

    def connection_made(self, transport: Any) -> None:
        """Begin, and end soon; at once if so many are open that others find no place."""
        super().connection_made(transport)
        seconds = TIMEOUT if len(self.connections) < self.most else 1.0
        self._timer = self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        """Close when nothing is under way any more; later in any case."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:
            self.cycle.keep_alive = False
        self._timer = self.loop.call_later(TIMEOUT, self.transport.abort)

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the timer, which would keep the connection in memory."""
        self._timer.cancel()
        super().connection_lost(error)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP; if there were too many, wait, and only disconnect."""
        guard: Any = self.config.app
        if guard.refused_too_often(network(self.client)):
            self.flow.pause_reading()
            self.loop.call_later(uniform(*DELAY), self.transport.abort)
        else:
            super().send_400_response(msg)


class Server(uvicorn.Server):
    """A uvicorn server that ends the class at Ctrl-C; `signals` are those that it was sent."""

    def __init__(self, served: ClassServer, proxies: str) -> None:
        config = uvicorn.Config(
            served.guard,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16 * 1024,
        )
        super().__init__(config)
        allow_many_connections()
        self.served, self.signals, self._stop_at = served, self._captured_signals, 0.0

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGINT and SIGTERM stop the server, without raising them again as uvicorn does."""
        with super().capture_signals():
            yield
            self._captured_signals = []

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop now; Ctrl-C ends the class, and then every screen may ask.

        uvicorn calls this ten times a second.
        """
        if counter % 10 == 0:
            await self.served.look_after()
        if counter % 600 == 0:
            self.served.guard.counts.clear()
        if self.signals[:1] == [signal.SIGINT] and not self._stop_at:
            with suppress(SaveError):  # the command says so
                await self.served.end()
            longest = 1.25 * self.served.wait(0) if self.served.here else 0
            self._stop_at = time.monotonic() + min(longest, LONGEST_GOODBYE)
        return await super().on_tick(counter) and time.monotonic() >= self._stop_at


def allow_many_connections() -> None:
    """Raise this process's limit of open files."""
    with suppress(ImportError, ValueError, OSError):  # there is none on Windows
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
        Connection.most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 9 // 10


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError."""
    return socket.create_server((host, port), backlog=2048)
