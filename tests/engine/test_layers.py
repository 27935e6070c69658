"""Layers import downwards only. Which package may know which is written here once, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulewright.dsl.check.library.functions import GIVES
from rulewright.dsl.library.functions import ROWS

ROOT = Path(__file__).resolve().parents[2]

# What each package may import from the others: from the bottom to the top.
MAY: dict[str, set[str]] = {
    "core": set(),
    "grammars": set(),
    "games": set(),
    "seeds": set(),
    "dsl": {"core", "grammars"},
    "interpreter": {"core"},
    "compiler": {"core"},
    "play": {"core", "dsl", "interpreter", "compiler", "games"},
    "agents": {"core", "dsl", "interpreter", "compiler", "play"},
    "faces": {"core", "grammars", "dsl", "play"},
    "rulebook": {"core", "dsl", "play", "faces"},
    "server": {"core", "dsl", "play", "agents", "faces", "rulebook"},
    "study": {"core", "dsl", "play", "agents", "faces"},
    "mutate": {"core", "dsl", "interpreter", "play"},
    "cli": {"study", "mutate", "core", "dsl", "play", "agents", "faces", "rulebook", "server", "seeds", "games"},
}
# A thin shell may know what it likes below it, but nothing below knows it.
SHELL = "cli"


def packages() -> list[str]:
    return sorted(p.name for p in (ROOT / "rulewright").iterdir() if p.is_dir() and not p.name.startswith("__"))


def imports(path: Path) -> list[tuple[str, int]]:
    """The packages of Rulewright that a file imports, and the lines. Also where an import stands inside a function."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            module = node.module or ""
            names = [f"rulewright.{a.name}" for a in node.names] if module == "rulewright" else [module]
        found += [(name.split(".")[1], node.lineno) for name in names if name.startswith("rulewright.")]
    return found


# What the tree of meaning may know: it is read by all, and made by `check` alone.
MEANING = (
    "rulewright.core",
    "rulewright.dsl.meaning",
    "rulewright.dsl.types",
    "rulewright.dsl.source",
    "rulewright.dsl.world",
    "rulewright.dsl.library.rows",
)


