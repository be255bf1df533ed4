"""`evaluate` and `compare` on the command line."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from program import (
    POKER_TABLE,
    SHOWN_NO_MORE,
    Terminal,
    needs_linux,
    needs_program,
    on_terminal,
    progress_lines,
    run,
)  # fmt: skip

from poker_table.cli.hand_input import CHUNK
from poker_table.files.deck_file import format_deck, read_deck
from poker_table.game.cards import CARDS

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


ROYAL = "A♠ K♠ Q♠ J♠ 10♠ - Straight Flush"


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (["AS", "ah", "A♦", "a♣\ufe0f", "10h"], "A♠ A♥ A♦ A♣ 10♥ - Four of a Kind"),
        (["0s,Js,Qs,Ks,As"], "10♠ J♠ Q♠ K♠ A♠ - Straight Flush"),
        (["['AS', 'KS', 'QS', 'JS', 'TS']"], ROYAL),
        ("Ace of Spades 10 of Spades Ks Qs Js".split(), "A♠ 10♠ K♠ Q♠ J♠ - Straight Flush"),
        ("Ten of Hearts 2 of Clubs 3 of Clubs 4 of Clubs 5 of Clubs".split(),
         "10♥ 2♣ 3♣ 4♣ 5♣ - High Card"),
        (["[ As Ks Qs (Js) Ts]"], ROYAL),
        (["🂡🂮🂭 🂫,🂪"], ROYAL),
        (["Ace of Spades, king of spades, Q of S, Jack of spade, 10 of Spades"], ROYAL),
        (["2c 3d 4h 5s As 9c 9d"], "2♣ 3♦ 4♥ 5♠ A♠ 9♣ 9♦ - Straight"),
        (["2c 3d 4h 5s 7s"], "2♣ 3♦ 4♥ 5♠ 7♠ - High Card"),
        (["Player 4 - 2c 3d 4h 5s 7s - Flush"], "2♣ 3♦ 4♥ 5♠ 7♠ - High Card"),
    ],
)  # fmt: skip
def test_evaluate_reads_every_notation(argv, line):
    assert run("evaluate", *argv) == (0, f"Hand 1: {line}\n", "")


TWO_CARDS = " (`poker-table chances` takes hands of two cards)"


def test_evaluate_continues_after_a_bad_line(tmp_path):
    (tmp_path / "h.txt").write_text("AS KS\n\nAS KS QS JS TS\nAS AS QS JS TS\n2C 3C 4C 5C 7C\n")
    errors = (
        f"Error: h.txt:1: hand 1: expected five cards or more, got 2{TWO_CARDS}\n"
        "Error: h.txt:4: hand 3: AS appears twice (cards 1 and 2)\n"
    )
    lines = "Hand 2: A♠ K♠ Q♠ J♠ 10♠ - Straight Flush\nHand 4: 2♣ 3♣ 4♣ 5♣ 7♣ - Flush\n"
    assert run("evaluate", "h.txt") == (1, lines, errors)
    document = json.loads(run("evaluate", "h.txt", "--format", "json")[1])
    assert [next(iter(hand)) for hand in document["hands"]] == ["error", "hand", "error", "hand"]
    assert document["hands"][0]["error"].endswith(TWO_CARDS)


def test_each_hand_is_explained():
    text = run("compare", "7H 9D 9H 9S TS 2C 3C", "2C 3D 5H 7S 9C", "--explain")[1]
    assert (
        " - Three of a Kind\n"
        "  Cards  9D 9H 9S + TS + 7H\n"
        "  Type   three of a kind; not a straight: only three different ranks\n"
        "  Ranks  nine (7), ten (8), seven (5)\n"
        "  Value  7·13² + 8·13 + 5 = 1,292\n"
    ) in text


NO_FILE = (
    "Could not find file\nThere is no file or folder '{}'. A hand is written as '7H 9D 9H 9S TS'."
)
ROUND = "Kc Ac Jh 8s 9c 2s ; Ah Kh 0s 7c 7h 3c"  # document 000's own line
PLAIN = """\
Round 1: hand 2 wins: a pair beats high card
Hand 1: AC KC JH 9C 8S - High Card
Hand 2: 7C 7H AH KH TS - Pair
1 round: hand 1 wins 0, hand 2 wins 1, ties 0, invalid 0
"""


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("evaluate", "a hand on each line"),
        ("compare", "lines of `hand ; hand`"),
        ("compare --summary", "lines of `hand ; hand`"),
        ("compare --format rounds", "lines of `hand ; hand`"),
        ("mutants", "lines of `hand ; hand`"),
    ],
)
def test_a_file_without_hands_is_an_error(command, expected):
    forms = "", "--format json", "--format csv", "--export r.html"
    for text in "", "# nothing\n", "\n \n":
        Path("empty.txt").write_text(text)
        for options in forms if "rounds" not in command else forms[:1]:
            done = run(*command.split(), "empty.txt", *options.split())
            assert done == (1, "", f"Error: empty.txt: expected {expected}, got none\n"), options
    assert not Path("r.html").exists()


@pytest.mark.parametrize("command", ["evaluate", "compare --summary", "mutants"])
@pytest.mark.parametrize("notation", [False, True])
def test_a_deck_in_place_of_hands_is_recognised(command, notation):
    Path("my deck.txt").write_text(format_deck(read_deck("three.txt"), notation))
    code, _, err = run(*command.split(), "my deck.txt")
    told = "my deck.txt is a deck file: `poker-table 'my deck.txt'` deals it"
    assert (code, err.splitlines().count(told)) == (1, 1)


@pytest.mark.parametrize(
    ("command", "extra"),
    [("evaluate --format json", ""), ("compare --summary", "; 5D 5S 6D 9D 9H")],
)
def test_errors_of_one_kind_are_summed_up_after_the_tenth(command, extra):
    bad = ["KS KS QS JS TS", "1S KS QS JS TS"]
    lines = [bad[number % 2] for number in range(21)] + ["AS KS QS"] * 1244
    Path("h.txt").write_text("".join(f"{line}{extra}\n" for line in lines))
    code, _, err = run(*command.split(), "h.txt")
    said = [", card 1: expected a card such as TH, got '1S'", ": KS appears twice (cards 1 and 2)"]
    few = ": expected five cards or more, got 3"
    errors = [(n, few if n > 21 else said[n % 2]) for n in [*range(1, 21), *range(22, 32)]]
    assert code == 1
    assert err.splitlines() == [
        *[f"Error: h.txt:{n}: hand {1 if extra else n}{error}" for n, error in errors],
        "Error: h.txt: 1 more line like these: expected each card once",
        "Error: h.txt: 1,234 more lines like these: expected five cards or more",
    ]


def test_compare_reads_hands_from_arguments():
    assert run("compare", ROUND) == (0, PLAIN, "")
    assert run("compare", *ROUND.split(" ; ")) == (0, PLAIN, "")
    assert run("compare", *ROUND.split()) == (0, PLAIN, "")
    ten = "AC AD KH 9S 8S AH AS QC JC TC"
    assert "the king kicker beats the queen" in run("compare", *ten.split())[1]


@pytest.mark.parametrize(("command", "line"), [("compare", 1), ("evaluate", 2)])
def test_an_unquoted_word_beside_a_quoted_hand_is_a_hand_of_its_own(command, line):
    code, _, err = run(command, "Ac Ad Kh 9s 8s", "TS", "KH", "QD", "JC", "2S")
    error = f"command line:{line}: hand 2: expected five cards or more, got 1"
    assert (code, err.splitlines()[0]) == (1, f"Error: {error}")


def test_a_separator_may_be_between_quoted_hands_or_in_them():
    ace, king = "Ac Ad Kh 9s 8s", "Kc Kd Ah 9d 8d"
    assert "hand 1 wins 1," in run("compare", ace, ";", king)[1]
    for versus in "vs", "v", "VS.", "versus":
        assert run("compare", f"{ace} {versus} {king}") == run("compare", f"{ace} ; {king}")
        assert run("compare", ace, versus, king) == run("compare", f"{ace} ; {king}")
    two_rounds = run("compare", f"{ace} ; {king}", f"{king} ; {ace}")[1]
    assert two_rounds.endswith("2 rounds: hand 1 wins 1, hand 2 wins 1, ties 0, invalid 0\n")


LAST = " (the cards of the board are counted last)"


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("Ah Qs 2c 2d 9h 9s", "--board: expected at most 5 cards, got 6"),
        ("Ah Qs ?", "--board, card 3: expected a card such as TH, got '?'"),
        ("Ah Qs Ah", "--board: AH appears twice (cards 1 and 3)"),
        ("Ah Qs", f"command line:1: hand 1: expected five cards or more, got 4{LAST}"),
        ("Ah 2s 2c As 9h", f"command line:1: hand 1: AS appears twice (cards 1 and 6){LAST}"),
    ],
)
def test_a_board_that_cannot_be(board, message):
    assert run("compare", "As Ks ; Qd Qh", "--board", board) == (1, "", f"Error: {message}\n")


def test_compare_reads_a_file_and_reports_bad_rounds(tmp_path):
    """It has all line endings and a byte order mark."""
    text = f"\ufeff{ROUND}\r\nKc Kc Jh 8s 9c ; Ah Kh 0s 7c 7h\r# one\r{ROUND}\n{ROUND}"
    (tmp_path / "r.txt").write_bytes(text.encode())
    error = "Error: r.txt:2: hand 1: KC appears twice (cards 1 and 2)\n"
    totals = "4 rounds: hand 1 wins 0, hand 2 wins 3, ties 0, invalid 1\n"
    code, out, err = run("compare", "r.txt")
    assert (code, err) == (1, error)
    assert out.splitlines()[3] == "Round 3: hand 2 wins: a pair beats high card"
    assert out.endswith(f"\n{totals}")
    assert run("compare", "r.txt", "--summary") == (1, totals, error)


def test_compare_as_json(tmp_path):
    hands = "2C 4D 6H 8S TC ; 2D 4H 6S 8C TD"
    (tmp_path / "r.txt").write_text(f"{ROUND}\nnonsense ; {ROUND}\n{hands}\n")
    code, out, _ = run("compare", "r.txt", "--format", "json", "--explain")
    document = json.loads(out)
    assert code == 1
    assert document["who_wins"] == "the greater strength is always the better hand"
    first, bad, tie = document["rounds"]
    assert (first["winner"], tie["winner"]) == (2, None)
    assert first["result"] == "hand 2 wins: a pair beats high card"
    assert first["hands"][1]["best_five"] == ["7C", "7H", "AH", "KH", "TS"]
    explanation = first["hands"][1]["explanation"]
    assert [*explanation] == ["cards", "type", "ranks", "value", "against"]
    assert explanation["against"] is None
    assert bad["error"].startswith("r.txt:2: hand 1, card 1: ")
    summary = {"rounds": 3, "wins": {"hand 1": 0, "hand 2": 1}, "ties": 1, "invalid": 1}
    assert document["summary"] == summary


TIE = "2C 4D 6H 8S TC;2C 4D 6H 8S TC"
TEN_HIGH = "ten high, then eight, six, four, two"


@pytest.mark.parametrize(
    ("hands", "result"),
    [
        ("2C 4D 6H 8S TC;2D 4H 6S 8C TD", f"they tie ({TEN_HIGH}): only the suits differ"),
        (TIE, f"they tie ({TEN_HIGH}): they are the same five cards"),
        (f"{TIE};2C 3D 5H 7S 9C", f"hands 1 and 2 tie: {TEN_HIGH}"),
        ("2C 3D 5H 7S 9C;2C 4D 6H 8S TC;2C 3D 5H 7S JC",
         "hand 3 wins: both are high-card hands; jack high beats ten high"),
    ],
)  # fmt: skip
def test_the_result_says_what_decides(hands, result):
    assert run("compare", hands)[1].splitlines()[0] == f"Round 1: {result}"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.txt", None, NO_FILE.format("none.txt")),
        ("a\0b", None, NO_FILE.format(r"a\x00b")),
        (".", None, ".: expected a file, got a folder"),
        ("f.txt", "AS".encode("utf-16"),
         "f.txt: expected text in UTF-8, got UTF-16: save it as UTF-8"),
        ("f.txt", b"# a\n# \xe9\n", "f.txt:2: expected text in UTF-8, got byte 0xe9"),
        ("f.txt", b"A" * CHUNK + b"\0",
         "f.txt:1: expected a hand, got a line of more than 65536 characters"),
        ("f.txt", b"A" * 200_000,
         "f.txt:1: expected a hand, got a line of more than 65536 characters"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["compare", "evaluate"])
def test_files_that_cannot_be_read(command, name, data, message):
    if data:
        Path(name).write_bytes(data)
    for options in [], ["--format", "json"]:
        assert run(command, name, *options) == (1, "", f"Error: {message}\n")


@needs_linux
@pytest.mark.skipif(
    not Path("/proc/self/mem").exists(), reason="needs a file that fails while it is read"
)
def test_a_file_that_fails_while_it_is_read():
    code, _, err = run("compare", "/proc/self/mem")
    assert (code, err) == (1, "Error: /proc/self/mem: cannot be read: Input/output error\n")


@pytest.mark.parametrize("columns", [40, 80])
def test_a_terminal_of_any_width(columns):
    out = on_terminal("compare", ROUND, columns=columns)
    assert "A♣ K♣ J♥ 9♣ 8♠" in out
    assert max(map(len, out.splitlines())) <= columns
    hand = "A♠ A♥ A♦ A♣ K♥"
    line = f"Hand 1: {hand} - Four of a Kind\n"
    assert run("evaluate", hand, "--format", "table")[1] == line


@pytest.mark.parametrize("options", ["--format words", "--export h.txt --format words"])
def test_the_words_form(options):
    spelled = "ace of spades, ace of hearts, ace of diamonds, ace of clubs, king of hearts"
    out = run("evaluate", "A♠ A♥ A♦ A♣ K♥", *options.split())[1]
    assert (out or Path("h.txt").read_text()) == f"Hand 1: {spelled} - Four of a Kind\n"


CSV = """\
round,winner,result,hand,cards,best_five,hand_type,value,strength,in_words,rank_name,rank_strength,\
place,explanation_cards,explanation_type,explanation_ranks,explanation_value,explanation_against
1,2,hand 2 wins: a pair beats high card,1,KC AC JH 8S 9C 2S,AC KC JH 9C 8S,High Card,368517,368517,\
"ace high, then king, jack, nine, eight",High Card,1,2,,,,,
1,2,hand 2 wins: a pair beats high card,2,AH KH TS 7C 7H 3C,7C 7H AH KH TS,Pair,13164,384457,\
"pair of sevens, then ace, king, ten",One Pair,2,1,,,,,
"""


def test_csv_has_a_row_for_each_hand():
    assert run("compare", ROUND, "--format", "csv") == (0, CSV, "")


MARKDOWN = """\
# Hands compared

