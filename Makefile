# Every command sets up .venv first when it is missing or older than the lock.
PYTHON ?= $(firstword $(foreach name,python3.13 python3.12 python3.11 python3 python,\
  $(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
BIN := .venv/bin
LAB_ARGS ?=
ROOT_FLAG := $(if $(filter 0,$(shell id -u)),--allow-root)
READY := .venv/.ready

.PHONY: help lab test check exercises notebooks environment lock lint bench clean
help:  ## list the commands
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 14

lab: $(READY)  ## open the course in JupyterLab
	$(BIN)/python -m jupyter lab --ServerApp.ip=127.0.0.1 $(ROOT_FLAG) --LabApp.news_url=None \
	  --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate \
	  --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb $(LAB_ARGS)

test: $(READY) lint  ## check everything
	$(BIN)/python tests/browser/get_chromium.py
	$(BIN)/python -m pytest tests notebooks solutions --nbval --nbval-cell-timeout=60 \
	  -n 2 --dist loadfile -ra

check: $(READY)  ## check the exercises as they stand
	$(BIN)/python -m helpers check

exercises: $(READY)  ## make exercises/ from solutions/
	$(BIN)/python -m helpers.course.exercises

notebooks: $(READY)  ## run lessons and solutions and save their outputs
	$(BIN)/python -m helpers.course.saving

environment: $(READY)  ## make environment.yml from pyproject.toml and the lock
	$(BIN)/python -m helpers.course.environment

lock: $(READY)  ## pin every dependency anew
	$(BIN)/python -m helpers.course.lock

lint: $(READY)  ## check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)  ## measure speed, as ratios
	$(BIN)/python -m pytest tests/benchmarks --benchmarks

clean:  ## remove .venv and caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp written last: a set-up that broke off half-way is begun again.
$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found: install one, or run make PYTHON=/path/to/python."; exit 1; }
	@echo "Setting up .venv with $(PYTHON): about a minute, most of it PyTorch."
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -r requirements.lock
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps -e .
	@touch $@
