"""The starting file that `new` writes: a whole small game, with a comment on every kind of line."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from rulewright.cli.failure import usage

TEMPLATE = """\
# Lines that begin with # are for you; lines that begin with > are printed in the rulebook.
# Change anything, then:   rulewright check {file}   ·   rulewright play {file}

game "{title}" for Red, Blue
  > Lay your stones so that your rival runs out of room first.

# What can be chosen before a match:   rulewright play {file} --option width=7
option width: 4 to 9 = 5
  > The board has {{width}} columns.

# What is on the table.
piece Stone of each Player
place board: grid width by 5

# What a player does when it is their turn. The turns go around by themselves.
turn
  > In turn, lay one stone.
  player must lay

# A definition gives a name to a question, so that rules can be read aloud.
define crowded(cell, player) = some Stone of player in beside(cell)

# An action says what is chosen, what is demanded, and what happens.
action lay Cell in board
  > Lay a stone on an empty cell that has none of your own stones beside it.
  requires cell is empty
    > There is a stone already.
  requires not crowded(cell, player)
    > Your own stone lies beside that cell.
  put Stone on cell

# This is looked at before every turn.
before turn
  if player cannot lay
    > Who cannot lay a stone has lost.
    rival wins

# An example is printed in the rulebook, and proved by:   rulewright test {file}
example "No room beside your own stone"
  > Red's stone on a1 keeps Red away from b1, but not Blue.
  given put Stone of Red on a1
  then Red cannot lay b1
  when Blue lays b1
  then b1.owner is Blue
"""


def write(name: str) -> Path:
    """Write the file for a new game of that name; where it is. Nothing is ever overwritten."""
    path = Path(name)
    if path.suffix != ".rules":
        path = path.with_name(f"{path.name}.rules")
    if not path.stem.strip(" .") or any(c in path.stem for c in '"\n\r\t{}'):
        raise usage(f"A game cannot be called {name!r}.", "Use letters, digits and _, as in my_game.")
    if path.is_dir() or not path.parent.is_dir():
        raise usage(f"There is no folder {path.parent} to write {path.name} in." if not path.is_dir() else f"{path} is a folder.")
    title = " ".join(word[:1].upper() + word[1:] for word in path.stem.replace("-", " ").replace("_", " ").split())
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(TEMPLATE.format(file=quote(path.name), title=title))
    except FileExistsError:
        raise usage(f"{path} exists already and is left as it is.", "Choose another name.") from None
    return path
