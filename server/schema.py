"""The schema of the view model as JSON: `python -m rulewright.server.schema > docs/view.schema.json`."""

from __future__ import annotations

import json

from pydantic.json_schema import models_json_schema

from rulewright.server.model import FromPage, ToPage


def schema() -> str:
    _, found = models_json_schema([(FromPage, "validation"), (ToPage, "validation")], title="The table: messages of page and server")
    return json.dumps(found, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(schema(), end="")
