"""Runs the executable examples of a game, and tells what became of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.core import ir
from rulewright.core.effects import reachable
from rulewright.core.layout import initial
from rulewright.core.walk import statements
from rulewright.dsl.check.examples import ExampleCode, option_givens, players_given
from rulewright.dsl.lower.examples import Choose, Expect, Make, Perform
from rulewright.dsl.syntax import declarations as d
from rulewright.interpreter.errors import REASONS, RuleError
from rulewright.play.engines import Interpreted
from rulewright.play.game import Game, load
from rulewright.play.outcomes import CUT, LOSE, WIN
from rulewright.play.reader import Reader


class Failed(Exception):
    """An example does not hold; the sentence says where and why."""


@dataclass(slots=True)
class StepResult:
    """What a line of an example did; for `then` lines, the value that was found."""

    text: str
    sort: str  # given, when, then
    found: str = ""
    line: int = 0


@dataclass(slots=True)
class ExampleResult:
    title: str
    decl: d.Example
    passed: bool
    message: str = ""
    line: int = 0
    steps: list[StepResult] = field(default_factory=list)
    before: list[int] | None = None  # the state after the givens
    after: list[int] | None = None
    game: Game | None = None


def run_examples(
    game: str | Path,
    variants: tuple[str, ...] = (),
    prepare: Callable[[Game], object] = lambda game: None,
    wanted_only: Callable[[d.Example], bool] = lambda decl: True,
    loading: Callable[..., Game] = load,
) -> list[ExampleResult]:
    """All examples of a game, or those that are wanted, each with the options it sets. `prepare` is shown each game that is loaded
    for them."""
    loaded: dict[tuple[tuple[tuple[str, str], ...], int | None], Game] = {}
    first = loading(game, variants=variants, examples=True, engine="interpreter")
    loaded[(), None] = first
    prepare(first)
    found = []
    for number, decl in enumerate(first.world.examples):
        if not wanted_only(decl):
            continue
        wanted, players = option_givens(decl, set(first.world.options)), players_given(decl)
        key = tuple(sorted(wanted.items())), players if players != first.world.seats else None
        if key not in loaded:
            loaded[key] = loading(game, wanted, players=players, variants=variants, examples=True, engine="interpreter")
            prepare(loaded[key])
        chosen = loaded[key]
        found.append(run_example(chosen, chosen.world.example_code[number]))
    return found


def run_example(game: Game, code: ExampleCode) -> ExampleResult:
    runner = _Runner(game, code)
    result = ExampleResult(code.title, code.decl, True, game=game)
    try:
        runner.run(result)
    except Failed as failure:
        result.passed, result.message, result.line = False, str(failure), runner.line
    except RuleError as error:
        result.passed, result.line = False, runner.line
        result.message = f"“{runner.text}”: {REASONS[error.reason]}"
    result.after = runner.state
    return result


class _Runner:
    def __init__(self, game: Game, code: ExampleCode) -> None:
        self.game = game
        self.code = code
        self.engine: Interpreted = game.interpreter
        self.state = initial(game.program)
        self.text, self.line = "", 0

    def run(self, result: ExampleResult) -> None:
        given = True
        for step in self.code.steps:
            self.text = step.text
            self.line = self._line(step.span)
            if given and not isinstance(step, Make):
                given = False
                result.before = self.state[:]
            match step:
                case Make():
                    self._make(step)
                    result.steps.append(StepResult(step.text, "given", line=self.line))
                case Perform():
                    self._perform(step)
                    result.steps.append(StepResult(step.text, "when", line=self.line))
                case Choose():
                    self._choose(step)
                    result.steps.append(StepResult(step.text, "when", line=self.line))
                case Expect():
                    self._skip_formalities(step, None)
                    found = self._expect(step)
                    result.steps.append(StepResult(step.text, "then", found, line=self.line))
        if result.before is None:
            result.before = self.state[:]

    def _line(self, span: int) -> int:
        file, start, _ = self.game.program.spans[span]
        return self.game.loaded.sources[file].position(start).line

    def _idle(self) -> bool:
        top = self.game.program.top
        assert top is not None
        return self.state[top.at] < 0

    def _make(self, step: Make) -> None:
        """Without anybody's decision, and without chance that could go several ways."""
        asks = any(isinstance(stmt, ir.Ask) for proc in reachable(step.proc) for stmt in statements(proc.body))
        if not asks:
            self.engine.machine.perform(step.proc, self.state, [])
            return
        self.engine.perform(step.proc, self.state, [])
        while not self._idle() and self.engine.choice(self.state) is not None and self.engine.decider(self.state) < 0:
            options = self.engine.options(self.state)
            if len(options) != 1:
                break
            self.engine.choose(self.state, options[0])
        if not self._idle():
            raise Failed(f"“{step.text}” cannot be given: {self._who()} has to decide. Say it with `when`, and then who decides what.")

    # ------------------------------------------------------------ when

    def _perform(self, step: Perform) -> None:
        if not self._idle():
            raise Failed(f"“{step.text}” cannot be done: {self._who()} still has to decide.")
        self.engine.perform(step.proc, self.state, [])

    def _who(self) -> str:
        if self.engine.choice(self.state) is None:
            return "nobody"
        who = self.engine.decider(self.state)
        return "chance" if who < 0 else self.game.names.seat(who)

    def _choose(self, step: Choose) -> None:
        who = self.engine.ask(step.who, self.state) if step.who is not None else -1
        if self._idle():
            self._begin(who, step)
        self._skip_formalities(step, who)
        if step.several and step.chosen is not None:
            for value in self.engine.ask(step.chosen, self.state):
                self._skip_formalities(step, who)
                self._take(step, who, value)
            self._finish_several(who)
            return
        value = self.engine.ask(step.chosen, self.state) if step.chosen is not None else None
        self._take(step, who, value)

    def _begin(self, who: int, step: Choose) -> None:
        """Nothing is running: play begins from the position, with the player who acts."""
        over = self.game.program.over
        assert over is not None
        if self.state[over.at]:
            raise Failed(f"“{step.text}” cannot be done: the match is over.")
        if who < 0:
            raise Failed(f"“{step.text}” cannot be done: nothing is left to chance now.")
        resume = self.game.world.resume
        assert resume is not None
        self.engine.perform(resume, self.state, [who])

    def _skip_formalities(self, step: Choose | Expect, who: int | None) -> None:
        """Chance that has only one outcome needs no line of its own; nor does whoever could interrupt before a roll, and does not."""
        while who is not None and self._waits_for_another(who):
            choice = self.engine.choice(self.state)
            assert choice is not None
            options = self.engine.options(self.state)
            self.engine.choose(self.state, next(o for o in options if choice.alts[o[0]].role == "go_on"))
        while self.engine.choice(self.state) is not None and self.engine.decider(self.state) < 0 and (who is None or who >= 0):
            options = self.engine.options(self.state)
            if len(options) != 1 and who is None:
                return
            if len(options) != 1:
                raise Failed(f"“{step.text}” comes too early: chance has to decide first ({len(options)} possibilities).")
            self.engine.choose(self.state, options[0])

    def _waits_for_another(self, who: int) -> bool:
        """Whether somebody else is only asked if he interrupts."""
        choice = self.engine.choice(self.state)
        return choice is not None and any(a.role == "go_on" for a in choice.alts) and self.engine.decider(self.state) != who

    def _take(self, step: Choose, who: int, value: int | None) -> None:
        choice = self.engine.choice(self.state)
        if choice is None:
            raise Failed(f"“{step.text}” cannot be done: there is nothing to decide.")
        decider = self.engine.decider(self.state)
        if decider != who:
            wanted = "chance" if who < 0 else self.game.names.seat(who)
            raise Failed(f"“{step.text}” cannot be done: {self._who()} decides now, not {wanted}.")
        arguments = [(prep, self.engine.ask(func, self.state)) for prep, func in step.arguments]
        for option in self.engine.options(self.state):
            if self._fits(choice.alts[option[0]], option[1], step, arguments, value):
                self.engine.choose(self.state, option)
                return
        titles = [self.game.names.title(choice, choice.alts[a], args, self.state) for a, args in self.engine.options(self.state)]
        shown = ", ".join(titles[:8]) + (f" and {len(titles) - 8} more" if len(titles) > 8 else "")
        raise Failed(f"“{step.text}” is not allowed. Choose one of: {shown}.")

    def _fits(self, alt: Any, args: tuple[int, ...], step: Choose, arguments: list[tuple[str, int]], value: int | None) -> bool:
        if step.label is not None:
            return bool(alt.role == "label" and alt.name == step.label)
        if step.verb in {"done", "decline"}:
            return bool(alt.role == step.verb)
        if step.verb == "choose":
            return bool(args) and args[0] == value and alt.role in {"act", "chance"}
        if alt.name != step.verb or alt.role != "act":
            return False
        words = alt.words or ("",) * len(args)
        by_prep = dict(zip(words, args, strict=False))
        return all(by_prep.get(prep) == wanted for prep, wanted in arguments)

    def _finish_several(self, who: int) -> None:
        """After the last of several things was chosen, the choice is ended if it does not end by itself."""
        choice = self.engine.choice(self.state)
        if choice is None or who < 0 or self.engine.decider(self.state) != who:
            return
        for option in self.engine.options(self.state):
            if choice.alts[option[0]].role == "done" and choice.prompt.startswith("choose "):
                self.engine.choose(self.state, option)
                return

    # ------------------------------------------------------------ then

    def _expect(self, step: Expect) -> str:
        program = self.game.program
        assert program.over is not None and program.winners is not None and program.ending is not None
        over, winners = self.state[program.over.at], self.state[program.winners.at]
        if step.ending.startswith("decides"):
            return self._decides(step)
        if step.ending == "winner":
            assert step.who is not None
            who = self.engine.ask(step.who, self.state)
            if not over or winners != program.mates(who):
                raise Failed(f"“{step.text}” does not hold: {self._result(over, winners)}.")
            return self.game.names.seat(who)
        if step.ending.startswith("ending "):
            title = program.endings[self.state[program.ending.at]] if self.state[program.ending.at] >= 0 else "none"
            if title != step.ending.removeprefix("ending "):
                raise Failed(f"“{step.text}” does not hold: the ending is “{title}”.")
            return title
        if step.ending:
            self._check_end(step, over, winners)
            return ""
        assert step.func is not None
        holds = self.engine.ask(step.func, self.state)
        found = self._found(step)
        if not holds:
            raise Failed(f"“{step.text}” does not hold{f': it is {found}' if found else ''}.")
        return found

    def _decides(self, step: Expect) -> str:
        wanted = step.ending.removeprefix("decides ")
        if step.who is not None:
            wanted = self.game.names.seat(self.engine.ask(step.who, self.state))
        now = self._who()
        if now != wanted:
            raise Failed(f"“{step.text}” does not hold: {now} decides now.")
        return ""

    def _check_end(self, step: Expect, over: int, winners: int) -> None:
        relation, word = step.ending.rsplit(" ", 1)
        everybody = (1 << len(self.game.seats)) - 1
        drawn = bool(over) and over not in {CUT, WIN, LOSE} and winners in {0, everybody}
        won = bool(over) and bool(winners) and not drawn
        holds = {"over": bool(over), "drawn": drawn, "won": won, "lost": over == LOSE and not winners}.get(word)
        if holds is None:
            raise Failed(f"“{step.text}”: a match is over, drawn, won or lost.")
        if holds != (relation == "is"):
            raise Failed(f"“{step.text}” does not hold: {self._result(over, winners)}.")

    def _result(self, over: int, winners: int) -> str:
        if not over:
            return f"the match goes on, {self._who()} decides"
        names = [s for i, s in enumerate(self.game.seats) if winners >> i & 1]
        if names:
            return f"won by {', '.join(names)}"
        return "everybody has lost" if over == LOSE else "nobody has won"

    def _found(self, step: Expect) -> str:
        if step.value is None or step.shown is None:
            return ""
        value = self.engine.ask(step.value, self.state)
        reader = Reader(self.game.program, self.game.names, self.state)
        if isinstance(value, int) and not step.shown.sort.startswith("set:"):
            return self.game.names.value(step.shown, value, self.state)
        base = getattr(step.value.type, "base", 0)
        return reader.text(step.shown, value, base)
