"""The cache of object code: whatever happens to its files, games load and play the same; and without llvmlite it is said once."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulewright.compiler import engine as native
from rulewright.compiler import tiers
from rulewright.core.program import Program
from rulewright.dsl.driver import load as load_rules
from rulewright.play import game as games
from rulewright.play import load
from rulewright.play.finding import find_game

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def program() -> Program:
    found = load_rules(find_game("tic_tac_toe"), lint=False).program
    assert found is not None
    return found


@pytest.fixture(scope="module")
def code(program: Program, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return native.cached_object(program, tmp_path_factory.mktemp("first"))


def stored(folder: Path) -> Path:
    (path,) = folder.glob("*.o")
    return path


def works(program: Program, folder: Path) -> None:
    """Native code from that folder plays a match."""
    machine = native.Native(program, folder)
    state = machine.start(1)
    while machine.choice(state) is not None:
        machine.choose(state, machine.options(state)[0])
    assert machine.start(1) == machine.start(1)


def whole(path: Path) -> bool:
    data = path.read_bytes()
    return hashlib.sha256(data[32:]).digest() == data[:32] and len(data) > 32


def test_the_second_time_nothing_is_compiled(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = native.cached_object(program, tmp_path)
    monkeypatch.setattr(native, "compile_object", lambda *_: pytest.fail("compiled once more"))
    assert native.cached_object(program, tmp_path) == first
    assert whole(stored(tmp_path))


@pytest.mark.parametrize("damage", ["empty", "cut", "digest only", "flipped", "garbage", "text"])
def test_a_damaged_file_is_made_again(program: Program, code: bytes, tmp_path: Path, damage: str) -> None:
    native.cached_object(program, tmp_path)
    path = stored(tmp_path)
    data = path.read_bytes()
    middle = len(data) // 2
    path.write_bytes(
        {
            "empty": b"",
            "cut": data[:middle],
            "digest only": data[:32],
            "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
            "garbage": os.urandom(len(data)),
            "text": b"not an object",
        }[damage]
    )
    assert native.cached_object(program, tmp_path) == code
    assert whole(stored(tmp_path))  # and it was mended on disk
    works(program, tmp_path)


def test_a_folder_that_cannot_be_written(program: Program, code: bytes, tmp_path: Path) -> None:
    """The cache is a help, not a need: a file in its place, and the game is compiled each time."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    assert native.cached_object(program, blocked) == code
    folder = tmp_path / "folder"
    folder.mkdir()
    native.cached_object(program, folder)
    path = stored(folder)
    path.unlink()
    path.mkdir()  # a folder where the file should be
    assert native.cached_object(program, folder) == code


def test_other_rules_have_another_file(program: Program, tmp_path: Path) -> None:
    native.cached_object(program, tmp_path)
    for form in range(4):  # counting, paranoid, searching, profiling
        native.cached_object(program, tmp_path, *(number == form for number in range(4)))
    other = load_rules(find_game("connect_four"), lint=False).program
    assert other is not None
    native.cached_object(other, tmp_path)
    assert len(list(tmp_path.glob("*.o"))) == 6


SMALL = """\
game "Small" for Ann, Bob

option rounds: 1 to 9 = 2

turn
  player must wait
  if turn_number > rounds: draw

action wait
  pass
"""


def test_an_option_or_a_version_makes_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "small.rules"
    path.write_text(SMALL, encoding="utf-8")
    folder = tmp_path / "cache"
    for rounds in ("2", "3"):
        loaded = load_rules(path, {"rounds": rounds}, lint=False).program
        assert loaded is not None
        native.cached_object(loaded, folder)
    assert len(list(folder.glob("*.o"))) == 2
    monkeypatch.setattr(native, "VERSION", "another")
    native.cached_object(loaded, folder)
    assert len(list(folder.glob("*.o"))) == 3


def test_many_writers_at_once(program: Program, code: bytes, tmp_path: Path) -> None:
    """Threads that all find nothing and all write: each gets the same code, and a whole file is left."""
    barrier = threading.Barrier(6)

    def write(_: int) -> bytes:
        barrier.wait()
        return native.cached_object(program, tmp_path)

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(write, range(6)))
    assert set(found) == {code}
    assert whole(stored(tmp_path))
    assert not list(tmp_path.glob("*.part"))


WRITER = """
import os, sys, tempfile
from pathlib import Path
from rulewright.compiler import engine as native
from rulewright.compiler import tiers
from rulewright.dsl.driver import load
from rulewright.play.finding import find_game

class Slow:
    '''A file that is written byte by byte, so that there is a middle of it.'''
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *args): self.file.close()
    def write(self, data):
        half = len(data) // 2
        self.file.write(data[:half]); self.file.flush()
        print("half", flush=True)
        sys.stdin.readline()
        self.file.write(data[half:])

if sys.argv[2] == "slow":
    real = os.fdopen
    native.os.fdopen = lambda handle, mode: Slow(real(handle, mode))
program = load(find_game("tic_tac_toe"), lint=False).program
native.cached_object(program, Path(sys.argv[1]))
print("written", flush=True)
"""


