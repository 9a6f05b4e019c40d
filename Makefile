# hsync's everyday commands; `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup run build release test swift-test browser-test pictures lint format check bench faults attack fuzz sanitize samples install uninstall man completions deb clean

PREFIX ?= /usr/local
SECONDS ?= 30
# A program starts faster without a table of exported symbols and a search path of its own, with packed relocations, and with the C++ runtime in it.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -L -Xswiftc .build/static -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
PYTHON ?= python3
# More options of the tests' build. With others a build begins anew, so that they are for machines that build once.
BUILD_FLAGS ?=

help: ## Show these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## Install the Debian packages that are missing
	@scripts/setup

run: .build/programs ## Try it: scan the samples, log four meals, sync them to a backend of its own, show the pages
	@HSYNC_BIN=.build/debug scripts/demo

# The programs as `make build` makes them, without the tests: a debug build is ready in half the time of a release build, and `make test` goes on from it.
# The file marks that they are built of the present sources, so that a second `make run` needn't ask SwiftPM, which takes seconds to find nothing to do.
.build/programs: Package.swift $(shell find Sources -type f) | setup
	@HSYNC_TARGETS=programs swift build
	@touch $@

build: setup ## Debug build
	@swift build

release: setup ## Release build: programs that need no Swift runtime
	@mkdir -p .build/static && ln -sf "$$(gcc -print-file-name=libstdc++.a)" .build/static/
	@HSYNC_TARGETS=programs swift build $(RELEASE)

test: swift-test ## Build and run all tests; those in a browser where one can be installed
	@scripts/browser-tests --if-possible

swift-test: setup ## Build and run the tests in Swift
	@scripts/setup --tests
	@scripts/setup --assistants || true # without it, the tests by the official client are skipped
	@swift build --build-tests $(BUILD_FLAGS)
	@scripts/swift-tests $(BUILD_FLAGS)

browser-test: setup ## Build and test the pages in a browser (PYTEST="-k offline" for some)
	@swift build $(BUILD_FLAGS)
	@scripts/browser-tests $(PYTEST)

lint: ## Check the formatting
	@swift format lint --strict -r Sources Tests Benchmarks/ScanRate Benchmarks/FoodRate Fuzz Package.swift

format: ## Format the sources
	@swift format -i -r Sources Tests Benchmarks/ScanRate Benchmarks/FoodRate Fuzz Package.swift

check: lint test ## What CI checks: formatting, then build with warnings as errors, then tests

bench: release ## Measure against zbarimg, zxing-cpp, python, bare SQLite and healthkit-to-sqlite
	@swift build $(RELEASE) --product scan-rate
	@swift build $(RELEASE) --product food-rate
	@Benchmarks/run

faults: release ## Break sync in every way of docs/faults.md, a line each (up to 30 minutes)
	@scripts/setup --tests
	@swift build --build-tests
	@Tests/Faults/run

attack: setup ## Attack client, server and readers in every way of docs/attacks.md, a line each
	@scripts/setup --tests
	@swift build --build-tests
	@Tests/Hostile/run

fuzz: release ## Fuzz all readers of foreign bytes, 30 seconds each (SECONDS=30 FUZZERS="jpeg scan")
	@Fuzz/run $(SECONDS) $(FUZZERS)
	@[[ -n "$(FUZZERS)" ]] || Fuzz/heads $(SECONDS)

sanitize: setup ## Run the tests of scanning under the address and the thread sanitizer
	@scripts/sanitize

pictures: release ## Make the pictures of pages in docs/images anew
	@scripts/setup --browser
	@scripts/companion-pictures --docs

samples: .venv/ready ## Make the sample photos and health exports anew
	@.venv/bin/python samples/make.py
	@$(PYTHON) samples/health/make.py

.venv/ready: samples/requirements.txt
	@$(PYTHON) -m venv .venv
	@.venv/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

install: release ## Install programs, completions, manual pages and docs into PREFIX (/usr/local)
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install
	@echo "installed hsync, hsync-web and hsync-backend in $(DESTDIR)$(PREFIX)"

uninstall: ## Remove exactly what install put there
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" scripts/install --remove

man: release ## Make the manual pages, in .build/man
	@scripts/manual .build/man

completions: release ## Make the completions for bash, zsh and fish, in .build/completions
	@install -d .build/completions
	@for shell in bash zsh fish; do \
	  .build/release/hsync completions $$shell >.build/completions/hsync.$$shell; \
	  for program in hsync-web hsync-backend; do \
	    .build/release/$$program --generate-completion-script $$shell >.build/completions/$$program.$$shell; done; done

deb: release ## Make the Debian packages, in dist/
	@scripts/setup --packages
	@scripts/package

clean: ## Remove everything that was built
	@rm -rf .build .build-* .venv .venv-browser .venv-assistants .venv-home Benchmarks/.cache dist
