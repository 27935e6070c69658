"""Sentences for mistakes of form: what a designer should read where the parser gave up.

Each mistake is a small function that looks at the line, at what stands where the parser gave up and at what it would have
taken, and gives advice or passes. They are tried in order; the last one always has something to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.syntax.beginners import beginner, to_write

STARTS = {
    "include": 'include "file.rules"',
    "chapter": 'chapter "Title"',
    "game": 'game "Title" for White, Black',
    "option": "option name: small or large = small",
    "type": "type Terrain: wood or stone",
    "piece": "piece Pawn of each Player: 8 per Player",
    "place": "place board: grid 8 by 8",
    "each": "each Player has gold: 0 to 20 = 0",
    "define": "define reach(player) = 1 + count Troop of player in court",
    "setup": "setup",
    "play": "play",
    "turn": "turn",
    "phase": "phase harvest",
    "to": "to settle for Player",
    "action": "action march Troop of player to Cell in around(troop)",
    "interrupt": "interrupt cast Card in hand of player during turn of player",
    "after": "after march Troop",
    "before": "before turn",
    "instead": "instead of harvest",
    "when": "when board is full",
    "as": "as soon as player.health becomes 0",
    "score": "score",
    "winner": "winner: most score, then shared",
    "example": 'example "Title"',
    "picture": "picture reach with 2, 1, 0 Troop in court",
    "show": "show",
    "variant": 'variant "Title"',
    "replaces": "replaces define reach(player) = 2",
    "removes": "removes march",
    "adds": "adds to Good: fish or cloth",
}
# Words that people try, and the ones they mean.
MEANT = {
    "whenever": "when",
    "if": "when",
    "import": "include",
    "board": "place",
    "card": "piece",
    "token": "piece",
    "function": "define",
    "const": "define",
    "rule": "action",
    "move": "action",
    "round": "phase",
    "player": "game",
    "players": "game",
    "end": "when",
    "win": "winner",
    "scoring": "score",
    "test": "example",
}
SIGNS = {"COLON": "`:`", "EQUAL": "`=`", "RPAR": "`)`", "RBRACE": "`}`", "FOR": "`for`", "TO": "`to`", "OF": "`of`", "BY": "`by`"}
LINE_ENDS = frozenset({"_NL", "_DEDENT", "$END"})
WORD = re.compile(r"[A-Za-z_0-9]+")


@dataclass
class Advice:
    """What to say, what to do about it, and the stretch of the text it is about."""

    message: str
    help: str
    start: int
    end: int
    replacement: str | None = None  # what would mend the stretch
    swallows: bool = False  # the unindented lines that follow belong here


@dataclass
class Fault:
    """Where the parser gave up, on what, and what it would have taken."""

    text: str
    at: int
    end: int = 0
    type: str = ""
    found: str = ""
    expected: frozenset[str] = frozenset()
    reason: str = ""
    following: str = field(default="", kw_only=True)  # the unindented line after this declaration

    @cached_property
    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.at) + 1

    @cached_property
    def line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    @cached_property
    def line(self) -> str:
        return self.text[self.line_start : self.line_end]

    @cached_property
    def rule(self) -> str:
        """The line without what a comment adds."""
        return without_comment(self.line).rstrip()

    @cached_property
    def indent(self) -> int:
        return len(self.line) - len(self.line.lstrip())

    @cached_property
    def word(self) -> str:
        """The first word of the line."""
        found = WORD.match(self.line.lstrip())
        return found.group() if found else ""

    @cached_property
    def before(self) -> str:
        return self.text[self.line_start : self.at]

    @cached_property
    def above(self) -> str:
        """The last line above that is not blank and no comment."""
        return next((x for x in reversed(self.text[: self.line_start].split("\n")) if x.strip() and not x.strip().startswith("#")), "")

    @cached_property
    def below(self) -> str:
        """The next line that is not blank and no comment."""
        return next((x for x in self.text[self.line_end :].split("\n") if x.strip() and not x.strip().startswith("#")), "")

    @property
    def deeper(self) -> bool:
        return len(self.below) - len(self.below.lstrip()) > self.indent

    def advise(self, message: str, help: str = "", *, span: tuple[int, int] | None = None, mended: str | None = None) -> Advice:
        start, end = span or (self.at, max(self.end, self.at + 1))
        return Advice(message, help, start, end, mended)

    def whole_line(self) -> tuple[int, int]:
        return self.line_start + self.indent, self.line_start + max(self.indent + 1, len(self.rule))

    def find(self, pattern: str) -> tuple[int, int] | None:
        """Where a pattern stands in the line, as offsets into the text."""
        found = re.search(pattern, self.rule)
        return (self.line_start + found.start(), self.line_start + found.end()) if found else None


def without_comment(line: str) -> str:
    quoted = False
    for i, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return line[:i]
    return line


def begins_declaration(text: str) -> bool:
    found = WORD.match(text)
    return text[:1] == ">" or (found is not None and (found.group() in STARTS or found.group()[0].isupper()))


def indentation(fault: Fault) -> Advice:
    """Advice for a line whose indentation fits nowhere."""
    span = fault.line_start, max(fault.line_start + 1, fault.line_end)
    if fault.reason == "tab":
        spaces = "  " * (fault.line.count("\t", 0, fault.indent) or 1)
        tab = fault.line_start, fault.line_start + fault.indent
        return Advice("This line is indented with a tab; rules are indented with spaces.", "Use two spaces for each level.", *tab, spaces)
    return Advice(
        "This line is indented less than the line above it, and matches no earlier line.",
        "Line it up with the sentence it follows, or with the line it belongs to.",
        *span,
    )


def explain(fault: Fault) -> Advice:
    """The advice of the first mistake that recognises the fault."""
    for mistake in MISTAKES:
        advice = mistake(fault)
        if advice is not None:
            return advice
    return something_else(fault)


# ---------------------------------------------------------------- quotes and brackets


def too_deep(fault: Fault) -> Advice | None:
    if fault.reason != "deep":
        return None
    return fault.advise("This is nested too deeply to be read.", "Give the inner parts names of their own with `define`.")


def open_quote(fault: Fault) -> Advice | None:
    if fault.rule.lstrip().startswith((">", "|")) or fault.rule.count('"') % 2 == 0:
        return None
    at = fault.line_start + fault.rule.rindex('"')
    return fault.advise(
        "A text in quotes begins here and does not end.", 'Close it with `"`.', span=(at, fault.line_start + len(fault.rule))
    )


def other_quotes(fault: Fault) -> Advice | None:
    if fault.found[:1] not in {"'", "“", "”", "„", "‘", "’", "«", "»"} or not fault.found:
        return None
    stop = re.compile("['“”„‘’«»]").search(fault.text, fault.at + 1, fault.line_end)
    if stop is None:
        return fault.advise('Text stands between two straight quotes: `"…"`.')
    inner = fault.text[fault.at + 1 : stop.start()]
    return fault.advise("Put text in straight double quotes.", f'Write `"{inner}"`.', span=(fault.at, stop.end()), mended=f'"{inner}"')


def open_bracket(fault: Fault) -> Advice | None:
    """A bracket that is still open where the parser gave up, in the line itself or in one above."""
    opened: list[int] = []
    start = 0
    for line in fault.text.split("\n"):
        if start > fault.at:
            break
        quoted = False
        for i, sign in enumerate(without_comment(line) if not line.lstrip().startswith((">", "|")) else ""):
            at = start + i
            if at > fault.at:
                break
            if sign == '"':
                quoted = not quoted
            elif quoted:
                continue
            elif sign in "({":
                opened.append(at)
            elif sign in ")}" and opened:
                opened.pop()
        start += len(line) + 1
    if not opened:
        return None
    at = opened[-1]
    elsewhere = "\n" in fault.text[at : fault.at]
    if not elsewhere and fault.type not in LINE_ENDS:
        return None
    closing = "`)`" if fault.text[at] == "(" else "`}`"
    return fault.advise("This bracket is never closed.", f"Add {closing} where it ends.", span=(at, at + 1))


def closing_bracket(fault: Fault) -> Advice | None:
    if fault.found not in {")", "}"}:
        return None
    other = "(" if fault.found == ")" else "{"
    if fault.before.count(other) > fault.before.count(fault.found):
        if re.search(r"[,({]\s*$", fault.before):
            return fault.advise(f"Something is missing before this `{fault.found}`.", "Write what belongs there, or leave the comma out.")
        return None
    return fault.advise("This bracket closes nothing.", f"Leave it out, or open one before it with `{other}`.", mended="")


# ---------------------------------------------------------------- signs of other languages


def equals(fault: Fault) -> Advice | None:
    sign = fault.find(r"[=!<>+\-*/]?==?|<>")
    if fault.found not in {"=", "!", "==", "!=", "<>", ">"} or sign is None or not sign[0] <= fault.at <= sign[1]:
        return None
    text = fault.text[sign[0] : sign[1]]
    left = re.search(r"([\w.()]+(?: of \w+)?)\s*$", fault.text[fault.line_start : sign[0]])
    right = fault.text[sign[1] : fault.line_start + len(fault.rule)].strip()
    name = left.group(1) if left else "x"
    if text in {"!=", "<>"}:
        return fault.advise("Compare in words.", "Write `is not` instead.", span=sign, mended="is not")
    if text == "==":
        return fault.advise("Compare in words.", "Write `is` instead.", span=sign, mended="is")
    if text in {"+=", "-=", "*=", "/="}:
        change = f"set {name} to {name} {text[0]} {right or 1}"
        return fault.advise("A number is changed by a sentence.", f"Write `{change}`.", span=sign)
    if fault.word == "set":
        return fault.advise("`set` goes with `to`.", f"Write `set {name} to {right or '…'}`.", span=sign, mended="to")
    asks = re.search(r"\b(if|requires|ensures|when|while|until|where|and|or|not|then|every)\b", fault.text[fault.line_start : sign[0]])
    if asks or fault.word in {"given", "then", "define", "let", "option"}:
        return fault.advise("Compare in words.", "Write `is` instead of `=`.", span=sign, mended="is")
    return fault.advise(
        "A sentence does not change anything with `=`.",
        f"Write `set {name} to {right or '…'}` to change it, or `let {name} = {right or '…'}` to give a value a name.",
        span=sign,
    )


PICTURE = frozenset({"ROW"})  # all that can be indented below a sentence


def newcomers(fault: Fault) -> Advice | None:
    """A line that newcomers are known to write."""
    found = beginner(fault.rule.strip())
    if found is None and (fault.type == "_INDENT" or fault.expected == PICTURE):
        above = beginner(without_comment(fault.above).strip())
        return fault.advise(above[0], f"Write `{above[1]}` in the line above.", span=fault.whole_line()) if above is not None else None
    if found is None:
        return None
    lines = found[1].replace("\n", "\n" + " " * fault.indent)
    return fault.advise(found[0], to_write(found[1]), span=fault.whole_line(), mended=lines)


def foreign_words(fault: Fault) -> Advice | None:
    loop = fault.find(r"\bfor (each|all|every)\b")
    if loop is not None and fault.word == "for":
        return fault.advise("A loop begins with `each`.", f"Write `{fault.rule.strip()[4:]}`.", span=loop, mended="each")
    if fault.word in {"elif", "elseif", "elsif"}:
        span = fault.line_start + fault.indent, fault.line_start + fault.indent + len(fault.word)
        return fault.advise(f"`{fault.word}` is not a word of the rules.", "Write `else if`.", span=span, mended="else if")
    then = fault.find(r"\s+then\b")
    if then is not None and then[0] < fault.end and fault.word in {"if", "else", "while", "when", "each"}:
        first, rest = fault.text[fault.line_start : then[0]].strip(), fault.text[then[1] : fault.line_start + len(fault.rule)]
        if not rest.strip():
            return fault.advise("A block begins without `then`.", f"Write `{first}`.", span=then, mended="")
        return fault.advise("Use a colon here instead of `then`.", f"Write `{first}:{rest}`.", span=then, mended=":")
    being = re.search(r"((?:[\w.]+ of )*[\w.()]+)\s+(is\s+)?(not\s+)?(in|on|inside|at)\s*$", fault.before)
    if being is not None and (being[2] or being[3]):
        start = fault.line_start + being.start()
        right = re.match(r"[\w.]+(?: of \w+)?", fault.text[fault.at : fault.line_end])
        said = f"{'not ' if being[3] else ''}{being[1]} in {right.group() if right else '…'}"
        return fault.advise(
            "To ask whether something is in a place, write just `in`.",
            f"Write `{said}`.",
            span=(start, fault.at + (right.end() if right else 0)),
            mended=said if right else None,
        )
    dice = fault.find(r"\b\d*[dD]\d+\b")
    if dice is not None and dice[0] <= fault.at <= dice[1]:
        text = fault.text[dice[0] : dice[1]]
        return fault.advise(
            f"`{text}` is not a word of the rules.",
            "Write `roll die giving pips` for a die with six faces, and name the faces of any other: `roll {1, 2, 3, 4} giving pips`.",
            span=dice,
        )
    if fault.found in {"&", "|", "!", "&&", "||"}:
        word = {"&": "and", "|": "or", "!": "not"}[fault.found[0]]
        return fault.advise(f"`{fault.found}` is not a sign that rules use.", f"Write `{word}`.")
    if fault.found in {";"}:
        return fault.advise("Each sentence has a line of its own.", "Break the line here, without `;`.")
    return None


# ---------------------------------------------------------------- lines and blocks


def ends_with_colon(fault: Fault) -> Advice | None:
    if fault.type not in LINE_ENDS and not (fault.found == ":" and fault.at == fault.line_start + len(fault.rule) - 1):
        return None
    if not fault.rule.endswith(":"):
        return None
    at = fault.line_start + len(fault.rule) - 1
    if fault.deeper:
        return fault.advise(
            "A line that begins a block does not end with a colon.",
            "Leave the colon out: the indented lines below belong to it anyway.",
            span=(at, at + 1),
            mended="",
        )
    return fault.advise("Nothing follows the colon.", "Write what belongs there on the same line.", span=(at, at + 1))


def needless_colon(fault: Fault) -> Advice | None:
    if fault.found != ":":
        return None
    if fault.before.strip() in {
        "requires",
        "ensures",
        "let",
        "when",
        "while",
        "if",
        "each",
        "given",
        "then",
        "to",
        "action",
        "else if",
        "set",
    }:
        word = fault.before.strip()
        return fault.advise(f"Leave out the colon after `{word}`.", "Leave it out.", mended="")
    return None


def continued(fault: Fault) -> Advice | None:
    """A line that ends in the middle of a sentence."""
    line = fault.rule if fault.type in LINE_ENDS else fault.above if fault.type == "_INDENT" else ""
    found = re.search(r"(\b(and|or|where|not|is|in|of|to|from|on|with|for|by|at)|[+\-*/,=<>])$", without_comment(line).rstrip())
    if found is None:
        return None
    word = found.group()
    stop = fault.line_start + len(fault.rule) if line == fault.rule else fault.text.rindex(line, 0, fault.line_start) + len(line)
    span = stop - len(word), stop
    if word in {"and", "or", "where", "+", "*"} and (fault.type == "_INDENT" or fault.deeper or fault.below):
        return fault.advise(
            f"A sentence cannot break off after `{word}`.",
            f"A line that goes on with a sentence begins with `{word}`: move it to the line below.",
            span=span,
        )
    return fault.advise(f"Something is missing after `{word}`.", _wanted(fault), span=span)


def indented(fault: Fault) -> Advice | None:
    """A line that is deeper than the one above without reason."""
    above = fault.above
    depth = len(above) - len(above.lstrip())
    first = WORD.match(above.lstrip())
    word = first.group() if first else ""
    below_sentence = fault.expected == PICTURE and fault.indent > depth
    below_demand = fault.expected and fault.expected <= {"PROSE", "ROW"} and fault.indent > depth and not below_sentence
    if fault.type != "_INDENT" and not below_demand and not below_sentence:
        return None
    if (
        depth
        and word in STARTS
        and word not in {"each", "to", "play", "turn", "score", "place", "when", "after", "before", "replaces", "removes", "adds"}
    ):
        at = fault.text.rindex(above, 0, fault.line_start) + depth
        return fault.advise(
            f"`{word}` begins a declaration, so it stands at the left.", "Do not indent it.", span=(at, at + len(above.strip()))
        )
    if below_demand:
        return fault.advise(
            f"Only prose can be indented below this `{word}` line." if word else "Only prose can be indented here.",
            "Line the sentence up with the line above it.",
            span=fault.whole_line(),
        )
    return fault.advise(
        "This line is indented, but the line above it begins no block.", "Line it up with the line above it.", span=fault.whole_line()
    )


def empty_block(fault: Fault) -> Advice | None:
    """A line that should begin a block, with nothing below it."""
    if fault.type not in LINE_ENDS or ("_INDENT" not in fault.expected and fault.type != "$END"):
        opens = fault.type in LINE_ENDS and "COLON" in fault.expected and fault.word in {*STARTS, "if", "else", "while", "repeat", "each"}
        if not opens or fault.deeper:
            return None
    if fault.deeper or fault.word in {"place", "option", "type", "winner", "piece"}:
        return None
    outside = not fault.indent and fault.following and not begins_declaration(fault.following)
    advice = fault.advise(
        "The lines that belong to this one are not indented." if outside else "Nothing stands below this line.",
        "Indent them by two spaces."
        if outside
        else "Write below it what happens, indented by two spaces. `pass` is a sentence that does nothing.",
        span=fault.whole_line(),
    )
    advice.swallows = bool(outside)
    return advice


def lone_else(fault: Fault) -> Advice | None:
    if fault.found != "else" or fault.before.strip():
        return None
    lines = [x for x in fault.text[: fault.line_start].split("\n") if x.strip()]
    same = [x for x in lines if len(x) - len(x.lstrip()) <= fault.indent]
    last = same[-1] if same else ""
    if last.strip().startswith(">"):
        return fault.advise(
            "Prose stands between `else` and its `if`.", "Indent the prose, so that it belongs to the `if`, or move it below the `else`."
        )
    return fault.advise(
        "This `else` belongs to no `if`.", "It stands below the block of an `if` or of a decision, just as far to the left."
    )


def tag_inside(fault: Fault) -> Advice | None:
    found = re.search(r"\[[A-Z][\w, -]*\]\s*$", fault.before)
    if found is None or not fault.found or fault.type in LINE_ENDS:
        return None
    start = fault.line_start + found.start()
    return fault.advise("Put a tag at the end of its line.", "Move it there.", span=(start, start + len(found.group().rstrip())))


def about_printing(fault: Fault) -> Advice | None:
    """Lines about printing that stand where nothing can be said about it, or say nothing."""
    line = fault.rule.strip()
    if line.startswith(">>"):
        return fault.advise(
            "A short line stands below the head of an action, phase, definition, type or thing, not here.",
            "Move it up to the head, or write prose with a single `>`.",
            span=fault.whole_line(),
        )
    if fault.word == "book" and re.match(r"book\s*:", line):
        return fault.advise(
            "`book:` does not say this, or not here.",
            'Below the head of a declaration stands `book: exact`, `book: prose`, `book: left out` or `book: chapter "Title"`.',
            span=fault.whole_line(),
        )
    if fault.word == "called" and re.match(r'called\s+"', line):
        return fault.advise(
            "A printed name stands below the head of what it names, not here.",
            'As in `called "step"`, or `called "wolf", plural "wolves"`.',
            span=fault.whole_line(),
        )
    head = next((x for x in reversed(fault.text[: fault.line_start].split("\n")) if x.strip() and not x[:1].isspace()), "")
    if fault.indent and re.fullmatch(r"show\s*(#.*)?", head):
        return fault.advise(
            f"`{line}` says nothing about the table.",
            "As in `land first`, `won of each Player small`, `court inside reserve`, `health of each Player as track` or `White at south`.",
            span=fault.whole_line(),
        )
    return None


# ---------------------------------------------------------------- words


def unknown_declaration(fault: Fault) -> Advice | None:
    """A line at the left that begins no declaration."""
    if fault.indent or (fault.word in STARTS and fault.reason != "word"):
        return None
    if fault.reason != "word" and fault.before.strip() and fault.word[:1].isupper():
        return None
    word = fault.word or fault.found or fault.line[:1]
    if not word[:1].isalpha():
        return None
    span = fault.line_start, fault.line_start + len(word)
    if re.search(r"\b(must|may|chooses)\b", fault.rule):
        return fault.advise(
            "A sentence belongs inside a turn, a phase or an action.",
            "Indent it below the `turn`, phase or action it belongs to.",
            span=fault.whole_line(),
        )
    meant = MEANT.get(word) or nearest(word, [*STARTS, *(f"{s}s" for s in STARTS)])
    if meant is not None:
        meant = meant if meant in STARTS else meant[:-1]
        return fault.advise(
            f"No declaration begins with `{word}`.",
            f"Did you mean `{meant}`, as in `{STARTS[meant]}`?",
            span=span,
            mended=meant if nearest(word, STARTS) == meant else None,
        )
    return fault.advise(
        f"No declaration begins with `{word}`.",
        "At the left stand words like game, piece, place, define, turn, phase, action, to, when, score, winner, example.",
        span=span,
    )


def cut_word(fault: Fault) -> Advice | None:
    """A word of which only the beginning is a keyword."""
    if fault.reason != "word":
        return None
    found = next((m for m in WORD.finditer(fault.line) if m.start() <= fault.at - fault.line_start < m.end()), None)
    if found is None:
        return None
    span = fault.line_start + found.start(), fault.line_start + found.end()
    word = found.group()
    if word[0].isdigit():
        return fault.advise(f"`{word}` is neither a number nor a word.", "Put a space after the number.", span=span)
    return fault.advise(f"`{word}` does not fit here.", "", span=span)


def letter_case(fault: Fault) -> Advice | None:
    """A small word where a capital one is needed, or the other way round."""
    word = fault.found
    if fault.type == "NAME" and "UNAME" in fault.expected and "NAME" not in fault.expected:
        if fault.word == "game":
            message = f"The name of a player begins with a capital letter, unlike `{word}`."
        else:
            message = f"The name of a kind begins with a capital letter, unlike `{word}`."
        return fault.advise(message, f"Write `{capital(word)}`.", mended=capital(word))
    if fault.type == "UNAME" and "NAME" in fault.expected and "UNAME" not in fault.expected and len(fault.expected) < 20:
        small = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word).lower()
        named = fault.before.strip()
        sort = f"the name of a {named}" if named in {"place", "phase", "action", "option"} else "the name of a thing"
        return fault.advise(f"`{word}` is written like a kind, but {sort} begins with a small letter.", f"Write `{small}`.", mended=small)
    return None


def capital(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def without_else(fault: Fault) -> Advice | None:
    """`3 if cell is b2` and nothing for the other case."""
    if fault.type not in LINE_ENDS and fault.found not in {")", ",", ":"}:
        return None
    found = re.search(r"\bif\b", fault.before)
    if found is None or found.start() <= fault.indent or re.search(r"\belse\b", fault.before[found.start() :]):
        return None
    if "ELSE" not in fault.expected:
        return None
    start = fault.line_start + found.start()
    ends = fault.type in LINE_ENDS
    value = re.split(r"[=:]", fault.rule)[-1].strip()
    return fault.advise(
        "This says what the value is if something holds, but not what it is otherwise.",
        f"Go on with `else`: `{value} else 0`." if ends else "Go on with `else …`.",
        span=(start, fault.line_start + len(fault.rule) if ends else fault.at),
    )


def sign(fault: Fault) -> Advice | None:
    span = fault.find(r"\d+ ?[-–—] ?\d+")
    if fault.found in {"-", "–", "—"} and span is not None and span[0] < fault.at < span[1]:
        low, high = re.findall(r"\d+", fault.text[span[0] : span[1]])
        return fault.advise("Write a range with `to`.", f"Write `{low} to {high}`.", span=span, mended=f"{low} to {high}")
    if fault.found != "-" or fault.type != "MINUS":
        return None
    return fault.advise("Put a number below zero in brackets.", "Write `(-1)`, or `(a - b)` for a difference.")


PREPOSITIONS = ("with", "at", "for", "by", "on", "to", "from", "into", "against", "through", "under", "per")


def second_thing(fault: Fault) -> Advice | None:
    """`action climb with Builder to Cell, building Cell in board as site`, `action pair Die as x and Die as y`."""
    found = re.fullmatch(
        r"\s*(?:\w+ )??(?P<thing>[A-Z]\w*.*)", fault.text[fault.at + len(fault.found) : fault.line_start + len(fault.rule)]
    )
    if fault.word != "action" or fault.found not in {",", "and"} or found is None:
        return None
    free = next((p for p in PREPOSITIONS if not re.search(rf"\b{p}\b", fault.before)), "with")
    line = f"{fault.before.strip()} {free} {found['thing']}"
    return fault.advise("Put a preposition before each further thing that an action is about.", f"Write `{line}`.")


def taken_word(fault: Fault) -> Advice | None:
    """`let sum = …`, and then `runner(sum)`."""
    for found in WORD.finditer(fault.rule):
        word = found[0]
        if word in ALWAYS_WORDS and re.search(rf"\b(?:let|as|giving|define) {word}\b", fault.text):
            start = fault.line_start + found.start()
            message = f"`{word}` is a word of the language, so nothing can be called that."
            return fault.advise(message, f"Try `{word}_one`, or another name.", span=(start, start + len(word)))
    return None


def missing_sign(fault: Fault) -> Advice | None:
    """A colon or the like that is needed before the next word."""
    if not fault.found or fault.type in LINE_ENDS or not fault.before.strip():
        return None
    form = f"As in `{STARTS[fault.word]}`." if fault.word in STARTS and not fault.indent else ""
    if "COLON" in fault.expected and "NAME" not in fault.expected and re.fullmatch(r"\w+", fault.found):
        rest = fault.text[fault.at : fault.line_start + len(fault.rule)].strip()
        if ":" in re.sub(r'"[^"]*"', "", rest):
            return None  # the colon is there: something else is wrong before it
        if fault.word == "each":
            rest = re.sub(r"^(\w+?)(?<!s)s\b", r"\1", rest)  # `each Player with …: gain 1 coins`
        return fault.advise(f"A colon is missing before `{fault.found}`.", form or f"Write `{fault.before.strip()}: {rest}`.")
    if fault.before.strip() == fault.word and form:
        return fault.advise(f"`{fault.found}` cannot follow `{fault.word}` here.", form)
    return None


def unfinished(fault: Fault) -> Advice | None:
    if fault.type not in LINE_ENDS and fault.reason != "end":
        return None
    stop = fault.line_start + len(fault.rule)
    last = max(fault.rule.rfind(" "), fault.indent - 1) + 1
    span = fault.line_start + last, stop
    if fault.word in STARTS and not fault.indent:
        return fault.advise(f"This `{fault.word}` line is not complete.", f"As in `{STARTS[fault.word]}`.", span=span)
    return fault.advise("This line is not complete.", _wanted(fault), span=span)


# Words that begin no line, and that people take for names.
ALWAYS_WORDS = frozenset(
    {"all", "count", "every", "exactly", "first", "last", "least", "most", "no", "ranked", "some", "sum", "the", "tiers"}
)


def something_else(fault: Fault) -> Advice:
    form = f"As in `{STARTS[fault.word]}`." if fault.word in STARTS and not fault.indent else ""
    found = fault.found or fault.text[fault.at : fault.at + 1].strip()
    if not found:
        return fault.advise("This line cannot be understood.", form, span=fault.whole_line())
    if not fault.type and not found.isalnum():
        return fault.advise(f"`{found}` is not a sign that rules use.", form)
    if fault.before.strip():
        before = WORD.findall(fault.before)
        after = f" after `{before[-1]}`" if before and fault.before.rstrip().endswith(before[-1]) else ""
        return fault.advise(f"`{found}` does not fit here{after}.", _wanted(fault) or form)
    if found in ALWAYS_WORDS and fault.text[fault.at + len(found) :].lstrip()[:1] in {":", "="}:
        return fault.advise(f"`{found}` is a word of the language, so nothing can be called that.", f"Try `{found}_one`, or another name.")
    return fault.advise(f"No line begins with `{found}` here.", form)


def _wanted(fault: Fault) -> str:
    """What would fit, if that is not nearly everything."""
    if "NAME" in fault.expected and "NUMBER" in fault.expected:
        return ""
    signs = [text for name, text in SIGNS.items() if name in fault.expected and not text.strip("`").isalpha()]  # a word would be a guess
    there = fault.text[fault.at : fault.line_start + len(fault.rule)]
    signs = [text for text in signs if text != "`:`" or ":" not in there]
    return f"Perhaps {' or '.join(signs)} is missing." if 0 < len(signs) <= 2 else ""


MISTAKES: tuple[Callable[[Fault], Advice | None], ...] = (
    too_deep,
    open_quote,
    other_quotes,
    open_bracket,
    closing_bracket,
    newcomers,
    equals,
    foreign_words,
    ends_with_colon,
    needless_colon,
    without_else,
    continued,
    indented,
    lone_else,
    tag_inside,
    about_printing,
    unknown_declaration,
    cut_word,
    letter_case,
    sign,
    empty_block,
    second_thing,
    taken_word,
    missing_sign,
    unfinished,
)
