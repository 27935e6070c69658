"""What the command `faces` does: faces are told, shown in a page, watched while one types, and written as files."""

from __future__ import annotations

import json
import tempfile
import time
import webbrowser
from dataclasses import dataclass
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from rich.table import Table

from rulewright.cli.facts import print_facts, stamp
from rulewright.cli.failure import FOUND, Failure, usage
from rulewright.cli.findings import show_findings
from rulewright.cli.loading import find, load
from rulewright.cli.screen import err, out
from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.words import counted, slug, spoken
from rulewright.faces import export, playground, simulator, studio
from rulewright.faces.art import MIME
from rulewright.faces.author import ART_MISSING, FACE_FULL, OF_RULES, Written
from rulewright.faces.canvas import Canvas
from rulewright.faces.cards import fits
from rulewright.faces.export import Printed
from rulewright.faces.painter import Painter
from rulewright.faces.reading import content
from rulewright.faces.typefaces import style_sheet
from rulewright.play.errors import PlayError
from rulewright.rulebook.parts.book import card_texts
from rulewright.rulebook.parts.choosing import Choice
from rulewright.rulebook.parts.setup import set_up
from rulewright.rulebook.render.documents import Document
from rulewright.rulebook.writing import possible, write

FORMATS = ("html", "svg", "png", "csv", "json", "nandeck", "tts", "ttp")
PAUSE = 0.4  # seconds between two looks at the files


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which game, and how its faces are wanted."""

    game: str
    options: dict[str, str]
    players: int | None
    variants: tuple[str, ...]
    choice: Choice
    dpi: int
    images_at: str


def _studio(wanted: Wanted) -> tuple[Painter, Written]:
    game = load(wanted.game, wanted.options, wanted.players, list(wanted.variants))
    painter, written = studio.written(game, card_texts(game), thin=wanted.choice.thin)
    painter.sizes, painter.hexagons = wanted.choice.sizes, wanted.choice.hexagons
    for kind in (*wanted.choice.only, *wanted.choice.sizes):
        if kind not in game.world.kinds:
            raise usage(f"{game.title} has no kind of pieces called {kind}.", f"It has: {', '.join(game.world.kinds)}.")
    _full(painter, written.findings)
    _pictured(painter, written.findings)
    return painter, written


def _full(painter: Painter, findings: Findings) -> None:
    """Cards on which more stands than fits."""
    for kind in painter.game.program.kinds:
        if kind.counted or painter.sort(kind.name) != "card":
            continue
        for index in painter.distinct(kind):
            found = content(painter, kind, index)
            if found.text and not fits(painter, found):
                words = sum(1 for run in found.text if isinstance(run, str) and run.strip())
                message = f"{found.name} has {counted(words, 'word')}: too many for a card of {kind.name}, even in the smallest type."
                findings.add(
                    FACE_FULL,
                    message,
                    painter.game.world.kinds[kind.name].said.span,
                    help="Shorten its text, or give the kind a larger size.",
                )


def _pictured(painter: Painter, findings: Findings) -> None:
    """Pictures that the column `art` of a table names: whether they are there."""
    folder = painter.game.path.parent
    for sym in painter.game.world.kinds.values():
        for name in dict.fromkeys(name for name in sym.art if name):
            if painter.beside(name) or painter.beside(f"art/{name}"):
                continue
            there = [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.suffix[1:].lower() in MIME]
            like = nearest(name, [*there, *(n.removeprefix("art/") for n in there)])
            help = f"Did you mean `{like}`?" if like else "Put it beside the rules, or into the folder art there."
            findings.add(ART_MISSING, f"There is no picture {name} for a {sym.name}.", sym.said.span, help=help)


def _report(painter: Painter, written: Written) -> None:
    own = [f for f in written.findings.all if f.code not in OF_RULES]
    full = [f for f in written.findings.all if f.code in OF_RULES]
    show_findings(own, written.sources, err())
    show_findings(full, painter.game.loaded.sources, err())


# ---------------------------------------------------------------- told


def told(wanted: Wanted, facts: bool) -> int:
    """What there is: kinds, sizes, backs, and what keeps the state."""
    painter, written = _studio(wanted)
    faces = export.printed(painter, only=wanted.choice.only, state=set_up(painter.game))
    kept = painter.kept
    if facts:
        kinds = [{"kind": f.kind, "name": f.name, "copies": f.copies, "width": f.front.width, "height": f.front.height} for f in faces]
        states = [{"owner": k.owner, "state": k.attribute, "kept": k.how, "words": k.words} for k in kept]
        print_facts({"faces": kinds, "state": states, "findings": len(written.findings.all)}, painter.game)
        return FOUND if written.findings.errors else 0
    table = Table("kind", "different", "pieces", "size", "backs", box=None)
    for kind in dict.fromkeys(f.kind for f in faces):
        mine = [f for f in faces if f.kind == kind]
        hides = painter.hides(kind)
        second = painter.second_state(kind)
        backs = counted(len({f.back_id for f in mine}), "back") if hides else f"other side: {spoken(second)}" if second else "one side"
        size = f"{mine[0].front.width:g} by {mine[0].front.height:g} mm"
        table.add_row(kind, str(len(mine)), str(sum(f.copies for f in mine)), size, backs)
    out().print(table)
    if kept:
        state = Table("state", "of", "kept by", box=None)
        for one in kept:
            state.add_row(spoken(one.attribute), one.owner, one.words)
        out().print()
        out().print(state)
    _report(painter, written)
    return FOUND if written.findings.errors else 0


def explained(wanted: Wanted, kind: str, facts: bool) -> int:
    """Which line has placed each attribute of a kind."""
    painter, _ = _studio(wanted)
    if kind not in painter.game.world.kinds:
        raise usage(f"{painter.game.title} has no kind of pieces called {kind}.", f"It has: {', '.join(painter.game.world.kinds)}.")
    roles = painter.roles.by_kind[kind]
    plan = painter.plan(kind, 0)
    spots = {v.name: s.spot for s in plan.slots for one in s.things for v in one.values if s.spot not in {"frame", "back"}}
    rows = [{"attribute": a, "role": r.name, "because": r.why, "slot": spots.get(a, "")} for a, r in roles.items()]
    if facts:
        print_facts(rows)
        return 0
    table = Table("attribute", "is for", "because", "stands in", box=None)
    for row in rows:
        table.add_row(row["attribute"], row["role"], row["because"], row["slot"] or "the ground, frame or back")
    out().print(table)
    return 0


# ---------------------------------------------------------------- files


def files(wanted: Wanted, folder: Path, formats: tuple[str, ...]) -> int:
    possible(folder)
    painter, written = _studio(wanted)
    _report(painter, written)
    faces = export.printed(
        painter, wanted.choice.bleed if wanted.choice.bleed is not None else 3.0, wanted.choice.only, set_up(painter.game)
    )
    stem = find(wanted.game).stem
    ending = "png" if "png" in formats else "svg"
    found: list[Document] = []
    for format in formats:
        match format:
            case "html":
                found.append(Document(f"{stem}-faces.html", page(painter, faces, written).encode()))
            case "svg":
                found += [Document(f"{name}.svg", export.as_svg(d, label, name).encode()) for name, d, label in _sides(faces)]
            case "png":
                found += _pngs(faces, wanted.dpi)
            case "csv":
                found.append(Document(f"{stem}-faces.csv", export.as_csv(export.rows(faces, ending)).encode()))
            case "json":
                found.append(Document(f"{stem}-faces.json", export.as_json(faces, ending).encode()))
            case "nandeck":
                found += [Document(f"nandeck/{name}", text.encode()) for name, text in export.for_nandeck(faces, ending, "../").items()]
            case "tts":
                found += _tabletop(painter, faces, wanted, folder, stem)
            case "ttp":
                found += _playground(painter, faces)
            case _:
                raise ValueError(format)
    found.append(Document(f"{stem}-made.json", (json.dumps({"game": painter.game.title, **stamp(painter.game)}, indent=2) + "\n").encode()))
    paths = write(folder, list({d.name: d for d in found}.values()))
    out().print(f"{counted(len(paths), 'file')} of {counted(len(faces), 'face')} are in {folder}.", soft_wrap=True)
    return FOUND if written.findings.errors else 0


def _sides(faces: list[Printed]) -> list[tuple[str, Canvas, str]]:
    fronts = [(f.id, f.front, f.words) for f in faces]
    backs = {f.back_id: (f.back_id, f.back, f"back of {f.name}" if f.pieces else f.name) for f in faces if f.double}
    return [*fronts, *backs.values()]


def _pngs(faces: list[Printed], dpi: int) -> list[Document]:
    sizes: dict[tuple[float, float], list[tuple[str, Canvas]]] = {}
    for name, drawn, _ in _sides(faces):
        sizes.setdefault((drawn.width, drawn.height), []).append((name, drawn))
    found = []
    for group in sizes.values():
        made = export.as_pngs([export.with_bleed(d) for _, d in group], dpi)
        found += [Document(f"{name}.png", data) for (name, _), data in zip(group, made, strict=True)]
    return found


HOW_TO = """How to put this table into Tabletop Simulator

