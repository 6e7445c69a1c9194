# SPDX-License-Identifier: MIT
# Proofs by Frama-C: WP over the layers that trust/prove/files lists, Eva over what reads bytes that
# are not trusted. What is proved is recorded in trust/prove/recorded: `make prove` fails if it is less.

PROVE := $(BUILD)/prove
PROVE_SECONDS := 10
PACKAGES_PROVE := frama-c-base why3 z3 cvc4 gcc libc6-dev python3-minimal

.PHONY: prove prove-record
prove: ## prove the core free of run-time errors (Frama-C); writes docs/trust.md
	@scripts/setup $(PACKAGES_PROVE)
	@mkdir -p $(PROVE)
	@why3 config detect >$(PROVE)/why3.log 2>&1
	@tests/run "trust/prove/report $(PROVE) $(PROVE_SECONDS)" "trust/prove/eva/run $(PROVE)"
	@scripts/insert prove $(PROVE)/prove.md docs/trust.md
	@scripts/insert eva $(PROVE)/eva.md docs/trust.md

prove-record: ## take what was proved last as the least to be proved
	@cp $(PROVE)/recorded trust/prove/recorded
