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


def test_the_library_is_data() -> None:
    """Rows say how the words of the library are written and what they mean; whoever carries them out asks the rows, not the other way."""
    wrong = []
    for path in sorted((ROOT / "dsl" / "library").rglob("*.py")):
        known = ("rulewright.core.record", "rulewright.dsl.library")
        wrong += [f"{path.name}:{line}: {m}" for m, _, line in modules(path) if m.startswith("rulewright") and not m.startswith(known)]
    assert wrong == []


def test_every_row_of_a_function_is_carried_out() -> None:
    assert list(GIVES) == [row.name for row in ROWS]