1. Copy {save} into the folder Saves of Tabletop Simulator:
   Documents/My Games/Tabletop Simulator/Saves; on a Mac, Library/Tabletop Simulator/Saves.
2. {pictures}
3. Start a game, choose Games, Save & Load, and load {title}.

Decks, tokens and boards lie where the setup of the rules puts them.
Pieces that the rules do not count out lie there once: copy them.
"""


def _tabletop(painter: Painter, faces: list[Printed], wanted: Wanted, folder: Path, stem: str) -> list[Document]:
    base = wanted.images_at.rstrip("/") if wanted.images_at else (folder / "tts" / "pictures").resolve().as_uri()
    made = simulator.saved(painter, faces, set_up(painter.game), lambda name: f"{base}/{name}")
    found = [Document(f"tts/{stem}.json", made.text.encode())]
    found += [Document(f"tts/pictures/{name}", data) for name, data in made.pictures.items()]
    told_of = (
        f"Put the pictures of the folder pictures on the web at {base}." if wanted.images_at else "Leave the folder pictures where it is."
    )
    text = HOW_TO.format(save=f"{stem}.json", pictures=told_of, title=painter.game.title)
    return [*found, Document("tts/README.txt", text.encode())]


PLAYGROUND = """How to put this table into Tabletop Playground

