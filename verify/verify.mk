# SPDX-License-Identifier: MIT
# The evidence: proofs, fuzzing, static checks, coverage, mutation. Each part is a folder and writes
# its table in docs/verification.md.

include $(wildcard verify/*/*.mk)
