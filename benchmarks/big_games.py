"""Random matches of the four big games: native code beside the interpreter, on one core.

Between random players Grandlin's Heirs goes on for about a hundred thousand decisions; of it the first 2,000 of each match are played.
"""

from __future__ import annotations

from statistics import median

from benchmarks.timing import busy, enough, interleaved, one_core, ratio

NO_LIMIT = 1 << 40
# Game, players, variants, after how many decisions a match is cut.
GAMES: tuple[tuple[str, int | None, tuple[str, ...], int], ...] = (
    ("two_heirs", None, (), NO_LIMIT),
    ("two_heirs", None, ("Henry",), NO_LIMIT),
    ("kingdom_of_heroes", 4, (), NO_LIMIT),
    ("two_princes", None, (), NO_LIMIT),
    ("grandlins_heirs", 4, (), 2000),
)


def main(repetitions: int = 5) -> None:
    from rulewright.play import load
    from rulewright.play.engines import NativeCode
    from rulewright.play.simulate import simulate

    one_core()
    print("Random matches of the big games, one core")
    print(f"{'game':<28}{'interpreter/s':>15}{'native/s':>12}{'ratio':>8}{'decisions':>11}{'state':>9}")
    for name, players, variants, limit in GAMES:
        fast = load(name, players=players, variants=variants, engine="native")
        slow = load(name, players=players, variants=variants, engine="interpreter")
        assert isinstance(fast.engine, NativeCode)
        native = fast.engine.native
        count = enough(lambda n: native.batch(n, 1, limit=limit, widths=False), 0.3)
        turns = iter(range(1 << 30))

        def natively() -> float:
            return count / busy(lambda: native.batch(count, next(turns), limit=limit, widths=False))

        def slowly() -> float:
            return 1 / busy(lambda: simulate(slow, 1, next(turns), limit=limit))

        slow_rates, fast_rates = interleaved([slowly, natively], repetitions)
        length = native.batch(200, 1, limit=limit, widths=False)[0][:, 4].mean()
        title = ", ".join([name, *variants])
        print(
            f"{title:<28}{median(slow_rates):>15.2f}{median(fast_rates):>12,.0f}{ratio(fast_rates, slow_rates):>8,.0f}"
            f"{length:>11,.0f}{fast.program.size:>7,} B",
            flush=True,
        )
