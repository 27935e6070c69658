"""Rules as they were: `HEAD~1:games/my_game.rules` is a file, or the folder of a game, at a revision that Git knows."""

from __future__ import annotations

import io
import posixpath
import re
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.cli.failure import USAGE, Failure
from rulewright.cli.loading import find

REVISION = re.compile(r"([^:]{2,}|@):(.+)")  # one letter before a colon is a drive of Windows
_rooms: list[TemporaryDirectory[str]] = []  # they live as long as the program: a game reads its files again when it is played elsewhere


def version(name: str) -> Path:
    """The rules file that a name, a path, a folder or `REVISION:PATH` means."""
    asked = REVISION.fullmatch(name)
    if asked is None or Path(name).exists():
        return find(name)
    return _checked_out(asked[1], asked[2])


def _checked_out(revision: str, path: str) -> Path:
    """The folder of a file as it was, in a room of its own: rules read tables and other rules beside them."""
    top = Path(_git(["rev-parse", "--show-toplevel"], "This folder is in no repository of Git.").decode().strip())
    _git(["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], f"Git knows no revision {revision}.")
    here = _git(["rev-parse", "--show-prefix"], "").decode().strip()
    for full in (posixpath.normpath(posixpath.join(here, path)), posixpath.normpath(path)):
        kind = _asked(["cat-file", "-t", f"{revision}:{full}"], top)
        if kind is not None:
            break
    else:
        raise Failure(f"There is no {path} in {revision}.", f"See what there is: git ls-tree -r --name-only {revision}", USAGE)
    folder = full if kind.strip() == b"tree" else posixpath.dirname(full)
    packed = _git(["archive", "--format=tar", revision, "--", folder or "."], f"Git cannot read {path} of {revision}.", top)
    room = TemporaryDirectory(prefix="rulewright-")
    _rooms.append(room)
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(room.name, filter="data")
    return find(str(Path(room.name) / full))


def _asked(words: list[str], where: Path | None = None) -> bytes | None:
    try:
        done = subprocess.run(["git", *words], cwd=where, capture_output=True, check=False)
    except OSError:
        raise Failure("A revision needs Git, and there is none.", "Install Git, or name two files.", USAGE) from None
    return done.stdout if done.returncode == 0 else None


def _git(words: list[str], wrong: str, where: Path | None = None) -> bytes:
    told = _asked(words, where)
    if told is None:
        raise Failure(wrong, "", USAGE)
    return told
