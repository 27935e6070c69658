"""The games that a server offers, and the rules that running matches keep: loaded once, however many matches there are."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rulewright import faces
from rulewright.dsl import types as t
from rulewright.dsl.cache import cache_folder
from rulewright.dsl.words import spoken
from rulewright.faces.palette import looks
from rulewright.play.errors import PlayError
from rulewright.play.finding import find_game, list_games
from rulewright.play.game import Game, load
from rulewright.play.guard import guarded
from rulewright.server.looks import Looks
from rulewright.server.stage import Stage, spoken_name
from rulewright.server.store import packed, unpacked
from rulewright.server.values import Values
from rulewright.server.watching import Watch

KEPT = {".rules", ".csv", ".faces"}
MARKS = ("circle", "square", "triangle", "diamond", "hexagon", "pentagon", "octagon", "shield", "cross", "star")


class Box:
    """A game as it is loaded for some options, with all that its tables share."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.looks = Looks(game)
        self.values = Values(game)
        self._stages: dict[int | None, Stage] = {}
        self.key = hashlib.sha256(f"{game.fingerprint}{game.title}".encode()).hexdigest()[:16]

    @cached_property
    def rules(self) -> dict[str, str]:
        """Where in the rulebook each action stands."""
        return {verb: f"r-{verb}" for verb in self.game.program.actions}

    @cached_property
    def watch(self) -> Watch:
        return Watch(self.game)

    def stage(self, seat: int | None) -> Stage:
        if seat not in self._stages:
            self._stages[seat] = Stage(self.game, self.looks, seat, self.watch)
        return self._stages[seat]

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        """How the seats look: colour and form."""
        return _seats(self.game.seats)

    @cached_property
    def everybody(self) -> list[dict[str, Any]]:
        """The same for all who can take part and are not moved by the rules."""
        idle = set(self.game.seats) - set(self.game.deciding)
        return [seat for seat in _seats(tuple(self.game.world.game.names)) if seat["name"] not in idle]

    @cached_property
    def tale(self) -> bool:
        """Whether the game is a story: its cards tell something, and it has endings."""
        return bool(self.game.program.titles) and bool(self.game.program.endings)

    @cached_property
    def hides(self) -> bool:
        """Whether seats see different things."""
        program = self.game.program
        if any(p.seen != "all" or set(p.seen_kinds.values()) - {"all"} for p in program.places) or any(c.secret for c in program.choices):
            return True
        attributes = [a for k in program.kinds for a in k.attributes.values()]
        attributes += [s.core for s in (*self.game.world.player_attrs.values(), *self.game.world.game_attrs.values()) if s.core]
        return any(a.secret for a in attributes)

    @cached_property
    def hands(self) -> bool:
        """Whether players hold something that only they see: a closed bag is no hand."""
        places = [p for p in self.game.program.places if p.per == "Player"]
        return any(p.seen == "owner" or "owner" in p.seen_kinds.values() for p in places)

    @cached_property
    def interrupts(self) -> bool:
        """Whether somebody may be asked who holds something that others do not know of."""
        return self.hides and any(a.role == "go_on" for c in self.game.program.choices for a in c.alts)

    @cached_property
    def files(self) -> dict[str, str]:
        """The rules as they are on disk, to be kept with a match."""
        folder = self.game.path.parent
        found = {p.name: p.read_text(encoding="utf-8") for p in sorted(folder.iterdir()) if p.suffix in KEPT and p.is_file()}
        if not any(p.name == f"{folder.name}.rules" for p in folder.glob("*.rules")):  # one file of many in a folder of games
            named = {s.path.name for s in self.game.loaded.sources}
            found = {n: text for n, text in found.items() if n in named or n == self.game.path.name or not n.endswith(".rules")}
        return found | {"": self.game.path.name}

    @cached_property
    def packed(self) -> bytes:
        return packed(self.files)


@dataclass(slots=True)
class Offered:
    """A game on the shelf."""

    name: str
    path: Path
    box: Box | None = None
    seen: float = 0.0  # when its files were last changed
    error: str = ""


