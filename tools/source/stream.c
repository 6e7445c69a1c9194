/* SPDX-License-Identifier: MIT */
/* A file, as a whole or as a stream. */
#include "tools/source/stream.h"
#include "tools/progress.h"

bool stream_bytes(const source_t *source, bytes_t *bytes, const char *path)
{
    return source->take ? bytes_map(bytes, path) : bytes_read(bytes, path);
}

void stream_passed(lines_t *lines)
{
    if (lines_forget(lines))
        progress_show("reading", (size_t)(lines->at - lines->begin),
                      (size_t)(lines->end - lines->begin));
}