def test_the_tree_of_meaning_knows_neither_syntax_nor_check() -> None:
    wrong = []
    for path in sorted((ROOT / "dsl" / "meaning").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            if module == "rulewright.dsl":
                assert isinstance(node, ast.ImportFrom)
                module = f"rulewright.dsl.{node.names[0].name}"
            if module.startswith("rulewright") and not module.startswith(MEANING):
                wrong.append(f"{path.name}:{node.lineno} imports {module}")  # type: ignore[attr-defined]
    assert wrong == []


def test_every_package_has_its_place() -> None:
    assert set(packages()) == set(MAY)


@pytest.mark.parametrize("package", packages())
def test_layers_import_downwards(package: str) -> None:
    wrong = []
    allowed = {*MAY[package], package, "__version__"}
    for path in sorted((ROOT / package).rglob("*.py")):
        wrong += [f"{path.relative_to(ROOT)}:{line} imports {name}" for name, line in imports(path) if name not in allowed]
    assert wrong == []


def test_the_order_has_no_circle() -> None:
    """A package never may import, by way of others, one that may import it."""

    def below(package: str, seen: frozenset[str] = frozenset()) -> set[str]:
        assert package not in seen, f"{package} stands above itself"
        return MAY[package].union(*(below(p, seen | {package}) for p in MAY[package]))

    for package in MAY:
        assert package not in below(package)
        assert SHELL not in below(package)


def test_private_names_stay_at_home() -> None:
    """What begins with an underscore is used by its own module alone."""
    wrong = []
    for package in packages():
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulewright"):
                    wrong += [f"{path.relative_to(ROOT)}:{node.lineno}: {a.name}" for a in node.names if a.name[0] == "_" != a.name[1]]
    assert wrong == []


def test_the_compiler_never_knows_the_interpreter() -> None:
    """They agree because both follow the IR, not because one asks the other."""
    assert "interpreter" not in MAY["compiler"] and "compiler" not in MAY["interpreter"]


def test_no_module_knows_a_game() -> None:
    """No code outside the games names one of them: what holds for one game holds by rules, not by Python."""
    games = {p.parent.name for p in (ROOT / "games").glob("*/*.rules")} - {"hex"}  # which is also a form of boards
    wrong = []
    for package in ("core", "dsl", "interpreter", "compiler", "play", "rulebook"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in games:
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} knows {node.value}")
    assert len(games) > 10 and wrong == []


# ---------------------------------------------------------------- lowering

LOWER = (
    "rulewright.core",
    "rulewright.dsl.lower",
    "rulewright.dsl.meaning",
    "rulewright.dsl.types",
    "rulewright.dsl.source",
    "rulewright.dsl.world",
)
LOWER += ("rulewright.dsl.declare.kinds",)  # how many there are of a kind
MAKERS = {"both", "const", "either", "equals", "gather", "has", "intersect", "minus", "negate", "prim", "recast", "size", "union"}


def modules(path: Path) -> list[tuple[str, str, int]]:
    """What a file imports: the module, the name, the line. Also where an import stands inside a function."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found += [
                (
                    f"{node.module}.{a.name}" if node.module in {"rulewright.dsl", "rulewright.core"} else node.module or "",
                    a.name,
                    node.lineno,
                )
                for a in node.names
            ]
        elif isinstance(node, ast.Import):
            found += [(a.name, "", node.lineno) for a in node.names]
    return found


def test_lowering_knows_neither_the_text_nor_mistakes() -> None:
    wrong = []
    for path in sorted((ROOT / "dsl" / "lower").rglob("*.py")):
        wrong += [f"{path.name}:{line}: {m}" for m, _, line in modules(path) if m.startswith("rulewright") and not m.startswith(LOWER)]
    assert wrong == []


def made_of_core(path: Path) -> list[str]:
    """Where a file makes core IR: it imports the classes of statements and expressions, or what makes them, or makes something of core."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    of_core = {name for m, name, _ in modules(path) if m.startswith("rulewright.core.") and m != "rulewright.core.record"}
    wrong = [f"{path.name}:{line}: {m}" for m, _, line in modules(path) if m.startswith("rulewright.core.ir")]
    wrong += [f"{path.name}:{line}: {name}" for m, name, line in modules(path) if m == "rulewright.dsl.lower.values" and name in MAKERS]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in of_core:
            wrong.append(f"{path.name}:{node.lineno}: makes a {node.func.id}")
    return wrong


@pytest.mark.parametrize("package", ["check", "library"])
def test_only_lowering_makes_core_ir(package: str) -> None:
    """Who checks has what things become made by `dsl/lower`, and hands it on without looking into it."""
    assert [x for path in sorted((ROOT / "dsl" / package).rglob("*.py")) for x in made_of_core(path)] == []


def test_what_makes_core_ir_is_found() -> None:
    """The test above sees what it looks for: the modules that do make core IR."""
    assert made_of_core(ROOT / "dsl" / "lower" / "decisions.py") and made_of_core(ROOT / "dsl" / "lower" / "scoring.py")


# The families of expressions that become core IR from their node: what they may ask `dsl/lower`, which makes no code.
FROM_NODES = ("cases", "coerce", "compare", "decks", "expressions", "quantify", "words")
QUESTIONS = {
    "conversions": {"elem_of", "has_room", "many", "most", "only_kind"},
    "compare": {"can_be_owned", "holds_one"},
    "listed": {"alike"},
    "state": {"SURFACES", "location_type", "set_type", "shifts"},
}


def makers(path: Path) -> list[str]:
    """What a file uses of the modules of `dsl/lower` by their name, but for questions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "rulewright.dsl.lower":
            known |= {a.asname or a.name: a.name for a in node.names}
    used = [(known[x.value.id], x.attr, x.lineno) for x in ast.walk(tree) if _of_module(x, known)]  # type: ignore[attr-defined]
    return [f"{path.name}:{line}: {module}.{name}" for module, name, line in used if name not in QUESTIONS.get(module, set())]


def _of_module(node: ast.AST, known: dict[str, str]) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known


def test_expressions_are_made_of_their_node() -> None:
    """Whoever checks one of these families hands over a node, and never the code of its parts."""
    check = ROOT / "dsl" / "check"
    assert [x for name in FROM_NODES for x in makers(check / f"{name}.py")] == []
    for name in FROM_NODES:
        made = {module for module, _, _ in modules(check / f"{name}.py") if module.startswith("rulewright.dsl.lower.")}
        assert made <= {f"rulewright.dsl.lower.{x}" for x in (*QUESTIONS, "pointing", "teams", "values")}
    assert makers(check / "library" / "functions.py")  # those that are not yet made of their node are seen


def test_the_library_is_data() -> None:
    """Rows say how the words of the library are written and what they mean; whoever carries them out asks the rows, not the other way."""
    wrong = []
    for path in sorted((ROOT / "dsl" / "library").rglob("*.py")):
        known = ("rulewright.core.record", "rulewright.dsl.library")
        wrong += [f"{path.name}:{line}: {m}" for m, _, line in modules(path) if m.startswith("rulewright") and not m.startswith(known)]
    assert wrong == []


def test_every_row_of_a_function_is_carried_out() -> None:
    assert sorted(GIVES) == sorted(row.name for row in ROWS)


# ---------------------------------------------------------------- inside of packages

# What each folder of a package may import from its other folders. Modules that stand beside the folders may be imported by all.
INSIDE: dict[str, dict[str, set[str]]] = {
    "dsl": {
        "diagnostics": set(),
        "library": set(),
        "syntax": {"diagnostics"},
        "declare": {"diagnostics", "library", "syntax"},
        "meaning": {"library"},
        "lower": {"declare", "meaning"},
        "check": {"declare", "diagnostics", "library", "lower", "meaning", "syntax"},
        "lint": {"check", "declare", "diagnostics", "library", "meaning", "syntax"},
    },
    "play": {"knowledge": set(), "narration": set()},
    "study": {"figures": set()},
    "cli": {"drawing": set(), "table": {"drawing"}, "commands": {"table"}},
}


@pytest.mark.parametrize("package", INSIDE)
def test_folders_of_a_package_import_downwards(package: str) -> None:
    home = ROOT / package
    assert {p.parent.name for p in home.glob("*/__init__.py")} == set(INSIDE[package])
    wrong = []
    for folder, allowed in INSIDE[package].items():
        for path in sorted((home / folder).rglob("*.py")):
            for module, _, line in modules(path):
                parts = module.split(".")
                other = parts[2] if parts[:2] == ["rulewright", package] and len(parts) > 2 else folder
                if other != folder and other in INSIDE[package] and other not in allowed:
                    wrong.append(f"{path.relative_to(ROOT)}:{line} imports {module}")
    assert wrong == []


# Imports that stand inside of functions, so that the program starts quickly: the file, and why.
LATE = {
    "dsl/driver.py": "who only asks for findings needs neither the linter nor what makes a program playable",
    "dsl/syntax/parser.py": "Lark, and what goes on after a mistake, are needed for texts that have one",
    "dsl/syntax/tables.py": "Lark makes the tables of the grammar once, and they are kept",
}


def late_imports(path: Path) -> list[int]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = (n for f in functions for n in ast.walk(f) if isinstance(n, ast.ImportFrom) and (n.module or "").startswith("rulewright"))
    return sorted({n.lineno for n in found})


@pytest.mark.parametrize("package", ["core", "dsl", "faces", "interpreter", "mutate", "study"])
def test_imports_stand_at_the_top(package: str) -> None:
    """No import stands inside a function but to start quickly, and then its reason is written here."""
    late = {path.relative_to(ROOT).as_posix(): late_imports(path) for path in sorted((ROOT / package).rglob("*.py"))}
    assert {path: lines for path, lines in late.items() if lines and path not in LATE} == {}
    assert {path for path in LATE if path.startswith(f"{package}/") and not late.get(path)} == set()


def takes_back(path: Path) -> list[int]:
    """Where a file takes findings back: `del findings.all[…]`, or a slice of them that is set."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        targets = node.targets if isinstance(node, ast.Delete | ast.Assign) else []
        for target in [y for x in targets for y in (x.elts if isinstance(x, ast.Tuple) else [x])]:
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute) and target.value.attr == "all":
                found.append(node.lineno)
    return found


