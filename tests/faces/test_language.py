"""The face language: what is said is done, what does not exist is said with the nearest name, and a face is drawn in any case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics.render import as_text
from rulewright.faces import studio
from rulewright.faces.author import read_beside
from rulewright.faces.front import back, face
from rulewright.play.finding import list_games
from rulewright.play.game import Game, load

RULES = """game "Cards" for Ann, Bob

piece Card: size 63 by 88
  printed suit: red or black
  printed value: 1 to 9
  printed wild: flag
  marked: flag = no
  | name | suit  | value | wild | copies |
  | Fox  | red   | 3     | no   | 4      |
  | Owl  | black | 5     | yes  | 4      |

place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place table: pile of Card

each Player has gold: 0 to 20 = 3

setup
  put all Card on deck
  shuffle deck
  each Player draws 3 Card from deck

turn
  player must lay

action lay Card in hand of player
  move card to table

when no Card in hand
  finish

winner: most player.gold, then shared
"""


def game(folder: Path, faces: str) -> Game:
    (folder / "cards.rules").write_text(RULES, encoding="utf-8")
    (folder / "cards.faces").write_text(faces, encoding="utf-8")
    return load(str(folder / "cards.rules"))


def fronts(loaded: Game) -> tuple[str, str]:
    painter = studio.painter(loaded)
    kind = painter.game.program.kinds[0]
    return face(painter, kind, 0).body(), face(painter, kind, 4).body()


LINES = [
    "face Card\n  corner top left: value",
    "face Card\n  corner top right: value in suit",
    "face Card\n  strip: value",
    "face Card\n  strip below name: value",
    "face Card\n  strip left: value",
    "face Card\n  strip right: suit as sign",
    'face Card\n  strip "worth": value',
    'face Card\n  panel "worth": value, suit',
    "face Card\n  panel: value as rings",
    'face Card\n  art: "dragon"',
    "face Card\n  art tall",
    'face Card\n  text: "worth {value}"',
    "face Card\n  frame: plum",
    'face Card\n  frame: "#123456"',
    "face Card\n  type: suit as word",
    "face Card\n  no value",
    "face Card\n  no art",
    "face Card\n  no name",
    "face Card: size 70 by 120",
    "colour red gold star, red navy hexagon".replace(" star", " circle"),
    'icon Fox "dragon"',
    'theme "plain"',
    'theme "night"',
    'theme "Mine" like "parchment"\n  paper cream, corners 1',
    "face Card where card.suit is red\n  frame: teal",
    "face Card\n  frame: teal when suit is red",
]


@pytest.mark.parametrize("line", LINES)
def test_every_line_changes_the_face(tmp_path: Path, line: str) -> None:
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    changed = game(tmp_path / "with", line)
    assert read_beside(changed).findings.all == []
    assert fronts(changed)[0] != fronts(game(tmp_path / "without", ""))[0]


def test_a_condition_is_for_some_pieces_only(tmp_path: Path) -> None:
    plain = fronts(game(tmp_path, ""))
    some = fronts(game(tmp_path, "face Card where card.wild\n  frame: teal"))
    assert some[0] == plain[0] and some[1] != plain[1]
    other = fronts(game(tmp_path, "face Card where not card.wild\n  frame: teal"))
    assert other[0] != plain[0] and other[1] == plain[1]


def test_backs_are_told_too(tmp_path: Path) -> None:
    loaded = game(tmp_path, 'face Card\n  back: "lantern", "Night" on navy')
    painter = studio.painter(loaded)
    drawn = back(painter, loaded.program.kinds[0], 0)
    assert any(box.what == "Night" for box in drawn.boxes) and any(box.what == "lantern" for box in drawn.boxes)


WRONG = {
    "face Card\n  corner upper left: value": "There is no slot `corner upper left`. Did you mean `corner top left`?",
    "face Card\n  corner bottom left: value": "There is no slot `corner bottom left`. Did you mean `corner top left`?",
    "face Card\n  strip: valeu": "Card has no `valeu`. Did you mean `value`?",
    "face Crad\n  strip: value": "There is no kind of pieces called `Crad`. Did you mean `Card`?",
    'icon Fox "dragn"': 'There is no sign "dragn". Did you mean `dragon`?',
    "colour red goldd circle": "There is no colour `goldd`. Did you mean `gold`?",
    "face Card\n  frame: tael": "There is no colour `tael`. Did you mean `teal`?",
    'face Card\n  art: "fox.png"': 'There is no picture "fox.png" beside the rules.',
    "face Card where card.suit is rde\n  no art": "`rde` is no value of `suit`. Did you mean `red`?",
    "fcae Card\n  no art": "A line about faces does not begin with `fcae`. Did you mean `face`?",
    'marker glod: "coin"': "Nothing has a state `glod`. Did you mean `gold`?",
    'theme "plian"': 'There is no theme "plian". Did you mean `plain`?',
    'theme "Mine" like "plain"\n  papper cream': "A theme has no `papper`. Did you mean `paper`?",
    "  no art": "This line stands below nothing. Begin with `face` and the name of a kind.",
    "face Card\n  strip: value as": "This line cannot be read from here on.",
    "face Card\n\tno art": "This line is indented with a tab. Indent with two spaces.",
    "face Card\n  art: size 3 by 3": "This line cannot be read from here on.",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_exist_is_said_at_its_place_and_a_face_is_drawn(tmp_path: Path, text: str) -> None:
    loaded = game(tmp_path, f"# a comment\n{text}\nface Card\n  strip: suit\n")
    written = read_beside(loaded)
    found = written.findings.all[0]
    said = f"{found.message} {found.help}".strip()
    assert said.startswith(WRONG[text]), as_text(written.findings.all, written.sources)
    assert written.sources.position(found.primary.span).line in {2, 3}
    assert all(drawn for drawn in fronts(loaded))


def test_a_picture_with_few_pixels_is_noticed(tmp_path: Path) -> None:
    png = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (64).to_bytes(4, "big") + (48).to_bytes(4, "big")
    (tmp_path / "fox.png").write_bytes(png)
    found = read_beside(game(tmp_path, 'face Card\n  art: "fox.png"')).findings.all
    assert [f.code.word for f in found] == ["small-picture"] and "64 by 48" in found[0].message


def test_faces_are_outside_of_the_fingerprint(tmp_path: Path) -> None:
    before = game(tmp_path, "").fingerprint
    assert game(tmp_path, "face Card\n  frame: teal").fingerprint == before


@pytest.mark.parametrize("name", list_games())
def test_shipped_face_files_have_no_findings(name: str) -> None:
    written = read_beside(load(name))
    assert written.findings.all == [], as_text(written.findings.all, written.sources)


def test_a_variant_has_its_faces_too() -> None:
    loaded = load("two_heirs", variants=("Henry",))
    painter = studio.painter(loaded)
    kind = next(k for k in loaded.program.kinds if k.name == "Treasure")
    assert len({face(painter, kind, i).body() for i in range(kind.count)}) == kind.count == 10


def test_examples_in_the_documents_have_no_findings(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "faces.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```faces game=(\w+)\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 4
    for name, text in blocks:
        file = tmp_path / f"{name}.faces"
        file.write_text(text, encoding="utf-8")
        written = read_beside(load(name), file)
        assert written.findings.all == [], as_text(written.findings.all, written.sources)


def test_check_tells_what_is_wrong_with_a_face_file(tmp_path: Path) -> None:
    from rulewright.cli.checking import check

    game(tmp_path, "face Card\n  strip: valeu")
    assert check([str(tmp_path / "cards.rules")], True, None, {}, ()) == 1
    (tmp_path / "cards.faces").write_text("face Card\n  strip: value", encoding="utf-8")
    assert check([str(tmp_path / "cards.rules")], True, None, {}, ()) == 0


def test_a_board_has_the_size_that_the_author_says(tmp_path: Path) -> None:
    from rulewright.rulebook.parts.book import make

    rules = (load("tic_tac_toe").path).read_text(encoding="utf-8")
    (tmp_path / "marks.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "marks.faces").write_text("board board: size 150 by 150", encoding="utf-8")
    kit = make(tmp_path / "marks.rules").book.kit
    assert [(p.width, p.height) for p in kit.posters if p.id == "board"] == [(150, 150)]


def test_a_column_names_pictures(tmp_path: Path) -> None:
    from rulewright.cli import facing
    from rulewright.rulebook.parts.choosing import Choice

    rules = RULES.replace("| name | suit  | value | wild | copies |", "| name | suit  | value | wild | copies | art |")
    rules = rules.replace("| no   | 4      |", "| no   | 4      | beast.png |").replace("| yes  | 4      |", "| yes  | 4      | bird.png |")
    (tmp_path / "cards.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "beast.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (600).to_bytes(4, "big") * 2)
    (tmp_path / "art" / "birds.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (600).to_bytes(4, "big") * 2)
    loaded = load(str(tmp_path / "cards.rules"))
    fox, owl = fronts(loaded)
    assert "data:image/png" in fox and "data:image/png" not in owl and owl  # a face is drawn all the same
    wanted = facing.Wanted(str(tmp_path / "cards.rules"), {}, None, (), Choice(), 300, "")
    found = facing._studio(wanted)[1].findings.all
    assert [(f.code.word, f.message, f.help) for f in found] == [
        ("art-missing", "There is no picture bird.png for a Card.", "Did you mean `birds.png`?")
    ]


def test_a_text_that_does_not_fit_is_said_and_drawn_all_the_same(tmp_path: Path) -> None:
    from rulewright.cli import facing
    from rulewright.rulebook.parts.choosing import Choice

    long = " ".join(["Turn every card around and look at it for a while before you go on."] * 30)
    rules = RULES.replace("setup\n", f'Card "Fox"\n  > {long}\n  pass\n\nsetup\n', 1)
    rules = rules.replace("  move card to table\n", "  move card to table\n  resolve card\n")
    (tmp_path / "cards.rules").write_text(rules, encoding="utf-8")
    wanted = facing.Wanted(str(tmp_path / "cards.rules"), {}, None, (), Choice(), 300, "")
    painter, written = facing._studio(wanted)
    found = written.findings.all
    assert [f.code.word for f in found] == ["face-full"] and found[0].message.startswith("Fox has 450 words: too many for a card of Card")
    assert painter.game.loaded.sources.position(found[0].primary.span).line == 3
    assert face(painter, painter.game.program.kinds[0], 0).body()
