"""A piece read for its face: every slot of the plan filled with items, its name, its text with signs, its picture.

Left out are `none`, `no` and empty bags, 0 everywhere but in a single cost, and what all pieces of a kind share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright.core.program import Kind
from rulewright.dsl import types as t
from rulewright.dsl.words import spoken
from rulewright.faces.icons import guessed, icons
from rulewright.faces.items import LINES, WAYS, Item, Mapped
from rulewright.faces.lexicon import Sign, Style
from rulewright.faces.palette import COLOURS
from rulewright.faces.plan import Slot, Test, Thing, Value
from rulewright.faces.roles import Role
from rulewright.faces.runs import Glyph, Run, runs

if TYPE_CHECKING:
    from rulewright.faces.painter import Fact, Painter

PICTURED = frozenset({"goods", "people", "buildings", "things"})  # groups of signs that a text can be a picture of
# words that mean something else as often as not
VAGUE = frozenset({"man", "woman", "men", "body", "bar", "order", "hit", "hall", "start", "light", "keep", "box", "home", "use", "more"})
VAGUE |= {"game", "play", "watch", "study", "note", "sail", "store", "time", "silver", "crowns", "price", "back", "field", "passage"}
_SPELT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANKS = {word: str(number) for number, word in enumerate(_SPELT, 1)} | {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "knave": "J"}
ALWAYS = frozenset({"cost", "points", "back", "ground", "colour", "type"})


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot with what stands in it."""

    slot: Slot
    items: tuple[Item, ...]

    @property
    def label(self) -> str:
        return self.slot.label or ""


@dataclass(slots=True)
class Content:
    kind: Kind
    index: int
    name: str
    slots: dict[str, list[Filled]] = field(default_factory=dict)
    text: list[Run] = field(default_factory=list)
    art: Sign | None = None
    picture: str = ""  # a file
    frame: Style | None = None
    ground: tuple[str, int] | None = None
    roads: tuple[int, ...] = ()
    way: str = ""  # what runs along them: a road, a stream
    scores: bool = False
    gives: bool = False
    read: int = 0  # the paragraph of the story book it leads to

    def items(self, spot: str) -> list[Item]:
        return [item for filled in self.slots.get(spot, ()) for item in filled.items]

    @property
    def words(self) -> str:
        """Name, type, all values and the text in one sentence."""
        found = [self.name]
        for filled in self.slots.values():
            for one in filled:
                found += [f"{item.label}: {item.words}" if item.label and item.label != item.words else item.words for item in one.items]
        text = "".join(run if isinstance(run, str) else f"{run.number} {run.sign}".strip() for run in self.text)
        return ". ".join([", ".join(dict.fromkeys(x for x in found if x)), *([text] if text else [])])


def content(painter: Painter, kind: Kind, index: int, state: dict[str, str] | None = None) -> Content:
    """What stands on a piece. `state`: values of the side that is shown, for conditions of backs."""
    plan = painter.plan(kind.name, index)
    reader = _Reader(painter, kind, index, state or {})
    name = painter.name(kind, index) or title(kind, index)
    found = Content(kind, index, name)
    for slot in plan.slots:
        if slot.when is not None and not reader.holds(slot.when):
            continue
        items = tuple(reader.slot(slot))
        if slot.when is not None or slot.spot in {"art", "frame", "name", "text"}:
            found.slots[slot.spot] = [Filled(slot, items)]
        elif items:
            found.slots.setdefault(slot.spot, []).append(Filled(slot, items))
    reader.finish(found, plan.gone)
    return found


def title(kind: Kind, index: int) -> str:
    """What a piece without a name is called."""
    said = spoken(kind.ids[index] if kind.ids and kind.ids[index] and kind.count > 1 else kind.name)
    return said[:1].upper() + said[1:]


def as_map(item: Item) -> Item:
    """A line (row, column, diagonal) as cells around a piece; anything else as it is."""
    if item.text not in LINES or not LINES[item.text]:
        return item
    cells = LINES[item.text]
    endless = cells if item.text in {"row", "column"} else ()
    return replace(item, sort="map", map=Mapped(tuple((a, b, None) for a, b in cells), endless))


