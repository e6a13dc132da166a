# make play: set everything up, start the server, open a browser.    make test: set everything up and run the whole suite.
# Everything lives in .venv; a stamp remembers what is installed, so the second time costs nothing.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8000

.DEFAULT_GOAL := help
.PHONY: help play test nightly check format bench clean

help:
	@echo "make play     set up, start the server on 127.0.0.1:$(PORT), open a browser"
	@echo "make test     set up, check the code and run every test (under ten minutes on two cores)"
	@echo "make check    ruff, mypy, pyright, import-linter, the page's scripts, the docs"
	@echo "make nightly  the long tests"
	@echo "make bench    the figures"

$(VENV)/.play: pyproject.toml
	@$(PYTHON) tools/setup.py play

$(VENV)/.test: pyproject.toml tools/setup.py
	@$(PYTHON) tools/setup.py test

play: $(VENV)/.play
	@$(BIN)/deathmatch serve --port $(PORT) --open

test: $(VENV)/.test check
	@$(BIN)/pytest -n 2 --dist worksteal -m "not nightly"

nightly: $(VENV)/.test
	@$(BIN)/pytest -n 2 --dist worksteal -m nightly

check: $(VENV)/.test
	@$(BIN)/python tools/check.py

format: $(VENV)/.test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix-only --quiet .

bench: $(VENV)/.test
	@$(BIN)/python -m bench

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks
