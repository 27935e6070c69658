"""The search in native code: its arena, its runs, and reading what is in it."""

from __future__ import annotations

import ctypes
import struct
from mmap import mmap
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from rulewright.agents.habits import given
from rulewright.agents.numbers import roots
from rulewright.agents.tree import Block, Branch, Facts, Settings
from rulewright.compiler import arena as a
from rulewright.compiler.choices import MOST_OPTIONS
from rulewright.compiler.frame import BARS
from rulewright.core.garbage import not_collected
from rulewright.core.goals import WHOLE, aims
from rulewright.core.random import MASK, seeded
from rulewright.dsl.cache import cache_folder
from rulewright.play.engines import NativeCode, Option, native_available
from rulewright.play.game import Game

if TYPE_CHECKING:
    from rulewright.compiler.engine import Native
    from rulewright.core.program import Program

LEAST = 1 << 16  # bytes: less than that is no tree
AHEAD, LOOKED_AT = 6, 4_000  # how far, and at how many states, it is looked for what was played
_tables: list[Any] = []


def root_table() -> int:
    if not _tables:
        _tables.append((ctypes.c_double * len(roots()))(*roots()))
    return ctypes.addressof(_tables[0])


def bar(context: Any, bars: bytes) -> Any:
    """Give a context the table of options that seats do without; what is returned has to live as long as the context."""
    kept = ctypes.create_string_buffer(bars, len(bars)) if bars else None
    context[BARS] = ctypes.addressof(kept) if kept is not None else 0
    return kept


_searchers: WeakKeyDictionary[Game, Native | None] = WeakKeyDictionary()


def searcher(game: Game) -> Native | None:
    """Native code that can search, also where a match is played by the interpreter; None where no native code can be made."""
    if game not in _searchers:
        _searchers[game] = _compiled(game)
    return _searchers[game]


def _compiled(game: Game) -> Native | None:
    if isinstance(game.engine, NativeCode):
        return game.engine.made_for(searching=True)
    if not native_available():
        return None
    from rulewright.compiler.engine import Native

    with not_collected():
        return Native(game.program, cache_folder() / "native", searching=True)


def bare(program: Program, state: bytes | bytearray) -> bytes:
    """A state without what native code keeps beside it, which may be there or not."""
    found = bytearray(state)
    beside = [k.field for k in program.kept] + ([program.fresh] if program.fresh is not None else [])
    for field in beside:
        size = field.width * field.count
        found[field.offset : field.offset + size] = bytes(size)
    return bytes(found)


class NativeTree:
    """A tree in one stretch of memory that is given back with it."""

    def __init__(self, native: Native, state: bytes, settings: Settings) -> None:
        self.native = native
        self.program = native.program
        size = max(LEAST, settings.memory) // 64 * 64
        self._arena = (ctypes.c_uint8 * size).from_buffer(mmap(-1, size))  # pages are given only as they are used
        self._root = ctypes.create_string_buffer(state, len(state))
        self._state = ctypes.create_string_buffer(len(state))
        self._listing = (ctypes.c_int64 * (native.widest * MOST_OPTIONS))()
        self._context = native.new_context()
        self._bars = bar(self._context, settings.bars)
        self._habits = given(self._context, settings.contest)
        words = (ctypes.c_int64 * (a.HEADER // 8)).from_buffer(self._arena)
        words[a.RNG] = ctypes.c_int64(seeded(settings.seed & MASK)).value
        words[a.LOW], words[a.HIGH] = a.HEADER, size
        words[a.DEPTH], words[a.SCALE] = settings.depth, settings.scale
        words[a.PROOFS] = settings.proofs and aims(self.program).exact
        words[a.TURNS], words[a.RELATIVE], words[a.LEAST] = settings.turns, settings.relative, WHOLE
        struct.pack_into("<d", self._arena, 8 * a.EXPLORE, settings.explore)
        struct.pack_into("<d", self._arena, 8 * a.FACTOR, 0.0 if settings.relative else settings.explore)
        self._words = words

    def run(self, iterations: int) -> None:
        self.native.search(
            ctypes.addressof(self._arena),
            ctypes.addressof(self._root),
            ctypes.addressof(self._state),
            ctypes.addressof(self._context),
            ctypes.addressof(self._listing),
            root_table(),
            iterations,
        )

    def move_to(self, state: bytes) -> bool:
        """Make the block that belongs to a state the root, if there is one and enough memory is left; what was found is kept."""
        if 2 * (self._words[a.LOW] + len(self._arena) - self._words[a.HIGH]) > len(self._arena):
            return False
        rng = self.program.rng
        assert rng is not None
        native = self.native
        waiting: list[tuple[int, bytearray, int]] = [(self._words[a.ROOT], bytearray(self._root.raw[: len(state)]), 0)]
        looked_at, wanted = 0, bare(self.program, state)
        while waiting and looked_at < LOOKED_AT:
            unit, old, deep = waiting.pop(0)
            if bare(self.program, old) == wanted:
                self._words[a.ROOT], self._words[a.PROVEN], self._words[a.DEEPEST] = unit, 0, 0
                self._words[a.ITERATIONS] = 0
                self._root = ctypes.create_string_buffer(state, len(state))
                return True
            for option, _, child, _ in self._read(unit)[4] if deep < AHEAD else ():
                if child > 0:
                    new = bytearray(old)
                    native.choose(new, option)
                    looked_at += 1
                    waiting.append((child, new, deep + 1))
        return False

    def facts(self) -> Facts:
        w = self._words
        used = w[a.LOW] + len(self._arena) - w[a.HIGH]
        return Facts(w[a.ITERATIONS], w[a.BLOCKS], bool(w[a.FULL]), w[a.DEEPEST], bool(w[a.PROVEN]), used, w[a.BROKEN])

    def branches(self, block: int = 0) -> list[Branch]:
        unit = block or self._words[a.ROOT]
        if not unit:
            return []
        who, _, _, tried, edges = self._read(unit)
        found = []
        for option, visits, child, total in edges[: tried if who >= 0 else None]:
            certain = None
            if child < 0:
                first = child & (1 << 17) - 1
                certain = first if who == 0 else WHOLE - first
            found.append(Branch(option, visits, total, certain, max(child, 0)))
        return found

    def decider(self, block: int = 0) -> int:
        unit = block or self._words[a.ROOT]
        return int(self._read(unit)[0])

    def _read(self, unit: int) -> Block:
        at = unit * a.UNIT
        who, width, count, visits, place, proof, tried = struct.unpack_from("<iiiiqii", self._arena, at)
        size = width & a.WIDEST
        words = struct.unpack_from(f"<{size * count}q", self._arena, place)
        alts = self.program.choices[width >> a.CHOICE].alts
        edges: list[tuple[Option, int, int, int]] = []
        for i in range(count):
            edge_visits, child, total, _, _ = struct.unpack_from("<iiqdd", self._arena, at + a.UNIT * (i + 1))
            first = i * size
            option = words[first], words[first + 1 : first + 1 + len(alts[words[first]].args)]
            edges.append((option, edge_visits, child, total))
        return who, visits, proof, tried, tuple(edges)

    def blocks(self) -> list[Block]:
        found, unit = [], a.HEADER // a.UNIT
        while unit * a.UNIT < self._words[a.LOW]:
            block = self._read(unit)
            found.append(block)
            unit += 1 + len(block[4])
        return found
