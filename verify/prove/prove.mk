# SPDX-License-Identifier: MIT
# Proofs by Frama-C: WP over the layers that verify/prove/files lists, Eva over the code that reads
# untrusted bytes.
#
#   make prove                    WP: no goal of a run-time error may be open; and Eva. Writes
#                                 docs/verification.md

PROVE := $(BUILD)/prove
# A goal of a run-time error closes within 10 seconds, or 30 beside other work.
PROVE_SECONDS := 30
PACKAGES_PROVE := frama-c-base why3 z3 cvc4 gcc libc6-dev python3-minimal

.PHONY: prove prove-setup
prove-setup:
	@scripts/setup $(PACKAGES_PROVE)
	@mkdir -p $(PROVE)
	@why3 config detect >$(PROVE)/why3.log 2>&1

prove: prove-setup ## verify: prove the core free of run-time errors (Frama-C)
	@tests/run "verify/prove/report $(PROVE) $(PROVE_SECONDS)" "verify/prove/eva/run $(PROVE)"
	@scripts/insert prove $(PROVE)/prove.md docs/verification.md
	@scripts/insert eva $(PROVE)/eva.md docs/verification.md
