# Every target sets up what it needs in .venv; a fresh machine needs Python 3.10 or newer and make, nothing else.
# With a C compiler the hot modules are compiled; without one everything works, only slower.

PYTHON ?= python3
BIN = .venv/bin
PACKAGE = .venv/.package
COMPILED = .venv/.compiled
TOOLS = .venv/.tools
UV = $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.10
PEERS = .venv/.peers
STUDIO = .venv/.studio
DOCS = .venv/.docs
LOCK = requirements/build.txt requirements/ci.txt
FUZZER = .venv/.fuzzer
MINUTES ?= 10
DATA = $(or $(NCLEANER_DATA),../shared/data)

DECLARED = $(shell find src/ncleaner -name "*.pxd")
HOT = $(DECLARED) $(wildcard $(DECLARED:.pxd=.py))
EXAMPLES = $(sort $(wildcard examples/*.html)) $(sort $(wildcard examples/*.txt))

# Continuous integration, or LOCKED=1, installs only files whose hashes are in requirements/.
LOCKED ?= $(filter true 1,$(CI))

.PHONY: help run studio test models paper bench results accuracy annotating sites markdown attack fuzz sanitize differential lint docs lock wheel clean

help:
	@echo 'make run      clean the example pages and show the result, then compile the hot modules'
	@echo 'make studio   open the example pages in the browser: see, annotate, train'
	@echo 'make test     run the tests on the compiled modules, then on the same modules interpreted'
	@echo 'make models   train the models that come with ncleaner, from the sets in NCLEANER_DATA'
	@echo 'make paper    repeat the experiments of the papers and write their tables and figures to docs/measurements'
	@echo 'make bench    measure speed and memory against other parsers'
	@echo 'make results  measure accuracy against other tools and write the table in docs/measurements/tools.md'
	@echo 'make accuracy measure what the scores and options of the default engine are worth, and write docs/measurements/accuracy.md'
	@echo 'make annotating  measure what annotated pages are worth, and write docs/measurements/annotating.md'
	@echo 'make sites    measure what other pages of a site are worth, and write docs/measurements/sites.md'
	@echo 'make markdown show the Markdown of ncleaner and other tools side by side, and write docs/measurements/markdown.md'
	@echo 'make attack   attack ncleaner from outside and write docs/measurements/security.md'
	@echo 'make fuzz     fuzz the modules, compiled with sanitizers, for MINUTES=10'
	@echo 'make sanitize run the tests of code that uses pointers on the modules compiled with sanitizers'
	@echo 'make differential  compare the text with that of a browser, word by word'
	@echo 'make lint     ruff, mypy, and pip-audit where its service can be reached'
	@echo 'make docs     build the documentation site into build/docs'
	@echo 'make wheel    build a wheel and its bill of materials (CycloneDX) into dist/, and try it in a clean environment'
	@echo 'make lock     choose the versions and hashes of what continuous integration installs anew'
	@echo 'make clean    remove everything that was made'

# The first pages need no compiled modules, so they do not wait for the compiler.
run: $(PACKAGE)
	@$(MAKE) --question --silent $(COMPILED) 2>/dev/null || export NCLEANER_PURE=1; \
	bold=; plain=; if [ -t 1 ]; then bold=$$(printf '\033[1m'); plain=$$(printf '\033[0m'); fi; \
	for page in $(EXAMPLES); do \
	    case $$page in *.txt) kind=--text ;; *) kind= ;; esac; \
	    printf '\n%s── %s ──%s\n\n' "$$bold" "$$page" "$$plain"; \
	    $(BIN)/ncleaner $$kind "$$page" || exit 1; \
	done
	@echo
	@$(MAKE) --silent $(COMPILED)
	@echo 'To clean a page of yours: $(BIN)/ncleaner page.html'

studio: $(STUDIO)
	@mkdir -p build && { test -d build/studio || cp -R examples build/studio; }
	$(BIN)/ncleaner studio build/studio

# What does not depend on the backend, as tests with the mark "once" say, is tested once.
test: $(TOOLS)
	@if [ "$$($(BIN)/python -c 'from ncleaner import backend; print(backend.name())')" = compiled ]; then \
	    echo 'Testing the compiled modules.'; \
	    NCLEANER_EXPECT_BACKEND=compiled $(BIN)/python -m pytest -q || exit; \
	    echo 'Testing the interpreted modules.'; \
	    NCLEANER_PURE=1 NCLEANER_EXPECT_BACKEND=pure $(BIN)/python -m pytest -q -m 'not once'; \
	else \
	    echo 'No compiled modules here, only the interpreted ones will be tested. To see why:'; \
	    echo '    NCLEANER_REQUIRE_COMPILED=1 $(BIN)/python setup.py build_ext --inplace'; \
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

annotating: $(TOOLS)
	$(BIN)/python -m benchmarks.annotating $(DATA)

sites: $(TOOLS)
	$(BIN)/python -m benchmarks.sites $(DATA)

markdown: $(TOOLS) $(PEERS)
	$(BIN)/python -m benchmarks.markdown $(DATA)

attack: $(TOOLS)
	$(BIN)/python -m attacks

fuzz: $(TOOLS) $(FUZZER)
	$(BIN)/python -m attacks.fuzz --minutes $(MINUTES)

sanitize: $(TOOLS) $(FUZZER)
	$(BIN)/python -m attacks.fuzz.sanitize

differential: $(TOOLS)
	$(BIN)/python -m attacks.differential

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python .ci/audit.py requirements/ci.txt

# The variable silences a note of the theme about the next version of MkDocs, which the theme does not allow.
docs: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo 'The site is in build/docs; open build/docs/index.html'

wheel: $(COMPILED)
	$(BIN)/python .ci/wheel.py dist

# uv chooses versions for all systems and for Python 3.10 and newer.
lock: $(BIN)/pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.5'
	$(BIN)/python .ci/requires.py | $(UV) -o requirements/build.txt -
	$(UV) -c requirements/build.txt --extra dev -o requirements/ci.txt pyproject.toml

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks paper attacks documentation -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -exec rm {} +
	find src -name '*.pyd' -exec rm {} +

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	    { echo 'ncleaner needs Python 3.10 or newer as $(PYTHON); name another one with: make PYTHON=python3.12 …'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo '$(PYTHON) has no venv module; on Debian and Ubuntu: apt install python3-venv'; exit 1; }
	@echo 'Setting up .venv'
	@$(PYTHON) -m venv --clear .venv

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Only links src/ into .venv; the compiler has its own step.
LINK = NCLEANER_SKIP_COMPILE=1 NCLEANER_REQUIRE_COMPILED= $(PIP) --no-build-isolation

ifeq ($(LOCKED),)

# What builds the package runs here only a few times, so pip need not compile it to bytecode.
$(PACKAGE): pyproject.toml | $(BIN)/pip
	@echo 'Installing ncleaner into .venv'
	@$(BIN)/python .ci/requires.py | $(PIP) --no-compile --requirement /dev/stdin
	@$(LINK) --editable .
	@touch $@

$(DOCS): pyproject.toml $(PACKAGE)
	@echo 'Installing what the documentation site needs into .venv'
	@$(PIP) 'ncleaner[docs]'
	@touch $@

# The package is there already, so that this installs only the tools that its extra asks for.
$(TOOLS): pyproject.toml $(COMPILED)
	@$(PIP) 'ncleaner[dev]'
	@touch $@

else

# Nothing is built in an environment that pip fills by itself, because it would not compare hashes there.
PINNED = $(PIP) --require-hashes
UNAVAILABLE = { echo 'A file that requirements/ pins cannot be installed; choose others with: make lock'; exit 1; }

$(TOOLS): $(LOCK) | $(BIN)/pip
	@echo 'Installing the tools that requirements/ pins into .venv'
	@$(PINNED) -r requirements/build.txt || $(UNAVAILABLE)
	@$(PINNED) --no-build-isolation -r requirements/ci.txt || $(UNAVAILABLE)
	@touch $@

$(PACKAGE): pyproject.toml $(TOOLS)
	@echo 'Installing ncleaner into .venv'
	@$(LINK) --no-deps --editable .
	@touch $@

$(DOCS): $(PACKAGE)
	@touch $@

lint: $(PACKAGE)
test models paper bench accuracy annotating sites markdown: $(COMPILED)

endif

# setup.py compiles only what changed, whatever make thinks.
$(COMPILED): setup.py $(HOT) $(PACKAGE)
	@echo 'Compiling the hot modules, about a minute the first time; pages are then cleaned over thirty times faster'
	@mkdir -p build
	@$(BIN)/python setup.py --quiet build_ext --inplace >build/compile.log 2>&1 || \
	    { tail -n 20 build/compile.log; exit 1; }
	@if grep '^ncleaner: ' build/compile.log; then \
	    echo 'Everything works, only slower; build/compile.log says why. On Debian and Ubuntu: apt install gcc libc6-dev; then: rm $@'; \
	fi
	@touch $@

# The other tools to measure against. Before version 24, pip stumbles over what they ask of lxml.
$(PEERS): pyproject.toml $(COMPILED)
	@echo 'Installing the other tools into .venv'
	@$(PIP) --upgrade 'pip>=24'
	@$(PIP) 'ncleaner[evaluate,peers]'
	@touch $@

$(STUDIO): pyproject.toml $(COMPILED)
	@echo 'Installing what the studio needs into .venv'
	@$(PIP) 'ncleaner[studio]'
	@touch $@

$(FUZZER): pyproject.toml $(COMPILED)
	@$(PIP) 'ncleaner[fuzz]' || \
	    { echo 'The fuzzer Atheris cannot be installed here; it needs Linux, and a Python that it has a wheel for.'; exit 1; }
	@touch $@
