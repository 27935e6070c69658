"""Every kind of finding, declared once. `docs/diagnostics/` has a page for each, whose example is tested to produce it."""

from __future__ import annotations

from rulewright.dsl.diagnostics.model import Code, Severity

ALL: dict[str, Code] = {}


def _error(word: str, title: str) -> Code:
    ALL[word] = code = Code(word, Severity.ERROR, title)
    return code


def _warning(word: str, title: str) -> Code:
    ALL[word] = code = Code(word, Severity.WARNING, title)
    return code


# ---------------------------------------------------------------- files and syntax
MISSING_FILE = _error("missing-file", "A file that the rules name cannot be read.")
BAD_TEXT = _error("bad-text", "The file is not text in UTF-8.")
INCLUDE_CYCLE = _error("include-cycle", "A file includes itself, perhaps by way of another file.")
SYNTAX = _error("syntax", "The line does not have the form of a rule.")
INDENTATION = _error("indentation", "The indentation of a line matches no earlier line.")
TAB = _error("tab", "A line is indented with a tab.")
NESTING = _error("nesting", "The text is nested too deeply to be read.")
NO_GAME = _error("no-game", "The file does not say which game it describes.")
NOTHING_HAPPENS = _error("nothing-happens", "The rules do not say what happens in a match.")
TWO_GAMES = _error("two-games", "The file describes two games.")

# ---------------------------------------------------------------- names
UNKNOWN_NAME = _error("unknown-name", "A word that nothing in the rules declares.")
UNKNOWN_VERB = _error("unknown-verb", "A sentence without a verb that the rules or the library know.")
UNKNOWN_ATTRIBUTE = _error("unknown-attribute", "Something does not have the attribute that is asked for.")
UNKNOWN_TRAIT = _error("unknown-trait", "A piece or place is described by words that mean nothing here.")
UNKNOWN_COLUMN = _error("unknown-column", "A table has a column that no attribute declares.")
DUPLICATE_NAME = _error("duplicate-name", "The same name is declared twice.")
RESERVED_NAME = _error("reserved-name", "A name that the library needs for itself.")
SHADOWED_NAME = _error("shadowed-name", "A name is given to a second thing while the first is still in use.")
NO_PLAYER = _error("no-player", "The rule speaks of the player, but nobody is acting here.")
NO_RIVAL = _error("no-rival", "The rule speaks of the rival, but the game is not for exactly two.")
NOTHING_REPLACED = _error("nothing-replaced", "A variant replaces, removes or adds to what the game does not have.")
UNKNOWN_VARIANT = _error("unknown-variant", "A variant was asked for that the game does not have.")
VARIANT_CLASH = _error("variant-clash", "Two of the chosen variants exclude each other.")

# ---------------------------------------------------------------- types and values
TYPE_MISMATCH = _error("type-mismatch", "Two things are compared or used together that have nothing to do with each other.")
WRONG_ARGUMENTS = _error("wrong-arguments", "A verb or definition is used with words it does not take.")
NOT_CONSTANT = _error("not-constant", "A value is needed before the match begins, but depends on the match.")
NOT_FINITE = _error("not-finite", "Something has no limit, so that the size of a match would not be known.")
BAD_OPTION = _error("bad-option", "An option has a value that is not possible.")
BAD_PLAYERS = _error("bad-players", "The game is not for that number of players.")
BAD_VALUE = _error("bad-value", "A value in a table is not of the type its column has.")
MISSING_VALUE = _error("missing-value", "A table has no value where one is needed.")
BAD_TABLE = _error("bad-table", "A table is not laid out as a table.")
OUT_OF_RANGE = _error("out-of-range", "A value lies outside what its attribute can be.")
AMBIGUOUS = _error("ambiguous", "A word or sentence can mean more than one thing.")
CIRCULAR = _error("circular", "A definition is defined in terms of itself.")
STOPS_HERE = _error("stops-here", "A decision or a roll stands where something is only tried out.")
MISPLACED = _error("misplaced", "A sentence stands where it has no meaning.")
HIDDEN_ORDER = _error("hidden-order", "The top of a shuffled deck is asked for where nobody may draw.")
CANNOT_CHANGE = _error("cannot-change", "Something is set that never changes.")
CANNOT_HOLD = _error("cannot-hold", "A piece is put where it does not fit.")

# ---------------------------------------------------------------- rules that look wrong
UNREACHABLE_PHASE = _warning("unreachable-phase", "A phase or verb that nothing ever begins.")
UNOFFERED_ACTION = _warning("unoffered-action", "An action that no decision offers.")
UNUSED_PIECE = _warning("unused-piece", "A kind of pieces that no rule mentions.")
UNUSED_PLACE = _warning("unused-place", "A place that no rule mentions.")
UNUSED_DEFINITION = _warning("unused-definition", "A definition or option that no rule uses.")
UNRESOLVED_CARD = _warning("unresolved-card", "A card with a text that no rule performs.")
NOWHERE_AT_SETUP = _warning("nowhere-at-setup", "Pieces that no rule ever puts into play.")
NOT_EXHAUSTIVE = _warning("not-exhaustive", "A table of cases leaves something out.")
ENDLESS_LOOP = _warning("endless-loop", "A loop that nothing can end.")
BREAKS = _warning("breaks", "The rules cannot be carried out in a random match.")
NEVER_ENDS = _warning("never-ends", "Nothing in the rules ends the match.")
PROSE_NUMBER = _warning("prose-number", "The prose states a number that the rule contradicts.")
PROSE_VALUE = _warning("prose-value", "A value in the prose cannot be worked out.")
UNREACHABLE_RULE = _warning("unreachable-rule", "A sentence after which nothing comes is followed by another.")
ALWAYS_TRUE = _warning("always-true", "A condition that always or never holds.")
UNRELATED_CONDITION = _warning("unrelated-condition", "A condition behind `where` says nothing about what is selected.")
