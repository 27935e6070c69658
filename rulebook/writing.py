"""Files on disk, whole or not at all: everything is written beside its place first and moved there at the end."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rulewright.play.errors import PlayError
from rulewright.rulebook.render.documents import Document


class CannotWrite(PlayError):
    """The place where a file should go does not take it."""


def possible(folder: Path) -> None:
    """Complain at once if nothing can ever be written to a folder, before minutes are spent on a book."""
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        raise CannotWrite(f"{existing} is a file, not a folder.", "Choose another place with --out.")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise CannotWrite(f"Nothing can be written to {existing}.", "Choose another place with --out.")


def write(folder: Path, documents: Sequence[Document]) -> list[Path]:
    """Write all files or none; a file that was there before is replaced in one step."""
    waiting: list[tuple[Path, Path]] = []
    try:
        for document in documents:
            target = folder / document.name
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise CannotWrite(f"{target} is a folder.", "Choose another name with --out.")
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            waiting.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(document.data)
            os.chmod(name, 0o666 & ~_umask())
        for made, target in waiting:
            os.replace(made, target)
    except OSError as error:
        raise CannotWrite(f"{error.filename or folder} cannot be written: {error.strerror}.", "Choose another place with --out.") from None
    finally:
        for made, _ in waiting:
            made.unlink(missing_ok=True)
    return [target for _, target in waiting]


def _umask() -> int:
    found = os.umask(0)
    os.umask(found)
    return found
