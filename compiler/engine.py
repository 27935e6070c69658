"""Machine code for a program: compiled by LLVM, kept on disk, called from Python."""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
import threading
import time
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.compiler.batch import COLUMNS
from rulewright.compiler.choices import MOST_OPTIONS, width
from rulewright.compiler.frame import ERROR, FIRED, LIMIT, REASONS, SAID, SPAN, WIDTHS
from rulewright.compiler.module import write_module
from rulewright.compiler.spans import first_counter
from rulewright.compiler.tiers import Tiers
from rulewright.core.goals import aims
from rulewright.core.layout import initial, pack, unpack
from rulewright.core.program import Choice, Program
from rulewright.core.random import MASK, below, seeded, step, stream
from rulewright.core.sight import hides

VERSION = "2"
_lock = threading.Lock()
_ready = False

LONG = 1_000_000  # characters
SMALL = 100_000  # texts that are optimised before anybody could notice
FULL = 2
LEVEL = "RULEWRIGHT_LLVM"  # the environment says how much LLVM optimises
ABANDONED = 3600  # seconds after which nobody is still writing a file


class NativeError(Exception):
    """Rules that cannot be carried out: the reason, and the number of the place in the rules."""

    def __init__(self, reason: str, span: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def _llvm() -> Any:
    global _ready
    import llvmlite.binding as llvm

    with _lock:
        if not _ready:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
            _ready = True
    return llvm


def host() -> tuple[str, frozenset[str]]:
    llvm = _llvm()
    features = frozenset(name for name, there in llvm.get_host_cpu_features().items() if there)
    return llvm.get_host_cpu_name(), features


def level() -> int | None:
    """How much LLVM optimises, if the environment says so: 2 runs fastest, 0 compiles ten times as fast. Otherwise code is made in two
    tiers: without optimising at first, and optimised by another process where it is used much."""
    chosen = os.environ.get(LEVEL)
    if chosen not in ("0", "1", "2", None):
        raise OSError(f"{LEVEL} is 0, 1 or 2, not “{chosen}”")
    return int(chosen) if chosen is not None else None


def compile_object(text: str, effort: int | None = None) -> bytes:
    """LLVM text to an object file. Very long texts are optimised a little less, which takes a quarter less time and runs as fast."""
    llvm = _llvm()
    effort = _effort(effort)
    long = len(text) > LONG
    module = llvm.parse_assembly(text)
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=effort, reloc="pic", codemodel="jitdefault"
    )
    tuning = llvm.create_pipeline_tuning_options(speed_level=min(effort, 1 if long else 2))
    tuning.loop_unrolling = not long
    tuning.loop_vectorization = False
    tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _effort(wanted: int | None) -> int:
    chosen = level() if wanted is None else wanted
    return FULL if chosen is None else chosen


def cached_object(program: Program, folder: Path | None, *forms: bool, text: str = "", effort: int | None = None) -> bytes:
    """The object code of a program, from disk if it is there and whole; `text` is its LLVM text, if somebody has written it."""
    text = text or write_module(program, host()[1], *forms)[0]
    effort = _effort(effort)
    if folder is None or not _ours(folder):
        return compile_object(text, effort)
    path = kept_at(text, folder, effort)
    code = stored(path)
    if code is None:
        code = compile_object(text, effort)
        keep(path, code)
    return code


def kept_at(text: str, folder: Path, effort: int) -> Path:
    """Where the code of a text lies: named by everything that it depends on."""
    import llvmlite

    cpu, features = host()
    named = [VERSION, str(effort), llvmlite.__version__, cpu, ",".join(sorted(features)), text]
    return folder / f"{hashlib.sha256(chr(10).join(named).encode()).hexdigest()}.o"


def stored(path: Path) -> bytes | None:
    """Code from disk, if it is there and whole."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    digest, code = found[:32], found[32:]
    return code if hashlib.sha256(code).digest() == digest else None


def keep(path: Path, code: bytes) -> None:
    """Put code on disk; where that cannot be, it is made again next time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear_away(path.parent)
        # A file of its own first, then renamed: a reader never sees half a file, whoever else is writing.
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
        os.replace(name, path)
    except OSError:
        pass


