# SPDX-License-Identifier: MIT
# Files in the manner of other programs, and real ones: baked cell by cell as another
# reader reads them. The latter take Debian's packages, 90 MB, and minutes.

CORPUS_RUNS := "tests/corpus/test_made $(BUILD)/oct9" "tests/corpus/test_table $(BUILD)/oct9"

BY_ASSIMP := $(BUILD)/host/tests/by_assimp
$(BY_ASSIMP): tests/corpus/by_assimp.cpp tests/corpus/corpus.mk
	@mkdir -p $(@D)
	$(CXX) $(TOOLS_CXXFLAGS) -o $@ $< -lassimp

.PHONY: corpus corpus-run
corpus: setup ## verify: bake 234 meshes, clouds and maps of other makers as other readers read them
	@scripts/setup libassimp-dev
	@echo "building"
	@$(MAKE) --no-print-directory -j$(JOBS) corpus-run

corpus-run: $(BUILD)/oct9 $(BY_ASSIMP) $(MAPS)/geb079.bt
	@scripts/fetch-corpus $(BUILD)/corpus
	@tests/run "tests/corpus/test_real $(BUILD)/oct9 $(BY_ASSIMP) $(BUILD)/corpus $(MAPS)/geb079.bt"
