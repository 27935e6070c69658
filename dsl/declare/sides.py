"""Tiles that turn: `piece Tile: turning` has a `top`; what is printed `of each Way` has a value for each side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.core.boards import HEX_WAYS, SQUARE_WAYS, STRAIGHT
from rulewright.dsl import types as t
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import AttrSym, KindSym, World


def ways(world: World) -> tuple[str, ...]:
    """The directions of the game: six where there are hexagons, else eight."""
    return HEX_WAYS if any(p.core.shape == "hex_grid" for p in world.places.values()) else SQUARE_WAYS


def sides(world: World) -> tuple[int, ...]:
    """The directions across a side of a tile."""
    return tuple(range(len(HEX_WAYS))) if ways(world) is HEX_WAYS else STRAIGHT


def by_side(world: World, type: t.Type) -> t.Type:
    """What is printed on each side: across a corner of a square there is none."""
    return type if ways(world) is HEX_WAYS or isinstance(type, t.Maybe | t.Poison) or not isinstance(type, t.Scalar) else t.Maybe(type)


def bring_top(world: World, sym: KindSym, trait: d.Trait) -> None:
    """What `turning` says: the piece has a top, which points north at first."""
    if "top" in sym.attrs:
        attr = sym.attrs["top"]
        span = attr.decl.name_span if attr.decl is not None else trait.span
        world.error(codes.DUPLICATE_NAME, f"A {sym.name} has a `top` because it is `turning`.", span, help="Leave this one out.")
        return
    names = ways(world)
    sym.attrs["top"] = AttrSym("top", t.Way(names), "", "kind", sym.name, None, low=0, high=len(names) - 1)
    sym.turning = True


def sides_parser(world: World, attr: AttrSym, one: Callable[[str], Any]) -> Callable[[str], Any]:
    """Reads `stream, reed, reed, reed`: a value for each side, clockwise from the top."""
    wanted = sides(world)

    def read(text: str) -> dict[int, Any]:
        parts = [part.strip() for part in text.replace(";", ",").split(",")]
        if len(parts) != len(wanted):
            raise ValueError(
                f"has {len(parts)} values, but a tile has {len(wanted)} sides: clockwise from the top, with commas between them."
            )
        return {way: one(part) for way, part in zip(wanted, parts, strict=True)}

    return read
