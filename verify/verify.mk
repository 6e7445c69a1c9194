# SPDX-License-Identifier: MIT
# The evidence: proofs, fuzzing, static checks, coverage, mutation. Each part is a folder of its own
# and writes its table in docs/verification.md.

include $(wildcard verify/*/*.mk)