1. Copy the folder {folder} into the folder of packages of Tabletop Playground:
   PersistentDownloadDir, or what its settings say under Package Location.
2. Start a game with any table, and add the package {title} under the session options.
3. Open the object library, and drag "{title}: set up" onto the table.

Boards, decks and tokens come to lie where the setup of the rules puts them; hands lie face down before their seats.
Pieces that the rules do not count out lie there once: copy them.
"""


def _playground(painter: Painter, faces: list[Printed]) -> list[Document]:
    made = playground.package(painter, faces, set_up(painter.game))
    folder = slug(painter.game.title)
    found = [Document(f"ttp/{folder}/{name}", data) for name, data in made.files.items()]
    text = PLAYGROUND.format(folder=folder, title=painter.game.title)
    return [*found, Document("ttp/README.txt", text.encode())]


# ---------------------------------------------------------------- a page


STYLE = """
body{background:#e8e3d8;color:#2b2620;font:16px 'Alegreya Sans',sans-serif;margin:1.5rem}
h1,h2{font-family:Alegreya,serif}
.row{display:flex;flex-wrap:wrap;gap:12px}
figure{margin:0} figure svg{display:block;border-radius:8px} .round svg{border-radius:50%}
figcaption{font-size:13px;text-align:center}
.findings{background:#fff;padding:1rem;border-left:4px solid #b8352b;white-space:pre-wrap;font-family:monospace}
"""
RELOAD = """<script>
let seen = null;
setInterval(async () => {
  try {
    const now = await (await fetch("/version")).text();
    if (seen !== null && now !== seen) location.reload();
    seen = now;
  } catch (error) {}
}, 500);
</script>"""


def page(painter: Painter, faces: list[Printed], written: Written, live: bool = False) -> str:
    """All faces in one page that needs nothing else."""
    from rulewright.dsl.diagnostics.render import as_text

    parts = [f"<h1>{escape(painter.game.title)}</h1>"]
    if written.findings.all:
        own = [f for f in written.findings.all if f.code not in OF_RULES]
        said = as_text(own, written.sources) + "".join(f"{f.message} {f.help}\n" for f in written.findings.all if f.code in OF_RULES)
        parts.append(f'<div class="findings">{escape(said)}</div>')
    for kind in dict.fromkeys(f.kind for f in faces):
        mine = [f for f in faces if f.kind == kind]
        parts.append(f'<h2>{escape(spoken(kind).capitalize())}</h2><div class="row">')
        shown: set[str] = set()
        for one in mine:
            sides = [(one.front, f"{one.name} × {one.copies}" if one.copies > 1 else one.name)]
            if one.double and one.back_id not in shown:
                shown.add(one.back_id)
                sides.append((one.back, "back"))
            for drawn, caption in sides:
                svg = drawn.render(one.words if caption != "back" else f"back of {spoken(kind)}")
                parts.append(f'<figure class="{"round" if drawn.round else ""}">{svg}<figcaption>{escape(caption)}</figcaption></figure>')
        parts.append("</div>")
    body = "".join(parts)
    fonts = style_sheet(body)
    script = RELOAD if live else ""
    head = f'<meta charset="utf-8"><title>{escape(painter.game.title)}: faces</title><style>{fonts}{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}{script}</body></html>'


def show(wanted: Wanted) -> int:
    painter, written = _studio(wanted)
    _report(painter, written)
    folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
    file = folder / "faces.html"
    file.write_text(page(painter, export.printed(painter, 0.0, wanted.choice.only, set_up(painter.game)), written), encoding="utf-8")
    out().print(f"The faces are in {file}.", soft_wrap=True)
    if not webbrowser.open(file.as_uri()):
        raise Failure("Nothing here can show them.", "Open the file in a browser.")
    return FOUND if written.findings.errors else 0


def _stamp(path: Path) -> tuple[tuple[str, int], ...]:
    """The files beside the rules, and when they were changed."""
    ends = {".rules", ".faces", ".theme", ".csv", ".png", ".jpg", ".svg"}
    found = [p for p in path.parent.rglob("*") if p.suffix in ends and p.is_file()]
    return tuple(sorted((str(p), p.stat().st_mtime_ns) for p in found))


def _made(wanted: Wanted) -> str:
    try:
        painter, written = _studio(wanted)
        return page(painter, export.printed(painter, 0.0, wanted.choice.only, set_up(painter.game)), written, live=True)
    except (PlayError, Failure) as error:
        message = error.message if isinstance(error, PlayError | Failure) else str(error)
        return f'<!doctype html><meta charset="utf-8"><title>faces</title><pre>{escape(message)}</pre>{RELOAD}'


class _Shop:
    """The page as it is now, and which version of it."""

    def __init__(self, wanted: Wanted, path: Path) -> None:
        self.wanted, self.path = wanted, path
        self.stamp = _stamp(path)
        self.version, self.html = 0, _made(wanted)

    def look(self) -> bool:
        now = _stamp(self.path)
        if now == self.stamp:
            return False
        self.stamp = now
        self.html = _made(self.wanted)
        self.version += 1
        return True


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, shop: _Shop, *args: object) -> None:
        self.shop = shop
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """The page, or the number of its version."""
        data = str(self.shop.version).encode() if self.path == "/version" else self.shop.html.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain" if self.path == "/version" else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the terminal belongs to the author."""


def watched(wanted: Wanted, stop: Event | None = None, port: int = 0, browse: bool = True) -> int:
    """Serve the faces at 127.0.0.1, made anew whenever a file beside the rules is saved, until Ctrl-C."""
    shop = _Shop(wanted, find(wanted.game))
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, shop))
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    out().print(f"The faces are at {address}. They are made anew whenever a file is saved. Ctrl-C ends it.", soft_wrap=True)
    if browse:
        webbrowser.open(address)
    try:
        while stop is None or not stop.is_set():
            time.sleep(PAUSE)
            if shop.look():
                out().print("Made anew.")
    except KeyboardInterrupt:
        out().print()
    finally:
        server.shutdown()
        server.server_close()
    return 0
