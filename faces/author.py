"""What an author says about faces, made sense of: names are looked up in the game, and what does not exist is said with the nearest name.

A line with a mistake is left out, and a face is still drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lark import Token, Tree

from rulewright.dsl.diagnostics import Code, Findings, Fix, Severity
from rulewright.dsl.diagnostics.catalogue import BAD_TEXT, MISSING_FILE, SYNTAX, UNKNOWN_ATTRIBUTE, UNKNOWN_NAME
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.source import Sources, Span
from rulewright.dsl.world import World
from rulewright.faces.art import MIME, pixels
from rulewright.faces.facebook import Block, Board, FaceBook, Marker
from rulewright.faces.icons import icons
from rulewright.faces.language import Line, Node, parsed
from rulewright.faces.palette import COLOURS
from rulewright.faces.plan import SPOTS, Slot, Test, Thing, Value
from rulewright.faces.themes import THEMES, Theme
from rulewright.faces.typefaces import adopted
from rulewright.play.game import Game

FACE_FULL = Code("face-full", Severity.WARNING, "More stands on a face than fits in type that can be read.")
SMALL_PICTURE = Code("small-picture", Severity.WARNING, "A picture has too few pixels to be printed well.")
ART_MISSING = Code("art-missing", Severity.WARNING, "The column `art` names a picture that is not there.")
OF_RULES = frozenset({FACE_FULL, ART_MISSING})  # their places are in the rules, not in a face file
LEAST_PIXELS = 400
OWN_TYPEFACE = 'Put the file there, TrueType or OpenType, and write `headings "fonts/Mine.ttf"`.'
FIELDS = tuple(name for name in Theme.__dataclass_fields__ if name != "name")
COLOURED = frozenset({"paper", "ink", "quiet", "panel", "board", "wood", "accent"})
CHOICES = {
    "frame": ("full", "line"),
    "scene": ("rays", "land", "hall", "night", "none"),
    "headings": ("Alegreya", "Alegreya Sans"),
    "page": ("a4", "letter"),
}


@dataclass(slots=True)
class Written:
    """What was read, where from, and what was found wrong."""

    book: FaceBook | None
    findings: Findings
    sources: Sources
    path: Path | None = None


def read_beside(game: Game, path: Path | None = None) -> Written:
    """The `.faces` file beside the rules of a game (or another one), if there is one."""
    return read_for(game.world, game.path, path)


def read_for(world: World, rules: Path, path: Path | None = None) -> Written:
    """The same for rules that were only checked."""
    file = path or rules.with_suffix(".faces")
    findings, sources = Findings(), Sources()
    if not file.is_file():
        return Written(None, findings, sources)
    data = file.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        source = sources.add(file, "")
        findings.add(BAD_TEXT, f"{file.name} is not text in UTF-8.", Span(source.number, 0, 0))
        return Written(None, findings, sources, file)
    author = _Author(world, rules.parent, sources, findings)
    return Written(author.book(parsed(sources.add(file, text), findings)), findings, sources, file)


class _Author:
    def __init__(self, world: World, folder: Path, sources: Sources, findings: Findings) -> None:
        self.world, self.folder, self.sources, self.findings = world, folder, sources, findings
        self.at: Line | None = None

    # ------------------------------------------------------------ places

    def span(self, token: Token) -> Span:
        assert self.at is not None
        begin = self.at.offset + (token.start_pos or 0)
        return Span(self.at.span.file, begin, begin + len(token))

    def unknown(self, code: Code, message: str, token: Token, known: Iterable[str]) -> None:
        """A word that nothing declares, with the nearest one."""
        word = token.strip('"')
        names = list(known)
        like = nearest(word, names)
        fix = Fix(self.span(token), f'"{like}"' if token.startswith('"') else like, f"Write `{like}`.") if like else None
        help = f"Did you mean `{like}`?" if like else f"Known are: {', '.join(sorted(names)[:12])}." if names else ""
        self.findings.add(code, message, self.span(token), help=help, fix=fix)

    # ------------------------------------------------------------ blocks

    def book(self, lines: list[Line]) -> FaceBook:
        found = FaceBook()
        for line in lines:
            self.at = line
            tree = line.tree
            match tree.data:
                case "face":
                    block = self.face(tree, line.lines)
                    if block is not None:
                        found.faces.append(block)
                case "icon":
                    for sign in _trees(tree, "sign"):
                        word, name = _tokens(sign)
                        if name.strip('"') in icons():
                            found.icons[word.strip('"')] = found.icons[word.strip('"').lower()] = name.strip('"')
                        else:
                            self.unknown(UNKNOWN_NAME, f"There is no sign {name}.", name, icons())
                case "colour":
                    for dress in _trees(tree, "dress"):
                        word, tone, *shape = _tokens(dress)
                        colour = self.tone(tone)
                        if colour:
                            found.colours[word.strip('"')] = (colour, str(shape[0]) if shape else "")
                case "board":
                    name, *size = [t for t in _tokens(tree) if t.type in {"NAME", "N"}]
                    if name in self.world.places:
                        found.boards.append(Board(str(name), (float(size[0]), float(size[1]))))
                    else:
                        self.unknown(UNKNOWN_NAME, f"There is no place `{name}`.", name, self.world.places)
                case "marker":
                    marker = self.marker(tree)
                    if marker is not None:
                        found.markers[marker.name] = marker
                case "theme":
                    found.theme = self.theme(tree, line.lines)
                case _:
                    raise AssertionError(tree.data)
        return found

    def face(self, tree: Node, lines: list[Line]) -> Block | None:
        name = next(t for t in _tokens(tree) if t.type == "UNAME")
        if name not in self.world.kinds and self.elsewhere(str(name)):
            return None
        if name not in self.world.kinds:
            self.unknown(UNKNOWN_NAME, f"There is no kind of pieces called `{name}`.", name, self.world.kinds)
            return None
        block = Block(str(name))
        for part in _trees(tree):
            match part.data:
                case "test":
                    block = replace(block, where=self.test(part, block.kind))
                case "size":
                    block = replace(block, size=_size(part))
                case "round":
                    block = replace(block, round=True)
                case "hex":
                    block = replace(block, hexagon=True)
                case _:
                    self.findings.add(UNKNOWN_NAME, f"`{part.data}` means nothing for a whole face.", self._place(part))
        slots: list[Slot] = []
        gone: set[str] = set()
        for line in lines:
            self.at = line
            if line.tree.data == "without":
                gone |= self.without(line.tree, block.kind)
            else:
                slot = self.slot(line.tree, block.kind)
                if slot is not None:
                    slots.append(slot)
        return replace(block, slots=tuple(slots), gone=frozenset(gone))

    def elsewhere(self, kind: str) -> bool:
        """Whether a variant beside the rules has a kind: its faces wait until it is played with."""
        pattern = re.compile(rf"^piece {re.escape(kind)}\b", re.MULTILINE)
        return any(pattern.search(p.read_text(encoding="utf-8", errors="replace")) for p in self.folder.glob("*.rules"))

    def _place(self, tree: Node) -> Span:
        tokens = _tokens(tree)
        return self.span(tokens[0]).to(self.span(tokens[-1])) if tokens else self.at.span if self.at else Span(0, 0, 0)

    def without(self, tree: Node, kind: str) -> set[str]:
        spots = _trees(tree, "spot")
        if spots:
            return {_spot(spots[0])}
        token = next(t for t in _tokens(tree) if t.type == "NAME")
        attrs = self.world.kinds[kind].attrs
        if token not in attrs:
            self.unknown(UNKNOWN_ATTRIBUTE, f"{kind} has no `{token}`.", token, attrs)
            return set()
        return {str(token)}

    # ------------------------------------------------------------ slots

    def slot(self, tree: Node, kind: str) -> Slot | None:
        spot = _trees(tree, "spot")[0]
        slot = Slot(_spot(spot))
        if slot.spot not in SPOTS:
            like = nearest(slot.spot, SPOTS)
            help = f"Did you mean `{like}`?" if like else f"Slots are: {', '.join(SPOTS)}."
            self.findings.add(SYNTAX, f"There is no slot `{slot.spot}`.", self._place(spot), help=help)
            return None
        label = next((c for c in tree.children if isinstance(c, Token) and c.type == "STRING"), None)
        if label is not None:
            slot = replace(slot, label=str(label).strip('"'))
        for part in _trees(tree):
            match part.data:
                case "tall":
                    slot = replace(slot, tall=True)
                case "on":
                    slot = replace(slot, on=self.tone(_tokens(part)[-1]))
                case "when":
                    slot = replace(slot, when=self.test(_trees(part, "test")[0], kind))
                case "size" | "round" | "hex":
                    self.findings.add(UNKNOWN_NAME, f"`{part.data}` belongs to a whole face, not to a slot.", self._place(part))
                case _:
                    pass
        if slot.spot == "frame" and self._is_colour(tree, kind):
            token = _tokens(_trees(tree, "thing")[0])[0]
            return replace(slot, on=self.tone(token))
        things = [self.thing(one, kind) for one in _trees(tree, "thing")]
        kept = tuple(one for one in things if one is not None)
        return replace(slot, things=kept) if kept or not things else None

    def _is_colour(self, tree: Node, kind: str) -> bool:
        things = _trees(tree, "thing")
        words = _tokens(things[0]) if things else []
        return len(words) == 1 and words[0] not in self.world.kinds[kind].attrs

    def thing(self, tree: Node, kind: str) -> Thing | None:
        values = [v for one in _trees(tree, "value") if (v := self.value(_tokens(one)[0], kind)) is not None]
        within = None
        form = ""
        for before, token in zip(tree.children, tree.children[1:], strict=False):
            if isinstance(before, Token) and before.type == "IN" and isinstance(token, Token):
                within = self.value(token, kind)
            if isinstance(before, Token) and before.type == "AS" and isinstance(token, Token):
                form = str(token)
        beside = next((self.thing(one, kind) for one in _trees(tree, "thing")), None)
        return Thing(tuple(values), within, form, beside) if values else beside

    def value(self, token: Token, kind: str) -> Value | None:
        word = str(token).strip('"')
        if token.type == "STRING":
            if word in icons():
                return Value("sign", word)
            if Path(word).suffix[1:].lower() in MIME:
                return self.picture(token, word)
            return Value("text", word)
        attrs = self.world.kinds[kind].attrs
        if word not in attrs:
            self.unknown(UNKNOWN_ATTRIBUTE, f"{kind} has no `{word}`.", token, attrs)
            return None
        return Value("attribute", word)

    def picture(self, token: Token, word: str) -> Value | None:
        folder = self.folder
        file = (folder / word).resolve()
        if not file.is_file() or not file.is_relative_to(folder.resolve()):
            near = [p.relative_to(folder).as_posix() for p in folder.rglob(f"*{Path(word).suffix}")]
            self.unknown(MISSING_FILE, f"There is no picture {token} beside the rules.", token, near)
            return None
        size = pixels(str(file))
        if size is not None and min(size) < LEAST_PIXELS:
            self.findings.add(
                SMALL_PICTURE,
                f"{token} has {size[0]} by {size[1]} pixels.",
                self.span(token),
                help=f"For print at 300 dpi give it at least {LEAST_PIXELS} on its shorter side.",
            )
        return Value("picture", word)

    def test(self, tree: Node, kind: str) -> Test:
        tokens = _tokens(tree)
        negated = any(t.type == "NOT" for t in tokens)
        at = next((i for i, t in enumerate(tokens) if t.type == "IS"), len(tokens))
        left = [t for t in tokens[:at] if t.type == "NAME"]
        right = [t for t in tokens[at:] if t.type in {"NAME", "STRING"}]
        attribute = left[-1]
        attrs = self.world.kinds[kind].attrs
        if attribute not in attrs:
            self.unknown(UNKNOWN_ATTRIBUTE, f"{kind} has no `{attribute}`.", attribute, attrs)
        elif right:
            members = getattr(getattr(attrs[str(attribute)].type, "type", attrs[str(attribute)].type), "members", ())
            if members and str(right[0]).strip('"') not in {*members, "yes", "no"}:
                self.unknown(UNKNOWN_NAME, f"`{right[0]}` is no value of `{attribute}`.", right[0], members)
        return Test(str(attribute), str(right[0]).strip('"') if right else "", negated)

    def tone(self, token: Token) -> str:
        """A colour by its word, or as #rrggbb."""
        word = str(token).strip('"')
        if word in COLOURS:
            return COLOURS[word]
        if len(word) == 7 and word[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in word[1:]):
            return word.lower()
        self.unknown(UNKNOWN_NAME, f"There is no colour `{word}`.", token, COLOURS)
        return ""

    # ------------------------------------------------------------ markers and themes

    def marker(self, tree: Node) -> Marker | None:
        tokens = _tokens(tree)
        name = next(t for t in tokens if t.type == "NAME")
        groups = [self.world.game_attrs, self.world.player_attrs, *self.world.enum_attrs.values()]
        groups += [k.attrs for k in self.world.kinds.values()] + [p.attrs for p in self.world.places.values()]
        known = {"owner", *(a for group in groups for a in group)}
        if name not in known:
            self.unknown(UNKNOWN_NAME, f"Nothing has a state `{name}`.", name, known)
            return None
        if any(t.type == "NO" for t in tokens):
            return Marker(str(name), none=True)
        sign = next((t for t in tokens if t.type == "STRING"), None)
        if sign is not None and sign.strip('"') not in icons():
            self.unknown(UNKNOWN_NAME, f"There is no sign {sign}.", sign, icons())
            sign = None
        of = next((i for i, t in enumerate(tokens) if t.type == "OF"), len(tokens))
        count = next((int(t) for t in tokens[:of] if t.type == "N"), 0)
        shown = str(sign).strip('"') if sign is not None else ""
        rest = [t for t in tokens[of:] if t.type in {"N", "OF"}]
        if sum(t.type == "OF" for t in rest) < 2:
            return Marker(str(name), shown, count, tuple(int(t) for t in rest if t.type == "N"))
        if not count or any(t.type != ("OF", "N", "N")[i % 3] for i, t in enumerate(rest)):
            self.unknown(UNKNOWN_NAME, "Say of each value how many there are: `36 of 1, 24 of 3`.", name, ())
            return Marker(str(name), shown, count)
        numbers = [int(t) for t in rest if t.type == "N"]
        return Marker(str(name), shown, count, tuple(numbers[::2]), (count, *numbers[1::2]))

    def theme(self, tree: Node, lines: list[Line]) -> Theme | None:
        names = [t for t in _tokens(tree) if t.type == "STRING"]
        base = names[1] if len(names) > 1 else names[0]
        found = THEMES.get(base.strip('"')) or self.theme_file(base)
        if found is None:
            if len(names) > 1 or not lines:
                self.unknown(UNKNOWN_NAME, f"There is no theme {base}.", base, THEMES)
            found = THEMES["parchment"]
        found = replace(found, name=names[0].strip('"'))
        for line in lines:
            self.at = line
            for setting in _trees(line.tree, "setting"):
                found = self.setting(found, _tokens(setting))
        return found

    def theme_file(self, token: Token) -> Theme | None:
        """A file NAME.theme beside the rules."""
        file = self.folder / f"{token.strip(chr(34)).lower().replace(' ', '_')}.theme"
        if not file.is_file():
            return None
        source = self.sources.add(file, file.read_text(encoding="utf-8", errors="replace"))
        before = self.at
        found = None
        for line in parsed(source, self.findings):
            if line.tree.data == "theme":
                self.at = line
                found = self.theme(line.tree, line.lines)
        self.at = before
        return found

    def setting(self, theme: Theme, tokens: list[Token]) -> Theme:
        name, *values = tokens
        if name not in FIELDS:
            self.unknown(UNKNOWN_NAME, f"A theme has no `{name}`.", name, FIELDS)
            return theme
        value = values[0]
        word = str(value).strip('"')
        if name in COLOURED:
            colour = self.tone(value)
            return _with(theme, str(name), colour) if colour else theme
        if name == "headings" and word.lower().endswith((".ttf", ".otf")):
            return self.typeface(theme, value, word)
        if name in CHOICES and word not in CHOICES[str(name)]:
            self.unknown(UNKNOWN_NAME, f"`{word}` is nothing for `{name}`.", value, CHOICES[str(name)])
            return theme
        if name == "corners":
            if value.type != "N":
                self.findings.add(UNKNOWN_NAME, "`corners` is a number of millimetres.", self.span(value), help="Write `corners 3`.")
                return theme
            return replace(theme, corners=float(word))
        if name in {"cover", "logo"}:
            return _with(theme, str(name), word) if self.picture(value, word) is not None else theme
        return _with(theme, str(name), word)

    def typeface(self, theme: Theme, value: Token, word: str) -> Theme:
        """A file beside the rules, for names and headings."""
        file = (self.folder / word).resolve()
        if not file.is_relative_to(self.folder.resolve()) or not file.is_file():
            self.findings.add(UNKNOWN_NAME, f'There is no typeface "{word}" beside the rules.', self.span(value), help=OWN_TYPEFACE)
            return theme
        family = adopted(file)
        if not family:
            self.findings.add(UNKNOWN_NAME, f'"{word}" cannot be read as a typeface.', self.span(value), help=OWN_TYPEFACE)
            return theme
        return replace(theme, headings=family)


def _with(theme: Theme, name: str, value: str) -> Theme:
    changed: dict[str, Any] = {name: value}
    return replace(theme, **changed)


def _tokens(tree: Node) -> list[Token]:
    """All words of a tree, in the order of the text."""
    return list(tree.scan_values(lambda v: isinstance(v, Token)))


def _trees(tree: Node, data: str = "") -> list[Node]:
    return [c for c in tree.children if isinstance(c, Tree) and (not data or c.data == data)]


def _spot(tree: Node) -> str:
    return " ".join(str(t) for t in _tokens(tree))


def _size(tree: Node) -> tuple[float, float]:
    wide, high = (float(t) for t in _tokens(tree) if t.type == "N")
    return wide, high
