"""Signs of resources in the running text: where they stand, that they change no word and no line, and that they can be told apart."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

import pytest
import typst

from rulewright.faces import typefaces
from rulewright.faces.icons import drawn, icons
from rulewright.faces.svg import Drawing
from rulewright.play.finding import list_games
from rulewright.rulebook.model import Book, Model, Note, Run
from rulewright.rulebook.parts import signs
from rulewright.rulebook.parts.signs import Resource
from rulewright.rulebook.render import documents, pages
from rulewright.rulebook.text import joined
from tests.rulebook.books import book

BIG = {
    "two_heirs": {"wood", "stone", "wheat", "points"},
    "kingdom_of_heroes": {"adventurer", "knight", "mage", "crowns", "hearts", "crystals", "fame"},
    "grandlins_heirs": {"health", "gold", "strength", "arming"},
    "two_princes": {"physique", "charm", "courage", "knowledge", "misery"},
}


def texts(node: object) -> list[tuple[Run, ...]]:
    """All texts of a part of a book."""
    if isinstance(node, tuple):
        if node and all(isinstance(one, Run) for one in node):
            return [node]
        return [text for one in node for text in texts(one)]
    if isinstance(node, Model):
        return [text for name in type(node).model_fields for text in texts(getattr(node, name))]
    return []


def signed(text: str, *names: str) -> str:
    """A sentence with its signs in brackets."""
    pen = signs._Pen([Resource(name, i) for i, name in enumerate(names)])
    return "".join(f"[{run.icon.removeprefix('icon-')}]{run.text}" if run.icon else run.text for run in pen.text((Run(text=text),)))


@pytest.mark.parametrize("game", BIG)
def test_resources_have_signs_and_a_legend(game: str) -> None:
    found = book(game)
    assert {icon.name for icon in found.icons} >= BIG[game]
    components = next(s for s in found.sections if s.id == signs.COMPONENTS)
    legend = next(b for b in components.blocks if isinstance(b, Note) and b.short)
    assert [item[0].icon for item in legend.items] == [icon.id for icon in found.icons]
    used = {run.icon for part in (found.sections, found.aid, found.story) for text in texts(part) for run in text if run.icon}
    assert used == {icon.id for icon in found.icons}


@pytest.mark.parametrize("game", ["two_heirs", "kingdom_of_heroes", "grandlins_heirs", "chess"])
def test_signs_change_no_word(game: str) -> None:
    found = book(game)
    bare = documents.markdown(found.model_copy(update={"icons": ()}), "rulebook", False, "x")[0].data.decode()
    marked = documents.markdown(found, "rulebook", False, "x")[0].data.decode()
    assert marked == bare and "icon-" not in marked and "<svg" not in marked
    for text in texts(found.sections):
        assert all(run.text for run in text)
        for run in text:
            if run.icon:
                assert "icon-" in run.icon and joined((run,)).strip() == run.text


def test_a_game_without_resources_has_no_signs() -> None:
    found = book("tic_tac_toe")
    assert found.icons == () and "svg.sign" not in documents.html(found, "rulebook").split("</style>")[1]
    assert 'class="sign"' not in documents.html(found, "rulebook")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pay 3 wood and 1 stone.", "Pay 3 [wood]wood and 1 [stone]stone."),
        ("Cost: 10 wood, two Stones", "Cost: 10 [wood]wood, two [stone]Stones"),
        ("wood: 0 to 9", "[wood]wood: 0 to 9"),
        ("Stone +4; wood −2", "[stone]Stone +4; [wood]wood −2"),
        ("Red’s wood is at least 3", "Red’s [wood]wood is at least 3"),
        ("add 1 to the miller’s wood", "add 1 to the miller’s [wood]wood"),
        ("gain wood equal to the wage", "gain [wood]wood equal to the wage"),
        ("(2 times the tiles) wood", "(2 times the tiles) [wood]wood"),
        # no number, no sign; nor inside of another word
        ("a wood, the stone, no wood", "a wood, the stone, no wood"),
        ("3 woodcutters and 2 stonemasons", "3 woodcutters and 2 stonemasons"),
        ("wood", "wood"),
    ],
)
def test_a_sign_stands_where_a_number_meets_a_resource(text: str, expected: str) -> None:
    assert signed(text, "wood", "stone") == expected


def test_a_term_stays_whole() -> None:
    pen = signs._Pen([Resource("health", 0)])
    text = (Run(text="set the "), Run(text="villain health", style="term", ref="r-villain-health"), Run(text=" to 15"))
    assert pen.text(text) == text
    alone = (Run(text="set the "), Run(text="health", style="term", ref="r-health"), Run(text=" to 15"))
    assert [run.icon for run in pen.text(alone)] == ["", "icon-health", ""]


@pytest.mark.parametrize("game", list_games())
def test_signs_are_told_apart_without_colour(game: str) -> None:
    drawn = [re.sub(r'fill="#[0-9a-f]{6}"', "", icon.svg) for icon in book(game).icons]
    assert len(set(drawn)) == len(drawn)


def test_every_sign_keeps_within_its_square() -> None:
    """A white frame around the squares covers nothing of them: all signs on one sheet, with and without it."""
    pages = []
    names = sorted(icons())
    across = 12
    down = -(-len(names) // across)
    for framed in (False, True):
        drawing = Drawing(14 * across, 14 * down)
        for number, name in enumerate(names):
            row, column = divmod(number, across)
            x, y = 14 * column, 14 * row
            drawing.parts.append(drawn(name, x + 7, y + 7, 10))
            if framed:
                for a, b, width, height in ((0, 0, 14, 2), (0, 12, 14, 2), (0, 0, 2, 14), (12, 0, 2, 14)):
                    drawing.rect(x + a, y + b, width, height, fill="#ffffff")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "main.typ"
            shown = f'#image(bytes({json.dumps(drawing.render())}), format: "svg", width: {14 * across}mm)'
            file.write_text(f"#set page(width: {14 * across}mm, height: {14 * down}mm, margin: 0pt)\n{shown}", encoding="utf-8")
            pages.append(typst.compile(str(file), format="png", ppi=127.0))  # five pixels for a millimetre
    assert pages[0] == pages[1], "a drawing runs over its edge"


def measured(found: Book, words: str) -> float:
    """The height of a paragraph in a narrow column, as it is set."""
    head = pages.source(found, "rulebook").split("// ------------------------------------------------------------ bands")[0]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "main.typ"
        file.write_text(f"{head}\n#context [#metadata(measure(block(width: 60mm, [{words}])).height.pt()) <high>]", encoding="utf-8")
        options = {"font_paths": [str(typefaces.folder())], "ignore_system_fonts": True}
        return float(json.loads(typst.query(str(file), "<high>", field="value", one=True, **options)))


def test_a_line_with_signs_is_no_taller() -> None:
    found = book("two_heirs")
    sign = '#box[#sign("icon-wood");wood]'
    bare = "#box[#h(1.08em)wood]"
    line = "Lay 3 {0} and 4 {0} beside the mill, and 5 {0} more; gap, jog. "
    assert measured(found, line.format(sign) * 4) == pytest.approx(measured(found, line.format(bare) * 4), abs=0.01)


def test_in_html_a_sign_says_its_word_once() -> None:
    html = documents.html(book("two_heirs"), "rulebook")
    label = re.findall(
        r'<svg class="sign"[^>]*aria-label="([^"]*)"><use href="#([^"]*)"/></svg><span aria-hidden="true">([^<]*)</span>', html
    )
    assert len(label) > 20 and all(name == word for name, _, word in label)
    assert html.count('class="sign"') == len(label)
    for target in {target for _, target, _ in label}:
        assert html.count(f'<symbol id="{target}"') == 1


def test_a_price_is_the_signs_on_the_face() -> None:
    pen = signs._Pen([Resource("wood", 0), Resource("stone", 1)])
    runs = pen.price((Run(text="pair 1 wood, 2 stone or 3 wood"),))
    assert [(run.text, run.times) for run in runs if run.icon] == [("1 wood", 1), ("2 stone", 2), ("3 wood", 3)]
    assert joined(runs) == "pair 1 wood, 2 stone or 3 wood", "who has no signs reads the words"
    assert pen.price((Run(text="1 wood, and luck"),)) == () == pen.price((Run(text="9 wood"),)), "no price, and too many for signs"


def test_a_row_of_cards_has_its_price_in_signs() -> None:
    names = [
        n
        for s in book("two_heirs").sections
        for inner in (s, *s.sections)
        for b in inner.blocks
        if b.sort == "cardtable"
        for r in b.rows
        for n in r.names
    ]
    assert len(names) > 15 and all(any(run.times for fact in n.facts for run in fact) for n in names)
    html = documents.html(book("two_heirs"), "rulebook")
    assert 'class="price" viewBox="0 0 22 10" style="width:2.53em" role="img" aria-label="2 stone"' in html
