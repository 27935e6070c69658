"""How long a rulebook takes, warm: the document model from the rules, then the PDF. The goal: 40 pages in less than 5 seconds.

On a machine that has nothing else to do, the wall shows less than the seconds of all cores together; on a busy one it shows the
waiting as well. So the lesser of the two is taken.
"""

from __future__ import annotations

from time import perf_counter, process_time

GAMES = ("chess", "two_heirs", "two_princes", "kingdom_of_heroes", "grandlins_heirs")
GOAL, PAGES = 5.0, 40
ROUNDS = 3


def main() -> None:
    """Every big game, and chess: seconds on the wall and of the processor (of all cores), and what that is for 40 pages."""
    from rulewright.rulebook.parts.book import make
    from rulewright.rulebook.render import pdf

    pdf.pdf(make("tic_tac_toe", kit=False).book)  # imports, grammar, fonts
    print(f"{'rulebook':<20} {'pages':>6} {'model s':>9} {'PDF s':>9} {'busy s':>9} {f's for {PAGES} pages':>17}")
    for game in GAMES:
        found = [_once(game) for _ in range(ROUNDS)]
        model, printing, used = min(found, key=lambda times: times[0] + times[1])
        pages = pdf.page_count(pdf.source(make(game, kit=False).book))
        share = min(model + printing, used) * PAGES / pages
        verdict = "" if pages < PAGES / 2 else "  below the goal" if share < GOAL else f"  above the goal of {GOAL:g} s"
        print(f"{game:<20} {pages:>6} {model:>9.2f} {printing:>9.2f} {used:>9.2f} {share:>17.2f}{verdict}")


def _once(game: str) -> tuple[float, float, float]:
    """Seconds for the model and for the PDF, and of the processor for both."""
    from rulewright.rulebook.parts.book import make
    from rulewright.rulebook.render.pdf import pdf

    begun = process_time()
    start = perf_counter()
    book = make(game, kit=False).book
    middle = perf_counter()
    pdf(book)
    return middle - start, perf_counter() - middle, process_time() - begun


if __name__ == "__main__":
    main()
