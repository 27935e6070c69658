"""Machine players think in a process of their own, so that nobody at another table waits for them."""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from rulewright.play.match import Match
from rulewright.server.shelf import Shelf
from rulewright.server.store import Head

QUICK = {"random", "first", "greedy"}
_pool: ProcessPoolExecutor | None = None
_shelf: Shelf | None = None
_matches: dict[str, tuple[list[int], Match]] = {}  # in the process that thinks: the last position of each match


async def choice(head: Head, paths: list[str], level: str, seat: int, choices: list[int], match: Match, deciders: dict[str, Any]) -> int:
    """The option that a machine of a level takes, from what the seat knows."""
    if level in QUICK:
        from rulewright.agents.registry import player

        key = f"{level} {seat}"
        if key not in deciders:
            deciders[key] = player(level, head.seed * 31 + seat)
        return int(deciders[key](match))
    loop = asyncio.get_running_loop()
    for _ in range(2):
        try:
            return await loop.run_in_executor(_workers(), _think, head, paths, level, seat, choices)
        except BrokenProcessPool:
            _stop()
    raise BrokenProcessPool("the process that thinks cannot be started")


def _workers() -> ProcessPoolExecutor:
    global _pool
    if _pool is None:
        _pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        atexit.register(_stop)
    return _pool


def _stop() -> None:
    global _pool
    if _pool is not None:
        _pool.shutdown(wait=False, cancel_futures=True)
        _pool = None


def _think(head: Head, paths: list[str], level: str, seat: int, choices: list[int]) -> int:
    """Runs in the other process."""
    from rulewright.agents.registry import player

    global _shelf
    if _shelf is None:
        _shelf = Shelf(paths, guard=False)  # looked at already by the server
    known = _matches.get(head.name)
    if known is not None and choices[: len(known[0])] == known[0]:
        match, done = known[1], len(known[0])
    else:
        box = _shelf.kept(head.game, head.fingerprint, head.settings, head.rules)
        match, done = box.game.start(head.seed), 0
    for number in choices[done:]:
        match.choose(number)
    _matches[head.name] = (choices, match)
    while len(_matches) > 50:
        _matches.pop(next(iter(_matches)))
    return int(player(level, head.seed * 31 + seat + len(choices))(match))