def _ours(folder: Path) -> bool:
    """Whether code that lies in a folder can only have been put there by this user: it is his, and nobody else can write to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = folder.stat()
    except OSError:
        return True  # there is nothing to be read; and what cannot be written is only compiled again
    if not hasattr(os, "getuid"):
        return True
    if found.st_uid == os.getuid() and not found.st_mode & 0o022:
        return True
    _warn(folder)
    return False


@cache
def _warn(folder: Path) -> None:
    warnings.warn(
        f"{folder} belongs to somebody else, or others can write to it: machine code is neither read from it nor kept there. "
        "Set RULEWRIGHT_CACHE to a folder of your own, or `chmod go-w` it.",
        RuntimeWarning,
        stacklevel=2,
    )


def linked(code: bytes) -> Any:
    """Object code in memory, ready to be called; it lives as long as what is returned."""
    llvm = _llvm()
    backing = llvm.parse_assembly("")
    target = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(backing, target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _clear_away(folder: Path) -> None:
    """Remove what was left half written by somebody who was stopped in the middle of it, long ago."""
    for path in folder.glob("*.part"):
        try:
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()
        except OSError:
            pass  # somebody else was quicker


class Native:
    """The compiled form of one program. Matches are byte buffers; this holds none.

    Made with `counting`, batches count how often each rule is applied; with `paranoid`, they look over every state; with `searching`,
    it can search for good choices; with `profiling`, it says where in the rules it is, and counts how often.
    """

    def __init__(
        self,
        program: Program,
        folder: Path | None = None,
        counting: bool = False,
        paranoid: bool = False,
        searching: bool = False,
        profiling: bool = False,
    ) -> None:
        self.program = program
        self.profiling = profiling
        self.paranoid = paranoid
        text, self.counted = write_module(program, host()[1], counting, paranoid, searching, profiling)
        self._searching = searching
        self._tiers: Tiers | None = None
        self._swapping = threading.Lock()
        self._engines: list[Any] = []  # code that may still be running
        self._bind(linked(self._first(text, folder)))
        self.template = pack(program, initial(program))
        self.widest = max((width(c) for c in program.choices), default=1)
        assert program.rng is not None and program.over is not None and program.pending is not None
        self._listing = (ctypes.c_int64 * (self.widest * MOST_OPTIONS))()
        self.context = self.new_context()

    def _first(self, text: str, folder: Path | None) -> bytes:
        """The code to begin with: optimised if that is there, or soon made; else as it is quickly made, and better code is waited for."""
        if level() is not None or folder is None or len(text) <= SMALL or not _ours(folder):
            return cached_object(self.program, folder, text=text)
        path = kept_at(text, folder, FULL)
        code = stored(path)
        if code is None:
            self._tiers = Tiers(text, path)
            code = cached_object(self.program, folder, text=text, effort=0)
        return code

    def _bind(self, engine: Any) -> None:
        """Call the functions of this code from now on."""
        self._engines.append(engine)
        pointer, word = ctypes.c_void_p, ctypes.c_int64
        self._start = self._function("rulewright_start", None, pointer, pointer)
        self._resume = self._function("rulewright_resume", None, pointer, pointer)
        self._renew = self._function("rulewright_renew", None, pointer, pointer)
        self._options = self._function("rulewright_options", word, pointer, pointer, word, pointer, word)
        self._decider = self._function("rulewright_decider", word, pointer, pointer)
        self._choose = self._function("rulewright_choose", None, pointer, pointer, pointer)
        self._batch = self._much("_batch", self._function("rulewright_batch", None, pointer, pointer, pointer, word, word, word, pointer))
        self._position = self._function("rulewright_position", word, pointer)
        self._scores = self._function("rulewright_scores", None, pointer, pointer, pointer)
        if self._searching:
            given: tuple[Any, ...] = (pointer, pointer, pointer, pointer, pointer, pointer, word)
            self.search = self._much("search", self._function("rulewright_search", None, *given))
            self.value = self._much("value", self._function("rulewright_value", None, pointer, pointer, pointer, pointer, word, pointer))
            self.solve = self._much("solve", self._function("rulewright_solve", word, pointer, pointer, pointer))
            if aims(self.program).dangers:
                given = (pointer, pointer, word, pointer, pointer, pointer, word, word)
                self.plan = self._much("plan", self._function("rulewright_plan", None, *given))
            if hides(self.program):
                given = (pointer, pointer, word, pointer, pointer, pointer, pointer, word)
                self.search_hidden = self._much("search_hidden", self._function("rulewright_search_hidden", None, *given))
        if self.paranoid:
            self._sound = self._function("rulewright_sound", word, pointer)

    def _much(self, name: str, function: Any) -> Any:
        """A function in which much time is spent. As long as better code is waited for, each call asks whether it is there; it does the
        same with the same state, only sooner."""
        tiers = self._tiers
        if tiers is None:
            return function

        def call(*given: Any) -> Any:
            if self._improved():
                return getattr(self, name)(*given)
            begun = time.perf_counter()
            found = function(*given)
            tiers.spent(time.perf_counter() - begun)
            return found

        return call

    def _improved(self) -> bool:
        """Whether optimised code is there; from then on it is used."""
        with self._swapping:
            if self._tiers is None:
                return True
            code = self._tiers.made()
            if code is None:
                return False
            self._tiers = None
            self._bind(linked(code))
            return True

    def _function(self, name: str, result: Any, *args: Any) -> Any:
        address = self._engines[-1].get_function_address(name)
        if not address:
            raise RuntimeError(f"{name} is missing from the compiled game")
        return ctypes.CFUNCTYPE(result, *args)(address)

    def new_context(self) -> ctypes.Array[ctypes.c_int64]:
        places = 2 * len(self.program.spans) if self.profiling else 0
        context = (ctypes.c_int64 * (first_counter(self.program) + places))()
        context[LIMIT] = 1 << 40
        return context

    # ------------------------------------------------------------ one match

    def new_state(self) -> bytearray:
        return bytearray(self.template)

    def _check(self) -> None:
        if self.context[ERROR]:
            reason, span = REASONS[self.context[ERROR]], self.context[SPAN]
            self.context[ERROR] = 0
            raise NativeError(reason, span)

    def start(self, seed: int) -> bytearray:
        state = self.new_state()
        assert self.program.rng is not None
        for number, name in enumerate(self.program.streams):
            at = self.program.rng.offset + 8 * number
            state[at : at + 8] = seeded(seed, stream(name)).to_bytes(8, "little")
        self._start(address(state), ctypes.addressof(self.context))
        self._check()
        return state

    def resume(self, state: bytearray) -> None:
        """Go on with the procedure on top of the stack, to its first stop."""
        self._resume(address(state), ctypes.addressof(self.context))
        self._check()

    def pending(self, state: bytearray) -> int:
        field = self.program.pending
        assert field is not None
        return int.from_bytes(state[field.offset : field.offset + field.width], "little", signed=True)

    def choice(self, state: bytearray) -> Choice | None:
        number = self.pending(state)
        return self.program.choices[number] if number >= 0 else None

    def decider(self, state: bytearray) -> int:
        return max(-1, self._asked(state))

    def _asked(self, state: bytearray) -> int:
        """Who decides; for chance, -1 - the number of its generator."""
        return int(self._decider(address(state), ctypes.addressof(self.context)))

    def count(self, state: bytearray) -> int:
        return int(self._options(address(state), ctypes.addressof(self.context), -1, ctypes.addressof(self._listing), 0))

    def options(self, state: bytearray) -> list[tuple[int, tuple[int, ...]]]:
        choice = self.choice(state)
        if choice is None:
            return []
        total = self._options(address(state), ctypes.addressof(self.context), -1, ctypes.addressof(self._listing), 1)
        self._check()
        size = width(choice)
        if total > MOST_OPTIONS:
            return [self.nth(state, n) for n in range(total)]
        flat = self._listing[: total * size]
        found = []
        for i in range(0, total * size, size):
            alt = flat[i]
            found.append((alt, tuple(flat[i + 1 : i + 1 + len(choice.alts[alt].args)])))
        return found

    def nth(self, state: bytearray, number: int) -> tuple[int, tuple[int, ...]]:
        choice = self.choice(state)
        assert choice is not None
        self._options(address(state), ctypes.addressof(self.context), number, ctypes.addressof(self._listing), 0)
        self._check()
        alt = self._listing[0]
        return alt, tuple(self._listing[1 : 1 + len(choice.alts[alt].args)])

    def choose(self, state: bytearray, option: tuple[int, tuple[int, ...]]) -> None:
        buffer = (ctypes.c_int64 * self.widest)(option[0], *option[1])
        self._choose(address(state), ctypes.addressof(self.context), ctypes.addressof(buffer))
        self._check()

    def chance(self, state: bytearray) -> int:
        """Draw the number of an option from the generator of what chance speaks with."""
        assert self.program.rng is not None
        at = self.program.rng.offset + 8 * (-1 - self._asked(state))
        now, bits = step(int.from_bytes(state[at : at + 8], "little"))
        state[at : at + 8] = now.to_bytes(8, "little")
        return below(bits, self.count(state))

    def stale(self, state: bytearray) -> list[str]:
        """What is kept beside a state and is not what its definition says."""
        if not self.program.kept:
            return []
        copy = bytearray(state)
        self._renew(address(copy), ctypes.addressof(self.context))
        assert self.program.fresh is not None
        if not state[self.program.fresh.offset]:
            return []  # nothing is kept yet
        places = [(k, slice(k.field.offset, k.field.offset + k.field.width * k.field.count)) for k in self.program.kept]
        return [str(k) for k, at in places if state[at] != copy[at]]

    def position(self, state: bytearray) -> int:
        return int(self._position(address(state))) & MASK

    def scores(self, state: bytearray) -> list[list[int]]:
        entries, seats = len(self.program.scores), len(self.program.seats)
        out = (ctypes.c_int64 * max(1, entries * seats))()
        self._scores(address(state), ctypes.addressof(self.context), ctypes.addressof(out))
        self._check()
        return [list(out[s * entries : (s + 1) * entries]) for s in range(seats)]

    # ------------------------------------------------------------ batches

    @property
    def columns(self) -> int:
        return len(COLUMNS) + len(self.program.seats) * len(self.program.scores)

    def batch(self, count: int, seed: int, first: int = 0, limit: int = 1 << 40, widths: bool = True) -> tuple[Any, list[int]]:
        """Play matches between random players; a row for each, and how often each rule was applied, if the code counts that.

        Without `widths` options are not counted, which is quicker where an option can be drawn without knowing all of them.
        """
        rows = self.new_rows(count)
        return rows, self.fill(rows, seed, first, limit, widths)

    def new_rows(self, count: int) -> Any:
        """Room for the results of so many matches."""
        import numpy

        return numpy.zeros((count, self.columns), dtype=numpy.int64)

    def fill(self, rows: Any, seed: int, first: int, limit: int, widths: bool) -> list[int]:
        """Play as many matches as there are rows, and write their results there; how often each rule was applied."""
        fired, _ = self._play(rows, seed, first, limit, widths)
        return fired

    def _play(self, rows: Any, seed: int, first: int, limit: int, widths: bool, context: Any = None) -> tuple[list[int], bytearray]:
        context = self.new_context() if context is None else context
        context[LIMIT] = limit
        context[WIDTHS] = widths
        state = bytearray(2 * len(self.template)) if self.paranoid else self.new_state()
        self._batch(
            self._template_address,
            address(state),
            ctypes.addressof(context),
            first,
            len(rows),
            seed & MASK if seed < 1 << 63 else seed - (1 << 64),
            rows.ctypes.data,
        )
        return list(context[FIRED:]), state

    def profile(self, rows: Any, seed: int, first: int, limit: int, context: Any) -> None:
        """Play as many matches as there are rows; meanwhile the context says where they are, and counts places."""
        self._play(rows, seed, first, limit, False, context)

    def sound(self, state: bytearray) -> bool:
        """Whether everything in a state is as it must be; only code that was made with `paranoid` can tell."""
        return bool(self._sound(address(state)))

    def unsound(self, seed: int, number: int, limit: int = 1 << 40) -> bytearray:
        """The state at which a batch found fault with a match: it is played again, and left behind its own state."""
        _, states = self._play(self.new_rows(1), seed, number, limit, widths=True)
        return states[len(self.template) :]

    @property
    def _template_address(self) -> int:
        if not hasattr(self, "_template_buffer"):
            self._template_buffer = ctypes.create_string_buffer(self.template, len(self.template))
        return ctypes.addressof(self._template_buffer)

    def told(self) -> list[int]:
        """The texts told since the last look."""
        count = self.context[SAID]
        found = list(self.context[SAID + 1 : SAID + 1 + count])
        self.context[SAID] = 0
        return found

    def as_list(self, state: bytearray) -> list[int]:
        return unpack(self.program, state)


def address(buffer: bytearray) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(buffer))
