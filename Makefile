# `make demo` and `make test` set up what they need. CI runs `make test`, then `make test-all` for the other tests.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SETUP  := $(VENV)/.setup
READY  := $(VENV)/.ready
TOOLS  := $(VENV)/.tools
COVERING := $(addprefix tests/,attacks/audit system/cli system/engines unit/pipeline unit/release unit/report unit/verifying attacks/connections unit/swap)

# Tests that `make test` leaves to `make test-all`; pyproject.toml says what each marker means.
SLOW := browser or cluster or cold or experiments or install or large or site
# The slowest tests are listed at the end.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal --durations 25 --durations-min 4
# One path through every connection: engine and gate, command, page, files, and the tests of the project itself.
PATHS := $(addprefix tests/,attacks/connections/test_checks.py attacks/connections/test_planted_defects.py system/engines/test_expected.py \
  system/cli/test_commands.py system/web/test_parts.py unit/pipeline unit/measures unit/operators unit/tuples unit/taxonomy system/meta)

.PHONY: demo check test test-all lint style docs versions bench experiments facts cuts assurance mutation fuzz coverage lock lower-bounds release paths clean
.DEFAULT_GOAL := test

# What the program itself needs; uv is quicker than pip where it is installed.
INSTALL := $(if $(shell command -v uv),uv pip install --python $(BIN)/python,$(BIN)/python -m pip install) --quiet
$(SETUP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(if $(shell command -v uv),,$(BIN)/python -m pip install --quiet --upgrade pip)  # older ones know no groups
	$(INSTALL) --editable .
	touch $(SETUP)

# What tests, types and style need.
$(READY): $(SETUP)
	$(INSTALL) --editable ".[all]" --group test
	touch $(READY)

demo: $(SETUP)
	$(BIN)/kinonym demo

lint: style
	$(BIN)/mypy

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/python tools/check_wording.py
	$(BIN)/python tools/wrap_markdown.py --check
	$(BIN)/lint-imports
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/proposal.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/python tools/check_licences.py

# Chromium and axe for the tests of pages, Java for those of Spark, PostgreSQL and MariaDB for those of their tables.
# Where one of them cannot be installed, its tests are skipped, and say why.
$(TOOLS): $(READY)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  missing=; \
	  command -v chromium >/dev/null || missing="$$missing chromium"; \
	  command -v java >/dev/null || missing="$$missing default-jre-headless"; \
	  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	  command -v mariadbd >/dev/null || missing="$$missing mariadb-server"; \
	  if [ -n "$$missing" ]; then \
	    apt-get update -qq >/dev/null 2>&1; \
	    for package in $$missing; do \
	      apt-get install -y -qq $$package >/dev/null 2>&1 || echo "$$package could not be installed"; done; fi; fi
	@if command -v npm >/dev/null; then \
	  npm install --silent --no-fund --no-audit --prefix $(VENV)/axe axe-core >/dev/null 2>&1 || echo "axe could not be installed"; fi
	touch $(TOOLS)

# Tests start many processes: what Python makes of a source is kept for the next.
check test test-all assurance mutation fuzz coverage cuts: export PYTHONDONTWRITEBYTECODE :=

# Every release is flushed to the disk, and tests make thousands: their files are in memory where 4 GB are left there.
IN_MEMORY := $(shell [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null && echo /dev/shm)
ifneq ($(IN_MEMORY),)
check test test-all coverage: export PYTEST_DEBUG_TEMPROOT := $(IN_MEMORY)
endif

# Before each commit, in two minutes: what is likely to notice a mistake.
check: lint
	KINONYM_TIMES=0.2 $(PYTEST) -q -m "not ($(SLOW) or drawn)" $(PATHS)

# Everything that needs neither a browser, nor a cluster, nor minutes. While one processor checks types, the others
# compile the kernels that the tests need; what is missing, the tests compile.
test: $(READY)
	@$(BIN)/python -m kinonym.warm >/dev/null & warm=$$!; $(MAKE) lint || { kill $$warm; exit 1; }; wait $$warm || true
	$(PYTEST) -m "not ($(SLOW))"

# Everything else, and the random tables of `make test` again: fresh ones, TIMES as many. Neighbours stay in one process
# as long as they can: they share a browser, a Spark session, a wheel.
TIMES ?= 3
test-all: $(TOOLS)
	KINONYM_AXE=$(CURDIR)/$(VENV)/axe/node_modules/axe-core/axe.min.js \
	  KINONYM_FRESH=$${KINONYM_FRESH:-1} KINONYM_TIMES=$(TIMES) $(PYTEST) -m "$(SLOW) or drawn"

# The documentation site, in site/; every warning is an error (with --quiet none would be counted), and nothing is fetched.
docs: $(READY)
	$(BIN)/python tools/make_notebook.py
	$(BIN)/mkdocs build --strict
	@echo "site/index.html"

# The same for every tagged version, each in its folder.
versions: $(READY)
	$(BIN)/python tools/versioned_site.py

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

# Remove one connection after the other in a copy of the program: a test must notice each removal.
cuts: $(READY)
	$(BIN)/python tools/plant_cuts.py

# What the program promises, tried more often than the tests do: an hour and more; writes docs/audit.md. A run that was
# interrupted goes on with the groups that have no result yet; GROUP repeats those with this word in their title.
assurance: $(TOOLS)
	$(BIN)/python tools/assurance.py $(GROUP)

# Changes of the code that keeps promises, and damaged files for every reader; both go on where they were interrupted,
# and then write their tables of docs/audit.md.
mutation: $(READY)
	$(BIN)/python tools/mutation.py
	$(BIN)/python tools/mutation.py --write

fuzz: $(READY)
	$(BIN)/python tools/fuzz.py
	$(BIN)/python tools/fuzz.py --write

# The branches of the pipeline and of the gate that tests take.
coverage: $(READY)
	$(BIN)/python -m pytest -q -n auto --cov=kinonym.pipeline --cov=kinonym.release --cov-branch \
	  --cov-report=term-missing:skip-covered --cov-fail-under=97 $(COVERING)

# A lock file with hashes for development, and the lowest versions that pyproject.toml allows, in which the tests of
# `make check` run. Both need uv, which is installed for them.
UV := $(VENV)/uv/bin/uv
$(UV):
	$(PYTHON) -m venv $(VENV)/uv
	$(VENV)/uv/bin/python -m pip install --quiet uv

lock: $(UV)
	$(UV) pip compile pyproject.toml --all-extras --group test --universal --generate-hashes --no-header --quiet \
	  --output-file requirements/development.txt

lower-bounds: $(UV)
	$(UV) venv --quiet --clear --python $(PYTHON) .venv-lowest
	$(UV) pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct --editable ".[all]" --group test
	KINONYM_TIMES=0.2 .venv-lowest/bin/python -m pytest -n auto --dist worksteal -q -m "not ($(SLOW) or drawn)" $(PATHS)

# The tests of `make check`, for `tools/build_release.py --test`.
paths:
	@echo $(PATHS)

# The files of a release in dist/: built twice, which must give the same bytes; with a bill of materials.
release: $(SETUP)
	$(INSTALL) --group release
	$(BIN)/python tools/build_release.py

clean:
	rm -rf $(VENV) .venv-lowest dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