def test_nothing_is_checked_to_be_forgotten(tmp_path: Path) -> None:
    """Whatever is found while a body is checked is told: no pass checks to see whether it would work, and takes back what it found."""
    assert {str(p): lines for p in sorted((ROOT / "dsl" / "check").rglob("*.py")) if (lines := takes_back(p))} == {}
    forgetful = tmp_path / "forgetful.py"
    forgetful.write_text("quiet = len(world.findings.all)\ndel world.findings.all[quiet:]\n", encoding="utf-8")
    assert takes_back(forgetful) == [2]


# ---------------------------------------------------------------- who reads the text

# Modules that keep the surface tree, and why: they change the text, or say whether it is the same.
OF_THE_TEXT = {
    "cli/formatting.py": "`fmt` writes the text anew",
    "mutate/breaking.py": "breaks rules in their text",
    "mutate/making.py": "hands broken texts on",
    "mutate/trying.py": "plays broken texts",
    "play/fingerprint.py": "two games have one name if their declarations were read alike",
}
# Modules that read the surface tree although the meaning has all they need, or could have it. This list only becomes shorter.
STILL_SURFACE = frozenset(
    (
        "dsl/lint/conditions.py",
        "dsl/lint/numbers.py",
        "dsl/lint/subject.py",
        "dsl/lint/tails.py",
        "dsl/lint/unused.py",
        "dsl/lint/values.py",
        "dsl/looks.py",
        "dsl/world.py",
        "play/examples.py",
        "rulebook/coverage.py",
        "rulebook/english/aloud.py",
        "rulebook/english/arranging.py",
        "rulebook/english/changes.py",
        "rulebook/english/clauses.py",
        "rulebook/english/deeds.py",
        "rulebook/english/definitions.py",
        "rulebook/english/domains.py",
        "rulebook/english/functions.py",
        "rulebook/english/meant.py",
        "rulebook/english/passes.py",
        "rulebook/english/picks.py",
        "rulebook/english/prose.py",
        "rulebook/english/refusing.py",
        "rulebook/english/rules.py",
        "rulebook/english/scoring.py",
        "rulebook/english/steps.py",
        "rulebook/english/values.py",
        "rulebook/english/verbs.py",
        "rulebook/faults.py",
        "rulebook/needs.py",
        "rulebook/parts/adding.py",
        "rulebook/parts/book.py",
        "rulebook/parts/cardrules.py",
        "rulebook/parts/choices.py",
        "rulebook/parts/closing.py",
        "rulebook/parts/declared.py",
        "rulebook/parts/examples.py",
        "rulebook/parts/focus.py",
        "rulebook/parts/formulas.py",
        "rulebook/parts/kit.py",
        "rulebook/parts/making.py",
        "rulebook/parts/numbered.py",
        "rulebook/parts/odds.py",
        "rulebook/parts/outline.py",
        "rulebook/parts/overview.py",
        "rulebook/parts/scored.py",
        "rulebook/parts/story.py",
        "rulebook/parts/telling.py",
        "rulebook/report.py",
        "rulebook/told/box.py",
        "rulebook/told/cards.py",
        "rulebook/told/chapters.py",
        "rulebook/told/count.py",
        "rulebook/told/covering.py",
        "rulebook/told/deeds.py",
        "rulebook/told/ending.py",
        "rulebook/told/glance.py",
        "rulebook/told/goal.py",
        "rulebook/told/last.py",
        "rulebook/told/order.py",
        "rulebook/told/setting.py",
        "rulebook/told/variants.py",
        "rulebook/told/voice.py",
        "rulebook/told/worked.py",
    )
)
READERS = ("rulebook", "faces", "play", "mutate", "cli", "study", "server", "agents", "dsl")
OF_SYNTAX = ("dsl/syntax/", "dsl/declare/", "dsl/check/")


