"""How long printed documents take, warm: everything from the rules to the PDF, as the command line makes it.

The goal: 40 pages in less than 5 seconds. The longest rulebooks have fewer, so a verdict is given on the sheets to cut out, a file of
40 pages, and on all parts of a game together, which are more; the rulebooks of the big games, one with the tags of its rules in the
margin, stand beside them. On a machine that has nothing else to do, the wall shows less than the seconds of all cores together; on a
busy one it shows the waiting as well. So the lesser of the two is taken.
"""

from __future__ import annotations

import re
from time import perf_counter, process_time

GOAL, PAGES = 5.0, 40
ROUNDS = 3
COMMANDS = (
    ("chess", ("rulebook",), False),
    ("two_heirs", ("rulebook",), False),
    ("two_princes", ("rulebook",), False),
    ("kingdom_of_heroes", ("rulebook",), False),
    ("grandlins_heirs", ("rulebook",), False),
    ("grandlins_heirs", ("rulebook",), True),
    ("two_princes", ("story",), False),
    ("grandlins_heirs", ("components",), False),
    ("kingdom_of_heroes", ("rulebook", "aid", "components"), False),
    ("grandlins_heirs", ("rulebook", "aid", "components"), False),
)


def main() -> None:
    """Every command: pages, seconds on the wall and of the processor (of all cores), and what that is for 40 pages."""
    printed("tic_tac_toe", ("rulebook",), False)  # imports, grammar, fonts
    print(f"{'rulewright rulebook …':<66} {'pages':>6} {'wall s':>8} {'busy s':>8} {f's for {PAGES} pages':>17}")
    for game, parts, ids in COMMANDS:
        found = [printed(game, parts, ids) for _ in range(ROUNDS)]
        pages, wall, busy = min(found, key=lambda times: min(times[1:]))
        share = min(wall, busy) * PAGES / pages
        verdict = "" if pages < PAGES else "  below the goal" if share < GOAL else f"  above the goal of {GOAL:g} s"
        words = f"{game} --parts {','.join(parts)}{' --ids' if ids else ''}"
        print(f"{words:<66} {pages:>6} {wall:>8.2f} {busy:>8.2f} {share:>17.2f}{verdict}")


def printed(game: str, parts: tuple[str, ...], ids: bool) -> tuple[int, float, float]:
    """Pages of the PDF files of a command, and the seconds it takes, from the text of the rules on."""
    from rulewright.rulebook.parts.book import make
    from rulewright.rulebook.render.pdf import pdf

    start, begun = perf_counter(), process_time()
    book = make(game, kit="components" in parts).book
    files = [pdf(book, part, "a4", ids) for part in parts]
    wall, busy = perf_counter() - start, process_time() - begun
    return sum(_pages(data) for data in files), wall, busy


def _pages(data: bytes) -> int:
    counts = [int(count) for count in re.findall(rb"/Type\s*/Pages\s*/Count (\d+)", data)]
    return max(counts)


if __name__ == "__main__":
    main()
