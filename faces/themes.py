"""Themes: the colours, typefaces and frames that all faces of a game share. Three come along; a file beside the game may say another."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.faces.typefaces import OWN


@dataclass(frozen=True, slots=True)
class Theme:
    name: str = "parchment"
    paper: str = "#fffdf7"  # inside of the frame
    ink: str = "#2b2620"
    quiet: str = "#5d554a"
    panel: str = "#f6efe0"
    board: str = "#efe6d2"
    wood: str = "#5b4630"  # frames of boards
    accent: str = ""  # frames and backs of what has no colour of its own; empty: follows from the title
    frame: str = "full"  # full: the frame is filled, line: a line in its colour
    scene: str = "land"  # behind the sign that stands where there is no art: rays, land, hall, night, none
    corners: float = 3.0
    headings: str = "Alegreya"
    cover: str = ""  # a picture beside the rules, for the cover of the book
    logo: str = ""
    page: str = ""  # a4 or letter; empty: as asked for

    @property
    def serif(self) -> bool | str:
        """Whether headings have serifs; the name of the author's typeface if they are set in one."""
        return self.headings if self.headings in OWN else self.headings == "Alegreya"


THEMES = {
    "parchment": Theme(),
    "plain": Theme("plain", "#ffffff", "#222222", "#555555", "#ffffff", "#ffffff", "#8a8a8a", frame="line", scene="none"),
    "night": Theme("night", "#fbf7ec", "#1d2233", "#4a5068", "#e7e6f0", "#dcdcea", "#1f2540", accent="#2a3150", scene="night"),
}
PARCHMENT = THEMES["parchment"]
