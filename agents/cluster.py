"""Matches on a Dask cluster: the same results as on one machine, in another order, also when a worker is lost on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulewright.play.engines import NativeCode
from rulewright.play.errors import PlayError
from rulewright.play.simulate import OPTIONS, Simulation, summed

if TYPE_CHECKING:
    from rulewright.agents.batch import Result, Task
    from rulewright.play.game import Game

Whose = tuple[str, tuple[tuple[str, str], ...], int, tuple[str, ...], str]  # what a worker has to load
PORTION = 8  # matches that a worker is given at once
RETRIES = 3
MANY = 2_000  # random matches at once

_loaded: dict[Whose, Game] = {}


def whose(game: Game) -> Whose:
    return str(game.path.resolve()), tuple(sorted(game.options.items())), len(game.seats), game.variants, game.engine.name


def on_cluster(game: Game, tasks: Sequence[Task], address: str) -> Iterator[Result]:
    """Results as they come. Workers read the rules from the same path as we do."""
    from rulewright import __version__

    given = whose(game)
    told = repr((__version__, game.fingerprint, given)).encode()
    name = hashlib.sha256(told).hexdigest()[:12]
    with connected(address) as client:
        portions = [tasks[i : i + PORTION] for i in range(0, len(tasks), PORTION)]
        keys = [f"{name}-{hashlib.sha256(repr(p).encode()).hexdigest()[:16]}" for p in portions]
        futures = [client.submit(played, given, p, key=k, retries=RETRIES) for k, p in zip(keys, portions, strict=True)]
        try:
            for future in import_module("distributed").as_completed(futures):
                yield from future.result()
        finally:
            client.cancel(futures)


def connected(address: str) -> Any:
    """A client of the cluster; sentences for whoever has none."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise PlayError("Dask is not installed, so there is no cluster.", 'Install it: pip install "rulewright[cluster]"') from None
    try:
        return distributed.Client(address, timeout=10)
    except (OSError, TimeoutError, ValueError) as failure:
        said = str(failure).splitlines()[0] if str(failure) else "no answer"
        raise PlayError(f"No cluster answers at {address}: {said}.", "Start one with `dask scheduler`, and workers for it.") from None


def loaded(given: Whose) -> Game:
    """The game of a worker, loaded once."""
    if given not in _loaded:
        from rulewright.agents.batch import prepare
        from rulewright.play.game import load

        path, options, players, variants, engine = given
        _loaded[given] = load(Path(path), dict(options), players, variants, engine)
        prepare(_loaded[given])
    return _loaded[given]


def played(given: Whose, tasks: Sequence[Task]) -> list[Result]:
    """What a worker does with its portion."""
    from rulewright.agents.batch import play

    return [play(loaded(given), task) for task in tasks]


def at_random(
    game: Game, count: int, seed: int, limit: int, address: str, progress: Callable[[int], None] | None = None, widths: int = 1000
) -> Simulation:
    """Random matches: the same as `play.simulate` plays."""
    import numpy

    if not isinstance(game.engine, NativeCode):
        raise PlayError("On a cluster random matches are played by native code only.", "Leave out --engine, or --cluster.")
    start = perf_counter()
    native, given = game.engine.native, whose(game)
    rows = native.new_rows(count)
    with connected(address) as client:
        firsts = range(0, count, MANY)
        ends = [min(count, first + MANY) for first in firsts]
        futures = {
            client.submit(random_portion, given, first, end, seed, limit, widths, pure=False, retries=RETRIES): (first, end)
            for first, end in zip(firsts, ends, strict=True)
        }
        try:
            for future in import_module("distributed").as_completed(list(futures)):
                first, end = futures[future]
                rows[first:end] = numpy.asarray(future.result())
                if progress is not None:
                    progress(end - first)
        finally:
            client.cancel(list(futures))
    return summed(game, rows, None, perf_counter() - start)


def random_portion(given: Whose, first: int, end: int, seed: int, limit: int, widths: int) -> Any:
    """Rows of random matches; the options of the first so many are counted."""
    engine = loaded(given).engine
    assert isinstance(engine, NativeCode)
    rows = engine.native.new_rows(end - first)
    engine.native.fill(rows, seed, first, limit, widths=first < widths)
    rows[max(0, widths - first) :, OPTIONS] = -1
    return rows
