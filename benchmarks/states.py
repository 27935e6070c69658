"""What a match takes: bytes of its state, and the time of a clone."""

from __future__ import annotations

from statistics import median
from timeit import repeat


def main() -> None:
    from rulewright.play import list_games, load
    from rulewright.play.engines import NativeCode

    print("Bytes of a match, and the time to clone it")
    print(f"{'game':<22}{'bytes':>8}{'clone, ns':>12}")
    for name in list_games():
        game = load(name, engine="native")
        engine = game.engine
        assert isinstance(engine, NativeCode)
        state = engine.start(1)
        number = 20_000
        times = repeat(lambda: engine.copy(state), number=number, repeat=7)
        print(f"{name:<22}{game.program.size:>8,}{1e9 * median(times) / number:>12,.0f}", flush=True)
