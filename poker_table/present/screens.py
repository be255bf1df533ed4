"""The screens as pages: the phone, the remote and the projector; each page is self-contained."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from json import dumps
from pathlib import Path
from typing import NamedTuple

import segno

STATUS = '<p id="connection" class="quiet" role="status">Connecting …</p>\n'
BODIES = {
    "phone": STATUS + '<p id="lecturer" class="quiet"></p>\n<h1 id="question">Welcome</h1>\n'
    '<p id="message" aria-live="polite"></p>\n<p id="timer" role="timer"></p>\n'
    '<div id="answers"></div>\n<p id="score" class="quiet" aria-live="polite"></p>\n',
    "remote": STATUS + '<h1 id="question"></h1>\n<p id="count"></p>\n'
    '<p id="timer" role="timer"></p>\n<p id="advice" aria-live="polite"></p>\n'
    '<p id="message" class="bad" role="alert"></p>\n<div id="actions"></div>\n'
    '<table id="table"><thead><tr><th scope="col">Answer</th><th scope="col">First vote</th>'
    '<th scope="col">Second vote</th></tr></thead><tbody id="bars"></tbody></table>\n'
    '<p id="trouble" class="bad" role="alert"></p>\n<div id="walk"></div>\n<div id="class"></div>\n'
    '<p id="refused" class="quiet"></p>\n<div id="discard"></div>\n',
    "key": '<p id="message" role="alert">One moment …</p>\n',
}
EXCHANGE_KEY = """
const key = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
post("key", { key }).then(({ go, secret }) => {
  localStorage.setItem(SECRET, secret);
  location.replace(go);
}).catch((error) => set("message", error.message));
"""
PROJECTOR = """\
<main>
<h1 class="unseen">The lesson, and the vote of the class</h1>
<section id="join"><div>{code}</div><div><h2>Vote with your phone</h2>
<p class="address">{address}</p><p id="present" aria-live="polite"></p>
<button type="button" id="begin">Begin: Space or a click</button></div></section>
<iframe id="lesson" title="The lesson"></iframe>
<aside aria-label="The vote" tabindex="0">
<div class="small"><div>{code}</div><p class="address">{address}</p></div>
<p id="stage" aria-live="polite"></p><p id="voted"></p><p id="timer" role="timer"></p>
<p id="message" aria-live="polite"></p>
<p id="key" hidden><i class="round0"></i> before, <i class="round1"></i> after talking</p>
<ul id="bars"></ul>
<p id="connection" class="bad" role="status"></p>
</aside></main>
<script type="application/json" id="counts">{counts}</script>
"""


class Screen(NamedTuple):
    """A page, and the Content-Security-Policy that allows its own script and style alone."""

    html: bytes
    policy: str


def screen(name: str) -> Screen:
    """Return the page `phone`, `remote`, or `key`, which exchanges a key for a cookie."""
    body = f"<main>\n{BODIES[name]}<noscript>This page needs JavaScript.</noscript></main>\n"
    title = {"phone": "Vote", "remote": "Remote", "key": "Lecturer"}[name]
    script = EXCHANGE_KEY if name == "key" else _file(f"{name}.js")
    return _page("remote" if name == "key" else name, title, body, script)


def projector(address: str, questions: list[int]) -> Screen:
    """Return the projector's page; `questions` has the number of questions of each lesson."""
    code = segno.make(address, error="m").svg_inline(omitsize=True, light="#ffffff", border=2)
    text = escape(address.partition("//")[2].rstrip("/"))
    body = PROJECTOR.format(code=code, address=text, counts=dumps(questions))
    return _page("projector", "Lesson", body, _file("projector.js"))


def in_terminal(address: str) -> str:
    """Return the QR code of an address as text for a terminal."""
    from io import StringIO

    drawn = StringIO()
    segno.make(address).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def _page(kind: str, title: str, body: str, script: str) -> Screen:
    style, script = _file("screens.css"), _file("connection.js") + script
    html = f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body class="{kind}">
{body}<script>{script}</script>
</body>
</html>
"""
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}';"
        " connect-src 'self'; frame-src 'self'; img-src data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return Screen(html.encode(), policy)


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
