"""Random rules programs: small, well-typed, and of every sort of thing the language has.

A program has counters, pieces on a board, cards in a deck and in hands, equal pieces in piles, stones on a field of up to 750 cells,
decisions with conditions, selections inside of selections, alternatives, chance, hooks, standing conditions, and hypotheticals, also in
the conditions of loops. It may well fail while it runs: leave a range, fill a place too full, divide by zero,
ask something of nothing. What it may not do is run differently in the two engines.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

Draw = Callable[[st.SearchStrategy], object]  # type: ignore[type-arg]

HEAD = """\
game "Random" for {seats}
  total: {total} = 3
  mood: calm or tense or wild = calm
  flagged: flag = no
  seen: set of Colour = {{}}
  mark: Cell = a1

type Colour: red or green or blue
type Small: 1 to 4

define seats = count Player
define favourite = Bob

piece Pawn of each Player: {pawns} per Player
  power: 0 to 6{clamped} = 2
  tired: flag = no
  colour: Colour = red
piece Card: 8
  | name  | value | suit  | copies |
  | Ace   | 1     | red   | 2      |
  | Jack  | 3     | green | 2      |
  | Queen | 4     | blue  | 2      |
  | King  | 5     | red   | 2      |
  printed value: 0 to 5
  printed suit: Colour
piece Seed: {seeds}

place board: {board}
place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place discard: pile of Card
place bowl: pile of Seed
place purse of each Player: pile of Seed
place camp of each Player: pile of Pawn
piece Stone of each Player
place field: {field} of Plot, holding 1 Stone

each Player has
  coins: {coins} = 4
  score_marks: 0 to 9 clamped = 0
  pick: Colour = green
  sworn: flag = no

setup
  put all Card on deck
  shuffle deck
  put {stock} Seed on bowl
  each Player
    put all Pawn of player on camp of player
    draw 2 Card from deck
"""

TAIL = """\
play
  repeat {rounds} times
    each Player takes turn
    evening
  finish

score
  coins: player.coins
  power: {score_power}
  own: {score_own}

