# Two commands matter: `make demo` and `make test`. Both set up what they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TOOLS  := $(VENV)/.tools
COVERING := $(addprefix tests/,audit cli engines pipeline release report run seams swap)

.PHONY: demo test test-all lint style docs bench experiments facts cuts coverage clean
.DEFAULT_GOAL := test

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[test]"
	touch $(READY)

demo: $(READY)
	$(BIN)/kinonym demo

lint: style
	$(BIN)/mypy

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

# A browser and axe for the tests of the report's page, Java for those of Spark; where they cannot be had, those tests
# say that they were skipped.
$(TOOLS): $(READY)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! command -v chromium >/dev/null; then \
	  { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 || echo "chromium could not be installed"; fi
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! command -v java >/dev/null; then \
	  { apt-get update -qq && apt-get install -y -qq default-jre-headless; } >/dev/null 2>&1 || echo "java could not be installed"; fi
	@if command -v npm >/dev/null; then \
	  npm install --silent --no-fund --no-audit --prefix $(VENV)/axe axe-core >/dev/null 2>&1 || echo "axe could not be installed"; fi
	touch $(TOOLS)

# Tests start many processes: what Python makes of a source is kept for the next.
test test-all coverage cuts: export PYTHONDONTWRITEBYTECODE :=

# Neighbours stay in one process as long as they can: they share tables, ontologies, a browser, a Spark session. Types
# are checked by a test, beside the others.
test: style $(TOOLS)
	KINONYM_AXE=$(CURDIR)/$(VENV)/axe/node_modules/axe-core/axe.min.js $(BIN)/python -m pytest -n auto --dist worksteal

# What takes minutes and need not run after every change: the wheel in fresh virtual environments, with each extra alone.
test-all: $(READY)
	$(BIN)/python -m pytest -m install tests/install

# The documentation site, in site/; every warning is an error (with --quiet none would be counted), and nothing is fetched.
docs: $(READY)
	$(BIN)/python tools/make_notebook.py
	$(BIN)/mkdocs build --strict
	@echo "site/index.html"

bench: $(READY)
	@for name in $(filter-out __init__,$(basename $(notdir $(wildcard research/speed/*.py)))); do \
	  echo "== $$name"; $(BIN)/python -m research.speed.$$name || exit 1; done

# The papers' experiments, run again and compared with the committed tables; DATA is the folder of the data sets.
experiments: $(READY)
	$(BIN)/python -m research all $(DATA) --check

# The ontology facts that ship in the wheel, made anew from their sources.
facts: $(READY)
	$(BIN)/python tools/make_wordnet.py
	$(BIN)/python tools/make_m49.py
	$(BIN)/python tools/make_icd9cm.py

# Wires cut one after the other in a copy of the program: the tests must notice each.
cuts: $(READY)
	$(BIN)/python tools/plant_cuts.py

# Branches of the corridor and of the gate that a test takes; every one of these tests asserts what it sees.
coverage: $(READY)
	$(BIN)/python -m pytest -q -n auto --cov=kinonym.pipeline --cov=kinonym.release --cov-branch \
	  --cov-report=term-missing:skip-covered --cov-fail-under=97 $(COVERING)

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
