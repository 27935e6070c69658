"""What is done, and where it goes, in the words that authors use for it: a sentence of rules is told if some sentence of prose has its
verb or another word for it, and the place where things end up."""

from __future__ import annotations

import re

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World
from rulewright.rulebook.author import printed
from rulewright.rulebook.words import spoken

_WORD = re.compile(r"[A-Za-z_]+|\d+")
_ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "er", "ly", "s", "e", "y")

BRINGING = """move take put lay place bring go return step enter leave keep add give get receive draw deal pick collect gather carry
    march travel walk run jump slide drop push send come stand lie left start begin sow swap win capture play throw taken gone went
    given gave brought kept laid drawn drew fill stack pass hand advance land hold store load plant deliver back join sit stay fall
    fell shuffle mix sort"""
AWAY = """remove discard lose lost away sink capture die dead death slain destroy gone clear consume rid drown trash eaten burn retire
    dismiss taken spent paid sold out_of off_the leave"""
MORE = """gain get receive take earn win score add raise more rise heal grow worth give given increase yield collect draw recover plus
    bring advance become have has"""
LESS = """lose lost pay paid spend spent give less remove take drop fall fewer cost reduce damage wound hurt sink minus spoil rot fade"""
VERBS: dict[str, str] = {
    "move": BRINGING,
    "put": BRINGING,
    "lay": BRINGING,
    "deal": BRINGING,
    "refill": "refill fill draw replace replenish lay deal put add take until up_to",
    "gain": MORE,
    "lose": LESS,
    "pay": LESS,
    "shuffle": "shuffle mix random blind lot",
    "draw": "draw take deal get receive pick drawn drew turn",
    "discard": "discard lose pay spend put remove away throw return play give",
    "roll": "roll throw die dice toss",
    "reveal": "reveal turn show uncover open look",
    "flip": "flip turn reveal face_up face_down",
    "turn": "turn rotate face point",
    "swap": "swap exchange change trade switch",
    "show": "show look see reveal tell",
    "win": "win won winner victory beat lose lost",
}
BOARDS = {"grid", "hex_grid", "open_grid", "ring", "track", "graph"}
_OUT = {"box"}


def stem(word: str) -> str:
    """A word without its ending, so that moved, moves and moving are one."""
    low = word.lower()
    for ending in _ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low[: -len(ending)]
            break
    return low[:-1] if len(low) > 3 and low[-1] == low[-2] else low


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text))


_FAMILIES = {stem(verb): _stems(verb + " " + others) for verb, others in VERBS.items()}
_AWAY = _stems(AWAY)
_INTO = {"to", "on", "onto", "in", "into", "under"}


def verb(stmt: d.Sentence) -> str:
    """The word that says what is done: the first, or the one behind whoever does it."""
    for argument in stmt.phrase.arguments[:2]:
        if isinstance(argument, e.Word) and stem(argument.name) in _FAMILIES:
            return argument.name
    return ""


def goal(world: World, stmt: d.Sentence) -> str:
    """The place to which a sentence brings something, if it names one: `box` and places of the game."""
    for tail in stmt.phrase.tails:
        if tail.preposition in _INTO:
            for word in nodes(tail.arguments, e.Word):
                if word.name in world.places or word.name in _OUT:
                    return word.name
    return ""


def place_words(world: World, name: str) -> frozenset[str]:
    """Words that name a place; who takes, draws or picks up something has it in hand."""
    taken = _stems("take draw drawn deal pick hold") if world.places[name].core.shape == "hand" or name == "hand" else frozenset()
    return taken | _stems(spoken(name)) | _stems(printed(world, name) or "")


def is_only_board(world: World, name: str) -> bool:
    """Whether a place is the one board of a game: what is put down in it can lie nowhere else."""
    boards = [n for n, place in world.places.items() if place.core.shape in BOARDS]
    return boards == [name]


def is_done(world: World, stmt: d.Sentence, text: frozenset[str], near: frozenset[str]) -> bool:
    """Whether a sentence of prose has the verb of a sentence of rules, and it or its neighbours say where things go."""
    word = verb(stmt)
    if not word:
        return True  # its own rule, or a verb that says nothing to do with hands
    place = goal(world, stmt)
    if place in _OUT:
        return bool(_AWAY & text) or ("box" in text and bool(_FAMILIES["put"] & text))
    if not _FAMILIES[stem(word)] & text:
        return False
    return not place or is_only_board(world, place) or bool(place_words(world, place) & near)
