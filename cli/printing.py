"""What the command does: books are made, rendered and written, one game after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, Failure, show, usage
from rulewright.cli.loading import find, load, refused
from rulewright.cli.screen import err, out
from rulewright.play.errors import BadGame, PlayError
from rulewright.rulebook.model import Book
from rulewright.rulebook.parts.book import Made, make
from rulewright.rulebook.parts.choosing import Choice, chosen
from rulewright.rulebook.render.documents import FORMATS, PARTS, Document, document, export, present, printable
from rulewright.rulebook.words import counted
from rulewright.rulebook.writing import possible, write

if TYPE_CHECKING:
    from rulewright.rulebook.report import Report

LONGEST_ENDING = 4  # letters: what ends in a longer word is a folder


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for: where to, in which formats, which parts (none named: all there are)."""

    folder: Path
    file: str | None  # the name without its ending, if one file was named
    formats: tuple[str, ...]
    paper: str
    parts: tuple[str, ...]
    ids: bool
    players: int | None
    options: dict[str, str]
    variants: tuple[str, ...]
    sheets: Choice = field(default_factory=Choice)
    lines: bool = False  # whether rules of the reference name their line
    booklet: bool = False

    @staticmethod
    def of(
        target: Path,
        formats: tuple[str, ...],
        paper: str,
        parts: tuple[str, ...],
        ids: bool,
        players: int | None,
        options: dict[str, str],
        variants: list[str] | None,
        sheets: Choice | None = None,
        lines: bool = False,
        booklet: bool = False,
    ) -> Order:
        """A name that ends like a format is a file, any other a folder; one that ends like some other file is neither."""
        ending = target.suffix[1:].lower()
        named = {"htm": "html", "markdown": "md"}.get(ending, ending)
        rest = (ids, players, options, tuple(variants or ()), sheets or Choice(), lines, booklet)
        if target.is_dir() or (named not in FORMATS and not (ending.isalpha() and len(ending) <= LONGEST_ENDING)):
            return Order(target, None, formats or ("pdf",), paper, parts, *rest)
        if named not in FORMATS:
            known = ", ".join(f".{f}" for f in FORMATS)
            raise usage(f"Books are not printed as .{ending} files.", f"Name a folder, or a file that ends in one of {known}.")
        if formats and formats != (named,):
            raise usage(
                f"{target} is the name of a {named} file, but the format is {', '.join(formats)}.", "Leave out --format, or name a folder."
            )
        return Order(target.parent, target.name.removesuffix(target.suffix), (named,), paper, parts or ("rulebook",), *rest)


def made(name: str, order: Order, kit: bool = True) -> Made:
    """The book of a game; its errors are shown with their lines."""
    try:
        return make(find(name), order.options, order.players, order.variants, kit, order.sheets)
    except BadGame as error:
        raise refused(error, name, bool(order.options or order.players or order.variants)) from None
    except Exception as error:
        broken = load(name, order.options, order.players, list(order.variants)).broken(error)
        if broken is None:
            raise
        raise Failure(f"{name} cannot be printed: its rules break. {broken.message}", broken.help) from None