def _opposite(cells: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Cells in such an order that the second lies opposite the first."""
    found: list[tuple[int, int]] = []
    for a, b in cells:
        if (a, b) not in found:
            found += [(a, b), (-a, -b)]
    return found


class _Reader:
    def __init__(self, painter: Painter, kind: Kind, index: int, state: dict[str, str]) -> None:
        self.painter, self.kind, self.index, self.state = painter, kind, index, state
        self.sym = painter.game.world.kinds[kind.name]
        self.lexicon = painter.lexicon
        self.facts = {fact.name: fact for fact in painter.facts(kind, index)}
        self.roles = painter.roles.by_kind[kind.name]
        self.said = painter.roles.cards.get((kind.name, kind.names[index] if kind.names else ""))

    # ------------------------------------------------------------ slots

    def slot(self, slot: Slot) -> Iterator[Item]:
        for one in slot.things:
            yield from self.thing(one)

    def thing(self, one: Thing) -> Iterator[Item]:
        if one.form == "map" and one.within is not None:
            mapped = self.mapped(one)
            if mapped is not None:
                yield mapped
            return
        found = next((item for value in one.values if (item := self.value(value, one)) is not None), None)
        within = self.style(one.within) if one.within is not None else None
        if found is None and one.within is not None and one.within.sort == "attribute":
            found = self.value(one.within, Thing((one.within,)))
        if found is not None:
            if one.within is not None and one.within.sort in {"sign", "text"}:
                yield replace(found, text=found.text, style=within, label=found.label, badge=f"sign {one.within.name}")
            else:
                yield replace(found, style=within or found.style)
        if one.beside is not None and (found is not None or one.beside.values[0].sort == "attribute"):
            yield from self.thing(one.beside)

    def mapped(self, one: Thing) -> Item | None:
        """Goods laid out on the cells that another value names: a pair of terrains opposite each other, straight or diagonal."""
        assert one.within is not None
        form, goods = self.facts.get(one.within.name), self.facts.get(one.values[0].name)
        if form is None or goods is None or form.text not in LINES:
            return None
        signs = [self.good(member, number) for member, number, count in goods.members for _ in range(count)]
        cells = _opposite(LINES[form.text])
        text = f"{goods.text}, {form.text}"
        return Item("map", goods.name, "", text, map=Mapped(tuple((a, b, s) for (a, b), s in zip(cells, signs, strict=False))))

    def holds(self, test: Test) -> bool:
        value = self.state.get(test.attribute)
        if value is None:
            fact = self.facts.get(test.attribute)
            value = "" if fact is None else fact.text
        said = value not in {"", "no", "0", "none"} if not test.value else value.lower() == spoken(test.value).lower()
        return said != test.negated

    def style(self, value: Value) -> Style | None:
        fact = self.facts.get(value.name)
        if fact is not None and fact.sort == "enum":
            return self.lexicon.style(fact.members[0][0], fact.members[0][1])
        return None

    # ------------------------------------------------------------ values

    def value(self, value: Value, one: Thing) -> Item | None:
        if value.sort == "sign":
            return Item("sign", sign=Sign(value.name, word=value.name))
        if value.sort == "text":
            return Item("word", text=self.filled(value.name))
        if value.sort == "picture":
            return Item("picture", text=value.name)
        if value.name in self.state:
            return Item("word", attr=value.name, text=self.state[value.name], label=spoken(value.name))
        fact = self.facts.get(value.name)
        if fact is None:
            return None
        role = one.role or self.roles.get(value.name, Role("sign"))
        if self.shared(value.name) and role.name not in ALWAYS and one.role is not None:
            return None
        return self.formed(self.fact(fact, role), one.form)

    def formed(self, item: Item | None, form: str) -> Item | None:
        """Another form than the usual one."""
        if item is None or not form:
            return item
        if form == "word":
            return replace(item, sort="word", text=item.text or item.words)
        if form == "map":
            return as_map(item)
        if form == "rings" and item.sort == "number":
            sign = item.sign or Sign("person")
            return replace(item, sort="rings", goods=((sign, int(item.text), ""),))
        if form == "rings" and item.sort == "goods":
            return replace(item, sort="rings")
        if form == "icons" and item.sort == "number" and item.sign is not None:
            return replace(item, sort="goods", goods=((item.sign, int(item.text), ""),))
        return replace(item, worded=False) if form == "sign" else item

    def filled(self, text: str) -> str:
        """A text of the author with values in braces."""
        for name, value in {**{f.name: f.text for f in self.facts.values()}, **self.state}.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def shared(self, attribute: str) -> bool:
        table = self.kind.attributes[attribute].table if attribute in self.kind.attributes else None
        per = max(1, len(self.kind.attributes[attribute].family)) if table is not None else 1
        if table is None or self.kind.count < 2:
            return False
        rows = [table.values[i * per : (i + 1) * per] for i in range(self.kind.count)]
        return all(row == rows[0] for row in rows)

    def fact(self, fact: Fact, role: Role) -> Item | None:
        label = spoken(fact.name)
        match fact.sort:
            case "number":
                return self.number(fact, role, label)
            case "flag":
                if fact.text != "yes":
                    return None
                sign = self.lexicon.sign(fact.name)
                return Item("sign", fact.name, "", label, sign, worded=True) if sign.icon else Item("word", fact.name, "", label)
            case "enum":
                return self.enum(fact, role, label)
            case "bag" | "family":
                signed = fact.sort == "family"
                goods = tuple((self.good(m, i), c, f"{c:+d}".replace("-", "−") if signed else "") for m, i, c in fact.members)
                return Item("goods", fact.name, label, fact.text, goods=goods, badge=role.name) if goods else None
            case "set":
                return self.several(fact, label)
            case "text":
                if fact.name in self.players():
                    return Item("word", fact.name, label, fact.text)
                own = self.lexicon.icon(fact.text) or guessed(fact.text)
                if own is None:
                    return Item("word", fact.name, label, fact.text)
                return Item("sign", fact.name, label, fact.text, Sign(own, word=fact.text), worded=True)
            case _:
                return None

    def players(self) -> set[str]:
        return {a.name for a in self.sym.attrs.values() if isinstance(t.bare(a.type), t.Player)}

    def number(self, fact: Fact, role: Role, label: str) -> Item | None:
        several = sum(1 for r in self.roles.values() if r.name == "cost") > 1
        if fact.text == "0" and (role.name != "cost" or several or self.mostly_nothing(fact.name)):
            return None
        sign = None
        if role.good and (role.good in self.lexicon.goods or self.lexicon.icon(role.good)):
            sign = self.lexicon.sign(role.good)
        elif self.lexicon.is_good(fact.name) and role.name not in {"points", "cost"}:
            sign = self.lexicon.sign(fact.name)
        if role.name == "points":
            return Item("number", fact.name, "", fact.text, None, badge="points")
        if role.name == "cost" and not several:
            return Item("number", fact.name, "", fact.text, sign, badge="cost")
        if role.name == "room":
            return Item("rings", fact.name, label, goods=((self.lexicon.sign(role.good), int(fact.text), ""),))
        if role.name in {"cost", "gives"} and sign is not None and int(fact.text) > 0:
            return Item("goods", fact.name, label, goods=((sign, int(fact.text), ""),), badge=role.name)
        return Item("number", fact.name, label, fact.text, sign)

    def mostly_nothing(self, attribute: str) -> bool:
        """A price that most pieces of the kind do not have is no price of 0 on the others."""
        return self.painter.mostly_nothing(self.kind, attribute)

    def enum(self, fact: Fact, role: Role, label: str) -> Item | None:
        member, number, _ = fact.members[0]
        type = t.bare(self.sym.attrs[fact.name].type)
        sign = self.lexicon.member(type, number)
        style = self.lexicon.style(member, number)
        if role.name == "map" and member in LINES:
            if sign.icon in {"row", "column"}:
                return Item("sign", fact.name, "", fact.text, sign)
            if LINES[member]:
                return Item("map", fact.name, "", fact.text, map=Mapped(tuple((a, b, None) for a, b in LINES[member])))
        text = fact.text.upper() if len(fact.text) == 1 else fact.text
        if not sign.icon and role.name not in {"type", "colour", "ground"}:
            return Item("word", fact.name, label, text, style=style)
        return Item("sign", fact.name, label, text, sign, style=style, worded=True)

    def several(self, fact: Fact, label: str) -> Item | None:
        ways = [w for w in fact.text.replace(",", " ").split() if w in WAYS]
        type = t.bare(self.sym.attrs[fact.name].type)
        if isinstance(type, t.SetOf) and isinstance(type.elem, t.Way) and ways:
            return Item("map", fact.name, "", fact.text, map=Mapped(tuple((*WAYS[w], None) for w in ways)))
        if fact.members:
            return Item("goods", fact.name, label, fact.text, goods=tuple((self.good(m, i), 1, "") for m, i, _ in fact.members))
        return Item("word", fact.name, label, fact.text)

    def good(self, member: str, number: int) -> Sign:
        return self.lexicon.sign(member, number)

    # ------------------------------------------------------------ the whole

    def finish(self, found: Content, gone: frozenset[str]) -> None:
        painter = self.painter
        self.defined(found)
        shown = self.facts.get(next((i.attr for i in found.items("ground")), ""))
        found.ground = (shown.members[0][0], shown.members[0][1]) if shown is not None and shown.members else None
        sections = next((f for f in self.facts.values() if f.sort == "sections"), None)
        if sections is not None:
            found.roads = sections.sections
            found.way = sections.members[0][0] if sections.members else ""
            if found.ground is None and len(sections.members) > 1:
                found.ground = (sections.members[1][0], sections.members[1][1])
        found.read = painter.reads(self.kind, self.index)
        frames = found.items("frame")
        if frames and frames[0].style is not None:
            found.frame = frames[0].style
        for filled in found.slots.get("frame", ()):
            if filled.slot.on or (filled.items and filled.items[0].sort == "word"):
                colour = filled.slot.on or filled.items[0].text
                found.frame = Style(COLOURS.get(colour, colour), found.frame.shape if found.frame else "circle")
        if "text" not in gone:
            words = next((i.text for i in found.items("text")), "") or painter.text(self.kind, self.index)
            if not self._repeats(words, found):
                found.text = runs(words, self.lexicon.in_text, self.lexicon.counted)
        self.ranked(found)
        if "name" in gone:
            found.name = ""
        if "art" not in gone:
            self.picture(found)

    def _repeats(self, words: str, found: Content) -> bool:
        """Whether a text says nothing that no badge says: `5.` below a 5."""
        bare = words.strip(" .")
        return bool(bare) and any(item.badge == "points" and item.text == bare for spot in found.slots for item in found.items(spot))

    def defined(self, found: Content) -> None:
        """What a card says by definitions of its own: points that are always the same, and what it gives."""
        said = self.said
        if said is None:
            return
        found.scores = said.scores
        if said.points:
            spot = "corner top right" if not found.items("corner top right") and not found.items("ground") else "panel"
            item = Item("number", "", "", str(said.points), badge="points")
            found.slots.setdefault(spot, []).append(Filled(Slot(spot), (item,)))
        goods = []
        for name in said.gives:
            fact = self.facts.get(name)
            member = fact.members[0][0] if fact is not None and fact.members else name
            if member:
                goods.append((self.lexicon.sign(member), 1, "+1"))
        if goods:
            spot = "strip right" if found.items("ground") else "strip"
            found.slots.setdefault(spot, []).append(Filled(Slot(spot), (Item("goods", "gives", "", goods=tuple(goods), badge="gives"),)))
            found.gives = True

    def ranked(self, found: Content) -> None:
        """Cards of a suit and a rank are held like a fan: the rank stands in the corner, as a number or a letter."""
        suits = [f.name for f in self.facts.values() if self.roles.get(f.name, Role("rest")).name == "type"]
        shown = found.items("panel")
        if len(self.facts) != 2 or len(suits) != 1 or len(shown) != 1 or found.text or found.items("corner top left"):
            return
        text = RANKS.get(shown[0].text.lower(), shown[0].text)
        if shown[0].sort in {"number", "word", "sign"} and len(text) <= 2 and self.painter.hides(self.kind.name):
            del found.slots["panel"]
            item = Item("number", shown[0].attr, shown[0].label, text)
            found.slots["corner top left"] = [Filled(Slot("corner top left"), (item,))]

    def numbered(self, found: Content) -> bool:
        """A card that is nothing but its number shows it as its picture."""
        shown = [f for f in self.facts.values() if f.sort == "number"]
        if len(self.facts) != 1 or len(shown) != 1 or found.text or (found.name and not found.name[:1].isdigit() and any(self.kind.names)):
            return False
        for spot in ("panel", "strip", "corner top right", "corner top left"):
            found.slots.pop(spot, None)
        item = Item("number", shown[0].name, "", shown[0].text)
        found.slots["art"] = [Filled(Slot("art"), (item,))]
        found.name = spoken(self.kind.name).capitalize() if found.name[:1].isdigit() else found.name
        return True

    def picture(self, found: Content) -> None:
        """The author's picture, else the sign of the name, of what it gives, of its type, or of its kind."""
        file = self.painter.art_file(self.kind, self.index)
        chosen = found.items("art")
        if chosen and chosen[0].sort == "picture":
            found.picture = self.painter.beside(chosen[0].text)
            if found.picture:
                return
        elif chosen and chosen[0].sign is not None and chosen[0].sign.icon in icons():
            found.art = chosen[0].sign
            return
        elif chosen:
            return
        if file:
            found.picture = file
            return
        if self.numbered(found):
            return
        name = found.name if self.kind.names and self.kind.names[self.index] else ""
        own = self.lexicon.icon(name) or guessed(name) if name else None
        if own is not None:
            found.art = Sign(own, word=name)
            return
        given = [i for i in found.items("strip") if i.badge == "gives"]
        costs = [i for i in found.items("strip") if i.badge != "gives"]
        spots = [found.items(spot) for spot in ("type", "corner top left", "strip right")]
        for item in [*given, *(i for items in spots for i in items), *costs, *found.items("panel")]:
            sign = item.goods[0][0] if item.goods else item.sign
            if sign is not None and sign.icon:
                found.art = sign
                return
        for fact in self.facts.values():
            if fact.sort == "enum":
                sign = self.lexicon.member(self.sym.attrs[fact.name].type, fact.members[0][1])
                if sign.icon:
                    found.art = sign
                    return
        named = next((r for r in found.text if isinstance(r, Glyph)), None) or self._good_in_text(found)
        if named is not None:  # what its text is about
            found.art = Sign(named.sign, named.tone)
            return
        told = self._told(found)
        if told:
            found.art = Sign(told)
            return
        kind = self.lexicon.sign(self.kind.name)
        if not kind.icon and not (name and found.text) and self._largest_number(found):
            return
        titled = guessed(self.painter.game.title)
        if not kind.icon and found.text and titled is not None:
            kind = Sign(titled)
        found.art = kind if kind.icon else (found.items("type") or [Item("sign", sign=kind)])[0].sign or kind

    def _told(self, found: Content) -> str:
        """The first thing, person or place that the text of a named card speaks of: better than the letters of its kind."""
        if not (self.kind.names and self.kind.names[self.index]):
            return ""
        words = [w for run in found.text if isinstance(run, str) for w in re.findall(r"[a-z]+", run.lower()) if len(w) > 2]
        signs = [name for w in words if w not in VAGUE and (name := self.lexicon.icon(w)) is not None]
        return next((name for name in signs if icons()[name].group in PICTURED), "")

    def _good_in_text(self, found: Content) -> Glyph | None:
        """The first good that the text names by a word alone: `take a honey`."""
        words = [w for run in found.text if isinstance(run, str) for w in re.findall(r"[A-Za-z]+", run)]
        sign = next((s for w in words if (s := self.lexicon.counted(w)) is not None), None)
        return Glyph("", *sign) if sign is not None else None

    def _largest_number(self, found: Content) -> bool:
        """Where nothing has a sign, the first number of the panel is the picture."""
        for filled in found.slots.get("panel", ()):
            item = next((i for i in filled.items if i.sort == "number" and not i.badge), None)
            if item is not None:
                rest = tuple(i for i in filled.items if i is not item)
                kept = [replace(f, items=rest) if f is filled else f for f in found.slots["panel"]]
                found.slots["panel"] = [f for f in kept if f.items]
                if not found.slots["panel"]:
                    del found.slots["panel"]
                found.slots["art"] = [Filled(Slot("art"), (item,))]
                return True
        return False
