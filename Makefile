# Redline is built, run and tested from here. `make` alone lists the targets.
#
# Each target installs what it misses (build/install.sh) and stops with one
# sentence where it can't. One set of Go flags is used everywhere, because a
# different one compiles everything again.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

RELEASE := $(patsubst v%,%,$(or $(shell git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null),0.1.0))
export VERSION := $(RELEASE)$(addprefix +,$(shell git rev-parse --short HEAD 2>/dev/null))
LDFLAGS := -s -w -X redline/app/cli.version=$(VERSION)
DIR ?=

# The window is the only part that needs a C compiler and the system's web view.
ifeq ($(shell uname -s),Darwin)
  WINDOW_TAGS := desktop,production
  DISPLAY_THERE := yes
  WINDOW_ENV := CGO_ENABLED=1 CGO_LDFLAGS="-framework UniformTypeIdentifiers"
else
  WINDOW_TAGS := desktop,production,webkit2_41
  DISPLAY_THERE := $(or $(WAYLAND_DISPLAY),$(DISPLAY))
  WINDOW_ENV := CGO_ENABLED=1
endif
export CGO_ENABLED := 0

# The browser tests drive the program that was built, in whatever Chromium is there.
E2E = cd frontend && REDLINE_PROGRAM=$(CURDIR)/build/bin/redline \
	REDLINE_CHROMIUM="$${REDLINE_CHROMIUM:-$$(../build/install.sh browser)}" npm run --silent e2e

.PHONY: help run test check verify build desktop package bench pictures clean \
	tools frontend program test-tools test-go test-frontend test-browser test-window

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# With no display there is nothing to open a window on, and no need to build one.
run: build $(if $(DISPLAY_THERE),desktop) ## Build Redline and open it (DIR=folder opens that folder)
ifneq ($(DISPLAY_THERE),)
	@echo "Opening Redline."
	@exec build/bin/redline $(if $(DIR),"$(DIR)")
else
	@echo "There is no display here, so Redline opens in a browser: follow the address below. Ctrl C ends it."
	@exec build/bin/redline serve $(if $(DIR),"$(DIR)")
endif

test: test-tools test-go test-frontend test-browser test-window ## Run every test, the real window under Xvfb included
	@echo "Every test passed."

check: tools frontend ## Check format, vet, lint, types and unit tests (under two minutes when warm)
	@build/install.sh window
	@echo "Checking format, vet, staticcheck and go.mod."
	@out=$$(find . -name '*.go' -not -path './frontend/*' -exec gofmt -l {} +); [[ -z $$out ]] || { echo "Not formatted by gofmt: $$out"; exit 1; }
	@go vet ./...
	@go vet -tags verify ./...
	@$(WINDOW_ENV) go vet -tags $(WINDOW_TAGS),window ./app/window/...
	@go tool staticcheck ./...
	@go tool staticcheck -tags verify ./...
	@go mod tidy -diff
	@go test ./...
	@$(MAKE) test-frontend

verify: tools frontend ## Run the slow tests that hold the exports and searches against other programs
	@build/install.sh test verify
	@go test -tags verify -timeout 30m ./...

build: program ## Build build/bin/redline: every command, in pure Go
desktop: tools frontend ## Build build/bin/redline-desktop: the window
	@build/install.sh window
	@echo "Building build/bin/redline-desktop (a first build takes minutes)."
	@$(WINDOW_ENV) go build -tags $(WINDOW_TAGS) -ldflags "$(LDFLAGS)" -o build/bin/redline-desktop .

package: build desktop ## Make the .deb in dist/
	@build/install.sh package
	@build/linux/package.sh

bench: program desktop ## Run the benchmarks and print their figures
	@go test -run '^$$' -bench . -benchmem ./...
	@build/install.sh test
	@build/test-window.sh -run '^$$' -bench . -benchtime 10x

pictures: program ## Take the README's pictures from the real program
	@build/install.sh test
	@export REDLINE_PICTURES=1; $(E2E) -- pictures

clean: ## Remove what was built, fetched packages of the front end included
	@rm -rf build/bin build/tools dist test-artifacts frontend/node_modules frontend/test-results frontend/playwright-report frontend/coverage
	@find frontend/dist -mindepth 1 ! -name .gitkeep -delete
	@echo "Removed what was built. Go's own cache is untouched; go clean -cache empties it."

tools:
	@build/install.sh tools

program: tools frontend
	@echo "Building build/bin/redline."
	@go build -ldflags "$(LDFLAGS)" -o build/bin/redline .

# All at once, so that what is missing is fetched in one go.
test-tools: tools frontend
	@build/install.sh window test

test-go: tools frontend
	@build/install.sh test
	@echo "Running the Go tests."
	@go test ./...

test-frontend: tools frontend
ifneq ($(wildcard frontend/package.json),)
	@echo "Checking and testing the front end."
	@cd frontend && npm run --silent check && npm test --silent
endif

test-browser: program
	@build/install.sh test
ifneq ($(wildcard frontend/package.json),)
	@echo "Running the browser tests."
	@$(E2E)
endif

test-window: program desktop
	@build/install.sh test
	@build/test-window.sh

# The front end is built again only when one of its files changed.
FRONTEND_FILES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path 'frontend/dist*' -not -path 'frontend/e2e/*' -not -path '*/test-results/*')

ifneq ($(wildcard frontend/package.json),)
frontend: tools frontend/dist/index.html
else
frontend: tools
endif

frontend/node_modules/.package-lock.json: frontend/package-lock.json
	@echo "Installing the front end's packages with npm ci."
	@cd frontend && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

frontend/dist/index.html: frontend/node_modules/.package-lock.json $(FRONTEND_FILES)
	@echo "Building the front end."
	@cd frontend && npm run --silent build -- --logLevel warn
	@touch $@
