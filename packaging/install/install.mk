# SPDX-License-Identifier: MIT
# make install: the host program, the library, its headers and what pkg-config reads.

PREFIX ?= /usr/local
TOOL_PACKAGES := gcc g++ libc6-dev pkg-config binutils \
	liboctomap-dev libcairo2-dev fonts-dejavu-core liblzf-dev

# 0.9.0 of its three numbers.
VERSION = $(shell sed -n 's/^.define OCT9_VERSION_[A-Z]* \([0-9]*\)$$/\1/p' \
	include/oct9/version.h | paste -sd.)

.PHONY: tool install
tool: ## build: build the host program, build/oct9, and the library
	@scripts/setup $(TOOL_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) $(OCT9)

install: tool ## build: install the host program, the library and its headers: PREFIX=, DESTDIR=
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin lib/pkgconfig include/oct9/detail)
	install -m 755 $(OCT9) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(HOST_CORE) $(DESTDIR)$(PREFIX)/lib
	install -m 644 include/oct9.h $(DESTDIR)$(PREFIX)/include
	install -m 644 $(wildcard include/oct9/*.h) $(DESTDIR)$(PREFIX)/include/oct9
	install -m 644 $(wildcard include/oct9/detail/*.h) $(DESTDIR)$(PREFIX)/include/oct9/detail
	sed -e 's|@up@|../..|' -e 's|@libdir@|lib|' -e 's|@includedir@|include|' \
		-e 's|@version@|$(VERSION)|' packaging/install/oct9.pc.in \
		>$(DESTDIR)$(PREFIX)/lib/pkgconfig/oct9.pc
