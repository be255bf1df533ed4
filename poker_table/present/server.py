"""The server of a class: what the phones, the projector and the remote ask of it."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from random import uniform
from typing import Any

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from poker_table.lesson.page import Data, hands_asked
from poker_table.present.ballot import NAMES, OPEN, Ballot, BallotError, Event, RefusedError, Stage
from poker_table.present.class_file import LONGEST_CLASS, ClassFile, SaveError
from poker_table.present.guard import DELAY, HEADERS, Endpoints, Guard, network, read_body
from poker_table.present.screens import screen

HERE = 40.0  # seconds since a phone asked for the state, after which it counts as gone
PROJECTOR_HERE = 6.0  # the same for the projector
DEAF = 1.0  # seconds after something moved, for which nothing moves on: the second of two presses
ASKED_PER_SECOND = 800  # how often all phones together are told to ask, at most
LONGEST_WAIT = 12  # seconds until a phone is told to ask again, whatever the size of the class
GROUP = 0.005  # seconds for which an event waits for others that are written with it
MOST_PHONES, MOST_JOINED = 5000, 100_000  # phones that are here, and phones that ever joined
LONGEST_CONNECTION = 10.0  # seconds
GOODBYE = 3.0  # seconds that the server stays after Ctrl-C, so that 800 phones hear of the end
OF_A_QUESTION = {"show", "leave", *NAMES}
PAGES = {"/": "phone", "/remote": "remote", "/projector": "projector", "/lecturer": "key"}
NEW_LINKS = (
    "This link was already used, or is an old one. For new links: close the terminal's window"
    " (Ctrl-C would end the class), and run the same command again in the same folder."
)
MOVE_ON = {"on", "close", "talk", "vote again", "reveal"}
Clock = Callable[[], float]


class ClassServer:
    """A class: its file with its state, its routes, and who asked lately.

    `lessons` has the data of each deck's lesson. `clock` tells the seconds since any moment.
    """

    def __init__(
        self, file: ClassFile, lessons: list[Data], address: str, clock: Clock = time.monotonic
    ) -> None:
        self.file, self.lessons, self.clock = file, lessons, clock
        self.keys = {secrets.token_urlsafe(16): who for who in ("projector", "remote")}
        self.used: set[str] = set()  # of the keys
        self.lecturers: dict[bytes, str] = {}  # hashes of cookies, and the secret of their pages
        self.here: dict[int, float] = {}  # phones, and when they asked
        self.projector_asked = clock() - PROJECTOR_HERE
        self.asked = ""  # the number of the question on the projector
        self.moved = clock() - DEAF  # when the lesson or the vote last moved
        self.press = 0, ""  # how often the remote moved the lesson, and the last time where to
        self.pressed = 0  # how many presses the projector knows
        self.trouble = ""  # why the last event could not be saved
        self.on_end: Callable[[], object] = lambda: None  # called if a screen ends the class
        self._waiting: list[Event] = []  # to be written together
        hands = [*map(hands_asked, lessons)]
        self.hands = [*chain(*hands)]  # that each question is about
        endpoints: Endpoints = {
            ("GET", "/lesson"): self.lesson,
            ("GET", "/state"): self.state,
            ("POST", "/join"): self.join,
            ("POST", "/vote"): self.vote,
            ("POST", "/key"): self.key,
            ("POST", "/lead"): self.lead,
        }
        for path, name in PAGES.items():
            page = screen(name, address, [*map(len, hands)])
            endpoints["GET", path] = partial(self.page, name, page)
        self.guard = Guard(endpoints, address, self._identify)
        # With the class: if another is started by mistake, a phone keeps this one's cookie.
        of = f"{self.guard.address.port or 'web'}-{file.facts.name[:6]}"
        self.cookies = {name: f"{name}-{of}" for name in ("phone", "lecturer")}

    @property
    def ballot(self) -> Ballot:
        """The state of the class after its events so far."""
        return self.file.ballot

    # Events.

    async def record(self, event: Event) -> None:
        """Return when an event is on the disk and counted.

        Raises BallotError if it is not possible, and SaveError if it cannot be written.
        """
        if not self._waiting:
            loop = asyncio.get_running_loop()
            self._outcomes: asyncio.Future[list[Exception | None]] = loop.create_future()
            loop.call_later(GROUP, self._write)
        number = len(self._waiting)
        self._waiting.append(event)
        outcomes = await asyncio.shield(self._outcomes)  # the others', if this one is given up
        if refused := outcomes[number]:
            raise refused

    def _write(self) -> None:
        """Write what is waiting in one transaction; only then is it shown or acknowledged."""
        events, self._waiting = self._waiting, []
        outcomes: list[Exception | None]
        try:
            outcomes, self.trouble = [*self.file.record(events)], ""
        except Exception as error:  # each request answers with it
            outcomes, self.trouble = [error] * len(events), str(error)
        self._outcomes.set_result(outcomes)

    async def act(self, action: str, question: int) -> None:
        """Record a lecturer's action on a question."""
        await self.record(Event(action, question=question, time=time.time()))
        self.moved = self.clock()

    async def end(self) -> None:
        """End the class: no more votes, and key and hashes are deleted."""
        with suppress(BallotError):  # it has ended, perhaps by another screen just now
            await self.record(Event("end"))
        self.file.erase()

    async def look_after(self) -> None:
        """Once a second, see who is gone, and whether the file is gone or the talking is over."""
        now = self.clock()
        self.here = {phone: asked for phone, asked in self.here.items() if now - asked < HERE}
        try:
            self.file.check_in_place()
            talked = self.ballot.stage is Stage.TALKING and not self.ballot.seconds_left
            if talked and self.asked == str(self.ballot.now):  # else nobody sees the question
                await self.act("vote again", self.ballot.now or 0)
        except SaveError as error:
            self.trouble = str(error)
        except BallotError:  # the lecturer was quicker
            pass

    # What each screen gets.

    def _state(self, who: int | str, version: str = "") -> Response:
        """Return the state for a screen, or 204 if it has this version already."""
        data = self.ballot.shown(who, self.here)
        data["lecturer"] = self.clock() - self.projector_asked < PROJECTOR_HERE
        if isinstance(who, int) and self.ballot.now is not None:
            data["hands"] = self.hands[self.ballot.now]
        for each in data.get("review", ()):
            each["hands"] = self.hands[each["question"]]
        if isinstance(who, str):
            data["trouble"] = self.trouble
        if who == "projector":
            data["press"] = self.press
        elif who == "remote":
            data["refused"] = self.guard.refused
            data["asking"] = self.asked == str(self.ballot.now)
            data["seed"] = self.file.facts.seed_line if self.ballot.over else ""
        data["version"] = f"{hash(json.dumps(data)) & 0xFFFFFFFF:x}"
        if data["version"] == version:
            response = Response(None, 204, HEADERS)
        else:  # the seconds pass without a new version
            response = _json(data | {"seconds_left": self.ballot.seconds_left})
        # While a vote is open phones ask half as often: they already have what they need.
        seconds = (1 + len(self.here) // ASKED_PER_SECOND) * (1 + (self.ballot.stage in OPEN))
        wait = 1 if isinstance(who, str) else min(LONGEST_WAIT, seconds)
        response.headers["retry-after"] = str(wait)
        return response

    def _token(self, request: Request, name: str) -> bytes:
        """Return the hash of our cookie. Some Pythons take long to decode a foreign one."""
        given = "".join(f"; {line}" for line in request.headers.getlist("cookie"))
        _, _, value = given.rpartition(f"; {self.cookies[name]}=")
        return self.file.hashed(value.partition(";")[0])

    def _identify(self, request: Request) -> int | str:
        phone = self.ballot.phones.get(self._token(request, "phone"))
        if phone is not None:
            return phone
        is_lecturer = self._token(request, "lecturer") in self.lecturers
        return "lecturer" if is_lecturer else network(request.client)

    def _phone(self, request: Request) -> int:
        phone = self._identify(request)
        if isinstance(phone, str):
            raise RefusedError("This phone has not joined.", status=401)
        return phone

    def _is_lecturer(self, request: Request, needs_secret: bool = True) -> bool:
        """Return whether the lecturer asks.

        A browser sends a cookie to every port of a host, and so perhaps to another user's program.
        What shows or changes anything of the class therefore also needs the secret of the page.
        """
        secret = self.lecturers.get(self._token(request, "lecturer"))
        given = request.headers.get("x-secret", "").encode(errors="surrogatepass")
        if secret is None:
            return False
        return not needs_secret or hmac.compare_digest(secret.encode(), given)

    def _check_lecturer(self, request: Request, needs_secret: bool = True) -> None:
        if not self._is_lecturer(request, needs_secret):
            raise RefusedError("Only the lecturer's key opens this.", status=401)

    def _counted_here(self) -> int:
        return len(self.here.keys() - self.ballot.discarded)

    def _arrived(self, phone: int) -> None:
        """Remember that a phone is here. Raises RefusedError if there are too many."""
        if phone not in self.here and self._counted_here() >= MOST_PHONES:
            raise RefusedError(f"The class is full: {MOST_PHONES:,} phones are here.", status=403)
        self.here[phone] = self.clock()

    # The routes.

    async def page(self, name: str, page: tuple[bytes, str], request: Request) -> Response:
        """Return a screen; those of the lecturer need the lecturer's cookie."""
        if name in ("remote", "projector"):
            self._check_lecturer(request, needs_secret=False)
        html, policy = page
        headers = HEADERS | {"content-security-policy": policy}
        return Response(html, headers=headers, media_type="text/html")

    async def lesson(self, request: Request) -> Response:
        """Return a lesson for the lecturer alone: it has the right answers."""
        self._check_lecturer(request)
        number = request.query_params.get("deck", "0")
        if number not in map(str, range(len(self.lessons))):
            raise RefusedError("There is no such lesson.", status=404)
        return _json(self.lessons[int(number)])

    async def state(self, request: Request) -> Response:
        """Return the state of a screen, which asks for it again and again.

        The projector also tells in `at` the number of the question that it shows, or "".
        """
        who: int | str = request.query_params.get("screen", "phone")
        if who in ("projector", "remote"):
            self._check_lecturer(request)
        else:
            who = self._phone(request)
            self._arrived(who)
        if who == "projector":
            self.projector_asked = self.clock()
            self.asked = request.query_params.get("at", "")
            if self.pressed != self.press[0]:
                self.pressed, self.moved = self.press[0], self.clock()
        return self._state(who, request.query_params.get("version", ""))

    async def join(self, request: Request) -> Response:
        """Give a new phone a number, and a cookie to prove it."""
        await read_body(request)
        if isinstance(known := self._identify(request), int):
            return self._state(known)
        client = network(request.client)
        if self.guard.exceeds("joins", client):
            why = "Too many phones joined from this address: wait a minute."
            raise RefusedError(why, status=429)
        if (here := self._counted_here()) >= MOST_PHONES or self.ballot.joined >= MOST_JOINED:
            raise RefusedError(f"The class is full: {here:,} phones are here.", status=403)
        token = secrets.token_urlsafe(16)
        hashed, address = map(self.file.hashed, (token, f"address {client}"))
        number = int.from_bytes(address[:4], "big")  # tells nothing but which phones share one
        try:
            await self.record(Event("join", address=number, data=hashed))
        except RefusedError:  # a hall that waits until joining is unlocked is no flood
            self.guard.counts["joins", client] -= 1
            raise
        phone = self.ballot.phones[hashed]
        self._arrived(phone)
        return self._with_cookie(self._state(phone), "phone", token)

    async def vote(self, request: Request) -> Response:
        """Count a vote, and answer when it is on the disk."""
        phone = self._phone(request)
        question, round_, chosen = await read_body(request, question=int, round=int, answer=int)
        if phone not in self.here:
            why = "Only a phone that is here may vote: ask for the state first."
            raise RefusedError(why, status=428)
        await self.record(Event("vote", phone, question, round_, chosen))
        return self._state(phone)

    async def key(self, request: Request) -> Response:
        """Exchange a printed key for the lecturer's cookie and a secret.

        Once used, it works only in a browser that has the lecturer's cookie.
        """
        (tried,) = await read_body(request, key=str)
        tried = tried.encode(errors="surrogatepass")
        found = [key for key in self.keys if hmac.compare_digest(key.encode(), tried)]
        if not found or (found[0] in self.used and not self._is_lecturer(request)):
            raise RefusedError(NEW_LINKS, status=403)
        self.used.add(found[0])
        token, secret = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        self.lecturers[self.file.hashed(token)] = secret
        response = _json({"go": self.keys[found[0]], "secret": secret})
        return self._with_cookie(response, "lecturer", token)

    def _with_cookie(self, response: Response, name: str, token: str) -> Response:
        name, path = self.cookies[name], f"{self.guard.prefix}/"
        https = self.guard.address.scheme == "https"
        response.set_cookie(
            name, token, LONGEST_CLASS, path=path, secure=https, httponly=True, samesite="strict"
        )
        return response

    async def lead(self, request: Request) -> Response:
        """Do an action of the lecturer; `number` is that of the question, or of an address.

        What moves on is not done if something has just moved, on whatever screen: it is the second
        of two presses. The answer says whether it was heard.
        """
        self._check_lecturer(request)
        action, number = await read_body(request, action=str, number=int)
        is_press = action in ("on", "back")
        if is_press and self.clock() - self.projector_asked >= PROJECTOR_HERE:
            raise BallotError("The projector is not connected.")
        is_on_its_way = action == "on" and self.pressed != self.press[0]
        if is_on_its_way or (action in MOVE_ON and self.clock() - self.moved < DEAF):
            return _json({"heard": False})
        if is_press:
            self.press = self.press[0] + 1, action
        elif action in OF_A_QUESTION:
            await self.act(action, number)
        elif action in ("lock", "unlock", "readmit"):
            await self.record(Event(action))
        elif action == "discard":
            phones = [n for n, of in enumerate(self.ballot.addresses) if of == number]
            await asyncio.gather(*(self.record(Event(action, phone)) for phone in phones))
        elif action == "end":
            await self.end()
            self.on_end()
        else:
            raise BallotError("There is no such action.")
        return _json({"heard": True})


def _json(data: Any) -> Response:
    return Response(json.dumps(data), 200, HEADERS, "application/json")


class Connection(H11Protocol):
    """A connection that lives ten to twenty seconds, for nobody needs a longer one.

    It also delays clients that flood the server with garbage.
    """

    most = 400  # connections that find a place

    def connection_made(self, transport: Any) -> None:
        """Begin, and end soon; at once if so many are open that others find no place."""
        super().connection_made(transport)
        seconds = LONGEST_CONNECTION if len(self.connections) < self.most else 1.0
        self._timer = self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        """Close when nothing is under way any more; later in any case."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:
            self.cycle.keep_alive = False
        self._timer = self.loop.call_later(LONGEST_CONNECTION, self.transport.abort)

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
            server_header=False,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16 * 1024,
        )
        super().__init__(config)
        logging.getLogger("asyncio").disabled = True  # strangers could fill the terminal
        self.served, self.signals, self._stop_at = served, self._captured_signals, 0.0
        with suppress(ImportError, ValueError, OSError):  # there is no limit of files on Windows
            import resource

            hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
            Connection.most = min(hard, 65536) * 9 // 10

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
            phones = len(self.served.here)  # of very many, each asks less often
            stays = GOODBYE * (1 + phones // ASKED_PER_SECOND) if phones else 0
            self._stop_at = time.monotonic() + stays
        return await super().on_tick(counter) and time.monotonic() >= self._stop_at
