# make play: set everything up, start the server, open a browser.    make test: set everything up and run the whole suite.
# Everything lives in .venv; tools/setup.py remembers what is installed, so the second time costs nothing.

PYTHON ?= python3
BIN    := .venv/bin
PORT   ?= 8000
# What make test runs beside each other: one more than the two cores that the suite is made for, since browsers and servers wait a lot.
JOBS   ?= 4
# What make test-fast runs: the rules, the records, the match, one case of every variant, the public API.
FAST   := tests/core tests/match tests/rules tests/records tests/conformance/test_conformance.py tests/test_public_api.py tests/test_error_tree.py \
          $(wildcard tests/games/*/test_rule*.py tests/games/*/test_oracle.py tests/games/*/test_notation.py)
# What make coverage runs besides: ways to put moves together ask the rules for reasons, a bot asks which states are alike, and some
# parts of core and match are what the library, bots, lessons, studies and servers use.
REACH  := tests/conformance/test_composing.py tests/conformance/test_lessons.py tests/conformance/test_studying.py $(wildcard tests/games/*/test_compose.py) \
          packages/lab/tests/games/five_card_trick/test_essence.py $(wildcard tests/games/*/test_as_written.py tests/games/*/test_clocks.py) tests/games/free_table \
          tests/library tests/onefile tests/bots/test_levels.py tests/bots/test_registry.py tests/bots/test_study.py \
          $(addprefix tests/server/test_,coin.py reviews.py rulings.py by_hand.py named.py)
# The tests whose kernels run as Python by day; make nightly runs them compiled.
COMPILED := packages/frameworks/tests/vector $(addprefix tests/games/five_card_trick/test_,advice.py bot.py)
# Images for containers like to forbid Python to keep what it compiled. The suite starts some hundred processes, which would all do it anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup-play setup-test setup-nightly play test test-fast coverage game test-game nightly release check count docs format bench clean

help:
	@echo "make play     set up, start the server on 127.0.0.1:$(PORT), open a browser    (PORT=...)"
	@echo "make test     set up, check the code and run every test but the long ones"
	@echo "make test-fast  what one runs before each commit, in less than a minute: rules, records, match, one case of every variant, public API"
	@echo "make coverage   measure that tests reach every line and branch of core, match and the rules of every game"
	@echo "make game     a new game that runs at once, to be changed    (NAME=blind-mice)"
	@echo "make test-game  the tests of one game    (NAME=blind-mice)"
	@echo "make check    ruff, mypy, pyright, import-linter, the page's scripts, the docs, the project's conventions"
	@echo "make count    how large the code is, and how far one change or one submission walks in it"
	@echo "make docs     rewrite the generated parts of docs/"
	@echo "make format   tidy all Python"
	@echo "make nightly  the long tests"
	@echo "make release  whether this commit can be released: clean, tested by day and by night, with a changelog"
	@echo "make bench    the figures"
	@echo "make clean    remove what was made; make play or make test bring it back"

setup-play:
	@$(PYTHON) tools/setup.py play

setup-test:
	@$(PYTHON) tools/setup.py test

setup-nightly: setup-test
	@$(PYTHON) tools/setup.py nightly

play: setup-play
	@$(BIN)/deathmatch serve --port $(PORT) --open

test: setup-test
	@$(BIN)/python -m tools.suite -n $(JOBS) --dist worksteal -m "not nightly"
	@$(BIN)/python -m tools.release --passed test

test-fast: setup-test
	@$(BIN)/pytest -q -n 2 --dist worksteal --every-variant -m "not nightly and not options" $(FAST)

coverage: setup-test
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q --every-variant -m "not nightly" $(FAST) $(REACH)
	@$(BIN)/coverage report

nightly: setup-nightly check coverage
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m nightly
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not nightly" --compiled $(COMPILED)
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not nightly" --store postgres tests/server tests/leaks tests/hooks tests/fuzz
	@$(BIN)/python -m tools.release --passed nightly

release: setup-test
	@$(BIN)/python -m tools.release

check: setup-test
	@$(BIN)/python -m tools.check

count: setup-test
	@$(BIN)/python -m tools.count
	@$(BIN)/python -m bench submission

docs: setup-test
	@$(BIN)/python -m tools.check --write

game: setup-test
	@$(BIN)/python -m tools.new_game "$(NAME)"
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python -m tools.check --write

test-game: setup-test
	@$(BIN)/pytest -q --every-variant -m "not nightly" --game "$(NAME)" tests/conformance tests/rules tests/records tests/leaks tests/games/$(subst -,_,$(NAME))

format: setup-test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix-only --quiet .

bench: setup-test
	@$(BIN)/python -m bench

clean:
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks .coverage .coverage.* build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
