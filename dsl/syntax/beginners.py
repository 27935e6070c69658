"""Lines that newcomers write, and the line that says what they mean. Each row is a pattern of the whole line, what is wrong, and
what to write, filled in from the pattern. The bad files of `tests/lang/syntax` hold every row."""

from __future__ import annotations

import re
from typing import NamedTuple

NOUN = r"[\w.]+(?: of [\w.]+)*"


class Row(NamedTuple):
    pattern: str
    message: str
    write: str


ROWS = tuple(
    Row(re.compile(pattern).pattern, message, write)
    for pattern, message, write in (
        (r"(?P<a>.*\bseen by) all\b(?P<b>.*)", "Who sees a place is said with one word.", r"\g<a> everyone\g<b>"),
        (
            r"(?P<a>.*\b(?:hex_)?grid) (?P<w>\w+?)\s*[x×]\s*(?P<h>\d+)(?P<b>.*)",
            "The measures of a grid are joined by `by`.",
            r"\g<a> \g<w> by \g<h>\g<b>",
        ),
        (r"let (?P<n>\w+) = roll (?P<d>.+)", "A roll is a sentence, and gives its result a name.", r"roll \g<d> giving \g<n>"),
        (r"winner: (?:the )?(?:lowest|fewest|smallest) (?P<m>.+)", "The measure of a winner is `most` or `least`.", r"winner: least \g<m>"),
        (
            r"winner: (?:the )?(?:highest|greatest|largest) (?P<m>.+)",
            "The measure of a winner is `most` or `least`.",
            r"winner: most \g<m>",
        ),
        (r"winner: (?:the )?Player with (?P<w>most|least) (?P<m>.+)", "A winner is found by a measure alone.", r"winner: \g<w> \g<m>"),
        (
            rf"(?P<a>.*\b{NOUN}) is at least (?P<n>{NOUN})(?P<b>.*)",
            "Numbers are compared with `>=`, `<=`, `>` and `<`.",
            r"\g<a> >= \g<n>\g<b>",
        ),
        (
            rf"(?P<a>.*\b{NOUN}) is at most (?P<n>{NOUN})(?P<b>.*)",
            "Numbers are compared with `>=`, `<=`, `>` and `<`.",
            r"\g<a> <= \g<n>\g<b>",
        ),
        (
            r"(?P<a>(?:else )?if|when|while|requires|repeat until) count (?P<k>[A-Z]\w*.* where .+)"
            r" (?P<o>is|>=|<=|>|<) (?P<n>\w+)(?P<b>:.*)?",
            "What is counted goes into brackets, so that it is clear where it ends.",
            r"\g<a> count (\g<k>) \g<o> \g<n>\g<b>",
        ),
        (
            r"place (?P<n>\w+) of each (?P<o>\w+) (?:of|and|for) each \w+(?P<b>:.*)",
            "A place has one owner. Tell its pieces apart by what is printed on them: `Card in road where card.suit is red`.",
            r"place \g<n> of each \g<o>\g<b>",
        ),
        (r"action (?P<n>\w+) of (?P<k>[A-Z].*)", "What an action is about follows its name.", r"action \g<n> \g<k>"),
        (r"(?P<w>\w+) (?:must|may) choose (?P<s>.+)", "Choosing is a decision of its own.", r"\g<w> chooses \g<s>"),
        (
            r"each Player clockwise from (?P<p>\w+)(?P<b>.*)",
            "An order of players is a list to go through.",
            r"each player in clockwise(\g<p>)\g<b>",
        ),
        (
            r"(?:whoever|the player who) has (?:the )?(?P<w>most|least) (?P<m>\w+):? (?P<v>\w+?)s? (?P<b>.+)",
            "Players are found by a measure with `each Player with most …`.",
            r"each Player with \g<w> player.\g<m>: \g<v> \g<b>",
        ),
        (
            r"draw (?P<g>.*?)\b(?:until|till) (?P<c>[^:]+)",
            "What is done until something holds stands below `repeat until`.",
            r"repeat until \g<c>: draw 1 Card from deck",
        ),
        (r"while(?P<b>:?)", "A loop without a condition is `repeat`.", r"repeat\g<b>"),
        (
            r"(?P<v>put|move) (?P<g>.+) (?P<p>on|to|into) (?P<x>\w+), (?P<y>\w+)",
            "Several cells are written in braces.",
            r"\g<v> \g<g> \g<p> {\g<x>, \g<y>}",
        ),
        (
            r"action (?P<v>\w+) (?P<x>[A-Z]\w*) (?P<y>[A-Z]\w*)",
            "A preposition stands before the second thing an action is about.",
            r"action \g<v> \g<x> for \g<y>",
        ),
        (
            r"(?P<s>(?:gain|lose|draw|move|put|discard|refill|shuffle|finish|skip|resolve|\w+ (?:wins|loses|gains|draws|takes|skips))\b"
            r"(?:(?!\bif\b|[:=]).)*?) if (?P<c>(?:(?!\belse\b|:).)+)",
            "A sentence with a condition begins with it.",
            r"if \g<c>: \g<s>",
        ),
        (
            r"(?P<a>if|when|while|requires) (?:fewer|less) than (?P<n>\w+) (?P<k>[A-Z]\w*(?: of \w+)? in [\w ().]+?)(?P<b>:.*)?",
            "How many there are is counted.",
            r"\g<a> count \g<k> < \g<n>\g<b>",
        ),
        (
            r"(?P<a>if|when|while|requires) more than (?P<n>\w+) (?P<k>[A-Z]\w*(?: of \w+)? in [\w ().]+?)(?P<b>:.*)?",
            "How many there are is counted.",
            r"\g<a> count \g<k> > \g<n>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) (?P<o>[<>]=?) (?P<n>\w+) (?P<j>and|or) (?P<q>[<>]=?) (?P<b>.*)",
            "Each comparison says what it compares.",
            r"\g<a>\g<x> \g<o> \g<n> \g<j> \g<x> \g<q> \g<b>",
        ),
        (
            r"(?P<a>winner.*, then) (?:the )?(?:lowest|fewest|smallest) (?P<m>.+)",
            "The measure of a winner is `most` or `least`.",
            r"\g<a> least \g<m>",
        ),
        (
            r"each (?P<w>\w+) in (?P<s>(?:ranked|tiers) [^:]+ for [^:]+)(?P<b>:.*)?",
            "An order stands in brackets where a loop goes through it.",
            r"each \g<w> in (\g<s>)\g<b>",
        ),
        (
            r"(?:everyone|(?:all|every) (?:of )?(?:the )?[Pp]layers?):? (?P<v>\w+?(?:ss)?)s? (?P<b>[^:]+)",
            "What several players do is said with `each Player`.",
            r"each Player: \g<v> \g<b>",
        ),
        (
            r"(?:each|every) other [Pp]layer:? (?P<v>gain|lose|draw)s? (?P<b>[^:]+)",
            "The other players need a name.",
            r"each Player as other where other is not player: \g<v> \g<b> for other",
        ),
        (r"(?:each|every) other [Pp]layer:?", "The other players need a name.", r"each Player as other where other is not player"),
        (r"(?P<s>[^:]+?) unless (?P<c>[^:]+)", "What must not hold is asked with `if not`.", r"if not (\g<c>): \g<s>"),
        (r"unless (?P<c>[^:]+): (?P<s>.+)", "What must not hold is asked with `if not`.", r"if not (\g<c>): \g<s>"),
        (r"(?P<s>[^:]+) twice", "How often something is done stands before it.", r"repeat 2 times: \g<s>"),
        (r"(?P<s>[^:]+) (?P<n>\w+) times", "How often something is done stands before it.", r"repeat \g<n> times: \g<s>"),
        (
            r"(?P<a>if|when|while|requires) player has (?:at least )?(?P<n>\d+) (?P<k>[A-Z]\w*)(?P<b>:.*)?",
            "Count how many there are, and say where.",
            r"\g<a> count \g<k> in hand of player >= \g<n>\g<b>",
        ),
        (
            r"(?P<a>if|when|while|requires) player has an? (?P<k>[A-Z]\w*)(?P<b>:.*)?",
            "Ask for it with `some`, and say where.",
            r"\g<a> some \g<k> in hand of player\g<b>",
        ),
        (
            r"(?P<a>if|when|while|requires) (?P<p>\w+) has (?:at least )?(?P<n>\d+) (?P<k>[A-Z]\w*)(?P<b>:.*)?",
            "How many there are is counted.",
            r"\g<a> count \g<k> in \g<p> >= \g<n>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) is (?P<n>\d+(?:, \d+)*),? or (?P<m>\d+)(?P<b>:.*)?",
            "Several values to choose from stand in braces.",
            r"\g<a>\g<x> in {\g<n>, \g<m>}\g<b>",
        ),
        (
            r"(?P<w>.+?) secretly chooses? (?P<s>.+)",
            "`secretly` follows the word of the decision.",
            r"\g<w> chooses secretly \g<s>",
        ),
        (
            r"(?P<w>.+? chooses) (?P<s>(?!secretly).+) (?:secretly|in secret)",
            "`secretly` follows the word of the decision.",
            r"\g<w> secretly \g<s>",
        ),
        (
            r"(?P<w>.+? (?:must|may)) (?P<s>(?!secretly).+) (?:secretly|in secret)",
            "`secretly` follows the word of the decision.",
            r"\g<w> secretly \g<s>",
        ),
        (r"re-?rolls? (?P<s>.+)", "To roll again is to roll.", r"roll \g<s>"),
        (
            r"(?:secretly )?(?P<r>(?:\w+ )?rolls?) (?P<s>[^,]+?)(?: secretly| in secret)",
            "Whoever sees the place where a die lies sees the roll. For a secret roll, let it lie in a place that is `seen by owner`.",
            r"\g<r> \g<s>",
        ),
        (
            r"secretly (?P<r>(?:\w+ )?rolls?) (?P<s>.+)",
            "Whoever sees the place where a die lies sees the roll. For a secret roll, let it lie in a place that is `seen by owner`.",
            r"\g<r> \g<s>",
        ),
        (
            r"(?P<r>(?:\w+ )?rolls?) (?:\d+|two|three|four|five|six) dice",
            "Dice that are rolled together are pieces, and lie in a place: `piece Die: 2, faces 1 to 6`.",
            r"\g<r> all Die in tray",
        ),
        (
            r"(?P<r>(?:\w+ )?rolls?) (?:\d+|two|three|four|five|six) (?P<k>[A-Z]\w*)",
            "Say where the dice lie that are rolled together.",
            r"\g<r> all \g<k> in tray",
        ),
        (
            r"game (?P<t>\"[^\"]*\"[^:]*?) for (?P<a>[A-Z]\w*) and (?P<b>[A-Z]\w*)",
            "There are commas between players. Those who play together are joined by `and`, against somebody.",
            r"game \g<t> for \g<a>, \g<b>",
        ),
        (
            r"(?P<v>gain|lose) (?P<x>[\w.]+ \w+)(?: and|,) (?P<y>[\w.]+ \w+)",
            "Each sentence has a line of its own.",
            r"\g<v> \g<x>\n\g<v> \g<y>",
        ),
        (
            r"(?P<s>(?:gain|lose|draw|move|put|discard)\b[^:]*?) and (?P<t>(?:gain|lose|draw|move|put|discard|shuffle|finish)\b[^:]*)",
            "Each sentence has a line of its own.",
            r"\g<s>\n\g<t>",
        ),
        (
            r"(?P<a>(?:each|if|else if|when|as soon as|while|repeat|action|phase)\b[^:\"]*): (?P<b>(?:if|each|while|repeat)\b.+)",
            "What follows a colon on the same line is one sentence.",
            r"\g<a>\n  \g<b>",
        ),
        (r"repeat while (?P<c>[^:]+)(?P<b>:.*)?", "A loop with a condition before each round is `while`.", r"while \g<c>\g<b>"),
        (r"until (?P<c>[^:]+)(?P<b>:.*)?", "What is done until something holds stands below `repeat until`.", r"repeat until \g<c>\g<b>"),
        (r"do (?P<n>\w+) times(?P<b>:.*)?", "How often something is done stands before it.", r"repeat \g<n> times\g<b>"),
        (
            r"(?:the )?Player with (?:the )?(?P<w>most|least) (?P<m>[\w.]+) wins",
            "Whoever has most is found first; several may be equal.",
            r"let best = all Player with \g<w> \g<m>\nbest win",
        ),
        (r"then (?P<p>[A-Z]\w*) wins", "What has happened is asked with `is`.", r"then winner is \g<p>"),
        (r"(?:the )?winner is (?P<p>\w+)|(?P<q>\w+) is the winner", "Who wins is a sentence.", r"\g<p>\g<q> wins"),
        (r"(?:the )?(?:match|game) is (?:drawn|a draw)", "A match that nobody wins is a sentence.", "draw"),
        (
            r"game over|(?:end|finish) (?:the )?(?:game|match)|(?:the )?(?:game|match) (?:ends|is over)",
            "The match is over with a sentence; the score decides.",
            "finish",
        ),
        (r"(?P<v>(?:\w+ )?draws?) (?:an?|one|1) cards?(?: from (?:the )?\w+)?", "Say how many, and from where.", r"\g<v> 1 Card from deck"),
        (
            r"(?P<v>(?:\w+ )?(?:draw|discard|move|put|gain|lose|pay)s?) (?:a|an|one) (?P<b>.+)",
            "How many is a number.",
            r"\g<v> 1 \g<b>",
        ),
        (r"Player (?P<v>\w+s\b.*)", "`Player` means all of them; whoever acts is `player`.", r"player \g<v>"),
        (r"(?:the )?next player (?P<v>\w+s\b.*)", "Whoever comes next is `next(player)`.", r"next(player) \g<v>"),
        (
            r"shuffle (?P<a>\w+) (?:in)?to (?P<b>\w+)",
            "First the cards are put there, and then all are shuffled.",
            r"move all Card in \g<a> to \g<b>\nshuffle \g<b>",
        ),
        (
            r"(?P<v>move|put|discard) (?P<a>[^:]*?\b[A-Z]\w*) from (?P<x>[^:]+?)(?P<c> (?:to|on|into) [^:]+)?",
            "Where a thing lies is said with `in`.",
            r"\g<v> \g<a> in \g<x>\g<c>",
        ),
        (
            r"(?:player )?gives? (?P<n>\w+) (?P<k>[a-z]\w*) to (?P<x>\w+)",
            "What one player gives, they lose and the other gains.",
            r"lose \g<n> \g<k>\n\g<x> gains \g<n> \g<k>",
        ),
        (
            r"(?:player )?(?:steal|take)s? (?P<n>\w+) (?P<k>[a-z]\w*) from (?P<x>\w+)",
            "What one player takes, the other loses.",
            r"\g<x> loses \g<n> \g<k>\ngain \g<n> \g<k>",
        ),
        (
            r"deal (?P<n>\w+ [A-Z]\w*)(?: from (?P<d>\w+))? to (?:each|every|all) [Pp]layers?",
            "Players draw the cards that they are dealt.",
            r"each Player draws \g<n> from deck",
        ),
        (r"add (?P<n>\w+) to (?P<x>[\w.]+)", "What grows is gained.", r"gain \g<n> \g<x>"),
        (r"increase (?P<x>[\w.]+) by (?P<n>\w+)", "What grows is gained.", r"gain \g<n> \g<x>"),
        (r"(?:decrease|reduce) (?P<x>[\w.]+) by (?P<n>\w+)", "What gets less is lost.", r"lose \g<n> \g<x>"),
        (r"double (?P<x>[\w.]+)", "A new value is set.", r"set \g<x> to 2 * \g<x>"),
        (r"swap (?P<a>[^:]+?) and (?P<b>[^:]+)", "What changes places with something is said by `with`.", r"swap \g<a> with \g<b>"),
        (r"remove (?P<x>(?:all )?[A-Z]\w*) from (?P<p>[^:]+)", "What leaves the table goes into the box.", r"move \g<x> in \g<p> to box"),
        (r"remove (?P<x>[^:]+)", "What leaves the table goes into the box.", r"move \g<x> to box"),
        (
            r"(?P<w>given|then) (?P<a>[^:,]+? is [\w.]+)(?: and|,) (?P<b>[^:,]+? is [\w.]+)",
            "Each line says one thing.",
            r"\g<w> \g<a>\n\g<w> \g<b>",
        ),
        (
            r"(?P<a>(?:else )?if|when|while|requires) (?:any|exists?|there (?:is|are)(?: an?| some| any)?) (?P<k>[A-Z].*)",
            "Whether there is one is asked with `some`.",
            r"\g<a> some \g<k>",
        ),
        (
            r"(?P<a>(?:else )?if|when|while|requires) there are (?:at least )?(?P<n>\d+) (?P<k>[A-Z][^:]*)(?P<b>:.*)?",
            "How many there are is counted.",
            r"\g<a> count \g<k> >= \g<n>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) (?:is )?(?:more|greater|larger|higher|bigger) than (?P<b>.+)",
            "Numbers are compared with `>=`, `<=`, `>` and `<`.",
            r"\g<a>\g<x> > \g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) (?:is )?(?:less|fewer|smaller|lower) than (?P<b>.+)",
            "Numbers are compared with `>=`, `<=`, `>` and `<`.",
            r"\g<a>\g<x> < \g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) is (?P<n>\d+) or (?:more|greater|higher)(?P<b>:.*)?",
            "Numbers are compared with `>=`, `<=`, `>` and `<`.",
            r"\g<a>\g<x> >= \g<n>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) is (?P<n>\d+) or (?:less|fewer|lower)(?P<b>:.*)?",
            "Numbers are compared with `>=`, `<=`, `>` and `<`.",
            r"\g<a>\g<x> <= \g<n>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) (?:is )?between (?P<n>\d+) and (?P<m>\d+)(?P<b>:.*)?",
            "Each comparison says what it compares.",
            r"\g<a>\g<x> >= \g<n> and \g<x> <= \g<m>\g<b>",
        ),
        (
            rf"(?P<a>(?:else )?if|when|while|requires) (?P<x>{NOUN}) (?P<w>empty|full)(?P<b>:.*)?",
            "What something is like is asked with `is`.",
            r"\g<a> \g<x> is \g<w>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) is occupied(?P<b>:.*)?",
            "A place is empty, or it is not.",
            r"\g<a>\g<x> is not empty\g<b>",
        ),
        (
            rf"(?P<a>(?:else )?if|when|while|requires) (?P<x>{NOUN}) (?:has|contains|holds) (?:an? )?"
            r"(?P<k>[A-Z]\w*(?: of \w+)?)(?P<b>:.*)?",
            "What lies there is asked with `some`.",
            r"\g<a> some \g<k> in \g<x>\g<b>",
        ),
        (
            rf"(?P<a>.*?)(?P<x>{NOUN}) is (?P<n>[A-Z]\w*) or (?P<m>[A-Z]\w*)(?P<b>:.*)?",
            "Several values to choose from stand in braces.",
            r"\g<a>\g<x> in {\g<n>, \g<m>}\g<b>",
        ),
        (rf"(?P<a>.*?)(?P<x>{NOUN}) is even(?P<b>:.*)?", "What is left over says whether it is even.", r"\g<a>\g<x> % 2 is 0\g<b>"),
        (rf"(?P<a>.*?)(?P<x>{NOUN}) is odd(?P<b>:.*)?", "What is left over says whether it is odd.", r"\g<a>\g<x> % 2 is 1\g<b>"),
    )
)


def to_write(line: str) -> str:
    """The help that shows what to write, in one line or in two."""
    first, _, second = line.partition("\n")
    if second.startswith(" "):
        return f"Write `{first}`, and below it, indented, `{second.strip()}`."
    return f"Write `{first}`, and `{second}` in the next line." if second else f"Write `{first}`."


def beginner(line: str) -> tuple[str, str] | None:
    """What is wrong with a line, and the line to write, if newcomers are known to write it."""
    for row in ROWS:
        found = re.fullmatch(row.pattern, line)
        if found is not None:
            return row.message, found.expand(row.write)
    return None
