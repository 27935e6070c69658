# The commands of everyday work. `make help` lists them.
PYTHON ?= python3
BIN := .venv/bin

TIME ?= 600

.PHONY: help setup check test same fuzz mutants lint docs transcripts hashes lengths rulebooks gallery pictures site benchmarks long clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(BIN)/rulewright  ## a virtual environment with everything for development

$(BIN)/rulewright: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q -e '.[test,dev]'
	@touch $@

check:  ## everything that has to hold before a change is taken in
	.ci/run

test: setup  ## all tests
	$(BIN)/python -m pytest -n auto

same: setup  ## whether all programs and books mean what they meant on main
	$(BIN)/python -m tests.same

fuzz: setup  ## spoil rules, tables, saves, transcripts and options for TIME=600 seconds; findings in out/fuzz
	nice $(BIN)/python -m tests.fuzz $(TIME) $(SEED)

mutants: setup  ## change our own code for TIME=600 seconds, one place at a time, and list what the tests near it do not notice
	$(BIN)/pip install -q -e '.[test,mutants]' && nice $(BIN)/python -m tests.mutants $(TIME) $(or $(SEED),0)

lint: setup  ## style and types of the Python code
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

docs: setup  ## docs/library.md from the table of the library, docs/cli.md from the commands
	$(BIN)/python -m rulewright.dsl.library.reference > docs/library.md
	$(BIN)/python -m rulewright.cli.reference > docs/cli.md

lengths: setup  ## games/lengths.csv: how long random matches of every game are
	$(BIN)/python -m tests.play.lengths

transcripts: setup  ## the kept matches of every game, played anew: tests/transcripts
	$(BIN)/python -m tests.transcripts

hashes: setup  ## the results of random matches, hashed anew: tests/hashes
	$(BIN)/python -m tests.hashes

rulebooks: setup  ## rulebook, player aid and sheets of every game into out/rulebooks
	$(BIN)/rulewright rulebook all -o out/rulebooks

gallery: setup  ## page images of all rulebooks, in out/gallery
	$(BIN)/python docs/gallery/make.py

pictures: setup  ## the picture of the README, docs/pictures, from the program itself; needs Chromium
	$(BIN)/pip install -q -e '.[test,browser]' && $(BIN)/python -m tests.docs.pictures

site: setup  ## the documents as a site with search, in out/site; opens from the folder, without a network
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict -q && echo "out/site/index.html"

benchmarks: setup  ## all measurements, side by side with OpenSpiel
	$(BIN)/python -m benchmarks

long: setup  ## the tests with their full numbers: hours
	RULEWRIGHT_LONG=1 $(BIN)/python -m pytest -n auto -m "long or not long"

clean:  ## what was made
	rm -rf out build dist .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
