# The routines of the project. `make run` and `make test` work on a fresh Debian or Ubuntu machine that
# has Rust: they install what is missing, say so, and are quick the second time.

CARGO ?= cargo
LEVELS ?= ../shared/levels

.PHONY: run dist test test-web test-full mutants lint format bench papers signature tables packs packs-check pictures setup setup-tests

# What every answer stands on, and needs no C++: tested with assertions and overflow checks, which release leaves out.
# Everything below these crates is built once for both; crates above them would bring engines along a second time.
CHECKED := core languages search model tables conformance corridor flow sokoban taquin tetravex unblock
CHECKS := $(foreach crate,$(CHECKED),--config profile.release.package.ingenio-$(crate).debug-assertions=true --config profile.release.package.ingenio-$(crate).overflow-checks=true)

run: setup ## build the program and serve it at a local address, with an embedded database and the shipped packs
	@CARGO="$(CARGO)" scripts/run

test: setup setup-tests ## every test, with the profile of `make run`; ten seconds of fuzzing for every parser
	$(CARGO) test --release $(CHECKS) $(CHECKED:%=-p ingenio-%)
	BOLERO_RANDOM_TEST_TIME_MS=10000 $(CARGO) test --release --workspace $(CHECKED:%=--exclude ingenio-%)
	npm --prefix web-tests test

test-web: setup setup-tests ## the web platform in Chromium: played by mouse, keys, fingers and names; audited, weighed
	$(CARGO) build --release
	npm --prefix web-tests test

test-full: setup setup-tests ## the same with assertions on, then long fuzzing, a Slurm that is killed twenty times, workers and servers that are killed
	$(CARGO) test --workspace
	INGENIO_SLURM_KILLS=3000,20 INGENIO_SLURM_LONG=1 $(CARGO) test --release -p ingenio-cli --test slurm -- --nocapture on_a_real_slurm
	$(CARGO) build --release --workspace --bin ingenio --bin bench
	target/release/bench worker-kills 5000 30
	target/release/bench web-queue 2000 200 20 50
	target/release/bench web-servers 1000 180 20 50
	BOLERO_RANDOM_TEST_TIME_MS=60000 $(CARGO) test --workspace --test fuzz

SEED ?= 1
SAMPLE ?= 300
SHARD ?= 1/1
mutants: setup ## do the tests bite? mistakes in core, search, play and the referees, a sample by SEED; SHARD=2/6 is a sixth of it
	@command -v cargo-mutants >/dev/null || $(CARGO) install --locked cargo-mutants
	scripts/mutants run --seed $(SEED) --sample $(SAMPLE) --shard $(SHARD)

lint: setup ## format, clippy without a warning, spelling
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --workspace --all-targets --all-features -- -D warnings
	$(CARGO) clippy --release -p ingenio-cli --no-default-features -- -D warnings
	@scripts/check-wasm
	@scripts/check-typos

format:
	$(CARGO) fmt --all

bench: setup ## engine speed; level sets are looked for in $(LEVELS)
	$(CARGO) build --release --workspace --bin bench
	target/release/bench signature
	@test -d $(LEVELS) || { echo "bench: no level sets in $(LEVELS); name their folder with LEVELS=..."; exit 1; }
	target/release/bench idastar $(LEVELS)/taquin/korf100_15.txt
	target/release/bench astar $(LEVELS)/taquin/korf100_15.txt 8
	target/release/bench sokoban $(LEVELS)/sokoban/seed-like-150.xsb portfolio 10 each=no
	target/release/bench sokoban $(LEVELS)/sokoban/seed-like-150.xsb push-optimal 10 pushes 1 $(LEVELS)/sokoban/seed-like-150.best.csv each=no

papers: setup ## the experiments of the papers that this grew from, and docs/papers.md; under half an hour
	$(CARGO) build --release
	for campaign in taquin unblock unblock-chance unblock-model2-chance tetravex tetravex-chance flow flow-chance sokoban-2s sokoban-chance; do \
	    target/release/ingenio lab run bench/papers/$$campaign.toml -o target/papers/$$campaign || exit 1; \
	done
	scripts/paper-results

dist: setup ## an archive and a Debian package of the program, in target/dist
	@CARGO="$(CARGO)" scripts/dist

signature: setup ## one node count; a commit that changes it says so
	@$(CARGO) run --quiet --release -p ingenio-bench -- signature

tables: ## bring the generated parts of the documents up to date
	@# A list of sentences at odds with the tables ends every build: it is left out of the one that writes it anew.
	@$(CARGO) build --quiet --release -p ingenio-languages || rm -f languages/sentences.txt
	UPDATE=1 $(CARGO) test --release --workspace --test documents --test lessons
	UPDATE=1 $(CARGO) test --release --workspace --bin bench

packs: ## make the shipped packs anew by their recipes; some ten minutes on one core
	$(CARGO) build --release
	target/release/ingenio pack make packs/recipes/*.toml -o packs --threads 2

packs-check: ## prove anew all that the shipped packs say
	$(CARGO) build --release
	target/release/ingenio pack check $$(ls packs/*.toml | grep -v solutions)

pictures: ## draw the pictures of the documents anew
	$(CARGO) build --release
	@scripts/pictures

setup:
	@scripts/setup

setup-tests:
	@scripts/setup-tests
