/* SPDX-License-Identifier: MIT */
/* A file is read as a whole; or, if a source's `take` gets what is in it, as a stream that needs no
 * memory for what is behind. */
#ifndef OCT9_TOOLS_SOURCE_STREAM_H
#define OCT9_TOOLS_SOURCE_STREAM_H

#include "tools/format/lines.h"
#include "tools/source/source.h"

/* Reads the file, or maps it. False: an error was printed. */
bool stream_bytes(const source_t *source, bytes_t *bytes, const char *path);

/* A point or face was read, and all before it is not needed any more. */
void stream_passed(lines_t *lines);

#endif
