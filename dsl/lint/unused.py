"""Kinds, places, definitions and options that no rule mentions; pieces that never come into play."""

from __future__ import annotations

from rulewright.dsl.declare.seating import says_who
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import ROWS
from rulewright.dsl.lint.subject import Subject, names_in
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import KindSym, snake

MOVING = frozenset(row.name for row in ROWS if row.does("moves"))


def unused(subject: Subject) -> None:
    for decl in subject.body:
        match decl:
            case d.Piece():
                _piece(subject, decl)
            case d.Place():
                _place(subject, decl)
            case d.Define() if not subject.mentioned(decl.name, decl):
                subject.warn(
                    codes.UNUSED_DEFINITION, f"No rule uses `{decl.name}`.", decl.name_span, help="Use it, or leave the definition out."
                )
            case d.Option() if not says_who(decl) and not subject.mentioned(decl.name, decl):
                subject.warn(
                    codes.UNUSED_DEFINITION,
                    f"No rule asks for the option `{decl.name}`.",
                    decl.name_span,
                    help="Whatever is chosen, the game is the same.",
                )


def _piece(subject: Subject, decl: d.Piece) -> None:
    words = {decl.name, snake(decl.name)}
    for other, names in subject.mentions:
        if other is not decl and not isinstance(other, d.Place | d.Has | d.Example) and words & names:
            return
    sym = subject.world.kinds[decl.name]
    if any(subject.mentioned(name, decl) for name in _names_of(sym)):
        return
    subject.warn(codes.UNUSED_PIECE, f"No rule says what a {decl.name} is for.", decl.name_span, help="Use it in a rule, or leave it out.")


def _names_of(sym: KindSym) -> set[str]:
    return {x for x in sym.core.ids if x}


def _place(subject: Subject, decl: d.Place) -> None:
    """A board may be meant without being named, if it is the only one; anything else has to be named."""
    world = subject.world
    sym = world.places[decl.name]
    if subject.mentioned(decl.name, decl) or (sym.board is not None and len(world.boards()) == 1):
        return
    if _meant(subject, decl.name, sym.core.shape):
        return
    if sym.edges_of is not None and any(subject.mentioned(word, decl) for word in ("edge", "edges_at")):
        return
    if sym.board is not None and (sym.core.cell_kind != "Cell" and subject.mentioned(sym.core.cell_kind, decl)):
        return
    subject.warn(codes.UNUSED_PLACE, f"No rule mentions the place `{decl.name}`.", decl.name_span, help="Use it, or leave it out.")


def _meant(subject: Subject, name: str, shape: str) -> bool:
    """Whether a verb means a place without naming it: cards are drawn into the hand, and discarded onto `discard`."""
    verb = "draw" if shape == "hand" else "discard" if name == "discard" else ""
    words = {a.name for phrase in subject.rules(e.Phrase) for a in phrase.arguments[:2] if isinstance(a, e.Word)}
    return bool(verb) and bool(words & {verb, f"{verb}s"})


# ---------------------------------------------------------------- pieces that are nowhere


def unplaced(subject: Subject) -> None:
    """Pieces lie in the box until a sentence puts them somewhere. A card that is resolved by name may stay there."""
    warned = {f.primary.span for f in subject.world.findings.all if f.code is codes.UNUSED_PIECE}
    moved, aliases = _moved(subject), _aliases(subject)
    for sym in subject.world.kinds.values():
        words = {sym.name, sym.word, *_names_of(sym), *subject.world.piece_names.get(sym.name, {})}
        words |= {alias for alias, names in aliases if sym.name in names or sym.word in names}
        if words & moved or sym.said.name_span in warned:
            continue
        subject.warn(
            codes.NOWHERE_AT_SETUP,
            f"No rule ever puts a {sym.name} into play.",
            sym.said.name_span,
            help=f"All pieces lie in the box at first. Write `put … {sym.name} on …`, usually in `setup`.",
        )


def _moved(subject: Subject) -> set[str]:
    """What stands in sentences that move pieces: kinds, small words, printed names."""
    found: set[str] = set()
    for phrase in subject.rules(e.Phrase):
        verbs = [a.name for a in phrase.arguments[:2] if isinstance(a, e.Word)]
        if any(v in MOVING or (v.endswith("s") and v[:-1] in MOVING) for v in verbs):
            found |= names_in(phrase)
            found |= {t.value for t in nodes(phrase, e.Text)}
        elif any(v in {"resolve", "resolves"} for v in verbs):
            found |= {a.name for a in phrase.arguments if isinstance(a, e.Kind)}
            found |= {t.value for t in nodes(phrase, e.Text)}
    return found


def _aliases(subject: Subject) -> list[tuple[str, frozenset[str]]]:
    """Other words by which pieces are called, and what they come from: `Tile in hand as lost`, `let lost = first Tile in hand`."""
    found = [(node.alias, names_in(node.source)) for node in subject.everywhere(e.Sel) if node.alias]
    found += [(node.name, names_in(node.value)) for node in subject.everywhere(d.Let)]
    return found + [(node.name, names_in([node.value, node.cases, node.otherwise])) for node in subject.everywhere(d.Define)]
