"""Values in prose: what stands between braces is an expression of the language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.parser import parse

VALUES = re.compile(r"\{([^{}]*)\}")


@cache
def parsed_value(text: str) -> e.Expr | None:
    """The expression between braces; None if it is none."""
    findings = Findings()
    body = parse(Source(0, Path("prose"), f"define value = ({text})\n"), findings).body
    decl = body[0] if len(body) == 1 and not findings.all else None
    return decl.value if isinstance(decl, d.Define) else None
