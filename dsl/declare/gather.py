"""Files to one list of declarations: reads, follows includes, applies variants.

A variant is a block in the game's own file, or a file beside it that begins with `variant "Title" of "game"`. It replaces
and removes named declarations and adds the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.dsl.declare.adding import add_all, misplaced
from rulewright.dsl.diagnostics import Findings, Label, Stopped
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import did_you_mean, near_file
from rulewright.dsl.source import NOWHERE, Outside, Sources, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.parser import parse

BIGGEST = 2 * 1024 * 1024  # some fifty thousand lines of rules
MOST_FILES = 400
# What is done to a tree as soon as it is read, by whoever wants to see what other rules would do: `mutate` breaks one here.
ALTERED: list[Callable[[Path, d.File], None]] = []


@dataclass(slots=True)
class Gathered:
    """All declarations of a game with the chosen variants, in order; and the variants there are."""

    body: list[d.Decl | d.Prose] = field(default_factory=list)
    variants: list[d.Variant] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    removed: dict[str, Span] = field(default_factory=dict)  # what variants took out, and where they say so


def read_source(path: Path, sources: Sources, findings: Findings, span: Span) -> d.File | None:
    """Read and parse one file."""
    try:
        raw = sources.read(path)
    except OSError as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else (error.strerror or "it cannot be read")
        help = "Put it beside the rules." if isinstance(error, Outside) else near_file(path)
        findings.add(codes.MISSING_FILE, f"`{path.name}` cannot be read: {reason}.", span, help=help)
        return None
    if len(raw) > BIGGEST:
        findings.add(codes.BAD_TEXT, f"`{path.name}` is larger than {BIGGEST // 1024 // 1024} MB.", span)
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        source = sources.add(path, raw.decode("utf-8-sig", errors="replace"))
        at = len(raw[: error.start].decode("utf-8-sig"))
        findings.add(
            codes.BAD_TEXT,
            f"`{path.name}` is not UTF-8 text: line {line} has a byte that is no character.",
            Span(source.number, at, at + 1),
            label="here",
            help="Save the file as UTF-8.",
        )
        return None
    source = sources.add(path, text)
    key = path, source.number, raw
    if key not in sources.parsed:
        before = len(findings.all)
        file = parse(source, findings)
        if len(findings.all) > before:
            return file
        for alter in ALTERED:
            alter(path, file)
        sources.parsed[key] = file, source.text
    found: d.File
    found, source.text = sources.parsed[key]
    return found


def gather(
    path: Path,
    sources: Sources,
    findings: Findings,
    wanted: tuple[str, ...] = (),
) -> Gathered:
    """All declarations of the game in a file, with the wanted variants applied."""
    gathered = _gather(path, sources, findings, wanted)
    add_all(gathered.body, gathered.removed, findings)
    return gathered


def _gather(
    path: Path,
    sources: Sources,
    findings: Findings,
    wanted: tuple[str, ...],
    *,
    asked: Span = NOWHERE,
    trail: tuple[Path, ...] = (),
) -> Gathered:
    """The same, before anything is added to what stays.

    `asked` is where another file names this one as its base, and `trail` are the files on the way there.
    """
    file = read_source(path, sources, findings, asked)
    if file is None:
        raise Stopped
    body = _included(file, path, sources, findings, (path.resolve(),))
    opening = next((x for x in body if not isinstance(x, d.Prose)), None)
    if isinstance(opening, d.Variant) and opening.of:
        base = _base_path(path, opening.of, sources)
        trail = (*trail, path.resolve())
        if base.resolve() in trail:
            findings.add(codes.INCLUDE_CYCLE, f"“{opening.title}” is a variant of itself.", opening.span, help="Name the game it changes.")
            raise Stopped
        gathered = _gather(base, sources, findings, wanted, asked=opening.span, trail=trail)
        variant = _file_variant(body)
        _apply(gathered, variant, findings)
        return gathered
    result = Gathered([x for x in body if not isinstance(x, d.Variant)], [x for x in body if isinstance(x, d.Variant)])
    misplaced(result.body, findings)
    for sibling in _sibling_variants(path, sources):
        other = read_source(sibling, sources, findings, NOWHERE)
        if other is not None:
            inner = _included(other, sibling, sources, findings, (sibling.resolve(),))
            if any(isinstance(x, d.Variant) for x in inner):
                result.variants.append(_file_variant(inner))
    by_name = {v.title.lower(): v for v in result.variants}
    for name in wanted:
        chosen = by_name.get(name.lower())
        if chosen is None:
            titles = [v.title for v in result.variants]
            findings.add(
                codes.UNKNOWN_VARIANT,
                f"There is no variant “{name}”.",
                NOWHERE,
                help=did_you_mean(name, titles) or (f"Choose one of: {', '.join(titles)}." if titles else "The game has no variants."),
            )
            raise Stopped
        _apply(result, chosen, findings)
    return result


def _base_path(path: Path, of: str, sources: Sources) -> Path:
    """The file of the game that a variant changes: beside it, or in a folder of its own."""
    beside = path.parent / f"{of}.rules"
    if Path(of).name == of:
        sources.welcome(path.parent.parent / of / f"{of}.rules")
    for candidate in (beside, path.parent.parent / of / f"{of}.rules"):
        try:
            sources.read(candidate)
        except OSError:
            continue
        return candidate
    return beside


def _sibling_variants(path: Path, sources: Sources) -> list[Path]:
    """Files beside the game's own that begin with `variant`: those that name this game, and in a folder named like it all of them."""
    own = path.stem == path.resolve().parent.name
    found = []
    for other in sorted(path.parent.glob("*.rules")):
        if other.name == path.name:
            continue
        try:
            head = sources.read(other)[:2000].decode("utf-8", errors="replace")
        except OSError:
            continue
        first = next((line for line in head.splitlines() if line.strip() and line[:1] not in "#> "), "")
        named = re.match(r'variant\s+"[^"]*"\s+of\s+"([^"]*)"', first)
        if first.startswith("variant ") and (own or (named is not None and named[1] == path.stem)):
            found.append(other)
    return found