2 rounds: hand 1 wins 0, hand 2 wins 1, ties 0, invalid 1

## Round 1: hand 2 wins: a pair beats high card

| Place | Hand | Cards | Best five | Hand type |
|---:|---:|---|---|---|
| 2 | 1 | K♣ A♣ J♥ 8♠ 9♣ 2♠ | A♣ K♣ J♥ 9♣ 8♠ | High Card |
| 1 | 2 | A♥ K♥ 10♠ 7♣ 7♥ 3♣ | 7♣ 7♥ A♥ K♥ 10♠ | Pair |

## Hand 1: High Card

- Cards: A♣ + K♣ + J♥ + 9♣ + 8♠
"""


def test_markdown_of_a_round():
    out = run("compare", ROUND, "2C 3D 5H ; ", "--format", "markdown", "--explain")[1]
    assert out.startswith(MARKDOWN)


@needs_program
def test_each_round_is_answered_while_the_input_is_still_open():
    with subprocess.Popen(
        [POKER_TABLE, "compare", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        for _ in range(2):
            process.stdin.write(f"{ROUND}\n")
            process.stdin.flush()
            lines = [process.stdout.readline() for _ in range(3)]
            assert lines[1:] == PLAIN.splitlines(keepends=True)[1:3]
        process.stdin.close()
        assert process.stdout.read().startswith("2 rounds: ")


def test_an_error_replaces_the_progress_line(tmp_path, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("poker_table.cli.hand_input.SECONDS_BETWEEN_REPORTS", -1)
    (tmp_path / "r.txt").write_text(f"{ROUND}\n{ROUND};\n")
    code, _, err = run("compare", "r.txt", "--summary", err=Terminal())
    assert code == 1
    bad = "Error: r.txt:2: hand 3: expected five cards or more, got none"
    assert progress_lines(err) == ["0 rounds", bad, "2 rounds"]


@pytest.mark.parametrize("command", ["compare", "evaluate", "mutants"])
def test_ctrl_c_removes_the_progress_line(command, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("poker_table.cli.hand_input.SECONDS_BETWEEN_REPORTS", -1)
    monkeypatch.setattr("poker_table.cli.hand_input.read_bytes", interrupted)
    (tmp_path / "r.txt").write_text(f"{ROUND}\n")
    monkeypatch.setenv("TERM", "xterm-256color")
    code, out, err = run(command, "r.txt", err=Terminal())
    assert (code, out) == (130, "")
    assert err.endswith(f"{SHOWN_NO_MORE}Interrupted\n")
    monkeypatch.setenv("TERM", "dumb")  # which shows no bar
    assert run(command, "r.txt", err=Terminal()) == (130, "", "Interrupted\n")


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="needs the peak memory from /proc"
)
@pytest.mark.slow
def test_a_long_file_takes_no_more_memory_than_a_short_one(tmp_path):
    rng = random.Random(2)
    lines = [
        " ; ".join(" ".join(map(str, rng.sample(CARDS, 7))) for _ in range(2)) + "\n"
        for _ in range(40_000)
    ]
    report = (
        "import sys; from poker_table.cli import main; main(sys.argv[1:]);"
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'));"
        "print(peak.split()[1], file=sys.stderr)"
    )
    peaks = []
    for times in 2, 5:  # the shorter file already fills the cache of rank counts
        (tmp_path / "r.txt").write_text("".join(lines) * times)
        command = [sys.executable, "-c", report, "compare", "r.txt"]
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
        )
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 4000  # kilobytes; the longer file is 5 MB longer


SEVERAL = " (`poker-table compare` takes `hand ; hand`)"
NO_RANGES = " (ranges such as AKs and QQ+ are not read: name the cards)"


@pytest.mark.parametrize(
    ("argv", "card", "got"),
    [
        (["a\0 b"], 1, r"'a\x00'"),
        (["AS", "KS", "QS", "JS", "1S"], 5, "'1S'"),
        (["AS KS QS JS TS ; 2C 3C 4C 5C 6C"], 6, f"';'{SEVERAL}"),
        (["AsKsQsJsTs vs 2C 3C 4C 5C 6C"], 6, f"'vs'{SEVERAL}"),
        (["AS KS QS JS AK"], 5, f"'AK'{NO_RANGES}"),
        (["AS KS QS JS ?"], 5, "'?' (`poker-table chances` takes unknown cards)"),
    ],
)
def test_the_error_for_a_word_that_is_not_a_card_has_its_position_and_a_hint(argv, card, got):
    error = f"command line:1: hand 1, card {card}: expected a card such as TH, got {got}"
    assert run("evaluate", *argv) == (1, "", f"Error: {error}\n")
    # A single bad round has no totals.
    bad = "Error: command line:1: hand 1, card 2: expected a card such as TH, got 'ZZ'\n"
    for out in None, Terminal():
        assert run("compare", "AC ZZ KH 9S 8S ; AH AS QC JC TC", out=out) == (1, "", bad)


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("AS KS ; AC KC QC JC TC", f"1: hand 1: expected five cards or more, got 2{TWO_CARDS}"),
        ("AS KS QS JS ? ; AC KC QC JC TC", "1: hand 1, card 5: expected a card such as TH, got '?'"
         " (`poker-table chances` takes unknown cards)"),
        ("AC KC QC JC TC\nAS KS QS JS ;", "2: hand 2, card 5: expected a card such as TH, got ';'"),
    ],
)  # fmt: skip
def test_compare_names_the_command_that_takes_such_a_line_but_not_itself(lines, error):
    Path("r.txt").write_text(lines)
    assert run("compare", "r.txt")[2] == f"Error: r.txt:{error}\n"


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_a_bundled_deck_is_no_file_of_hands(command):
    deals = "expected hands, got a bundled deck: `poker-table three.txt` deals it"
    assert run(command, "three.txt") == (1, "", f"Error: three.txt: {deals}\n")
    Path("three.txt").write_text("AS KS QS JS TS ; 2C 3C 4C 5C 6C\n")
    assert "expected hands, got a bundled deck" not in run(command, "three.txt")[2]
