"""The verbs of the library, each a row: its forms with all their words. What they do stands in `verbs_*.py`."""

from __future__ import annotations

from rulewright.dsl.library.rows import Does, Form, Role, VerbRow

MOVING = "moving pieces"
COURSE = "the course of the match"
VALUES = "values"
CHANCE = "chance"
KNOWLEDGE = "who knows what"


def _does(*what: Does) -> frozenset[Does]:
    return frozenset(what)


GOODS = Role("what", "pieces", ask="which pieces?")
ONE = Role("what", "piece", ask="which piece?")
GOAL = Role("goal", "place", ("to", "on", "into"), ("under",), ask="where?")
FOR = Role("who", "thing", ("for",), needed=False)
RESOURCE = (Role("what", "resource", ask="how much of what?"), FOR)
BAG = Role("what", "thing", ask="how much of what?")
ANY = (Role("what", "any", ask="any how many of what?"), FOR)

ROWS = (
    VerbRow(
        "put",
        MOVING,
        "Brings pieces into play from the box (or moves one that is named). On several cells: one to each, or as many as you say.",
        (
            "put Mark on cell",
            "put 4 Seed on board",
            "put all Card on deck",
            "put Man on row(player, 1) with role pawn",
            "put card under deck",
        ),
        (
            Form(
                "put 2 Man on cell [with role pawn] [for White]",
                (GOODS, GOAL, FOR, Role("with", "setting", ("with",), needed=False, often=True)),
                does=_does("moves", "sets"),
            ),
        ),
        doubled=True,
    ),
    VerbRow(
        "move",
        MOVING,
        "Moves pieces from where they are to another place. A thing is always in exactly one place.",
        ("move tile to hand of player", "move 2 Seed in house to store of player", "move all Card in hand of player to discard"),
        (Form("move tile to hand of player", (GOODS, GOAL), does=_does("moves")),),
    ),
    VerbRow(
        "capture",
        MOVING,
        "Takes what stands on a cell off the board, into the box; nothing if it is empty.",
        ("capture cell", "capture pawn"),
        (Form("capture cell", (Role("what", "thing", ask="which cell or piece?"),), does=_does("moves")),),
    ),
    VerbRow(
        "discard",
        MOVING,
        "Moves pieces to the place called `discard`, or out of the game if there is none.",
        ("discard card", "discard all Card in hand of player"),
        (Form("discard all Card in hand of player", (GOODS,), does=_does("moves")),),
    ),
    VerbRow(
        "swap",
        MOVING,
        "Two pieces exchange their places.",
        ("swap hero with other",),
        (Form("swap hero with other", (ONE, Role("other", "piece", ("with",), ask="with which piece?")), does=_does("moves")),),
        doubled=True,
    ),
    VerbRow(
        "flip",
        MOVING,
        "Turns a piece over: its `face` becomes the other one.",
        ("flip tile",),
        (Form("flip tile", (ONE,), does=_does("sets")),),
        doubled=True,
    ),
    VerbRow(
        "turn",
        MOVING,
        "Turns a tile: its top points in that direction.",
        ("turn tile to west",),
        (Form("turn tile to west", (ONE, Role("way", "thing", ("to",), ask="in which direction?")), does=_does("sets")),),
        doubled=True,
    ),
    VerbRow(
        "arrange",
        MOVING,
        "Puts pieces on a board as the picture below it shows: a letter for each piece, a dot for an empty cell, the top row first.",
        ("arrange board",),
        (Form("arrange board", (Role("what", "thing", ask="which board?"),), does=_does("moves")),),
    ),
    VerbRow(
        "shuffle",
        MOVING,
        "Brings a pile or deck into an order that nobody knows.",
        ("shuffle deck",),
        (Form("shuffle deck", (Role("what", "thing", ask="which pile or deck?"),), does=_does("shuffles")),),
    ),
    VerbRow(
        "draw",
        MOVING,
        "Takes pieces from the top of a deck into the player's hand, or into another place. Alone: the match is a draw.",
        ("draw 2 Card from deck", "draw Card from deck for rival", "draw 3 Card from deck into market", "draw"),
        (
            Form(
                "draw 2 Card from deck [into market] [for rival] [giving drawn]",
                (
                    Role("what", "kind", ask="what?"),
                    Role("source", "thing", ("from",), ask="from where?"),
                    Role("goal", "thing", ("into",), needed=False),
                    FOR,
                ),
                gives="drawn",
                does=_does("moves", "chance"),
            ),
            Form("draw", subject="none", does=_does("ends")),
        ),
    ),
    VerbRow(
        "refill",
        MOVING,
        "Draws until a place holds that many pieces.",
        ("refill hand of player to 4 from deck",),
        (
            Form(
                "refill hand of player to 4 from deck",
                (
                    Role("what", "thing", ask="which place?"),
                    Role("number", "thing", ("to",), ask="to how many?"),
                    Role("source", "thing", ("from",), ask="from where?"),
                ),
                does=_does("moves", "chance"),
            ),
        ),
    ),
    VerbRow(
        "win",
        COURSE,
        "Ends the match: the player, or every player of a set, wins; the others lose. A text names this way to win in every report.",
        ("player wins", 'honest win with "Three ships are home"'),
        (
            Form(
                'player wins [with "Three ships are home"]', (Role("title", "title", ("with",), needed=False),), "meant", does=_does("ends")
            ),
        ),
        doubled=True,
    ),
    VerbRow(
        "finish",
        COURSE,
        "Ends the match; the score and the line `winner` decide.",
        ("finish",),
        (Form("finish", (), "none", does=_does("ends")),),
        hint='Write `finish` alone, and the score decides. An ending with a title is `conclude with "The Boat Drifts"`.',
    ),
    VerbRow(
        "conclude",
        COURSE,
        "Ends the match with an ending of the story; how good it is may be said for those who search for good play.",
        ('conclude with "The Boat Drifts"', 'conclude with "The Boat Drifts" worth 3'),
        (
            Form(
                'conclude with "The Boat Drifts" [worth 3]',
                (Role("title", "title", ("with",), ask="with which ending?"),),
                "none",
                does=_does("ends"),
            ),
        ),
    ),
    VerbRow(
        "pass",
        COURSE,
        "Hands pieces over to a player, into the place of the same name. With `each Player` all at once. Alone: does nothing.",
        ("pass", "pass card to rival", "each Player passes all Card in hand of player to next(player)"),
        (
            Form("pass"),
            Form("pass card to rival", (GOODS, Role("who", "thing", ("to",), ask="to whom?")), does=_does("moves")),
        ),
        hint="`pass` alone does nothing. To end the turn write `stop`; to hand something over write `pass card to rival`.",
    ),
    VerbRow(
        "stop",
        COURSE,
        "Leaves the phase, action or verb in which it stands.",
        ("stop",),
        (Form("stop", (), "none", does=_does("leaves")),),
        hint="Write `stop` alone: it leaves the phase, action or verb in which it stands.",
        doubled=True,
    ),
    VerbRow(
        "take",
        COURSE,
        "Lets a player go through a phase. `another turn`: one more, right after the one that is running.",
        ("player takes turn", "shield.face takes turn", "player takes another turn"),
        (
            Form("player takes turn", (Role("phase", "thing", ask="which turn or phase?"),), "meant"),
            Form(
                "player takes another turn",
                (Role("again", "thing", ask="which turn?"), Role("phase", "thing", ask="which turn?")),
                "meant",
                does=_does("sets"),
            ),
        ),
    ),
    VerbRow(
        "skip",
        COURSE,
        "The next turn of a player does not take place, nor what happens with it.",
        ("rival skips turn",),
        (Form("rival skips turn", (Role("phase", "thing", ask="which turn?"),), "meant", does=_does("sets")),),
    ),
    VerbRow("resolve", COURSE, "Does what the text of a card says.", ("resolve card",), (Form("resolve card", (ONE,)),)),
    VerbRow(
        "set",
        VALUES,
        "Gives something that can change a new value.",
        ("set tile.face to down", "set quiet to quiet + 1"),
        (
            Form(
                "set tile.face to down",
                (Role("what", "thing", ask="what?"), Role("value", "thing", ("to",), ask="to what?")),
                does=_does("sets"),
            ),
        ),
        doubled=True,
    ),
    VerbRow(
        "gain",
        VALUES,
        "Adds to a number, or a bag to the numbers of each; beyond its range it is an error, or is cut off if it is `clamped`.",
        ("gain 3 gold", "gain 1 fame for hero.owner", "gain 2 henchman.health", "gain mine.output", "gain mine.output into stores"),
        (
            Form("gain 3 gold [for rival]", RESOURCE, does=_does("sets")),
            Form(
                "gain mine.output [into stores] [for rival]",
                (BAG, Role("purse", "thing", ("into",), needed=False), FOR),
                does=_does("sets"),
            ),
        ),
    ),
    VerbRow(
        "lose",
        VALUES,
        "Takes from a number, or a bag from the numbers of each; `any 2 goods`: whose they are chooses which. "
        "`player loses`: the match is lost for the player.",
        ("lose 1 health", "lose any 2 goods"),
        (
            Form("lose 1 health [for rival]", RESOURCE, does=_does("sets")),
            Form(
                "lose toll.price [from stores] [for rival]", (BAG, Role("purse", "thing", ("from",), needed=False), FOR), does=_does("sets")
            ),
            Form("lose any 2 goods [for rival] [giving lost]", ANY, gives="lost", does=_does("sets")),
            Form("player loses", (), "meant", does=_does("ends")),
        ),
    ),
    VerbRow(
        "pay",
        VALUES,
        "Takes from a number, or a bag from the numbers of each, which must be enough: an action with a price is legal only for those "
        "who can pay. `any 2 goods`: the payer chooses which.",
        ("pay 3 crowns", "pay hut.price", "pay hut.price from stores", "pay any 2 goods"),
        (
            Form("pay 3 crowns [for rival]", RESOURCE, does=_does("sets"), price=True),
            Form(
                "pay hut.price [from stores] [for rival]",
                (BAG, Role("purse", "thing", ("from",), needed=False), FOR),
                does=_does("sets"),
                price=True,
            ),
            Form("pay any 2 goods [for rival] [giving paid]", ANY, gives="paid", does=_does("sets"), price=True),
        ),
    ),
    VerbRow(
        "reset",
        VALUES,
        "Gives all changing attributes of a piece the values they had at the start.",
        ("reset henchman",),
        (Form("reset henchman", (ONE,), does=_does("sets")),),
    ),
    VerbRow(
        "roll",
        CHANCE,
        "Rolls a die: the library's has six faces; another is a list of its faces. Pieces that have `faces` are rolled one by one.",
        ("roll die giving pips", "roll {1, 2, 2, 3, 3, 4} giving pips", "roll all Die in tray"),
        (Form("roll die [giving pips]", (Role("what", "thing", ask="which die?"),), gives="rolled", does=_does("chance")),),
    ),
    VerbRow(
        "show",
        KNOWLEDGE,
        "Lets somebody see a piece that lies hidden; they remember it as long as it lies there.",
        ("show card to player", "show card to everyone"),
        (Form("show card to player", (GOODS, Role("who", "thing", ("to",), ask="to whom?")), does=_does("knows")),),
    ),
    VerbRow(
        "reveal",
        KNOWLEDGE,
        "Lets everybody see a piece, or all pieces of a place.",
        ("reveal card", "reveal hand of player"),
        (Form("reveal card", (GOODS,), does=_does("knows")),),
    ),
    VerbRow(
        "conceal",
        KNOWLEDGE,
        "Lets a piece lie hidden again. Those who have seen it remember it.",
        ("conceal card",),
        (Form("conceal card", (GOODS,), does=_does("knows")),),
    ),
)
VERB_ROWS = {row.name: row for row in ROWS}
