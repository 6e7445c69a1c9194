/* SPDX-License-Identifier: MIT */
/* An image as a C array. */
#ifndef OCT9_TOOLS_CARRAY_H
#define OCT9_TOOLS_CARRAY_H

#include <stddef.h>
#include <stdio.h>

/* Writes a C file that defines oct9_KIND_STEM and oct9_KIND_STEM_size, STEM after the name of
 * `path` without folders and ending, '_' for what no identifier may hold. */
void carray_write(FILE *file, const char *path, const char *kind, const unsigned char *bytes,
                  size_t size);

#endif
