"""Any text whatsoever gives findings: never an error of the program itself, never without end, never without measure.

Every shipped file is spoilt in many ways. Few examples are tried each time; `RULEWRIGHT_LONG=1` tries many, a larger
number so many.
"""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.diagnostics.render import as_json, as_text
from rulewright.dsl.driver import Loaded, load
from rulewright.dsl.syntax.format import FormatError, format_text
from tests.dsl.mutations import mutated, mutated_bytes, mutated_table

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "games").glob("*/*.rules"))
TABLES = sorted((ROOT / "games").glob("*/*.csv"))
LONG = int(os.environ.get("RULEWRIGHT_LONG") or 0)
SECONDS = 20  # of one core, for a text of a few hundred lines; the usual is less than one
EXAMPLES = settings(
    max_examples=1500 if LONG == 1 else LONG or 20,
    deadline=None,
    derandomize=not LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def entry(path: Path) -> Path:
    """The file of the game that a file belongs to."""
    main = path.parent / f"{path.parent.name}.rules"
    return main if main.is_file() else path


def load_with(path: Path, raw: bytes, start: Path) -> Loaded:
    """Load a game with another content of one of its files, and look at everything that was found."""
    begin = time.process_time()
    loaded = load(start, provider=lambda p: raw if p == path else p.read_bytes(), examples=True)
    assert time.process_time() - begin < SECONDS
    assert (loaded.program is None) == bool(loaded.findings.errors)
    for finding in loaded.findings.all:
        for label in (finding.primary, *finding.others):
            if label.span.file >= 0:
                assert 0 <= label.span.start <= label.span.end <= len(loaded.sources[label.span.file].text) + 1
    assert "Traceback" not in as_text(loaded.findings.all, loaded.sources)
    as_json(loaded.findings.all, loaded.sources)
    return loaded


def check(path: Path, raw: bytes) -> Loaded:
    return load_with(path, raw, entry(path))


@given(st.sampled_from(FILES), st.integers(0, 2**40))
@EXAMPLES
def test_spoilt_rules(path: Path, seed: int) -> None:
    text = mutated(path.read_text(encoding="utf-8"), random.Random(seed))
    check(path, text.encode("utf-8"))


@given(st.sampled_from(FILES), st.integers(0, 2**40))
@EXAMPLES
def test_spoilt_bytes(path: Path, seed: int) -> None:
    check(path, mutated_bytes(path.read_bytes(), random.Random(seed)))


@given(st.sampled_from(TABLES), st.integers(0, 2**40))
@EXAMPLES
def test_spoilt_tables(path: Path, seed: int) -> None:
    check(path, mutated_table(path.read_text(encoding="utf-8-sig"), random.Random(seed)).encode("utf-8"))


@given(st.text(max_size=400))
@EXAMPLES
def test_any_text(text: str) -> None:
    check(ROOT / "any.rules", text.encode("utf-8", errors="surrogatepass"))


@given(st.binary(max_size=400))
@EXAMPLES
def test_any_bytes(raw: bytes) -> None:
    check(ROOT / "any.rules", raw)


@given(st.sampled_from(FILES), st.integers(0, 2**40))
@EXAMPLES
def test_the_formatter_refuses_or_lays_out(path: Path, seed: int) -> None:
    text = mutated(path.read_text(encoding="utf-8"), random.Random(seed))
    try:
        done = format_text(text)
    except FormatError:
        return
    assert format_text(done) == done


HEAD = 'game "Odd" for X, O\npiece Mark of each Player\nplace board: grid 3 by 3\n'
TAIL = "turn\n  player must mark\naction mark Cell in board\n  requires cell is empty\n  put Mark on cell\nwhen board is full\n  draw\n"
DEEP = 20_000
ODD = {
    "nothing": "",
    "only spaces": " " * 5000,
    "only line ends": "\n" * 50_000,
    "only signs": "()[]{}:,.=<>+-*/%|#\"'" * 500,
    "a NUL": HEAD + "define a\x00b = 1\n" + TAIL,
    "many NULs": "\x00" * 100_000,
    "Windows line ends": (HEAD + TAIL).replace("\n", "\r\n"),
    "old Mac line ends": (HEAD + TAIL).replace("\n", "\r"),
    "tabs and spaces": HEAD + TAIL.replace("  ", " \t"),
    "a byte order mark": "\ufeff" + HEAD + TAIL,
    "a byte order mark inside": HEAD + "\ufeff" + TAIL,
    "odd spaces": (HEAD + TAIL).replace(" ", "\u00a0"),
    "other line separators": (HEAD + TAIL).replace("\n", "\u2028"),
    "brackets": HEAD + "define a = " + "(" * DEEP + "1" + ")" * DEEP + "\n" + TAIL,
    "brackets without end": HEAD + "define a = " + "(" * DEEP + "\n" + TAIL,
    "braces": HEAD + "define a = " + "{" * DEEP + "b2" + "}" * DEEP + "\n" + TAIL,
    "calls": HEAD + "define a = " + "min(1, " * 2000 + "1" + ")" * 2000 + "\n" + TAIL,
    "nots": HEAD + "define a = " + "not " * 4000 + "yes\n" + TAIL,
    "minuses": HEAD + "define a = " + "(-" * 3000 + "1" + ")" * 3000 + "\n" + TAIL,
    "dots": HEAD + "define a = b2" + ".owner" * 3000 + "\n" + TAIL,
    "ofs": HEAD + "define a = " + "owner of " * 2000 + "b2\n" + TAIL,
    "a long sum": HEAD + "define a = 1" + " + 1" * 4000 + "\n" + TAIL,
    "a long condition": HEAD + "define a = yes" + " and yes" * 2000 + "\n" + TAIL,
    "otherwise": HEAD + "define a = " + "1 if yes else " * 1200 + "2\n" + TAIL,
    "a long set": HEAD + "define a = {" + "b2, " * 4000 + "b2}\n" + TAIL,
    "blocks": HEAD + "phase deep\n" + "".join("  " * i + "if yes\n" for i in range(1, 3000)) + TAIL,
    "a ladder of else": HEAD + "phase deep\n  if no: pass\n" + "  else if no: pass\n" * 3000 + TAIL,
    "a tower of definitions": HEAD + "".join(f"define d{i} = d{i + 1} + 1\n" for i in range(2000)) + "define d2000 = 1\n" + TAIL,
    "definitions that double": HEAD + "".join(f"define d{i} = d{i + 1} + d{i + 1}\n" for i in range(60)) + "define d60 = 1\n" + TAIL,
    "a tower of verbs": HEAD + "".join(f"to v{i}: v{i + 1}\n" for i in range(2000)) + "to v2000: pass\n" + TAIL,
    "verbs that call each other": HEAD + "to one: two\nto two: one\n" + TAIL.replace("player must mark", "one"),
    "many declarations": HEAD + "".join(f"define d{i} = {i}\n" for i in range(4000)) + TAIL,
    "many mistakes": HEAD + "place board grid 3 by 3\n" * 3000 + TAIL,
    "many unknown names": HEAD + TAIL + "phase p\n" + "  set a to b\n" * 2000,
    "a huge number": HEAD + "define a = " + "9" * 5000 + "\n" + TAIL,
    "a huge board": HEAD.replace("3 by 3", "99999999999 by 99999999999") + TAIL,
    "huge pieces": HEAD + "piece Coin: 99999999999999999999\n" + TAIL,
    "a huge product": HEAD + "define a = " + " * ".join(["99999999999"] * 300) + "\n" + TAIL,
    "many players": HEAD.replace("for X, O", "for 2 to 5000 players") + TAIL,
    "a line without end": HEAD + "define a = " + "x" * 1_500_000 + "\n" + TAIL,
    "prose without end": HEAD + "  > " + "words " * 200_000 + "\n" + TAIL,
    "a comment without end": "# " + "words " * 200_000 + "\n" + HEAD + TAIL,
    "a table without end": HEAD + "piece Card\n  printed value: 1 to 9\n  | name | value |\n" + "  | A    | 1     |\n" * 20_000 + TAIL,
    "a row without end": HEAD + "piece Card\n  printed value: 1 to 9\n  | " + "name | " * 100_000 + "\n" + TAIL,
    "tags": HEAD + "phase a  " + "[A-1]" * 20_000 + "\n  pass\n" + TAIL,
    "quotes": HEAD + 'define a = "' + '"' * 20_001 + "\n" + TAIL,
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_texts(text: str) -> None:
    loaded = check(ROOT / "any.rules", text.encode("utf-8"))
    assert len(loaded.findings.all) <= text.count("\n") + 1  # one for each line at most
    assert len(as_text(loaded.findings.all, loaded.sources)) < 2_000_000


def test_a_line_of_ten_megabytes() -> None:
    loaded = check(ROOT / "any.rules", HEAD.encode() + b"x" * 10_000_000 + b"\n" + TAIL.encode())
    assert [f.code.word for f in loaded.findings.all] == ["bad-text"]


def test_a_table_of_ten_megabytes() -> None:
    game = (HEAD + 'piece Card: from "any.csv"\n  printed value: 1 to 9\n' + TAIL).encode()
    files = {ROOT / "any.rules": game, ROOT / "any.csv": b"name,value\n" + b"x" * 10_000_000}
    found = load(ROOT / "any.rules", provider=files.__getitem__).findings.errors
    assert [f.code.word for f in found] == ["bad-text"]


def test_a_chain_of_includes() -> None:
    files = {ROOT / f"f{i}.rules": f'include "f{i + 1}.rules"\n'.encode() for i in range(3000)}
    files[ROOT / "f3000.rules"] = (HEAD + TAIL).encode()
    loaded = load(ROOT / "f0.rules", provider=files.__getitem__)
    assert loaded.program is not None or loaded.findings.errors


def test_includes_that_double() -> None:
    """Each file includes the next one twice: a million files in the end, if nobody counted."""
    files = {ROOT / f"f{i}.rules": f'include "f{i + 1}.rules"\ninclude "f{i + 1}.rules"\n'.encode() for i in range(20)}
    files[ROOT / "f20.rules"] = (HEAD + TAIL).encode()
    begin = time.process_time()
    loaded = load(ROOT / "f0.rules", provider=files.__getitem__)
    assert loaded.findings.errors
    assert time.process_time() - begin < SECONDS


def test_memory_is_bounded() -> None:
    """The worst of the odd texts in a process that may have one gigabyte."""
    import subprocess
    import sys

    resource = pytest.importorskip("resource", reason="only Unix can limit the memory of a process")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))

    script = """
from tests.dsl.test_robustness import ODD, ROOT, check

for text in ODD.values():
    check(ROOT / "any.rules", text.encode())
print("done")
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, preexec_fn=limit, capture_output=True, text=True, timeout=300)
    assert done.stdout == "done\n", done.stderr[-2000:]


@pytest.mark.parametrize("line", ['include "../secret.rules"', 'include "{outside}"', 'include "linked.rules"'])
def test_rules_read_nothing_outside_of_their_folder(tmp_path: Path, line: str) -> None:
    """Neither by going up, nor by an absolute path, nor through a link; and nothing of it is printed."""
    outside = tmp_path / "secret.rules"
    outside.write_text("password hunter2\n", encoding="utf-8")
    home = tmp_path / "game"
    home.mkdir()
    (home / "linked.rules").symlink_to(outside)
    file = home / "game.rules"
    file.write_text(f'game "Nosy" for 2 players\n{line.format(outside=outside)}\n', encoding="utf-8")
    found = load(file)
    told = as_text(found.findings.all, found.sources)
    assert "outside the folder of the game" in told and "hunter2" not in told


@pytest.mark.parametrize("table", ["../secret.csv", "{outside}", "linked.csv"])
def test_tables_lie_in_the_folder_of_the_game(tmp_path: Path, table: str) -> None:
    outside = tmp_path / "secret.csv"
    outside.write_text("name,password\nroot,hunter2\n", encoding="utf-8")
    home = tmp_path / "game"
    home.mkdir()
    (home / "linked.csv").symlink_to(outside)
    file = home / "game.rules"
    file.write_text(f'game "Nosy" for 2 players\npiece Card: from "{table.format(outside=outside)}"\nturn\n  pass\n', encoding="utf-8")
    found = load(file)
    told = as_text(found.findings.all, found.sources)
    assert "outside the folder of the game" in told and "hunter2" not in told
