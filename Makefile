# Every target sets up what it needs in .venv; only Python 3.11 or later, git and make must be there.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

# What `make play` starts, and what the caller adds: make play ARGS="--seats 3"
PLAY := hall
ARGS ?=
# What `make fresh` runs, and on which Debian.
SUITE ?= trixie
RUN ?= make check test
# Workers of the test run: make test JOBS=8. Two more than two cores, as many tests wait.
JOBS ?= 4
# A worker keeps to one end of the suite, so that it starts one hall and one browser, and helps out when it is done.
XDIST := -n $(JOBS) --dist worksteal
PYTEST := $(BIN)/python -m pytest $(XDIST)

# Stamps: what is installed, renewed when the files that decide it change.
PLAIN := $(VENV)/.stamp-plain
DEV := $(VENV)/.stamp-dev
BENCH := $(VENV)/.stamp-bench
TRAIN := $(VENV)/.stamp-train
RAY := $(VENV)/.stamp-ray
SYSTEM := $(VENV)/.stamp-system
ALL_SYSTEM := $(VENV)/.stamp-system-all
LOWEST := .venv-lowest
PINS := pyproject.toml constraints.txt
PAGE := src/quincunx/server/static/.sources
RUNTIME := src/quincunx/site/runtime/.sources
# Where `make site` writes.
SITE ?= build/site
AXE := web/node_modules/axe-core/axe.min.js
PAGE_SOURCES := $(shell find web/src web/public -path web/src/generated -prune -o -type f -print) $(wildcard web/*.html web/*.json web/*.js web/*.ts) \
	$(shell find src/quincunx -name words.py -o -name "RUL*.md" -o -name "*.po") tools/messages.py

# The longest first.
CHECKS := check-page check-types check-format check-lint check-imports check-messages

.DEFAULT_GOAL := help
.PHONY: help play site test test-all test-lowest check $(CHECKS) fresh bench docs screenshots setup constraints clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(PLAIN) $(PAGE)  ## open the hall: the server and its page
	@$(BIN)/quincunx $(PLAY) $(ARGS)

site: $(PLAIN) $(PAGE) $(RUNTIME)  ## write the page without a server into build/site, and open it
	@$(BIN)/quincunx site $(SITE) --open $(ARGS)

test: $(DEV) $(SYSTEM) $(PAGE) $(RUNTIME) $(AXE)  ## the tests, without the slow ones
	$(PYTEST) $(ARGS)

test-all: $(DEV) $(ALL_SYSTEM) $(PAGE) $(RUNTIME) $(AXE) $(TRAIN) $(RAY)  ## every test; installs torch for the training example, and Ray
	$(PYTEST) -m "" $(ARGS)

test-lowest: $(LOWEST)/.stamp $(SYSTEM) $(PAGE) $(RUNTIME) $(AXE)  ## the tests with the lowest versions that pyproject.toml admits; make test-lowest ARGS=tests/core
	$(LOWEST)/bin/python -m pytest $(XDIST) $(ARGS)

check: $(DEV)  ## format, lint, types, import levels, translations; the page's format, lint, types and unit tests
	@$(MAKE) --no-print-directory -j $(JOBS) --output-sync $(CHECKS)

check-format: $(DEV)
	$(BIN)/ruff format --check .

check-lint: $(DEV)
	$(BIN)/ruff check .

check-types: $(DEV)
	$(BIN)/mypy

check-imports: $(DEV)
	$(BIN)/lint-imports

check-messages: $(DEV)
	$(BIN)/python -m tools.messages check

check-page: $(DEV)
	$(BIN)/python -m tools.page_types --check
	$(BIN)/python web/build.py --check

fresh:  ## the same on a bare Debian: make fresh SUITE=forky RUN="make test"
	@tools/fresh-machine $(SUITE) $(RUN)

bench: $(BENCH)  ## every figure beside its peers', kept in docs/benchmarks.md; make bench ARGS=server
	@$(BIN)/python -m benchmarks --write $(ARGS)

docs: $(PLAIN)  ## the pages of docs/games, with figures from simulation; a minute or two
	$(BIN)/python -m tools.game_docs $(ARGS)

screenshots: $(DEV) $(SYSTEM) $(PAGE)  ## every screen of the page, at phone and desktop size, light and dark
	$(BIN)/python -m tools.screenshots $(ARGS)

setup: $(DEV)  ## everything a contributor needs, with the commit hooks
	@if git rev-parse --git-dir >/dev/null 2>&1; then $(BIN)/pre-commit install; fi

constraints: | $(BIN)/python  ## resolve the dependencies anew and pin them
	@$(PIP) install 'pip>=23.2'
	$(BIN)/python tools/constraints.py

clean:  ## remove the environment and the caches
	rm -rf $(VENV) $(LOWEST) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@tools/make-venv $(VENV)

$(PLAIN): $(PINS) | $(BIN)/python
	@echo "Installing Quincunx into $(VENV) (once; a minute or two)"
	@$(PIP) install -c constraints.txt -e '.[full]'
	@touch $@

$(DEV): $(PINS) | $(BIN)/python
	@echo "Installing Quincunx and its test tools into $(VENV) (once; a minute or two)"
	@$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $(PLAIN) $@

$(TRAIN): examples/requirements.txt examples/constraints.txt | $(DEV)
	@echo "Installing what the training example needs into $(VENV) (once; some minutes)"
	@$(PIP) install -c constraints.txt -c examples/constraints.txt -r examples/requirements.txt
	@touch $@

$(BENCH): $(PINS) | $(BIN)/python
	@echo "Installing Quincunx and what it is measured against into $(VENV) (once; a minute or two)"
	@$(PIP) install -c constraints.txt -e '.[bench]'
	@touch $(PLAIN) $@

# Large, and only slow tests need it.
$(RAY): $(PINS) | $(DEV)
	@echo "Installing Ray into $(VENV) (once; a minute)"
	@$(PIP) install -c constraints.txt -e '.[dev,ray]'
	@touch $(PLAIN) $(DEV) $@

$(LOWEST)/.stamp: pyproject.toml tools/lowest.py | $(DEV)
	@tools/make-venv $(LOWEST)
	@echo "Installing the lowest versions into $(LOWEST) (once; a minute or two)"
	@$(BIN)/python tools/lowest.py >$(LOWEST)/constraints.txt
	@$(LOWEST)/bin/python -m pip --disable-pip-version-check -qq install -c $(LOWEST)/constraints.txt -e '.[dev]'
	@touch $@

# Installing builds the page too; this is for changes of its sources after that.
$(PAGE): $(PAGE_SOURCES) | $(BIN)/python
	@$(BIN)/python web/build.py
	@touch $@

# Python for the browser, which only sites need.
$(RUNTIME): web/package-lock.json web/msgspec.txt | $(BIN)/python
	@$(BIN)/python web/build.py --runtime
	@touch $@

# Tests that need axe say so when it could not be installed.
$(AXE): web/package-lock.json | $(BIN)/python
	@$(BIN)/python web/build.py --tools || true
	@touch -c $@

# Without a stamp the message comes again, and so does the attempt, until the packages are there.
$(SYSTEM): tools/system-packages | $(BIN)/python
	@tools/system-packages $(BIN)/python && touch $@ || true

$(ALL_SYSTEM): tools/system-packages | $(BIN)/python
	@tools/system-packages $(BIN)/python all && touch $(SYSTEM) $@ || true