def reads_the_text(path: Path) -> bool:
    """Whether a file imports the surface tree, by name or by a string."""
    strings = (n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant))
    named = (m if m != "rulewright.dsl" else f"{m}.{name}" for m, name, _ in modules(path))
    return any(isinstance(x, str) and x.startswith("rulewright.dsl.syntax") for x in (*named, *strings))


def test_nobody_reads_the_text_but_who_checks_or_changes_it() -> None:
    """What is printed, told, drawn and warned about comes from the meaning. A module that no longer reads the text leaves the list."""
    found = {p.relative_to(ROOT).as_posix() for folder in READERS for p in (ROOT / folder).rglob("*.py") if reads_the_text(p)}
    found = {name for name in found if not name.startswith(OF_SYNTAX)}
    assert sorted(found - OF_THE_TEXT.keys() - STILL_SURFACE) == [], "these read the surface tree and should ask the meaning"
    assert sorted((OF_THE_TEXT.keys() | STILL_SURFACE) - found) == [], "these no longer do, and leave the list"


def looks_at_declarations(path: Path) -> list[int]:
    """Where a file asks a symbol for its declaration. Examples are their declarations, until they have nodes of their own."""
    found = (n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Attribute) and n.attr == "decl")
    return [n.lineno for n in found if not (isinstance(n.value, ast.Name) and n.value.id in {"result", "code"})]


def test_declarations_of_symbols_are_for_who_checks() -> None:
    """What a declaration says beside its rule is data of the symbol (`said`); the rest is its meaning."""
    known = OF_THE_TEXT.keys() | STILL_SURFACE
    files = {p.relative_to(ROOT).as_posix(): p for folder in READERS for p in sorted((ROOT / folder).rglob("*.py"))}
    others = {name: p for name, p in files.items() if not name.startswith(OF_SYNTAX) and name not in known}
    assert {name: lines for name, p in others.items() if (lines := looks_at_declarations(p))} == {}
    assert looks_at_declarations(ROOT / "dsl" / "check" / "rules.py")


def test_who_reads_the_text_is_found(tmp_path: Path) -> None:
    for line in (
        "from rulewright.dsl.syntax import declarations as d",
        "from rulewright.dsl import syntax",
        'x = "rulewright.dsl.syntax.format"',
    ):
        (tmp_path / "reader.py").write_text(line + "\n", encoding="utf-8")
        assert reads_the_text(tmp_path / "reader.py"), line