def print_games(names: list[str], order: Order) -> list[Path]:
    """Write everything that was asked for; the files. Of several games one that fails does not keep the others from being printed."""
    possible(order.folder)
    for part in order.parts:
        for format in order.formats:
            if not printable(part, format):
                can = [f for f in FORMATS if printable(part, f)]
                raise usage(f"The {part} cannot be written as {format}.", f"Choose from: {', '.join(can)}.")
    if len(names) == 1:
        written = write(order.folder, _documents(names[0], order, lambda _: None))
        _tell(written)
        return written
    written, failed = [], 0
    with Progress(TextColumn("{task.description:<34}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err()) as bar:
        task = bar.add_task("", total=len(names))
        for name in names:
            try:
                documents = _documents(name, order, lambda what: bar.update(task, description=what))
                written += write(order.folder, documents)
            except PlayError as error:
                failed += 1
                show(f"{name}: {error.message}", error.help)
            except Failure as error:
                failed += 1
                show(error.message, error.help)
            bar.advance(task)
        bar.update(task, description="")
    out().print(f"{counted(len(written), 'file')} of {counted(len(names) - failed, 'game')} are in {order.folder}.", soft_wrap=True)
    if failed:
        raise Failure(f"{counted(failed, 'game')} could not be printed.")
    return written


def _documents(name: str, order: Order, saying: Callable[[str], None]) -> list[Document]:
    """Everything of one game, in memory."""
    saying(f"{name}: rules")
    book = made(name, order, not order.parts or "components" in order.parts).book
    book = _sheets(book, order)
    stem = find(name).stem
    parts = order.parts or PARTS
    for part in order.parts:
        if not present(book, part):
            raise usage(f"{book.title} has no {part}.", f"It has: {', '.join(p for p in PARTS if present(book, p))}.")
    chosen = [p for p in parts if present(book, p)]
    found: list[Document] = []
    for format in order.formats:
        if format == "json":
            found.append(Document(f"{order.file or stem}.json", export(book, parts)))
            continue
        for part in chosen:
            if not printable(part, format):
                continue
            saying(f"{name}: {part} as {format}")
            alone = order.file if part == chosen[0] and order.file else f"{order.file or stem}-{part}"
            found += document(book, part, format, order.paper or book.paper or "a4", order.ids, alone, order.lines, order.booklet)
    return found


def _sheets(book: Book, order: Order) -> Book:
    """The book with the sheets that were asked for."""
    kinds = {entry.kind: entry for entry in book.kit.listed}
    for kind in order.sheets.only:
        if book.kit.listed and kind not in kinds:
            raise usage(f"{book.title} has no component called {kind}.", f"It has: {', '.join(kinds)}.")
    if not book.kit.sheets and not book.kit.posters:
        return book
    old = made(order.sheets.since, order).book.kit if order.sheets.since else None
    kit = chosen(book.kit, order.sheets, old)
    if old is not None and not kit.sheets and not kit.posters:
        raise usage(f"Nothing that is printed differs from {order.sheets.since}.", "Your sheets are still right: print none of them again.")
    return book.model_copy(update={"kit": kit})


def _tell(written: list[Path]) -> None:
    """One line for each file; the pictures of a Markdown book are told with it."""
    beside = [p for p in written if p.suffix == ".svg"]
    for path in written:
        if path not in beside:
            more = f" with {counted(len(beside), 'picture')} beside it" if beside and path.suffix == ".md" else ""
            out().print(f"{path}{more}", soft_wrap=True)


# ---------------------------------------------------------------- the gate


def check_games(names: list[str], order: Order, as_json: bool = False) -> int:
    """Show what is not printed, and what is printed without a rule; the exit code."""
    from rulewright.rulebook.coverage import check
    from rulewright.rulebook.needs import needs

    missing = 0
    facts = []
    for name in names:
        book = made(name, order, kit=False)
        found = check(book)
        wanted = needs(book)
        gaps = {"not printed": found.unprinted, "in no sentence": found.unsaid, "without a rule": found.untraced}
        count = sum(map(len, gaps.values()))
        missing += count + len(wanted)
        if as_json:
            listed = {what.replace(" ", "_"): [asdict(gap) for gap in some] for what, some in gaps.items()}
            facts.append({"game": name, "constructs": found.constructs, **listed, "needs": [str(need) for need in wanted]})
            continue
        share = 100.0 * (found.constructs - len(found.unprinted)) / max(1, found.constructs)
        told = f"{name}: {found.constructs} constructs, {share:.1f} % printed"
        out().print(told + ("" if count else ", every word of them said, everything traced."), soft_wrap=True)
        for what, some in gaps.items():
            for gap in some:
                out().print(f"  {what}: {gap}", soft_wrap=True)
        for need in wanted:
            out().print(f"  a player needs: {need}", soft_wrap=True)
    if as_json:
        print_facts(facts)
    return FOUND if missing else 0


def report_games(names: list[str], order: Order, as_json: bool = False) -> int:
    """What was made from the rules and what the author might say better; always a success."""
    from rulewright.rulebook.report import report

    facts = []
    for name in names:
        found = report(made(name, order, kit=False))
        if as_json:
            facts.append({"game": name, "share": round(found.share, 1), **asdict(found)})
        else:
            _tell_report(name, found)
    if as_json:
        print_facts(facts)
    return 0


def _tell_report(name: str, found: Report) -> None:
    out().print(
        f"{name}: {found.share:.0f} % of {found.sentences} paragraphs and steps are the author's; {len(found.made)} were made.",
        soft_wrap=True,
    )
    last = ""
    for line in found.made:
        if line.chapter != last:
            out().print(f"  {line.chapter}" + (f": {line.advice}" if line.advice else ""), soft_wrap=True, markup=False)
            last = line.chapter
        out().print(f"    {line.place}: {line.text}", soft_wrap=True, markup=False)
    for need in found.missing:
        out().print(f"  A player needs: {need}", soft_wrap=True, markup=False)
    if found.left:
        left = ", ".join(f"{line.text} ({line.place})" for line in found.left)
        out().print(f"  In the reference alone: {left}", soft_wrap=True, markup=False)