def test_killed_in_the_middle_of_a_write(program: Program, code: bytes, tmp_path: Path) -> None:
    """`kill -9` while a file is half written: nobody ever takes the half for the whole, and the next one writes it all."""
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path), "slow"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "half"
    assert list(tmp_path.glob("*.part")) and not list(tmp_path.glob("*.o"))
    os.kill(child.pid, signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    assert not list(tmp_path.glob("*.o"))
    assert native.cached_object(program, tmp_path) == code
    assert whole(stored(tmp_path))
    works(program, tmp_path)


def test_what_a_killed_writer_left_is_cleared_away(program: Program, tmp_path: Path) -> None:
    """The next one who writes removes it once it is old; what may still be written stays."""
    old, new = tmp_path / "old.part", tmp_path / "new.part"
    for path in (old, new):
        path.write_bytes(b"half")
    long_ago = time.time() - native.ABANDONED - 60
    os.utime(old, (long_ago, long_ago))
    native.cached_object(program, tmp_path)
    assert not old.exists() and new.exists()
    works(program, tmp_path)


def test_killed_again_and_again(program: Program, code: bytes, tmp_path: Path) -> None:
    """Writers that are killed at some moment or other, while others go on: what is there is whole at every time."""
    for delay in (0.05, 0.4, 0.8):
        children = [
            subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), "fast"], stdout=subprocess.DEVNULL, cwd=ROOT) for _ in range(2)
        ]
        time.sleep(delay)
        children[0].kill()
        for path in tmp_path.glob("*.o"):
            assert whole(path)
        for child in children:
            child.wait()
        for path in tmp_path.glob("*.o"):
            assert whole(path)
    assert native.cached_object(program, tmp_path) == code


# ---------------------------------------------------------------- without llvmlite


def test_the_interpreter_stands_in_and_it_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "native_available", lambda: False)
    monkeypatch.setattr(games, "_told", False)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for name in ("tic_tac_toe", "kuhn_poker", "tic_tac_toe"):
            assert load(name).engine.name == "interpreter"
            load(name).start(1)
    told = [str(w.message) for w in said if "llvmlite" in str(w.message)]
    assert told == ["llvmlite cannot be loaded here: games run in the interpreter, which is slower."]


def test_native_code_that_was_asked_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.play.errors import PlayError

    monkeypatch.setattr(games, "native_available", lambda: False)
    with pytest.raises(PlayError, match="Native code needs llvmlite") as caught:
        load("tic_tac_toe", engine="native").start(1)
    assert "interpreter" in caught.value.help


@pytest.mark.parametrize("fault", ["ImportError", "OSError"])
def test_without_llvmlite_a_command_still_works(fault: str) -> None:
    """A process in which llvmlite is missing or broken: the match is simulated, and stderr says why it takes longer, once."""
    script = (
        "import sys\n"
        "class Broken:\n"
        "    def find_spec(name, path, target=None):\n"
        f"        if name.startswith('llvmlite'): raise {fault}(name)\n"
        "sys.meta_path.insert(0, Broken)\n"
        "from rulewright.cli.main import main\n"
        "sys.argv = ['rulewright', 'simulate', 'tic_tac_toe', '-n', '3', '--json']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert '"engine": "interpreter"' in done.stdout
    assert done.stderr == "note: llvmlite cannot be loaded here: games run in the interpreter, which is slower.\n"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="a question of users and their rights")
def test_a_folder_that_others_can_write_to_is_left_alone(tmp_path: Path) -> None:
    """Whoever can write there could let us run what he likes."""
    folder = tmp_path / "native"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    game = load("tic_tac_toe", engine="interpreter")
    with pytest.warns(RuntimeWarning, match="others can write to it"):
        assert native.cached_object(game.program, folder)
    assert list(folder.iterdir()) == []
    folder.chmod(0o755)
    assert native.cached_object(game.program, folder)
    assert len(list(folder.glob("*.o"))) == 1


def test_levels_of_optimisation_are_kept_apart(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled quickly is not taken for what runs fast, and both play."""
    for count, level in enumerate("012"):
        monkeypatch.setenv("RULEWRIGHT_LLVM", level)
        assert len(list(tmp_path.glob("*.o"))) == count
        works(program, tmp_path)
    monkeypatch.setenv("RULEWRIGHT_LLVM", "fast")
    with pytest.raises(OSError, match="is 0, 1 or 2, not “fast”"):
        native.cached_object(program, tmp_path)


def test_code_that_is_used_much_is_optimised_by_another_process(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was begun in quick code goes on in better code, with the same matches."""
    monkeypatch.delenv("RULEWRIGHT_LLVM")
    monkeypatch.setattr(native, "SMALL", 0)
    monkeypatch.setattr(tiers, "PATIENCE", 0.0)
    machine = native.Native(program, tmp_path)
    quick = [p.name for p in tmp_path.glob("*.o")]
    assert len(quick) == 1, "nothing was optimised yet"
    state = machine.start(3)
    first, _ = machine.batch(50, 7)
    for _ in range(600):
        if len(list(tmp_path.glob("*.o"))) == 2:
            break
        time.sleep(0.05)
    monkeypatch.setattr(tiers, "EVERY", 0.0)
    again, _ = machine.batch(50, 7)
    assert machine._tiers is None and len(machine._engines) == 2
    assert (first == again).all() and machine.options(state) == machine.options(machine.start(3))
    assert native.Native(program, tmp_path)._tiers is None, "the next one finds it"
    for process in tiers._started:
        process.wait()
    assert not list(tmp_path.glob("*.ll"))


def test_where_nobody_can_optimise_quick_code_goes_on(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_LLVM")
    monkeypatch.setattr(native, "SMALL", 0)
    monkeypatch.setattr(tiers, "PATIENCE", 0.0)
    monkeypatch.setattr(tiers.sys, "executable", str(tmp_path / "nowhere"))
    machine = native.Native(program, tmp_path)
    first, _ = machine.batch(20, 7)
    again, _ = machine.batch(20, 7)
    assert machine._tiers is not None and (first == again).all() and not list(tmp_path.glob("*.ll"))
