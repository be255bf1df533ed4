"""The screens as pages: the phone, the remote and the projector; each is self-contained."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from json import dumps
from string import Template

import segno

from poker_table.files.text import package_text
from poker_table.lesson.drawing import drawing_data
from poker_table.show.html import looks

TITLES = {"phone": "Vote", "remote": "Remote", "projector": "Lesson", "key": "Lecturer"}


def screen(name: str, address: str, questions: list[int]) -> tuple[bytes, str]:
    """Return a page of TITLES, and the policy that allows its own script and style alone.

    `key` exchanges a key for a cookie. `questions` has the number of questions of each lesson.
    """
    style, script = looks(), package_text("lesson/drawing.js")
    if name == "projector":
        style += package_text("lesson/lesson.css") + package_text("present/projector.css")
        script += package_text("lesson/lesson.js")
    else:
        style += package_text("present/screens.css")
    script += package_text("present/connection.js") + package_text(f"present/{name}.js")
    data = dumps(drawing_data(), ensure_ascii=False)
    body = Template(package_text(f"present/{name}.html")).substitute(
        code=segno.make(address, error="m").svg_inline(omitsize=True, light="#ffffff", border=2),
        address=escape(address.partition("//")[2].rstrip("/")),
        counts=dumps(questions),
    )
    html = f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{TITLES[name]}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body class="{name}">
<main>
{body}<noscript>This page needs JavaScript.</noscript></main>
<script type="application/json" id="data">{data}</script>
<script>{script}</script>
</body>
</html>
"""
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}';"
        " connect-src 'self'; img-src data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return html.encode(), policy


def in_terminal(address: str) -> str:
    """Return the QR code of an address as text for a terminal."""
    from io import StringIO

    drawn = StringIO()
    segno.make(address).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
