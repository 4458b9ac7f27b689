# Every target sets up what it needs in .venv; a fresh machine needs Python 3.10 or newer and make, nothing else.
# With a C compiler at hand the hot modules are compiled; without one everything works, only slower.

PYTHON ?= python3
BIN = .venv/bin
PACKAGE = .venv/.package
TOOLS = .venv/.tools
PEERS = .venv/.peers
DATA = $(or $(NCLEANER_DATA),../shared/data)

DECLARED = $(shell find src/ncleaner -name "*.pxd")
COMPILED = $(DECLARED) $(wildcard $(DECLARED:.pxd=.py))
EXAMPLES = $(sort $(wildcard examples/*.html)) $(sort $(wildcard examples/*.txt))

.PHONY: help run test models paper bench results accuracy lint docs clean

help:
	@echo 'make run      clean the example pages and show the result'
	@echo 'make test     run the tests on the compiled modules, then on the same modules interpreted'
	@echo 'make models   train the models that come with ncleaner, from the sets in NCLEANER_DATA'
	@echo 'make paper    repeat the experiments of the papers and write their tables and figures to docs/'
	@echo 'make bench    measure speed and memory against other parsers'
	@echo 'make results  measure accuracy against other tools and write the table in README.md'
	@echo 'make accuracy measure what the scores and options of the default engine are worth, and write docs/accuracy.md'
	@echo 'make lint     ruff and mypy'
	@echo 'make docs     write the reference of the Python interface to build/docs'
	@echo 'make clean    remove everything that was made'

run: $(PACKAGE)
	@bold=; plain=; if [ -t 1 ]; then bold=$$(printf '\033[1m'); plain=$$(printf '\033[0m'); fi; \
	for page in $(EXAMPLES); do \
	    case $$page in *.txt) kind=--text ;; *) kind= ;; esac; \
	    printf '\n%s── %s ──%s\n\n' "$$bold" "$$page" "$$plain"; \
	    $(BIN)/ncleaner $$kind "$$page" || exit 1; \
	done

# What does not depend on the backend, as tests with the mark "once" say, is tested once.
test: $(TOOLS)
	@if [ "$$($(BIN)/python -c 'from ncleaner import backend; print(backend.name())')" = compiled ]; then \
	    echo 'Testing the compiled modules.'; \
	    NCLEANER_EXPECT_BACKEND=compiled $(BIN)/python -m pytest -q || exit; \
	    echo 'Testing the interpreted modules.'; \
	    NCLEANER_PURE=1 NCLEANER_EXPECT_BACKEND=pure $(BIN)/python -m pytest -q -m 'not once'; \
	else \
	    echo 'No compiled modules here, only the interpreted ones will be tested. To see why:'; \
	    echo '    NCLEANER_REQUIRE_COMPILED=1 $(BIN)/python -m pip install --editable .'; \
	    NCLEANER_PURE=1 NCLEANER_EXPECT_BACKEND=pure $(BIN)/python -m pytest -q; \
	fi

models: $(TOOLS)
	$(BIN)/python -m ncleaner.train.shipped $(DATA)

paper: $(TOOLS)
	$(BIN)/python -m paper $(DATA)

bench: $(TOOLS) $(PEERS)
	$(BIN)/python -m benchmarks

results: $(PEERS)
	$(BIN)/python -m benchmarks.results --workers $$(getconf _NPROCESSORS_ONLN)

accuracy: $(TOOLS) $(PEERS)
	$(BIN)/python -m benchmarks.accuracy $(DATA)

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(TOOLS)
	$(BIN)/pdoc --no-search --output-directory build/docs ncleaner

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks paper -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -exec rm {} +
	find src -name '*.pyd' -exec rm {} +

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	    { echo 'ncleaner needs Python 3.10 or newer as $(PYTHON); name another one with: make PYTHON=python3.12 …'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo '$(PYTHON) has no venv module; on Debian and Ubuntu: apt install python3-venv'; exit 1; }
	@echo 'Setting up .venv'
	@$(PYTHON) -m venv --clear .venv

# pip sees to the compiled modules too.
$(PACKAGE): pyproject.toml setup.py $(COMPILED) | $(BIN)/pip
	@echo 'Installing ncleaner into .venv'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# The package is there already, so that this installs only the tools that its extra asks for.
$(TOOLS): pyproject.toml $(PACKAGE)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'ncleaner[dev]'
	@touch $@

# The other tools to measure against. Before version 24, pip stumbles over what they ask of lxml.
$(PEERS): pyproject.toml $(PACKAGE)
	@echo 'Installing the other tools into .venv'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=24'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'ncleaner[evaluate,peers]'
	@touch $@