class Shelf:
    def __init__(self, wanted: Sequence[str], *, guard: bool = True) -> None:
        self._load = guarded if guard else load  # what does not ship is tried within limits first
        self.games: dict[str, Offered] = {}
        for word in wanted or list_games():
            for path in _files(word):
                self.put(path)
        self._boxes: dict[str, Box] = {}

    def put(self, path: Path) -> str:
        """Another game on the shelf; the name by which it is found there."""
        name, number = path.stem, 2
        while name in self.games and self.games[name].path != path:
            name = f"{path.stem}-{number}"
            number += 1
        self.games[name] = Offered(name, path)
        return name

    def box(self, name: str) -> Box:
        """The game of that name with its usual options; read again if its files have changed."""
        offered = self.games.get(name)
        if offered is None:
            raise PlayError("There is no such game here.")
        changed = max((p.stat().st_mtime for p in offered.path.parent.iterdir() if p.suffix in KEPT), default=0.0)
        if offered.box is None or changed != offered.seen:
            offered.box, offered.seen = Box(self._load(offered.path), name), changed
        return offered.box

    def with_options(self, name: str, options: dict[str, str], players: int | None, variants: tuple[str, ...]) -> Box:
        usual = self.box(name)
        if not options and not variants and players in {None, len(usual.game.seats)}:
            return usual
        offered = self.games[name]
        key = json.dumps([name, offered.seen, options, players, variants], sort_keys=True)
        if key not in self._boxes:
            self._boxes[key] = Box(self._load(offered.path, options, players, variants), name)
        return self._boxes[key]

    def kept(self, name: str, fingerprint: str, settings: dict[str, Any], rules: bytes) -> Box:
        """The rules a match was begun with, whatever lies on the shelf now."""
        options, players, variants = settings.get("options", {}), settings.get("players"), tuple(settings.get("variants", ()))
        if name in self.games:
            try:
                found = self.with_options(name, options, players, variants)
                if found.game.fingerprint == fingerprint:
                    return found
            except PlayError:
                pass
        key = f"{name} {fingerprint}"
        if key not in self._boxes:
            files = unpacked(rules)
            with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
                home = Path(folder) / Path(files[""]).stem
                home.mkdir()
                for file, text in files.items():
                    if file:
                        (home / Path(file).name).write_text(text, encoding="utf-8")
                game = load(home / files[""], options, players, variants)
                box = Box(game, name)
                _ = box.looks.sheet, box.files
            self._boxes[key] = box
        return self._boxes[key]

    def kept_on_disk(self, name: str, what: str, make: Callable[[], str]) -> str:
        """Something about a game that takes long to work out: kept until its files or the program change."""
        offered = self.games.get(name)
        if offered is None:
            raise PlayError("There is no such game here.")
        ours = [p for folder in (Path(__file__).parent, Path(faces.__file__).parent) for p in folder.glob("*.py")]
        files = [p for p in offered.path.parent.iterdir() if p.suffix in KEPT]
        said = json.dumps([name, what, sorted((str(p), p.stat().st_mtime) for p in (*ours, *files))])
        path = cache_folder() / "shelf" / hashlib.sha256(said.encode()).hexdigest()[:24]
        with contextlib.suppress(OSError):
            return path.read_text(encoding="utf-8")
        found = make()
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(f".{os.getpid()}")
            beside.write_text(found, encoding="utf-8")
            beside.replace(path)
        return found

    def cover(self, name: str) -> str:
        """The picture of a game."""
        return self.kept_on_disk(name, "cover", lambda: self.box(name).looks.cover)

    def about(self, name: str) -> dict[str, Any]:
        """A game on the start page and on the page of a new match."""
        found: dict[str, Any] = json.loads(self.kept_on_disk(name, "about", lambda: json.dumps(self._about(name))))
        return found

    def _about(self, name: str) -> dict[str, Any]:
        box = self.box(name)
        game, head = box.game, box.game.world.game
        loaded = game.loaded
        variants = [v.title for v in loaded.gathered.variants] if loaded.gathered is not None else []
        return {
            "name": name,
            "title": game.title,
            "accent": box.looks.accent,
            "fewest": head.fewest,
            "most": head.most,
            "seats": box.everybody,
            "usual": len(game.deciding),
            "about": re.sub(r"[{}]", "", " ".join(p.text for p in game.world.about)),
            "hides": box.hides,
            "hands": box.hands,
            "interrupts": box.interrupts,
            "tale": box.tale,
            "variants": variants,
            "options": [_option(game, n) for n in game.options],
            "key": box.key,
        }


def _seats(names: tuple[str, ...]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    forms: set[str] = set()
    for name, look in zip(names, looks(names), strict=True):
        mark = look.shape if look.shape not in forms and look.shape in MARKS else next(m for m in MARKS if m not in forms)
        forms.add(mark)
        found.append({"name": name, "mark": mark, "fill": look.fill, "rim": look.rim, "ink": look.ink})
    return found


def _option(game: Game, name: str) -> dict[str, Any]:
    option = game.world.options[name]
    found: dict[str, Any] = {"name": name, "title": spoken(name), "value": game.options[name], "possible": game.possible(name)}
    found["about"] = " ".join(p.text for p in option.said.prose)
    match option.type:
        case t.Number(low, high):
            found |= {"sort": "number", "low": low, "high": high}
        case t.Flag():
            found |= {"sort": "flag"}
        case t.SetOf(t.Player()):
            found |= {"sort": "seats", "members": game.world.game.names}
        case t.SetOf(t.Enum(_, members)):
            found |= {"sort": "set", "members": members, "exactly": option.exactly}
        case t.Enum(_, members):
            found |= {"sort": "one", "members": members}
        case t.Player():
            found |= {"sort": "one", "members": game.seats}
        case _:
            found |= {"sort": "text"}
    found["names"] = [spoken_name(spoken(m)) for m in found.get("members", ())]
    return found


def _files(word: str) -> list[Path]:
    """The rules files that a name, a file or a folder means."""
    path = Path(word)
    if path.is_dir() and not (path / f"{path.resolve().name}.rules").is_file():
        found = sorted(path.glob("*.rules")) + sorted(p for p in path.glob("*/*.rules") if p.stem == p.parent.name)
        if not found:
            raise PlayError(f"There are no rules in {word}.", "Name a folder with .rules files in it.")
        return found
    return [find_game(word)]
