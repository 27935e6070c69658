"""What the site needs beside mkdocs: links out of the documents are said as paths, and search works from a folder without a network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
SHIM = "https://unpkg.com/iframe-worker/shim"  # what the theme would fetch
OURS = "assets/javascripts/site_worker.js"
HEAD = re.compile(r"^(```\w*).*$", re.M)  # what our tests read after the language means nothing to the site
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """A link that leaves the documents is said as the path of its file: the site is read without the repository."""
    here = Path(str(page.file.abs_src_path)).parent
    docs = Path(str(config["docs_dir"])).resolve()

    def outward(match: re.Match[str]) -> str:
        target = match[2]
        if target.startswith(("http://", "https://", "mailto:")):
            return match[0]
        file = (here / target).resolve()
        if file.is_relative_to(docs) and file.suffix == ".md":
            return match[0]
        if not file.exists():
            return match[0]  # mkdocs says so
        return f"{match[1]} (`{file.relative_to(ROOT).as_posix()}`)"

    kept: list[str] = []
    bare = FENCE.sub(lambda m: kept.append(m[0]) or f"\0{len(kept) - 1}\0", markdown)  # type: ignore[func-returns-value]
    changed = LINK.sub(outward, bare)
    return re.sub("\0(\\d+)\0", lambda m: HEAD.sub(r"\1", kept[int(m[1])]), changed)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The stand-in for workers comes from beside the page."""
    return output.replace(SHIM, "../" * str(page.url).count("/") + OURS)


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """The page of what is not found, too."""
    return output_content.replace(SHIM, OURS) if template_name.endswith(".html") else output_content


def on_post_build(config: Any, **_: Any) -> None:
    (Path(str(config["site_dir"])) / OURS).write_bytes((Path(__file__).parent / "site_worker.js").read_bytes())