def _file_variant(body: list[d.Decl | d.Prose]) -> d.Variant:
    """A variant file as one variant: everything after its first line belongs to it."""
    head = next(x for x in body if isinstance(x, d.Variant))
    rest = [x for x in body if x is not head]
    return d.Variant(head.span, head.title, head.of, head.body + rest, head.tags, head.notes)


def _included(file: d.File, path: Path, sources: Sources, findings: Findings, trail: tuple[Path, ...]) -> list[d.Decl | d.Prose]:
    found: list[d.Decl | d.Prose] = []
    for decl in file.body:
        if not isinstance(decl, d.Include):
            found.append(decl)
            continue
        target = path.parent / decl.path
        if target.resolve() in trail:
            names = " → ".join(p.name for p in (*trail, target))
            findings.add(
                codes.INCLUDE_CYCLE,
                f"`{decl.path}` includes itself: {names}.",
                decl.span,
                help="Leave one of these lines out. What both files need can stand in a third one.",
            )
            continue
        if len(sources) >= MOST_FILES:
            findings.add(codes.NESTING, f"The game is made of more than {MOST_FILES} files.", decl.span, help="Put some of them together.")
            raise Stopped
        inner = read_source(target, sources, findings, decl.span)
        if inner is not None:
            found += _included(inner, target, sources, findings, (*trail, target.resolve()))
    return found


Key = tuple[str, str]


def key_of(decl: d.Decl | d.Prose) -> Key | None:
    """What a declaration is called, for replacing it; None if it has no name."""
    match decl:
        case d.Option() | d.TypeDecl() | d.Piece() | d.Place() | d.Define():
            return "thing", decl.name
        case d.Procedure():
            return "routine", decl.name
        case d.Action() | d.Interrupt():
            return "routine", decl.signature.name
        case d.Game():
            return "game", "game"
        case d.Score():
            return "score", "score"
        case d.Winner():
            return "winner", "winner"
        case d.Card():
            return "card", f"{decl.kind} {decl.names[0]}"
        case d.Example() | d.Chapter():
            return type(decl).__name__.lower(), decl.title
        case _:
            return None


def _apply(gathered: Gathered, variant: d.Variant, findings: Findings) -> None:
    """Change the gathered declarations as the variant says."""
    gathered.chosen.append(variant.title)
    body = gathered.body
    body.append(d.Chapter(variant.span, variant.title, [], variant.tags))  # what it adds does not belong to the last chapter of the game
    for decl in variant.body:
        match decl:
            case d.Replace():
                key = key_of(decl.declaration)
                places = [i for i, x in enumerate(body) if key is not None and key_of(_inner(x)) == key]
                if not places:
                    name = key[1] if key else "that"
                    known = [k[1] for x in body if (k := key_of(_inner(x)))]
                    findings.add(
                        codes.NOTHING_REPLACED,
                        f"The variant replaces `{name}`, but the game has no `{name}`.",
                        decl.span,
                        help=did_you_mean(name, known) or "Leave out `replaces` to add it.",
                    )
                    continue
                old = body[places[0]]
                if isinstance(old, d.Replace):
                    findings.add(
                        codes.VARIANT_CLASH,
                        f"Two of the chosen variants replace `{key[1] if key else ''}`.",
                        decl.span,
                        others=(Label(old.span, "replaced here already"),),
                        help="These variants exclude each other.",
                    )
                    continue
                body[places[0]] = decl
            case d.Remove():
                places = [i for i, x in enumerate(body) if (k := key_of(_inner(x))) is not None and k[1] == decl.name]
                if not places:
                    known = [k[1] for x in body if (k := key_of(_inner(x)))]
                    findings.add(
                        codes.NOTHING_REPLACED,
                        f"The variant removes `{decl.name}`, but the game has no `{decl.name}`.",
                        decl.span,
                        help=did_you_mean(decl.name, known),
                    )
                for i in reversed(places):
                    del body[i]
                gathered.removed[decl.name] = decl.span
            case _:
                body.append(decl)


def _inner(decl: d.Decl | d.Prose) -> d.Decl | d.Prose:
    return decl.declaration if isinstance(decl, d.Replace) else decl


def replaced(gathered: Gathered) -> frozenset[str]:
    """The names of what the chosen variants have replaced."""
    return frozenset(key[1] for x in gathered.body if isinstance(x, d.Replace) and (key := key_of(x.declaration)) is not None)


def settled(gathered: Gathered) -> list[d.Decl | d.Prose]:
    """The declarations once all variants are applied. What was added stands where it belongs, and as it was written."""
    return [_inner(x) for x in gathered.body]
