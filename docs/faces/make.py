"""The pictures of docs/faces.md, drawn from the shipped games and two games of the tests: `python docs/faces/make.py`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import typst

from rulewright.faces import studio, typefaces
from rulewright.faces.canvas import Canvas
from rulewright.faces.front import back, face
from rulewright.faces.icons import drawn, icons
from rulewright.faces.keepers import keepers
from rulewright.faces.markers import markers
from rulewright.faces.mats import made
from rulewright.faces.painter import Painter
from rulewright.faces.palette import accent
from rulewright.faces.posters import poster
from rulewright.faces.svg import Drawing
from rulewright.play.game import load
from rulewright.rulebook.parts.book import card_texts

FOLDER = Path(__file__).parent
FIELD = FOLDER.parents[1] / "tests" / "faces" / "games"
GROUND = "#e8e3d8"


def clipped(one: Canvas) -> Drawing:
    """A face as it lies on the table: cut out."""
    found = Drawing(one.width, one.height)
    shape = f'<circle cx="{one.width / 2}" cy="{one.height / 2}" r="{one.width / 2}"/>' if one.round else ""
    shape = shape or f'<rect width="{one.width}" height="{one.height}" rx="{one.corners}"/>'
    name = f"cut-{one.width:g}-{one.height:g}-{one.round}".replace(".", "-")
    found.defs = {**one.defs, name: f'<clipPath id="{name}">{shape}</clipPath>'}
    found.parts = [f'<g clip-path="url(#{name})">{"".join(one.parts)}</g>']
    return found


def save(name: str, rows: list[list[Canvas]], ppi: float = 75.0, gap: float = 4.0) -> None:
    wide = max(sum(one.width + gap for one in row) for row in rows) + gap
    high = sum(max(one.height for one in row) + gap for row in rows) + gap
    whole = Drawing(wide, high)
    whole.rect(0, 0, wide, high, fill=GROUND)
    y = gap
    for row in rows:
        x = gap
        for one in row:
            whole.put(clipped(one), x, y)
            x += one.width + gap
        y += max(one.height for one in row) + gap
    written(name, whole, ppi)


def written(name: str, whole: Drawing, ppi: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.svg").write_text(whole.render(), encoding="utf-8")
        page = f'#set page(width: {whole.width}mm, height: {whole.height}mm, margin: 0pt)\n#image("a.svg", width: {whole.width}mm)'
        (Path(folder) / "a.typ").write_text(page, encoding="utf-8")
        fonts = [str(typefaces.folder())]
        typst.compile(f"{folder}/a.typ", output=str(FOLDER / name), ppi=ppi, font_paths=fonts, ignore_system_fonts=True)


def chosen(painter: Painter, kind: str, names: list[str]) -> list[Canvas]:
    core = next(k for k in painter.game.program.kinds if k.name == kind)
    return [face(painter, core, core.names.index(name)) for name in names]


def signs() -> None:
    across, step = 16, 12.0
    names = sorted(icons())
    down = -(-len(names) // across)
    whole = Drawing(across * step, down * (step + 3))
    whole.rect(0, 0, whole.width, whole.height, fill="#ffffff")
    for number, name in enumerate(names):
        row, column = divmod(number, across)
        whole.parts.append(drawn(name, (column + 0.5) * step, row * (step + 3) + 5.6, 8.4))
        whole.text((column + 0.5) * step, row * (step + 3) + 13.2, name, 2.4)
    written("signs.png", whole, 90)


def field(name: str, rules: str, cards: list[tuple[str, str]], board: str = "", ppi: float = 75.0) -> None:
    """A game as a newcomer wrote it, above by default, below with its face file."""
    game = load(str(FIELD / rules))
    texts = card_texts(game)
    kinds = {k.name: k for k in game.program.kinds}
    rows = []
    for path in (None, FIELD / f"designed_{name}.faces"):
        artist = studio.painter(game, texts, path=path)
        row = [chosen(artist, kind, [card])[0] for kind, card in cards]
        kind, card = cards[-1]
        row.append(back(artist, kinds[kind], kinds[kind].names.index(card)))
        if board:
            drawn_board = poster(artist, next(p for p in game.program.places if p.name == board))[0]
            assert isinstance(drawn_board, Canvas)
            rows.append([drawn_board])
        rows.append(row)
    save(f"{name}.png", rows, ppi)


def main() -> None:
    field("night_market", "night_market.rules", [("Card", "Purse"), ("Card", "Fence"), ("Card", "Lighthouse")])
    field("larkspur", "larkspur/larkspur.rules", [("Role", "Engineer"), ("Event", "Rain"), ("Event", "Kitchen burns")], "house", 60)
    game = load("kingdom_of_heroes")
    texts = card_texts(game)
    names = ["Troll", "Excalibur", "Red Dragon"]
    save("default.png", [chosen(Painter(game, texts, accent(game.title)), "Mission", names)])
    painter = studio.painter(game, texts)
    mission = next(k for k in game.program.kinds if k.name == "Mission")
    save("designed.png", [[*chosen(painter, "Mission", names), back(painter, mission, mission.names.index("Troll"))]])
    save("saving.png", [chosen(studio.painter(game, texts, thin=True), "Mission", names)])
    boards = made(painter, keepers(painter))
    save("boards.png", [[board.drawn] for board in boards[:2]], 55)
    henry = load("two_heirs", variants=("Henry",))
    heirs = studio.painter(henry, card_texts(henry))
    kinds = {k.name: k for k in henry.program.kinds}
    troops = [face(heirs, kinds["Troop"], i) for i in (0, 1, 3)] + [back(heirs, kinds["Troop"], i) for i in (0, 1, 3)]
    tiles = [*chosen(heirs, "Tile", ["Inn", "Farm", "Trading Post"]), back(heirs, kinds["Tile"], 0)]
    treasures = [face(heirs, kinds["Treasure"], i) for i in (0, 4, 6)] + [back(heirs, kinds["Treasure"], 0)]
    shields = [face(heirs, kinds["Shield"], 0), back(heirs, kinds["Shield"], 0)]
    save("heirs.png", [tiles, [*shields, *treasures], troops])
    grand = load("grandlins_heirs")
    artist = studio.painter(grand, card_texts(grand))
    found = [m.front for m in markers(artist, keepers(artist), 0.0)]
    save("markers.png", [[*found[:10]]], 75)
    save("grandlin.png", [chosen(artist, "Card", ["Assassin", "Hermit", "Teleportation", "Map of C4"])])
    atlas = next(p for p in game.program.places if p.name == "map")
    drawn_map = poster(painter, atlas)[0]
    assert isinstance(drawn_map, Canvas)
    save("map.png", [[drawn_map]], 34)
    signs()


if __name__ == "__main__":
    main()
