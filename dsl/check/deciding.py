"""The small words of a decision (`secretly`, `once`, `giving`, `may`, `else`, amounts): each is carried out, or refused at its place."""

from __future__ import annotations

import re

from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

HIDDEN = "Everybody sees what chance decides. To keep it secret, put pieces in a place `seen by owner`, shuffle them and draw one."
ALONE = "Only `each Player …` can decide secretly: all choose at the same time, and then the choices are shown."
ONCE = "`once` stands in a line below `in any order`: `player may once rest`."


def check_words(cx: Context, stmt: d.Decision | d.Menu, sort: str, in_any_order: bool = False) -> None:
    """Refuse the words of a decision that would not change it."""
    if stmt.secretly and sort != "each":
        _refuse(cx, stmt.span, "secretly", HIDDEN if sort == "chance" else ALONE)
    if isinstance(stmt, d.Decision) and stmt.once and not in_any_order:
        _refuse(cx, stmt.span, "once", ONCE)
    if sort == "chance" and stmt.word == "may":
        _refuse(cx, stmt.span, "may", "Chance always decides: write `chance must …`.")
    if stmt.otherwise and _no_else(stmt, sort, in_any_order):
        cx.error(
            codes.MISPLACED,
            "What stands below this `else` would never be done.",
            stmt.otherwise[0].span,
            "`else` belongs to a decision that one player makes. Ask with `if` before the decision instead.",
        )
    if isinstance(stmt, d.Menu) and stmt.giving is not None and not (sort == "each" and stmt.secretly):
        _refuse(cx, stmt.span, "giving", "Only a secret menu gives its answers a name: `each Player must secretly giving answer`.")
    if isinstance(stmt, d.Decision) and stmt.quota is not None and sort == "all":
        _refuse_amount(cx, stmt, stmt.quota)


def _no_else(stmt: d.Decision | d.Menu, sort: str, in_any_order: bool) -> bool:
    if in_any_order or sort in {"all", "chance"} or stmt.secretly:
        return True
    if isinstance(stmt, d.Decision) and stmt.word == "chooses":
        return sort == "each" or (stmt.quota is not None and not single(stmt.quota))
    return False


def single(quota: d.Quota) -> bool:
    """Whether an amount says exactly one."""
    return isinstance(quota.low, e.Num) and quota.low.value == 1 and isinstance(quota.high, e.Num) and quota.high.value == 1


def _refuse_amount(cx: Context, stmt: d.Decision, quota: d.Quota) -> None:
    if single(quota):
        return
    assert stmt.selection is not None
    what = cx.world.sources.text(quota.span.to(stmt.selection.span))
    cx.error(
        codes.WRONG_ARGUMENTS,
        "Several players who choose together choose one thing.",
        quota.span,
        f"Let them choose one after the other: `each Player`, and below it `player chooses {what}`.",
    )


def _refuse(cx: Context, span: Span, word: str, help: str) -> None:
    """A word of a line that says nothing there; its place is found in the text of the line."""
    found = re.search(rf"\b{word}\b", cx.world.sources.text(span))
    at = Span(span.file, span.start + found.start(), span.start + found.end()) if found is not None else span
    cx.error(codes.WRONG_ARGUMENTS, f"`{word}` says nothing here.", at, help)