winner: {criteria}
"""


class Maker:
    """Draws the parts of a program. `names` says what can be spoken of where a line stands."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.used = 0

    def one(self, *choices: str) -> str:
        return str(self.draw(st.sampled_from(choices)))

    def number(self, low: int, high: int) -> int:
        found = self.draw(st.integers(low, high))
        assert isinstance(found, int)
        return found

    def fresh(self, word: str) -> str:
        self.used += 1
        return f"{word}_{'abcdefghijklmnopqrstuvwxyz'[self.used // 26 % 26]}{'abcdefghijklmnopqrstuvwxyz'[self.used % 26]}"

    # ------------------------------------------------------------ values

    def amount(self, names: frozenset[str], depth: int = 2) -> str:
        simple = [
            "0",
            "1",
            "2",
            "3",
            "7",
            "total",
            "player.coins",
            "seats",
            "count Card in hand of player",
            "count Pawn of player in board",
        ]
        simple += ["count Stone of player in field", "count Stone in field"]
        simple += ["count Seed in bowl", "count Seed in purse of player", "player.score_marks", "size(seen)", "turn_number"]
        free = self.fresh("free")
        simple += [f"(count Plot in field as {free} where ({free} is empty))"]
        if "pawn" in names:
            simple += ["pawn.power", "count Pawn in around(pawn) as near"]
        if "card" in names:
            simple += ["card.value"]
        if "cell" in names:
            simple += ["cell.column", "count Pawn in cell as here", "distance(cell, a1)"]
        simple += [name for name in names if name.startswith(("pips", "extra"))]
        if depth <= 0:
            return self.one(*simple)
        match self.number(0, 12):
            case 0 | 1:
                return f"({self.amount(names, depth - 1)} {self.one('+', '-')} {self.amount(names, depth - 1)})"
            case 2:
                return f"({self.amount(names, depth - 1)} * {self.amount(names, 0)})"
            case 3:
                return f"({self.amount(names, depth - 1)} {self.one('/', '%')} {self.amount(names, depth - 1)})"
            case 4:
                return f"{self.one('min', 'max')}({self.amount(names, depth - 1)}, {self.amount(names, depth - 1)})"
            case 5:
                return f"({self.amount(names, depth - 1)} if {self.condition(names, depth - 1)} else {self.amount(names, depth - 1)})"
            case 6:
                who = self.fresh("other")
                place = self.one("board", "camp")
                return f"({self.one('sum', 'most', 'least')} {who}.power for Pawn in {place} as {who})"
            case 7:
                return f"(sum held.value for Card in hand of player as held where {self.condition(names, 0)})"
            case 8:
                return f"abs({self.amount(names, depth - 1)})"
            case 9:
                return f"wealth({self.one('player', 'Ann', 'Bob', 'next(player)')})"
            case 10:
                return f"(count Cell in board as {self.fresh('spot')} where {self.condition(names, 0)})"
            case _:
                return self.one(*simple)

    def condition(self, names: frozenset[str], depth: int = 2) -> str:
        simple = ["flagged", "not flagged", "mood is calm", "mood > calm", "player.sworn", "red in seen", "seen is empty", "yes"]
        simple += [
            "deck is empty",
            "hand of player is empty",
            "some Card in discard",
            "no Pawn in board",
            "every Player as each_one: each_one.coins > 2",
        ]
        simple += ["seen covers {red, blue}", "player.pick in seen", "mark is empty", "some Pawn of player in around(mark) as close_by"]
        if "pawn" in names:
            simple += ["pawn.tired", "pawn.colour is player.pick", "pawn in board", "pawn.owner is player", "pawn in camp of player"]
        if "card" in names:
            simple += ['card is "Ace"', "card.suit in seen", "card.suit is player.pick"]
        if "cell" in names:
            simple += ["cell is empty", "cell is mark", "cell in beside(mark)", "some Pawn in cell as standing where not standing.tired"]
        if depth <= 0:
            return self.one(*simple)
        match self.number(0, 13):
            case 10:
                a, b = self.fresh("one"), self.fresh("other")
                test = self.one(f"{b}.power > {a}.power", f"{b}.owner is {a}.owner", f"{b}.tired or {a}.tired")
                return f"(some Pawn of player in board as {a} where some Pawn in around({a}) as {b} where {test})"
            case 11:
                spot, near = self.fresh("plot"), self.fresh("near")
                test = self.one(f"({near} is empty)", f"some Stone of player in {near}", f"{near}.column > {spot}.column")
                return f"(at least {self.number(1, 5)} Plot in field as {spot} where some Plot in beside({spot}) as {near} where {test})"
            case 12:
                who = self.fresh("man")
                deed = self.one("gain 1 total", "wake player", f"gain 1 {who}.power", f"move {who} to mark")
                test = self.one(f"{who}.power > 1", "total > 4", "mark is not empty", "player.sworn")
                return f"(some Pawn of player in board as {who} where ({test} after {deed}))"
            case 13:
                return self.one("aligned(Stone of player, 3)", "field is full", "no Column in field as row_of where row_of is not full")
            case 0 | 1:
                return f"{self.amount(names, depth - 1)} {self.one('<', '<=', '>', '>=', 'is', 'is not')} {self.amount(names, depth - 1)}"
            case 2:
                return f"({self.condition(names, depth - 1)} and {self.condition(names, depth - 1)})"
            case 3:
                return f"({self.condition(names, depth - 1)} or {self.condition(names, depth - 1)})"
            case 4:
                return f"not ({self.condition(names, depth - 1)})"
            case 5:
                who = self.fresh("man")
                return f"(at least {self.number(0, 3)} Pawn of player in board as {who} where {who}.power > {self.amount(frozenset(), 0)})"
            case 6:
                return f"player is {self.one('rich', 'strong')}"
            case 7:
                deed = self.one("gain 1 total", "set flagged to yes", "wake player", "lose 1 total")
                return f"({self.condition(frozenset(), 0)} after {deed})"
            case _:
                return self.one(*simple)

    # ------------------------------------------------------------ statements

    def block(self, names: frozenset[str], indent: int, depth: int, most: int = 3) -> list[str]:
        lines: list[str] = []
        for _ in range(self.number(1, most)):
            lines += self.statement(names, indent, depth)
        return lines

    def statement(self, names: frozenset[str], indent: int, depth: int) -> list[str]:
        pad = "  " * indent
        if depth <= 0 or self.number(0, 2) == 0:
            return [pad + self.sentence(names)]
        match self.number(0, 7):
            case 0:
                lines = [f"{pad}if {self.condition(names)}", *self.block(names, indent + 1, depth - 1, 2)]
                if self.number(0, 1):
                    lines += [f"{pad}else", *self.block(names, indent + 1, depth - 1, 2)]
                return lines
            case 1:
                if "pawn" in names:
                    return [pad + self.sentence(names)]
                where = self.one("Pawn of player in board", "Pawn in board", "Pawn in camp of player")
                return [
                    f"{pad}each {where} where {self.condition(frozenset({'pawn'}), 1)}",
                    *self.block(names | {"pawn"}, indent + 1, depth - 1, 2),
                ]
            case 2:
                return [f"{pad}repeat {self.one('2', 'seats', 'size(seen)')} times", *self.block(names, indent + 1, depth - 1, 2)]
            case 3:
                return [f"{pad}while total > {self.number(0, 6)}", f"{pad}  lose {self.one('1', '2', '3')} total"]
            case 4:
                extra = self.fresh("extra")
                return [f"{pad}let {extra} = {self.amount(names)}", *self.block(names | {extra}, indent, depth - 1, 2)]
            case 5:
                pips = self.fresh("pips")
                return [f"{pad}roll {self.one('die', '{1, 2, 2, 5}')} giving {pips}", *self.block(names | {pips}, indent, depth - 1, 2)]
            case 6:
                return self.decision(names, indent, depth)
            case _:
                lines = [f"{pad}if"]
                for _ in range(self.number(1, 2)):
                    lines.append(f"{pad}  {self.condition(names, 1)}: {self.sentence(names)}")
                return [*lines, f"{pad}  else: {self.sentence(names)}"]

    def decision(self, names: frozenset[str], indent: int, depth: int) -> list[str]:
        pad = "  " * indent
        who = self.one("player", "player", "next(player)", "Ann")
        match self.number(0, 6):
            case 0:
                what = self.one(
                    "march", "enter or spend", "play_card", "march or enter or play_card", "lay or lift", "drop", "march or drop or lay"
                )
                lines = [f"{pad}{who} {self.one('must', 'may')} {what}"]
                return [*lines, f"{pad}else: {self.sentence(frozenset())}"] if self.number(0, 1) else lines
            case 1:
                lines = [f"{pad}{who} must"]
                for label in ("One", "Two", "Three")[: self.number(2, 3)]:
                    test = f" if {self.condition(names, 1)}" if self.number(0, 2) == 0 else ""
                    lines.append(f'{pad}  "{label}"{test}: {self.sentence(names)}')
                return lines
            case 2:
                name = self.fresh("hue")
                return [f"{pad}{who} chooses Colour as {name}", f"{pad}set player.pick to {name}"]
            case 3:
                name = self.fresh("cards")
                return [
                    f"{pad}{who} chooses {self.one('up to 2', '0 to 1', '1 to 2')} Card in hand of {who} as {name}",
                    f"{pad}move {name} to discard",
                ]
            case 4:
                return [f"{pad}chance chooses Player as {self.fresh('lucky')}", f"{pad}gain 1 coins for lucky_{self.last()}"]
            case 5:
                return [
                    f"{pad}each Player must secretly",
                    f'{pad}  "Give": {self.sentence(frozenset())}',
                    f'{pad}  "Keep": {self.sentence(frozenset())}',
                ]
            case _:
                return [f"{pad}everyone must", f'{pad}  "Go": {self.sentence(frozenset())}', f'{pad}  "Stay": {self.sentence(frozenset())}']

    def last(self) -> str:
        """The ending of the name made last."""
        return f"{'abcdefghijklmnopqrstuvwxyz'[self.used // 26 % 26]}{'abcdefghijklmnopqrstuvwxyz'[self.used % 26]}"

    def sentence(self, names: frozenset[str]) -> str:
        drawing = ["draw_one for player", "draw 1 Card from deck", "shuffle deck"]
        return self.one(*drawing) if self.number(0, 7) == 0 else self.calm_sentence(names)

    def calm_sentence(self, names: frozenset[str]) -> str:
        """Something that is done without chance, so that it can also be tried out."""
        lines = [
            f"set total to {self.amount(names, 1)}",
            f"gain {self.amount(names, 1)} total",
            f"gain {self.amount(names, 1)} coins",
            f"lose {self.amount(names, 1)} coins",
            "gain 1 score_marks",
            f"lose {self.number(1, 4)} score_marks",
            f"set mood to {self.one('calm', 'tense', 'wild')}",
            f"set flagged to ({self.condition(names, 1)})",
            f"set seen to seen + {{{self.one('red', 'green', 'blue', 'player.pick')}}}",
            "set seen to seen - {red}",
            "set player.sworn to (not player.sworn)",
            f"set player.pick to {self.one('red', 'blue')}",
            "wake player",
            "wake next(player)",
            f"award {self.one('1', '2', 'total')} for {self.one('player', 'next(player)')}",
            "move all Card in discard to deck",
            "scoop for player",
            f"move {self.one('1', '2')} Seed in bowl to purse of player",
            "put 1 Seed on bowl",
            "move all Seed in purse of player to bowl",
            "pass",
        ]
        if "pawn" in names:
            lines += [
                "gain 1 pawn.power",
                "set pawn.tired to yes",
                f"set pawn.power to {self.amount(names, 1)}",
                "move pawn to mark",
                "capture pawn",
            ]
            lines += ["set pawn.colour to player.pick", "move pawn to camp of player", "set mark to (a1 if pawn.tired else b1)"]
        if "cell" in names:
            lines += ["set mark to cell", "move (first Pawn of player in camp) to cell"]
        if "card" in names:
            lines += ["move card to discard", "gain card.value coins", "reveal card"]
        return self.one(*lines)

    # ------------------------------------------------------------ declarations

    def action(self, head: str, names: frozenset[str], effects: list[str], priced: bool = False, wanted: tuple[str, ...] = ()) -> list[str]:
        lines = [f"action {head}"]
        if wanted and self.number(0, 2):
            lines += wanted
        for _ in range(self.number(0, 2)):
            lines.append(f"  requires {self.condition(names)}")
        if priced and self.number(0, 1):
            lines.append(f"  pay {self.one('1', '2', '3')} coins")
        lines += effects
        tried = self.number(0, 3) == 0
        for _ in range(self.number(0, 2)):
            lines.append("  " + (self.calm_sentence(names) if tried else self.sentence(names)))
        if tried:
            lines.append(f"  ensures {self.condition(frozenset(), 1)}")
        return [*lines, ""]

    def watches(self) -> list[str]:
        lines: list[str] = []
        for _ in range(self.number(0, 2)):
            kind = self.one("when", "as soon as")
            about = self.one(
                f"total > {self.number(2, 20)}", f"player.coins < {self.number(0, 4)}", "red in seen", "mood is wild", "mark is not empty"
            )
            effect = self.one(
                "gain 1 score_marks for Ann", "set flagged to yes", "set mood to calm", "set seen to {}", "wake Bob", "Ann wins"
            )
            lines += [f"{kind} {about}", f"  {effect}", ""]
        if self.number(0, 2) == 0:
            lines += ["when some Pawn in board where pawn.power > 4", "  move pawn to camp of pawn.owner", "  set pawn.power to 0", ""]
        if self.number(0, 1):
            effect = self.one("player wins", "gain 1 score_marks", "set flagged to yes")
            lines += [f"when {self.one('aligned(Stone of player, 3)', 'count Stone of player in field > 4')}", f"  {effect}", ""]
        for verb in ("march Pawn to Cell", "enter Pawn on Cell", "wake Player"):
            if self.number(0, 3) == 0:
                names = frozenset({"pawn", "cell"}) if "Cell" in verb else frozenset()
                lines += [f"{self.one('after', 'before')} {verb}", f"  {self.calm_sentence(names).replace('wake', 'rouse')}", ""]
        return lines

    def program(self) -> str:
        board = self.one(
            "grid 3 by 3, holding 1 Pawn",
            "grid 4 by 3, holding 1 Pawn",
            "grid 3 by 2, holding any Pawn",
            "grid 3 by 3, holding 2 Pawn",
            "grid 13 by 10, holding 1 Pawn",
        )
        field = self.one(
            "grid 4 by 4",
            "grid 7 by 5",
            "grid 3 by 3",
            "grid 12 by 11",
            "grid 25 by 20",
            "grid 30 by 25",
            "hex_grid 4 by 4",
            "hex_grid 13 by 13",
        )
        text = HEAD.format(
            seats=self.one("Ann, Bob", "Ann, Bob, Cid"),
            total=self.one("0 to 30", "-40 to 40", "0 to 9 clamped", "-99999 to 99999"),
            pawns=self.number(2, 4),
            clamped=self.one("", " clamped"),
            seeds=self.number(4, 9),
            board=board,
            field=field,
            coins=self.one("0 to 30", "0 to 9 clamped", "-20 to 60"),
            stock=self.number(2, 4),
        ).split("\n")
        text += [f"define wealth(player) = {self.amount(frozenset(), 0)} {self.one('+', '-', '*', '/', '%')} {self.amount(frozenset(), 0)}"]
        text += ["define rich(player) = player.coins > 6", "define strong(player)", "  player.coins > 12: yes"]
        text += [f"  {self.condition(frozenset(), 0)}: {self.one('yes', 'no')}", "  else: no", ""]
        text += ["to wake Player", "  set player.sworn to yes", f"  {self.calm_sentence(frozenset()).replace('wake', 'rouse')}", ""]
        text += ["to rouse Player", "  set player.sworn to no", ""]
        text += ["to draw_one for Player", "  if deck is not empty: draw 1 Card from deck for player", ""]
        text += ["to scoop for Player", "  if count Seed in bowl > 1: move 2 Seed in bowl to purse of player", ""]
        text += ["to award Number as prize for Player", "  gain prize coins for player", ""]
        text += self.action(
            "march Pawn of player in board to Cell in around(pawn)",
            frozenset({"pawn", "cell"}),
            ["  move pawn to cell"],
            True,
            ("  requires cell is empty",),
        )
        text += self.action(
            "enter Pawn in camp of player on Cell in board",
            frozenset({"pawn", "cell"}),
            ["  move pawn to cell"],
            False,
            ("  requires cell is empty",),
        )
        text += self.action("play_card Card in hand of player", frozenset({"card"}), ["  move card to discard"])
        text += self.action("spend Small", frozenset(), ["  lose small coins"], True)
        text += self.action("lay Plot in field", frozenset(), ["  put Stone on plot"], False, ("  requires plot is empty",))
        text += self.action("lift Stone of player in field", frozenset(), ["  capture stone"])
        falling = ["  put Stone on first Plot in column where plot is empty"]
        text += self.action("drop Column in field", frozenset(), falling, False, ("  requires column is not full",))
        text += self.watches()
        text += ["turn", *self.opening(), *self.block(frozenset(), 1, 2, 3), ""]
        text += ["phase evening", *self.evening(), ""]
        criteria = [f"{self.one('most', 'least')} {self.one('score', 'player.coins', 'count Card in hand of player', 'wealth(player)')}"]
        criteria += [self.one("then most player.score_marks", "then least count Pawn of player in board", "then most player.coins")]
        text += TAIL.format(
            rounds=self.number(1, 4),
            score_power=self.one("sum pawn.power for Pawn of player in board", "most pawn.power for Pawn of player in board", "total / 2"),
            score_own=self.amount(frozenset(), 1),
            criteria=", ".join([*criteria, self.one("then shared", "then none", "then favourite")]),
        ).split("\n")
        return "\n".join(text) + "\n"

    def opening(self) -> list[str]:
        """A turn always has some decision; sometimes several in any order."""
        if self.number(0, 2):
            return [
                self.one(
                    "  player must march or enter or play_card or spend", "  player must lay or lift or drop", "  player must enter or drop"
                )
            ]
        return [
            "  in any order",
            "    player may once march",
            "    player may once enter",
            f"    player {self.one('must', 'may')} once play_card",
        ]

    def evening(self) -> list[str]:
        """Nobody acts in the evening by himself."""
        body = self.one(
            "gain 1 total",
            "each Player: gain 1 coins",
            "each Player: wake player",
            "each Pawn in board: set pawn.tired to no",
            "if deck is empty: move all Card in discard to deck",
            'each Player must secretly\n    "Bid one": pay 1 coins\n    "Pass": pass',
        )
        return ["  " + body]


@st.composite
def programs(draw: Draw) -> str:
    """The text of a random game."""
    return Maker(draw).program()
