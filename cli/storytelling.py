"""What `story` does: reads the story out of the rules, has it played, draws it, and says what is wrong with it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, Failure
from rulewright.cli.loading import load
from rulewright.cli.screen import out
from rulewright.cli.words import counted

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.story import Node, Story

NAMED = 12  # cards that are named one by one


def story(
    name: str, output: Path | None, matches: int, seed: int, options: dict[str, str], variants: list[str] | None, as_json: bool = False
) -> int:
    """Draw the story and tell about it; the exit code is 1 if something in it cannot be meant."""
    from rulewright.play.story import story_of
    from rulewright.study.storyboard import storyboard

    game = load(name, options, None, variants, None)
    found = story_of(game)
    if not found.nodes:
        raise Failure(f"{game.title} tells no story.", "A story is told by cards that have a text and are resolved: `resolve card`.")
    shares = met(game, found, matches, seed) if matches else None
    path = output or Path(f"{game.name}.story.svg")
    try:
        path.write_text(storyboard(found, shares), encoding="utf-8")
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from None
    if as_json:
        print_facts(_facts(found, shares, path), game)
        return FOUND if found.problems() else 0
    return _tell(found, shares, matches, path)


def _facts(story: Story, shares: dict[Node, float] | None, path: Path) -> dict[str, object]:
    """The story as data: its nodes with how often they were met, its links, what is wrong with it."""
    return {
        "title": story.title,
        "nodes": [
            {"sort": n.sort, "kind": n.kind, "name": n.name, **({"met": shares[n]} if shares and n in shares else {})} for n in story.nodes
        ],
        "links": [{"sort": li.sort, "from": li.source.name, "to": li.target.name} for li in story.links],
        "problems": story.problems(),
        "picture": str(path),
    }


def met(game: Game, story: Story, matches: int, seed: int) -> dict[Node, float]:
    """The share of random matches in which each card was resolved and each ending reached."""
    from rulewright.play.simulate import simulate

    result = simulate(game, matches, seed, counts=True)
    assert result.fired is not None
    times = dict(zip(result.rules, (int(n) for n in result.fired), strict=True))
    ended = Counter(int(e) for e in result.ending)
    found = {}
    for node in (*story.of("card"), *story.of("ending")):
        number = ended[game.program.endings.index(node.name)] if node.sort == "ending" else times.get(f"{node.kind} {node.name}", 0)
        found[node] = min(1.0, number / matches)
    return found


def _tell(story: Story, shares: dict[Node, float] | None, matches: int, path: Path) -> int:
    console = out()
    sorts = Counter(link.sort for link in story.links)
    console.print(Text(story.title, style="title"))
    told = [counted(len(story.of("card")), "card"), counted(len(story.of("fact")), "fact"), counted(len(story.of("ending")), "ending")]
    links = ", ".join(f"{n} {s}" for s, n in sorts.items())
    console.print(f"{', '.join(told)}; {counted(sum(sorts.values()), 'link')}{': ' if links else ''}{links}")
    problems = story.problems()
    for problem in problems:
        console.print(Text(f"✗ {problem}", style="warning"))
    if not problems:
        console.print(
            Text("✓ Every card has a text, every fact is brought about and asked for, something leads to every ending.", style="good")
        )
    never = [node for node, share in (shares or {}).items() if share == 0]
    if shares is not None:
        where = f"in {counted(matches, 'random match', 'random matches')}"
        if never:
            names = ", ".join(node.name for node in never[:NAMED]) + (f" and {len(never) - NAMED} more" if len(never) > NAMED else "")
            console.print(Text(f"Not met {where}: {names}."))
        else:
            console.print(Text(f"✓ Every card and every ending was met {where}.", style="good"))
    console.print(Text(f"The picture is in {path}", style="faint"), soft_wrap=True)
    return FOUND if problems else 0
