"""Layers import downwards only. Which package may know which is written here once, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

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

# The modules of `check` that still make core IR themselves. The list only gets shorter: whoever moves a family to `dsl/lower` takes it out.
STILL_MAKE_CORE: set[str] = set()


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


def makes_core(path: Path) -> bool:
    return any(m == "rulewright.core.ir" or (m == "rulewright.dsl.lower.values" and name in MAKERS) for m, name, _ in modules(path))


def test_fewer_and_fewer_modules_of_check_make_core_ir() -> None:
    """Exactly those of the list: one that does so anew fails, and so does one that no longer does and is still listed."""
    assert {p.stem for p in (ROOT / "dsl" / "check").glob("*.py") if makes_core(p)} == STILL_MAKE_CORE
