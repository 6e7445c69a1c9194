# SPDX-License-Identifier: MIT
# The evidence: proofs, fuzzing, static checks, coverage, mutation. Each part is a folder of its own
# and writes its table in docs/trust.md.

include $(wildcard trust/*/*.mk)
