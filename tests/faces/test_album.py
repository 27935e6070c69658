"""The faces of a game, as browser and command line ask for them."""

from __future__ import annotations

from xml.etree import ElementTree

from rulewright.faces.album import Album
from rulewright.play.game import load


def test_every_piece_has_a_front_and_a_back_that_tells_nothing() -> None:
    game = load("two_heirs")
    album = Album(game)
    tiles = album.kind("Tile")
    fronts = {album.front("Tile", i).id for i in range(tiles.count)}
    backs = {(album.back("Tile", i).id, album.back("Tile", i).svg) for i in range(tiles.count)}
    assert len(fronts) == tiles.count
    assert len(backs) == 3  # one for each terrain, which a face-down tile still shows
    for face in (album.front("Tile", 0), album.front("Tile", 0, small=True), album.back("Tile", 0)):
        root = ElementTree.fromstring(face.svg)
        assert root.get("aria-label") == face.alt != "" and root.get("width") == f"{face.width:g}mm"


def test_a_board_is_a_face_too() -> None:
    face = Album(load("checkers")).board("board")
    assert face.id == "board-board" and face.svg.startswith("<svg")
