"""Words of the grammar that cannot be names: a name like `count` or `last` is read as that word wherever it is used."""

from __future__ import annotations

from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything
from rulewright.dsl.world import World, snake

# Each word of the grammar was tried as a name in ten positions; these are misread in at least one. `tests/lang/test_reserved.py`
# tries all of them in the most frequent ones.
_LISTED = (
    "after against all and any as at by can chooses clamped count during else every exactly first for from giving if in into is last least"
    " may most must not of on or per ranked some sum the through tiers times to under where with"
)
GRAMMAR_WORDS = frozenset(_LISTED.split())
MEANT = frozenset({"player", "score"})  # these mean something everywhere; a body may say who `player` is, a declaration may not


def refuse_reserved(world: World, body: list[d.Decl | d.Prose]) -> None:
    """Refuse names that are words of the language, where they are declared."""
    for node in body:
        match node:
            case d.Option() | d.Place() | d.Define():
                _refuse(world, node.name, node.name_span, MEANT)
            case d.Piece() | d.TypeDecl() if snake(node.name) in VERB_ROWS:
                small = snake(node.name)
                message = f"One `{node.name}` would be called `{small}`, which is a verb."
                world.error(codes.RESERVED_NAME, message, node.name_span, help=f"Try `{node.name}Card`, or another name.")
            case d.Procedure() if node.word == "phase":
                _refuse(world, node.name, node.name_span)
                _refuse_verb(world, node.name, node.name_span, "phase")
            case d.Procedure(word="to"):
                _refuse_verb(world, node.name, node.name_span, "verb")
    for inner in everything(body):  # all at once: the trees of a large game are large
        match inner:
            case d.Attribute():
                _refuse(world, inner.name, inner.name_span, MEANT)
            case d.Param() | d.Let() | d.Entry():
                _refuse(world, inner.name, inner.span)
            case d.Signature():
                _refuse(world, inner.name, inner.name_span)
            case e.Sel() if inner.alias is not None:
                _refuse(world, inner.alias, inner.span)
            case e.Phrase() if inner.giving is not None and inner.giving_span is not None:
                _refuse(world, inner.giving, inner.giving_span)


def _refuse(world: World, name: str, span: Span, more: frozenset[str] = frozenset()) -> None:
    if name in GRAMMAR_WORDS or name in more:
        help = f"Try `{name}_one`, or another name."
        world.error(codes.RESERVED_NAME, f"`{name}` is a word of the language, so nothing can be called that.", span, help=help)


def _refuse_verb(world: World, name: str, span: Span, what: str) -> None:
    if name in VERB_ROWS:
        help = f"Give the {what} another name. An action may be called `{name}`."
        world.error(codes.RESERVED_NAME, f"`{name}` is a verb of the library.", span, help=help)
