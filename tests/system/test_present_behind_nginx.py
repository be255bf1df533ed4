"""A whole lesson behind a real nginx: default buffering, a path, https by a self-made certificate.

Needs nginx and openssl; without them it says so and is skipped.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from presenting import Phone, Running, free_port, presenting

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytest.importorskip("starlette", reason="no Starlette: no class is held")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="no nginx: no class is held behind it"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl: no certificate"),
    pytest.mark.usefixtures("in_an_empty_folder"),
]
CONFIG = """\
daemon off; pid {here}/pid; error_log {here}/error.log; {user}
events {{}}
http {{
  access_log off; client_body_temp_path {here}/b; proxy_temp_path {here}/p;
  fastcgi_temp_path {here}/f; uwsgi_temp_path {here}/u; scgi_temp_path {here}/s;
  server {{
    listen 127.0.0.1:{outer} ssl; ssl_certificate {here}/c.pem; ssl_certificate_key {here}/k.pem;
    location /poker/ {{
      proxy_pass http://127.0.0.1:{inner};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""


@pytest.fixture
def behind() -> Iterator[Running]:
    """A class below /poker/, reached only through nginx."""
    here, inner, outer = Path.cwd(), free_port(), free_port()
    user = "user root;" if os.getuid() == 0 else ""
    Path("conf").write_text(CONFIG.format(here=here, inner=inner, outer=outer, user=user))
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
    subprocess.run(
        [*make.split(), "-keyout", "k.pem", "-out", "c.pem"], check=True, capture_output=True
    )
    nginx = subprocess.Popen([NGINX, "-c", here / "conf", "-e", here / "error.log"])
    address = f"https://127.0.0.1:{outer}/poker/"
    try:
        with presenting("three.txt", "--address", address, port=inner) as running:
            running.inner, running.port = inner, outer
            yield running
    finally:
        nginx.terminate()
        nginx.wait()


def phone(running: Running) -> Phone:
    return Phone(running.port, "/poker/", secure=True)


def test_a_whole_lesson(behind):
    teacher, phones = phone(behind), [phone(behind) for _ in range(3)]
    assert teacher.use(behind.keys["Projector"]) == "projector"
    assert all(each.post("join")[0] == 200 for each in phones)
    assert "showLesson" in teacher.ask("GET", "projector")[1]
    assert teacher.ask("GET", "lesson?deck=0")[1]["title"] == "The assignment's own run"
    for question in range(3):
        teacher.lead("open", question)
        for each in phones:
            assert each.state()["stage"] == "first vote"
            assert each.post("vote", question=question, round=0, answer=0)[0] == 200
        for action in "close", "talk", "vote again":
            teacher.lead(action, question)
        for answer, each in enumerate(phones):
            assert each.state()["stage"] == "second vote"
            assert each.post("vote", question=question, round=1, answer=answer)[0] == 200
        teacher.lead("close", question)
        teacher.lead("reveal", question)
        assert all("reason" in each.state() for each in phones)
        assert teacher.state("remote")["bars"][1][:3] == [1, 1, 1]
    assert "The class is over." in behind.stop()


def test_other_origins_and_names_are_refused(behind):
    first = phone(behind)
    assert first.post("join")[0] == 200
    assert first.ask("POST", "join", b"{}", Origin="https://127.0.0.1")[0] == 403
    assert Phone(behind.inner).ask("GET", "state", Host="evil.example")[0] == 421
