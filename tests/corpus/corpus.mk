# SPDX-License-Identifier: MIT
# Files in the manner of other programs, baked cell by cell as another reader reads them.

CORPUS_RUNS := "tests/corpus/test_made $(BUILD)/oct9" "tests/corpus/test_table $(BUILD)/oct9"
