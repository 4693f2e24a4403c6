# `make prove` decides every claim, `make test` runs the tests. Both set up what they need, once.

PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
AUDIT_READY := $(VENV)/audit/ready
BENCH_READY := $(VENV)/ready-to-bench
SITE_READY := $(VENV)/ready-for-the-site
NOTEBOOK_READY := $(VENV)/ready-for-notebooks
LOCKS := requirements.lock requirements-upstream.lock
READY := $(VENV)/ready
LINT_READY := $(VENV)/ready-to-lint
PYODIDE := build/pyodide/package
PYODIDE_VERSION := 314.0.7
PYODIDE_SHA256 := 66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
INSTALL_TO_AUDIT := $(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check

# The many interpreters that tests start read what the first of them compiled.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: prove test test-long test-upstream test-audit audit-public reproductions patches upstream-mutants upstream-mutants-cpp test-browser site test-site lint findings notebooks sessions exported reference hypotheses obligations theorems certify certify-generated certify-obligations counts hostile texts programs mutants sizes sweeps bench test-cluster clean

prove: $(READY)
	$(BIN)/layout-verif prove --theorems build/decisions
	$(BIN)/layout-verif upstream report

# Verdicts and theorems of `make prove` and of the last run are reused if nothing that they depend on has changed.
# To decide everything again, delete build/decisions.
test: $(NOTEBOOK_READY) $(LINT_READY)
	$(BIN)/python -m pytest --kept-decisions

# `make test` runs one item of each kind of mutant, false conclusion and search; this target runs the other
# items, and tries the properties of the algebra on ten times as many examples.
test-long: $(NOTEBOOK_READY) $(LINT_READY)
	$(BIN)/python -m pytest -m long
	$(BIN)/python -m pytest --hypothesis-profile=long tests/spec tests/questions

# A quarter of an hour: a million hostile inputs of commands. `make test` tries two thousand.
hostile: $(READY)
	$(BIN)/python -W ignore -m tests.hostile.running 1000000

# Ten minutes: a million mutated texts of compilers. Each must be read, or refused in one line. `make test` tries
# three thousand. Others, or fewer: `make texts COUNT=40000 SEED=7`.
texts: $(READY)
	$(BIN)/python -W ignore -m tests.spec.reading.mutating $(or $(COUNT),1000000) $(or $(SEED),1)

# A million random programs, compiled and compared with CPython: some hours of one core. `make test` compares
# four thousand. Others, or fewer: `make programs COUNT=40000 SEED=7`.
programs: $(READY)
	$(BIN)/python -W ignore -m tests.language.running $(or $(COUNT),1000000) $(or $(SEED),1)

# Tests must notice every small change of trusted or proved code: reports/mutants.md. It takes hours, and may be
# interrupted. A random sample takes a minute: `make mutants SAMPLE=40 SEED=1`.
mutants: $(READY)
	$(BIN)/python -W ignore -m tests.mutants.running $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# Some ten minutes: the suite for all sizes, measured and compared: reports/sizes.md. Run it after
# the suite or a rule has changed.
sizes: $(READY)
	$(BIN)/python -W ignore -m tests.sizes.running

# Not in `make test`: it fetches the implementations, once, and needs g++. What is missing fails.
test-upstream: $(READY)
	$(BIN)/python -m pytest --dist=loadfile tests/upstream/real/*.py

# Not in `make test`: it installs Triton, CuTe DSL, JAX and libtpu (3 GB), compiles kernels without a GPU,
# audits what they wrote, and compares the compilers' own answers. What is missing fails.
test-audit: $(AUDIT_READY)
	REQUIRE_COMPILERS=1 $(VENV)/audit/bin/python -m pytest -n0 tests/audit

# Some minutes: kernels of public packages, compiled and audited: reports/audit-public.json and .md.
# Some of them: `make audit-public KERNELS="softmax matmul"`. Where the compilers are installed already, run the
# module instead: `python -m benchmarks.public.running --help`.
audit-public: $(AUDIT_READY)
	$(VENV)/audit/bin/python -m benchmarks.public.running $(KERNELS)

# Some minutes: run the reproduction of every C++ finding in a shell, as a user would paste it.
reproductions: $(READY)
	$(BIN)/python -m pytest -m "long or not long" tests/upstream/real/reproductions.py

# A quarter of an hour: check the patches on the whole box of compositions, prove claims about the patched code,
# and write the tables of upstream-patches/. It needs `patch`.
patches: $(READY)
	$(BIN)/python -m tests.patches.running

# Some ten minutes: make random small changes of pycute, and run `upstream check` on each:
# reports/upstream-mutants.md. All 524: `make upstream-mutants SAMPLE=524`.
upstream-mutants: $(READY)
	$(BIN)/python -W ignore -m tests.oracle.running $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# The same for the headers of CuTe, with calls that g++ compiles: an hour.
# All 828: `make upstream-mutants-cpp SAMPLE=828`. It needs g++.
upstream-mutants-cpp: $(READY)
	$(BIN)/python -W ignore -m tests.oracle.running_cpp $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# Not in `make test`: it needs Debian's chromium. pytest takes its file by name only.
test-browser: $(READY) $(PYODIDE)
	$(BIN)/python -m pytest -n0 tests/browser/in_chromium.py tests/browser/of_the_calculator.py

# Python compiled for browsers, from npm. The site's calculator runs in it.
$(PYODIDE):
	mkdir -p build/pyodide
	cd build/pyodide && npm pack --silent pyodide@$(PYODIDE_VERSION)
	echo "$(PYODIDE_SHA256)  build/pyodide/pyodide-$(PYODIDE_VERSION).tgz" | sha256sum --check --quiet
	tar -xzf build/pyodide/pyodide-$(PYODIDE_VERSION).tgz -C build/pyodide

# Five minutes: decide all claims, and build the site from reports, documents and docstrings: build/site/.
site: $(SITE_READY) $(PYODIDE)
	$(BIN)/layout-verif prove --fresh --out build/reports
	$(BIN)/python -m website.building build/reports $(PYODIDE) build/site

# Some minutes: build/site/ in Debian's chromium, page by page.
test-site: site
	$(BIN)/python -m pytest -n0 tests/browser/of_the_site.py

# Run it after a refuted claim or an upstream deviation has changed; a test compares.
findings: $(READY)
	$(BIN)/python -m verif.pages.findings

# Run both notebooks and store their output. Run it after a notebook has changed; a test compares.
notebooks: $(NOTEBOOK_READY)
	$(BIN)/python -m tests.notebooks.running

# Run the console sessions of README.md and docs/, and write the output of their commands; tests compare.
sessions: $(READY)
	$(BIN)/python -m tests.sessions

# Which functions of `spec` each claim is about, and which claims prove the post-conditions in docstrings:
# reports/exported.md and promises.md, and the share of promises in README.md. And the types of the exported
# functions, for editors and type checkers: spec/__init__.pyi. Tests compare.
exported: $(READY)
	$(BIN)/python -m verif.pages.stub
	$(BIN)/python -m verif.pages.exported
	$(BIN)/python -m verif.pages.promises

# The reference of operations, of kernel files and of the JSON of commands; tests compare.
reference: $(READY)
	$(BIN)/layout-verif operations > docs/reference/operations.md
	$(BIN)/python -m verif.movement.reference
	$(BIN)/python -m verif.cli.schema

# Some minutes: drop every hypothesis in turn and search for a counterexample, reports/hypotheses.md. Run it after claims have changed.
hypotheses: $(READY)
	$(BIN)/python -m verif.pages.hypotheses

# Some minutes: write every obligation as a file, and run Z3 on the files alone.
obligations: $(READY)
	$(BIN)/python benchmarks/obligations.py

# The printed files of certify/, and the tables of docs/explanation/certify.md. Run it after a text of spec, of the theory or of a claim has changed.
theorems: $(READY)
	$(BIN)/python -m verif.certify.printing
	$(BIN)/python -m verif.certify.document

# A minute or two: check that the theorems of certify/ are about the code that runs, and that Rocq accepts them. It needs
# Debian's coq.
certify: $(READY)
	$(BIN)/python -m verif.certify.run

# Contracts and lemmas of the theory, and claims, as theorems of Rocq, printed from the prover's record:
# reports/generated.json. It needs Debian's coq. Files that have not changed are not compiled again.
certify-generated: $(READY)
	$(BIN)/python -m verif.certify.generated

# Every integer obligation as a theorem of Rocq: reports/certified.json. It needs Debian's coq, and
# a quarter of an hour. Some of them, drawn: `make certify-obligations SAMPLE=300 SEED=1`.
certify-obligations: $(READY)
	$(BIN)/python -m verif.certify.obligations $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# How many compositions are accepted, here and upstream: reports/acceptance.json. Needs g++.
counts: $(READY)
	$(BIN)/python benchmarks/acceptance.py

lint: $(LINT_READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright --pythonpath $(BIN)/python

# Two minutes: a sweep on a cluster of two workers, one of which is killed in the middle.
test-cluster: $(BENCH_READY)
	$(BIN)/python -m pytest -n0 tests/sweeps/on_a_cluster.py

# Half an hour of one core: four claims on all arguments up to a size: reports/sweeps. If interrupted, the
# same command continues.
sweeps: $(READY)
	$(BIN)/layout-verif sweep P1 --max-size 15 --json reports/sweeps/P1.json
	$(BIN)/layout-verif sweep K2 --max-size 8 --json reports/sweeps/K2.json
	$(BIN)/layout-verif sweep D6 --max-size 10 --json reports/sweeps/D6.json
	$(BIN)/layout-verif sweep X1 --max-size 19 --json reports/sweeps/X1.json

# Measure this project and its peers in turns: reports/benchmarks.json and .md, growth.svg. Under ten minutes on an
# idle machine. Some groups only: `make bench GROUPS="operation injective"`; only the plots: GROUPS=growth. The group `audit` needs
# the compilers that `make test-audit` installs.
bench: $(BENCH_READY)
	$(BIN)/python -m benchmarks.ratios $(GROUPS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis reports/prove.json reports/index.html reports/site reports/upstream.html
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is the last to be made: a set-up that was interrupted runs again.
$(READY): $(LOCKS) pyproject.toml spec/version.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -r requirements.lock
	$(INSTALL) --no-deps -r requirements-upstream.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(AUDIT_READY): $(LOCKS) requirements-audit.lock pyproject.toml spec/version.py
	$(PYTHON) -m venv $(VENV)/audit
	$(INSTALL_TO_AUDIT) -r requirements.lock
	$(INSTALL_TO_AUDIT) --no-deps -r requirements-audit.lock
	$(INSTALL_TO_AUDIT) --no-deps --no-build-isolation --editable .
	@touch $@

$(BENCH_READY): $(READY) requirements-bench.lock benchmarks/touchstone/requirements.lock
	$(INSTALL) --no-deps -r requirements-bench.lock
	$(BIN)/python -m venv $(VENV)/touchstone
	$(VENV)/touchstone/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r benchmarks/touchstone/requirements.lock
	@touch $@

$(NOTEBOOK_READY): $(READY) requirements-notebook.lock
	$(INSTALL) --no-deps -r requirements-notebook.lock
	@touch $@

$(SITE_READY): $(NOTEBOOK_READY) requirements-site.lock
	$(INSTALL) --no-deps -r requirements-site.lock
	@touch $@

$(LINT_READY): $(READY) requirements-dev.lock
	$(INSTALL) -r requirements-dev.lock
	@touch $@
