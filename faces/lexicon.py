"""Signs and looks of one game: which sign a word has, which colour and shape a value. Two goods or values of one type never share one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning.uses import changed
from rulewright.dsl.words import singular, spoken
from rulewright.dsl.world import AttrSym, World
from rulewright.faces import icons
from rulewright.faces.canvas import PT, Canvas
from rulewright.faces.icons import SHAPES, guessed, known
from rulewright.faces.palette import COLOURS, IN_SEQUENCE, ground, tint

QUALITIES = frozenset({"goods", "values", "people"})  # groups of signs that numbers may be of
DEEDS = frozenset({"actions", "time and chance"})  # what is done, or passes: nothing that one holds


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing of the set, or a plain shape with two letters where there is none."""

    icon: str = ""
    tone: str = ""
    letters: str = ""
    shape: str = "circle"
    word: str = ""

    def draw(self, d: Canvas, x: float, y: float, size: float, *, ghost: bool = False) -> None:
        if self.icon:
            d.icon(self.icon, x, y, size, tone=self.tone, ghost=ghost)
            return
        d.shape(self.shape, x, y, size * 0.45, d.pale(tint(self.tone or "#d9cdb4", 0.5)), "#a79c8a" if ghost else "", size * 0.045)
        d.say(x, y, self.letters, max(6.0, size / PT * 0.42), bold=True, fit=size * 0.72, fill="#6f675a" if ghost else "")


@dataclass(frozen=True, slots=True)
class Style:
    """How the values of a type differ: by colour, and by shape."""

    colour: str
    shape: str


@dataclass(eq=False)
class Lexicon:
    world: World
    own: dict[str, str] = field(default_factory=dict)  # word -> sign, as the author says
    styles: dict[str, tuple[str, str]] = field(default_factory=dict)  # word -> colour and shape, as the author says
    _signs: dict[str, Sign] = field(default_factory=dict)

    # ------------------------------------------------------------ signs

    def icon(self, word: str) -> str | None:
        """The sign of a word, as the author says or as the set knows it."""
        low = spoken(word).lower()
        for one in (word, low, *icons.singulars(low)):
            if one in self.own:
                return self.own[one]
            if one.lower() in self.own:
                return self.own[one.lower()]
        return known(low)

    @cached_property
    def goods(self) -> dict[str, Sign]:
        """What is counted out: members of types that costs are made of, and numbers that rules let grow and shrink."""
        found: dict[str, Sign] = {}
        taken: set[str] = set()
        for word, number in self._counted():
            sign = self._unique(word, number, taken)
            if sign is not None:
                found[word] = sign
        return found

    def _unique(self, word: str, number: int, taken: set[str]) -> Sign | None:
        name = self.icon(word)
        if name is not None and (name not in taken or word in self.own):
            taken.add(name)
            return Sign(name, word=spoken(word))
        return self._letters(word, number)

    def _letters(self, word: str, number: int) -> Sign:
        said = spoken(word)
        parts = said.split()
        two = (parts[0][:1] + parts[1][:1]).upper() if len(parts) > 1 else said[:2].capitalize() if len(said) > 1 else said.upper()
        return Sign("", ground(word, number)[0], two, SHAPES[number % len(SHAPES)], said)

    def _counted(self) -> list[tuple[str, int]]:
        found: dict[str, int] = {}
        for attr in _attributes(self.world):
            per = attr.per if isinstance(t.bare(attr.type), t.Number) else None
            match per or t.bare(attr.type):
                case t.Enum(_, members) if per is not None:
                    found |= {m: i for i, m in enumerate(members)}
                case t.BagOf(t.Enum(_, members)):
                    found |= {m: i for i, m in enumerate(members)}
                case _:
                    pass
        changed = self.changed_names
        for attr in _attributes(self.world):
            if isinstance(t.bare(attr.type), t.Number) and attr.name in changed and attr.per is None and self.icon(attr.name):
                found.setdefault(attr.name, len(found))
        return list(found.items())

    @cached_property
    def changed_names(self) -> frozenset[str]:
        """The names of what some rule lets somebody gain, lose or pay."""
        return changed(rules_of(self.world))

    def sign(self, word: str, number: int = 0) -> Sign:
        """The sign of a good, of a value, or of anything that has a name."""
        if word in self.goods:
            return self.goods[word]
        if word not in self._signs:
            name = self.icon(word) or guessed(spoken(word))
            self._signs[word] = Sign(name, word=spoken(word)) if name is not None else self._letters(word, number)
        return self._signs[word]

    def is_good(self, word: str) -> bool:
        """Whether a number of it can be drawn as signs: something that is counted out, or a quality with a sign."""
        name = self.icon(word)
        return word in self.goods or (name is not None and icons.icons()[name].group in QUALITIES)

    def members(self, type: t.Enum) -> list[Sign]:
        """The signs of the values of a type, all different."""
        taken: set[str] = set()
        found = []
        for number, member in enumerate(type.members):
            if member in self.goods and self.goods[member].icon not in taken:
                sign = self.goods[member]
                taken.add(sign.icon)
                found.append(sign)
            else:
                found.append(self._unique(member, number, taken) or self._letters(member, number))
        return found

    def member(self, type: t.Type, number: int) -> Sign:
        bare = t.bare(type)
        return self.members(bare)[number] if isinstance(bare, t.Enum) else self.sign(str(number), number)

    # ------------------------------------------------------------ colour and shape

    def style(self, member: str, number: int) -> Style:
        colour, shape = self.styles.get(member, ("", ""))
        fallback = COLOURS.get(member.lower(), IN_SEQUENCE[number % len(IN_SEQUENCE)])
        return Style(colour or fallback, shape or SHAPES[number % len(SHAPES)])

    # ------------------------------------------------------------ inside text

    def in_text(self, word: str) -> tuple[str, str] | None:
        """The sign of a word in braces."""
        low = word.strip().lower().replace(" ", "_")
        sign = self.goods.get(low) or self.goods.get(singular(low))
        if sign is not None and sign.icon:
            return sign.icon, sign.tone
        name = self.icon(word.strip())
        return (name, "") if name is not None else None

    def counted(self, word: str) -> tuple[str, str] | None:
        """The sign of a good, in the singular or plural; points count as one. What is done (a trick, a step, a round) stays a word."""
        low = word.lower()
        for one in (low, singular(low)):
            sign = self.goods.get(one) or self.goods.get(f"{one}s")
            if sign is None or not sign.icon:
                continue
            if one in self.own or (icons.icons()[sign.icon].group not in DEEDS and sign.icon != "plus"):
                return sign.icon, sign.tone
        return ("star", "") if low in {"point", "points"} and self.world.score is not None else None


def _attributes(world: World) -> list[AttrSym]:
    groups = [world.player_attrs, world.game_attrs, *(k.attrs for k in world.kinds.values())]
    groups += [*(p.attrs for p in world.places.values()), *world.enum_attrs.values()]
    return [attr for group in groups for attr in group.values()]
