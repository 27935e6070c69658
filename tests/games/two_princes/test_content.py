"""Every card does what was planned, box by box; nothing is missing, and nothing is a placeholder."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rulewright.core import ir
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from tests.games.two_princes.plan import SHORT, Change, challenges, change, facts, id_of, items, labelled, plan
from tests.games.two_princes.table import ATTRIBUTES, EDWARD, PRINCES, RICHARD, Scene, game_with, scene

MARKED = {EDWARD: "TI_1 SI_1 AF_1 WO_1 E1", RICHARD: "TI_2 SI_2 AF_2 WO_2 R1"}
LONG_DECKS = {EDWARD: "E2 E3 E4 E5", RICHARD: "R2 R3 R4 R5"}


def ready(*, able: bool = True, known: tuple[str, ...] = (), carried: dict[str, str] | None = None, part: str = "tower") -> Scene:
    """Both have one card of every type in hand; they succeed in everything, or in nothing."""
    skills = {prince: dict.fromkeys(ATTRIBUTES, 9 if able else 0) for prince in PRINCES}
    bags = {prince: " ".join(i for i, p in (carried or {}).items() if p == prince) for prince in PRINCES}
    places = {"aside": "SA1"}
    return scene(hands=MARKED, decks=LONG_DECKS, skills=skills, facts=known, bags=bags, part=part, places=places)


def play(here: Scene, first: int | None, second: int | None) -> Scene:
    """Choose the options of these numbers; play one happy card in every test, use nothing, let Edward have what is shared."""
    wishes = {EDWARD: first, RICHARD: second}
    while not here.idle:
        titles = here.titles
        if here.who is None:
            happy = [t for t in titles if t in {"A Good Night's Sleep", "Bread and Honey"}]
            here.choose(happy[0] if happy else titles[0])
        elif "decline" in titles:
            here.choose("decline")
        elif titles == ["1", "2", "3", "4", "5"] or titles == [EDWARD, RICHARD]:
            here.choose(titles[0])
        else:
            number = wishes[here.who]
            assert number is not None, titles
            here.choose(titles[number])
    return here


def outcome(card: str, *, first: int | None = None, second: int | None = None, player: str = EDWARD, **given: object) -> Change:
    before = ready(**given)  # type: ignore[arg-type]
    after = play(ready(**given).resolve(card, player), first, second)  # type: ignore[arg-type]
    carried = given.get("carried") or {}
    assert isinstance(carried, dict)
    return change(before, after, carried)


# ---------------------------------------------------------------- box by box


EVENTS = {row[1]: row for row in plan()["events"]}
ENCOUNTERS = {row[0]: row for row in plan()["encounters"]}
INTERLUDE = {row[1]: row for row in plan()["interlude"]}
CHALLENGES = {int(row[0]): row for row in plan()["challenges"]}


def decided(name: str, mode: str, boxes: dict[str, str], part: str) -> None:
    """Every way to decide a card of event rules."""
    card = id_of(name)
    match mode:
        case "T":
            for number, box in enumerate("AB"):
                assert outcome(card, first=number, second=number, part=part) == Change().order(boxes[box], list(PRINCES))
        case "E" | "R":
            decider = EDWARD if mode == "E" else RICHARD
            for number, box in enumerate("AB"):
                wish = {"first": number} if decider == EDWARD else {"second": number}
                assert outcome(card, part=part, **wish) == Change().order(boxes[box], [decider])  # type: ignore[arg-type]
        case "I":
            for number, box in enumerate(("AA", "BB")):
                assert outcome(card, first=number, second=number, part=part) == Change().order(boxes[box], list(PRINCES))
            for first, second in ((0, 1), (1, 0)):
                takers = [[EDWARD], [RICHARD]] if first == 0 else [[RICHARD], [EDWARD]]
                expected = Change().order(boxes["splitA"], takers[0]).order(boxes["splitB"], takers[1])
                assert outcome(card, first=first, second=second, part=part) == expected
        case _:
            raise AssertionError(mode)


@pytest.mark.parametrize("name", EVENTS)
def test_events(name: str) -> None:
    _, _, _, mode, *parts = EVENTS[name]
    decided(name, mode, labelled(parts, ("A", "B", "AA", "BB", "splitA", "splitB")), "tower")


@pytest.mark.parametrize("name", INTERLUDE)
def test_interlude(name: str) -> None:
    _, _, mode, *parts = INTERLUDE[name]
    boxes = labelled(parts, ("A", "B", "AA", "BB", "splitA", "splitB"))
    if mode.startswith("F "):
        for key in re.findall(r"fact\((\w+)\)", mode):
            assert outcome(id_of(name), known=(facts()[key],), part="interlude") == Change().order(boxes["A"], list(PRINCES))
        assert outcome(id_of(name), part="interlude") == Change().order(boxes["B"], list(PRINCES))
    elif "escape" in boxes.get("A", ""):
        for number, box in enumerate("AB"):
            got = outcome(id_of(name), first=number, second=number, part="interlude")
            expected = Change().order(boxes[box], list(PRINCES))
            extra = {challenges()[n] for n in (1, 2, 3, 19)}
            assert extra <= got.added and expected.added <= got.added
            got.added = expected.added
            assert got == expected
    else:
        decided(name, mode, boxes, "interlude")


@pytest.mark.parametrize("code", ENCOUNTERS)
@pytest.mark.parametrize("visitor", PRINCES)
def test_encounters(code: str, visitor: str) -> None:
    _, _, kind, *parts = ENCOUNTERS[code]
    wish = "first" if visitor == EDWARD else "second"
    if kind.startswith("test"):
        attribute, value = re.fullmatch(r"test (P|Ch|Co|K)(\d+)", kind).groups()  # type: ignore[union-attr]
        here = ready().resolve(code, visitor)
        assert (here.who, here.value("tested"), here.value("goal")) == (visitor, SHORT[attribute], int(value))
        boxes = labelled(parts, ("+", "-"))
        for able, box in ((True, "+"), (False, "-")):
            assert outcome(code, player=visitor, able=able) == Change().order(boxes.get(box, "-"), [visitor])
    elif kind == "auto":
        assert outcome(code, player=visitor) == Change().order(";".join(parts), [visitor])
    else:
        boxes = labelled(parts, ("A", "B"))
        for number, box in enumerate("AB"):
            got = outcome(code, player=visitor, **{wish: number})
            assert got == Change().order(boxes[box], [visitor])


def fronts(here: Scene, row: list[str]) -> None:
    """What both ways test stands on the front."""
    for title, test in zip(here.titles, row[4:6], strict=True):
        found = re.fullmatch(r"(P|Ch|Co|K)(\d+)", test)
        shown = f"({SHORT[found[1]].capitalize()} {found[2]})" if found else "(no test)"
        assert title.endswith(shown), (title, test)


@pytest.mark.parametrize("number", CHALLENGES)
def test_challenges(number: int) -> None:
    row = CHALLENGES[number]
    _, letter, name, mode, a_test, b_test, a_good, a_bad, b_good, b_bad, special = row
    card, part = id_of(name), f"part_{letter}"
    results = {0: (a_test, a_good, a_bad), 1: (b_test, b_good, b_bad)}

    def expected(wishes: tuple[int, int], able: bool) -> Change:
        found = Change()
        for box in (0, 1):
            princes = [p for p, wish in zip(PRINCES, wishes, strict=True) if wish == box]
            test, good, bad = results[box]
            if princes:
                found.order(good if able or test == "none" else bad, princes)
        for extra in special.removeprefix("then ").split("; "):
            when, _, orders = extra.partition(": ")
            holds = {"opp": wishes[0] != wishes[1], "both A": wishes == (0, 0), "both B": wishes == (1, 1)}.get(when, False)
            if holds:
                found.order(orders, list(PRINCES))
        return found

    carried = {items()[code]: EDWARD for code in re.findall(r"lose\((I\d+)\)", a_good + b_good)}
    if mode in "TI":
        fronts(ready(part=part).resolve(card), row)
        ways = [(0, 0), (1, 1)] if mode == "T" else [(0, 0), (1, 1), (0, 1), (1, 0)]
        for wishes in ways:
            for able in (True, False):
                got = outcome(card, first=wishes[0], second=wishes[1], able=able, part=part, carried=carried)
                assert settled(got) == settled(expected(wishes, able)), (wishes, able)
        return
    if mode == "F1":
        princes = [EDWARD] if special == "tester: E" else list(PRINCES)
        for able in (True, False):
            assert outcome(card, able=able, part=part) == Change().order(a_good if able else a_bad, princes)
        return
    asked, key = re.fullmatch(r"F (fact|has)\((\w+)\)", mode).groups()  # type: ignore[union-attr]
    for box, given in ((0, True), (1, False)):
        known = (facts()[key],) if given and asked == "fact" else ()
        held = {items()[key]: RICHARD} if given and asked == "has" else {}
        test, good, bad = results[box]
        for able in (True, False):
            got = outcome(card, able=able, part=part, known=known, carried=held)
            want = Change().order(good if able or test == "none" else bad, list(PRINCES))
            if want.part:
                assert got.added >= {challenges()[n] for n in (71, 73, 80)}
                got.added = set()
            assert got == want


def settled(found: Change) -> Change:
    """The last cards clean up before the book is opened; then what was caught may be anywhere."""
    if found.section:
        found.caught, found.shed = Counter(), Counter()
    return found


# ---------------------------------------------------------------- numbers and tables


def test_numbers_of_everything() -> None:
    kinds = {k.name: k for k in game_with().program.kinds}
    overview = {name: int(number) for name, number in plan()["overview"]}
    assert kinds["Card"].count == 76 == overview["Condition starting"] + overview["Condition stock"]
    assert kinds["Item"].count == 24 == overview["Items"]
    assert kinds["Event"].count == 12 == overview["Events fixed"] + overview["Events pool"]
    assert kinds["Encounter"].count == 41 == sum(n for name, n in overview.items() if name.startswith("Encounters"))
    assert kinds["Interlude"].count == 4 == overview["Interlude"]
    assert kinds["Challenge"].count == 50 == overview["Challenges a"] + overview["Challenges b"]
    assert kinds["Ending"].count == 32 == overview["Endings"] == len(game_with().program.endings)
    assert len(game_with().program.enums["Fact"]) == len(plan()["facts"]) == 12
    assert set(game_with().program.enums["Fact"]) == set(facts().values())


def column(kind: str, attribute: str) -> dict[str, object]:
    core = next(k for k in game_with().program.kinds if k.name == kind)
    table = core.attributes[attribute].table
    assert table is not None
    return dict(zip(core.ids, table.values, strict=True))


def test_condition_cards() -> None:
    kind = next(k for k in game_with().program.kinds if k.name == "Card")
    bonus = kind.attributes["bonus"].table
    assert bonus is not None
    types = {"HH": 0, "Ti": 1, "Si": 2, "Af": 3, "Wo": 4, "Ha": 5}
    seen = 0
    for code, source, type, *values, copies, _ in plan()["conditions"]:
        ids = [code.upper()] if copies == "1" else [f"{code.upper()}_{n + 1}" for n in range(int(copies))]
        for id in ids:
            at = kind.ids.index(id)
            assert list(bonus.values[at * 4 : at * 4 + 4]) == [int(v) for v in values], id
            assert column("Card", "condition")[id] == types[type]
            assert column("Card", "starts")[id] == {"start E": 0, "start R": 1, "stock": -1}[source]
            seen += 1
    assert seen == kind.count


def test_items() -> None:
    kind = next(k for k in game_with().program.kinds if k.name == "Item")
    for _, name, source, copies, effect, uses, text in plan()["items"]:
        ids = [id_of(name)] if copies == "1" else [f"{id_of(name)}_{n + 1}" for n in range(int(copies))]
        assert [kind.names[kind.ids.index(id)] for id in ids] == [name] * int(copies)
        for id in ids:
            bonuses = dict(re.findall(r"(P|Ch|Co|K)\+(\d)", effect))
            helps = sum(1 << ATTRIBUTES.index(SHORT[short]) for short in bonuses)
            assert column("Item", "helps")[id] == helps
            assert column("Item", "bonus")[id] == max((int(v) for v in bonuses.values()), default=0)
            assert column("Item", "start")[id] == (0 if uses == "none" else int(uses))
            assert column("Item", "starts")[id] == {"start E": 0, "start R": 1, "stock": -1}[source]
            assert column("Item", "keepsake")[id] == int(text == "Cannot be lost")
            cured = re.search(r"uncond\((\w+)", effect)
            assert column("Item", "cures")[id] == ({"Ti": 1, "Si": 2, "Wo": 4}[cured[1]] if cured else -1)


def test_numbers_letters_and_titles_of_challenges() -> None:
    numbers, parts = column("Challenge", "number"), column("Challenge", "part")
    for number, row in CHALLENGES.items():
        assert numbers[id_of(row[2])] == number and parts[id_of(row[2])] == "ab".index(row[1])
    assert {n for n in CHALLENGES if "guard" in CHALLENGES[n][2].lower()} >= {4, 5, 6, 7}
    assert not any("guard" in CHALLENGES[n][2].lower() for n in range(12, 17))


# ---------------------------------------------------------------- words


def paragraphs(card: str) -> list[str]:
    """What a card tells before anything is decided or done."""
    program = game_with().program
    text = next(p for p in program.procs if p.name == card)
    found = []
    for stmt in text.body[1:]:
        if not (isinstance(stmt, ir.Effect) and stmt.op == "say" and isinstance(stmt.args[0], ir.Const)):
            break
        found.append(program.texts[stmt.args[0].value])
    return found


def cards(*kinds: str) -> list[str]:
    return [f"{k.name} {name}" for k in game_with().program.kinds if k.name in kinds for name in k.names]


@pytest.mark.parametrize("kind", ["Event", "Encounter", "Interlude", "Challenge", "Page"])
def test_every_card_has_40_to_120_words(kind: str) -> None:
    for card in cards(kind):
        words = sum(len(p.split()) for p in paragraphs(card) if not p.startswith(("Test ", "Take ")))
        assert 40 <= words <= 120, (card, words)


def test_every_ending_has_two_or_three_paragraphs() -> None:
    for card in cards("Ending"):
        told = paragraphs(card)
        assert len(told) in {2, 3} and 100 <= sum(len(p.split()) for p in told) <= 260, card


def test_every_box_is_told() -> None:
    """Behind every line that can be chosen together or alone stands a text: nothing happens without words."""
    told = 0
    for card in game_with().world.cards:
        for menu in nodes(card.decl, d.Menu):
            if not menu.secretly:
                for choice in nodes(menu, d.Choice):
                    assert list(nodes(choice, d.Prose)), (card.decl.names, choice.label)
                    told += 1
    assert told > 100


def test_no_text_twice_and_no_placeholder() -> None:
    game = game_with()
    prose = Counter(" ".join(p.text for p in nodes(card.decl, d.Prose)) for card in game.world.cards)
    assert max(prose.values()) == 1
    for text in game.program.texts:
        assert not re.search(r"\b(TODO|TBD|FIXME|XXX|lorem|ipsum|placeholder)\b|\.\.\.", text, re.IGNORECASE), text
        assert len(text.split()) >= 3 and text[-1] in '.?!"”', text


def test_what_a_label_says_is_what_is_tested() -> None:
    """`"Make him an offer (Charm 7)"` tests Charm against 7: the words on the card and the rule behind them are the same."""
    found = 0
    gathered = game_with().loaded.gathered  # as it was read for play: `mutate` breaks it there
    assert gathered is not None
    for choice in nodes(gathered.body, d.Choice):
        said = re.search(r"\(([A-Z][a-z]+) (\d+)\)$", choice.label)
        if said is None:
            continue
        tested = {
            (word.name, against.value)
            for phrase in nodes(choice.body, e.Phrase)
            for word in phrase.arguments + [a for t in phrase.tails for a in t.arguments]
            if isinstance(word, e.Word)
            for tail in phrase.tails
            if tail.preposition == "against"
            for against in tail.arguments
            if isinstance(against, e.Num)
        }
        assert (said[1].lower(), int(said[2])) in tested, choice.label
        found += 1
    assert found > 40
