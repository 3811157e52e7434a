# Every command first sets up .venv, where it is missing or made from another lock.
# Written for GNU make 3.81, the one that macOS has, and any POSIX shell.

VENV_PYTHON := .venv/bin/python
# 3.11 first: the Python that the saved outputs come from. `make lab PYTHON=python3.13` takes another.
PYTHONS = $(or $(PYTHON),python3.11 python3.12 python3.13 python3.14 python3 python)
NEW_ENOUGH := import sys, venv; sys.exit(sys.version_info < (3, 11))
# JupyterLab refuses to run as root, as whom one is in most containers, unless told.
ALLOW_ROOT = $(shell test "$$(id -u)" = 0 && echo --allow-root)

.PHONY: help lab test check exercises notebooks environment lock lint bench clean venv

help:  ## say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

lab: venv  ## open the course in JupyterLab (LAB_ARGS=--no-browser and the like are passed on)
	@# Saved pictures show only in a trusted notebook, and who starts the course is about to run it.
	@$(VENV_PYTHON) -m jupyter trust notebooks/*.ipynb > /dev/null
	@echo "Starting JupyterLab. Ctrl-C, twice, ends it."
	@$(VENV_PYTHON) -m jupyterlab --ServerApp.ip=127.0.0.1 --ServerApp.root_dir="$(CURDIR)" \
	    --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
	    --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb $(ALLOW_ROOT) $(LAB_ARGS)

test: venv  ## check everything: style, types, code, lessons, solutions, and the course in a browser
	@$(VENV_PYTHON) tests/browser/get_chromium.py
	@$(VENV_PYTHON) tests/nbgrader/get_nbgrader.py
	@$(MAKE) --no-print-directory lint
	@echo "== tests, lessons, solutions"
	@$(VENV_PYTHON) -m pytest tests notebooks solutions --nbval --nbval-current-env \
	    --nbval-cell-timeout=60 -p helpers.course.warm_kernels -n 2 --dist loadfile $(TEST_ARGS)

check: venv  ## check your exercises as they stand
	@$(VENV_PYTHON) -m helpers check

exercises: venv  ## make exercises/ from solutions/
	@$(VENV_PYTHON) -m helpers.course.exercises

notebooks: venv  ## run lessons and solutions and save their outputs
	@$(VENV_PYTHON) -m helpers.course.saving

lock: venv  ## pin what pyproject.toml asks for (UPGRADE=--upgrade: at the newest versions)
	@$(VENV_PYTHON) -m helpers.course.lock $(UPGRADE)

environment: venv  ## make environment.yml from pyproject.toml and the lock
	@$(VENV_PYTHON) -m helpers.course.environment

lint: venv  ## check style, format and types
	@echo "== style"
	@$(VENV_PYTHON) -m ruff check .
	@$(VENV_PYTHON) -m ruff format --check .
	@echo "== types (20 s the first time)"
	@$(VENV_PYTHON) -m mypy

bench: venv  ## measure speed, as ratios
	@$(VENV_PYTHON) tests/browser/get_chromium.py
	-@$(VENV_PYTHON) tests/benchmarks/get_others.py
	@$(VENV_PYTHON) tests/benchmarks/run.py

clean:  ## remove .venv and what the tools leave behind; your answers and progress stay
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache build dist *.egg-info test-results
	find . -name __pycache__ -prune -exec rm -rf {} +

# Found by running each, since a name on PATH may be a stub that only says how to install it.
venv:
	@for name in $(PYTHONS); do \
	    if "$$name" -c '$(NEW_ENOUGH)' >/dev/null 2>&1; then exec "$$name" -m helpers.course.venv; fi; \
	done; \
	echo "No Python 3.11 or newer here (tried $(PYTHONS)). Install one, or name it: PYTHON=/path/to/python3 make ..." >&2; \
	exit 1
