# Every target sets up what it needs in .venv; only Python 3.11 or later, git and make must be there.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

# What `make play` starts, and what the caller adds: make play ARGS="--seats 3"
PLAY := play phase10
ARGS ?=
# Workers of the test run: make test JOBS=8
JOBS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(JOBS)

# Stamps: what is installed, renewed when the files that decide it change.
PLAIN := $(VENV)/.stamp-plain
DEV := $(VENV)/.stamp-dev
BENCH := $(VENV)/.stamp-bench
SYSTEM := $(VENV)/.stamp-system
PINS := pyproject.toml constraints.txt

CHECKS := check-format check-lint check-types check-imports

.DEFAULT_GOAL := help
.PHONY: help play test test-all check $(CHECKS) bench setup constraints clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(PLAIN)  ## play
	@$(BIN)/quincunx $(PLAY) $(ARGS)

test: $(DEV) $(SYSTEM)  ## the tests, without the slow ones
	$(PYTEST) $(ARGS)

test-all: $(DEV) $(SYSTEM)  ## every test
	$(PYTEST) -m "" $(ARGS)

check: $(CHECKS)  ## format, lint, types and import levels

check-format: $(DEV)
	$(BIN)/ruff format --check .

check-lint: $(DEV)
	$(BIN)/ruff check .

check-types: $(DEV)
	$(BIN)/mypy

check-imports: $(DEV)
	$(BIN)/lint-imports

bench: $(BENCH)  ## events a second, game by game
	@$(BIN)/python -m benchmarks $(ARGS)

setup: $(DEV)  ## everything a contributor needs, with the commit hooks
	@if git rev-parse --git-dir >/dev/null 2>&1; then $(BIN)/pre-commit install; fi

constraints: | $(BIN)/python  ## resolve the dependencies anew and pin them
	@$(PIP) install 'pip>=23.2'
	$(BIN)/python tools/constraints.py

clean:  ## remove the environment and the caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@tools/make-venv $(VENV)

$(PLAIN): $(PINS) | $(BIN)/python
	@echo "Installing Quincunx into $(VENV) (once; a minute or two)"
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(DEV): $(PINS) | $(BIN)/python
	@echo "Installing Quincunx and its test tools into $(VENV) (once; a minute or two)"
	@$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $(PLAIN) $@

$(BENCH): $(PINS) | $(BIN)/python
	@echo "Installing Quincunx and what it is measured against into $(VENV) (once; a minute or two)"
	@$(PIP) install -c constraints.txt -e '.[bench]'
	@touch $(PLAIN) $@

# Without a stamp the message comes again, and so does the attempt, until the packages are there.
$(SYSTEM): tools/system-packages | $(BIN)/python
	@tools/system-packages && touch $@ || true
