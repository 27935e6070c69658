"""What all tests share: one cache of grammar tables and compiled games for the whole run, whoever of the workers makes them.

Tests compile hundreds of games and play few matches of each, so LLVM optimises nothing unless the environment says so (`RULEWRIGHT_LLVM=2`,
as `.ci/run` does in its second step for the tests that compare both engines).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("RULEWRIGHT_LLVM", "0")
# Single cases that take long, of tests whose others are quick: the second step of `.ci/run` runs them.
SLOW = {
    "tests/play/test_why.py::test_shipped_games[two_heirs-Henry]",
    "tests/play/test_why.py::test_shipped_games[two_heirs]",
    "tests/play/test_why.py::test_shipped_games[quoridor]",
    "tests/play/test_paranoid.py::test_random_matches_are_sound[quoridor]",
    "tests/engine/test_optimise.py::test_bounds_hold_in_games[quoridor]",
    "tests/server/test_frames.py::test_looking_at_what_changed_is_enough[quoridor]",
    "tests/server/test_frames.py::test_frames_are_what_the_model_says[quoridor]",
    "tests/server/test_frames.py::test_every_part_of_an_option_lies_on_the_table_or_has_a_name[quoridor]",
    "tests/rulebook/test_needed.py::test_big_games[grandlins_heirs]",
    "tests/rulebook/test_needed.py::test_big_games[two_princes]",
    "tests/rulebook/test_coverage_big.py::test_variants_of_big_games[grandlins_heirs-Catharsis]",
    "tests/rulebook/test_coverage_big.py::test_variants_of_big_games[grandlins_heirs-Looting]",
    "tests/rulebook/test_coverage_big.py::test_variants_of_big_games[grandlins_heirs-Dropping treasures]",
    "tests/rulebook/test_coverage_big.py::test_variants_of_big_games[two_princes-Foresight]",
    "tests/rulebook/test_aid.py::test_the_aid_has_all_actions_and_is_not_long[grandlins_heirs]",
    "tests/rulebook/test_aid.py::test_the_aid_has_all_actions_and_is_not_long[two_princes]",
    "tests/faces/test_kit.py::test_three_games_can_be_played_from_their_sheets_alone[grandlins_heirs]",
    "tests/field/test_field.py::test_both_engines_play_the_same_matches[quoridor]",
    "tests/play/test_save_everywhere.py::test_saved_and_loaded_at_every_decision[two_princes]",
    "tests/play/test_why.py::test_shipped_games[kingdom_of_heroes]",
    "tests/play/test_why.py::test_shipped_games[kingdom_of_heroes-Two colours each]",
    "tests/play/test_why.py::test_shipped_games[kingdom_of_heroes-Three rounds]",
    "tests/transcripts/test_transcripts.py::test_the_match_is_played_again[quoridor-interpreter]",
    "tests/engine/test_differential.py::test_the_command",
}
skipped: list[str] = []  # in a run that must not skip anything


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid in SLOW:
            item.add_marker(pytest.mark.second)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and os.environ.get("RULEWRIGHT_NO_SKIPS"):
        skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything is installed, a test that was skipped has not held."""
    if skipped:
        print(f"\nskipped, and must not be: {', '.join(skipped)}")
        session.exitstatus = 1


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Unless the environment names a cache, one of this run's own, so that nothing depends on what was there before."""
    before = os.environ.get("RULEWRIGHT_CACHE")
    if before is None:
        folder = tmp_path_factory.getbasetemp()
        folder = folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder
        os.environ["RULEWRIGHT_CACHE"] = str(folder / "cache")
    yield
    if before is None:
        del os.environ["RULEWRIGHT_CACHE"]
