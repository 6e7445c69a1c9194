/* SPDX-License-Identifier: MIT */
/* oct9 world diff and oct9 world patch: what changes a map in flash. */
#include "tools/cmd/world_patch.h"
#include "tools/cmd/arguments.h"
#include "tools/fail.h"
#include "tools/format/bytes.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"
#include "tools/format/world_file.h"
#include "tools/patch/apply.h"
#include "tools/patch/diff.h"
#include "tools/patch/like.h"
#include "tools/patch/world_diff.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help_diff[] =
    "usage: oct9 world diff NEW [--from OLD] -o OUT.o9p\n"
    "       oct9 world diff NEW.o9w [--from OLD.o9w] -o DIR\n\n"
    "Writes the patch that makes NEW from OLD, for oct9/patch.h: of a map image, or of another\n"
    "file of oct9. A map image is laid out like OLD, so that the patch is short: what it makes\n"
    "is the same map in other bytes, which oct9 world patch writes. Of a world it writes\n"
    "X_Y_Z.o9p for each tile that is new or has changed, table.o9p for the header with the\n"
    "table, and world.o9w, which has the bytes that robots have then: the next OLD.\n"
    "  --from OLD          what the robots have; without it the patch begins from nothing\n"
    "  -o, --output OUT    the patch, or the folder of a world's patches\n";

static const char help_patch[] =
    "usage: oct9 world patch PATCH [--from OLD] -o OUT\n\n"
    "Applies a patch as a robot does.\n"
    "  --from OLD          what it begins from, unless that is nothing\n"
    "  -o, --output OUT    what it makes\n";

/* Reads a version; NULL: none. */
static bool read_version(bytes_t *bytes, version_t *version, const char *path)
{
    bytes->data = NULL;
    version->bytes = NULL;
    version->size = 0;
    if (!path)
        return true;
    if (!bytes_read(bytes, path))
        return false;
    version->bytes = (const unsigned char *)bytes->data;
    version->size = bytes->size;
    return true;
}

static bool write_diff(const version_t *old, const version_t *fresh, const char *path,
                       const char *out)
{
    unsigned char *patch;
    size_t size;
    if (!fresh->bytes)
        return fail(path, "is empty");
    if (version_is_same(old, fresh))
        return fail(path, "is the version that it begins from: nothing to patch");
    if (!diff_make(old, fresh, &patch, &size))
        return fail(out, "out of memory");
    printf("patch   %zu bytes\nmakes   %zu bytes, crc %02x%02x%02x%02x\n", size, fresh->size,
           (unsigned)fresh->bytes[7], (unsigned)fresh->bytes[6], (unsigned)fresh->bytes[5],
           (unsigned)fresh->bytes[4]);
    const bool good = map_file_write(out, patch, size);
    free(patch);
    return good;
}

static bool diff_versions(const version_t *old, const version_t *fresh, const char *path,
                          const char *out)
{
    unsigned char *bytes;
    version_t like;
    if (!like_lay_out(old, fresh, &bytes, &like.size))
        return write_diff(old, fresh, path, out);
    like.bytes = bytes;
    const bool good = write_diff(old, &like, path, out);
    free(bytes);
    return good;
}

static bool diff_files(const char *path, const char *from, const char *out)
{
    static const char wrong[] = "is no file that can be patched: bytes 4..7 are not the CRC of "
                                "those behind them";
    bytes_t old_bytes, bytes;
    version_t old, fresh;
    if (!output_check(out, path) || !output_check(out, from))
        return false;
    bool good = read_version(&bytes, &fresh, path);
    good = read_version(&old_bytes, &old, from) && good;
    if (good && !version_is_good(&fresh))
        good = fail(path, "%s", wrong);
    if (good && from && !version_is_good(&old))
        good = fail(from, "%s", wrong);
    good = good && diff_versions(&old, &fresh, path, out);
    bytes_free(&bytes);
    bytes_free(&old_bytes);
    return good;
}

int cmd_world_diff(int argc, char **argv)
{
    argument_t options[] = { { "output", true, NULL }, { "from", true, NULL }, { 0 } };
    const char *word;
    const int status = arguments_parse_words(argc, argv, help_diff, options, &word, 1,
                                             "a map or a world is needed");
    if (status >= 0)
        return status;
    const char *const out = options[0].value, *const from = options[1].value;
    if (!out)
        return usage(argv[0], "an output is needed: -o OUT");
    const bool good = world_file_is(word) ? world_diff(word, from, out)
                                          : diff_files(word, from, out);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}

static bool patch_file(const char *path, const char *from, const char *out)
{
    bytes_t old_bytes, bytes;
    version_t old, patch;
    unsigned char *made;
    size_t size;
    if (!output_check(out, path) || !output_check(out, from))
        return false;
    bool good = read_version(&bytes, &patch, path);
    good = read_version(&old_bytes, &old, from) && good;
    if (good && from && !version_is_good(&old))
        good = fail(from, "is no file that can be patched");
    if (good) {
        const oct9_status_t status = apply_patch(&old, &patch, &made, &size);
        good = status == OCT9_OK || fail(path, "%s", oct9_status_text(status));
    }
    if (good) {
        good = map_file_write(out, made, size);
        free(made);
    }
    bytes_free(&bytes);
    bytes_free(&old_bytes);
    return good;
}

int cmd_world_patch(int argc, char **argv)
{
    argument_t options[] = { { "output", true, NULL }, { "from", true, NULL }, { 0 } };
    const char *word;
    const int status = arguments_parse_words(argc, argv, help_patch, options, &word, 1,
                                             "a patch is needed");
    if (status >= 0)
        return status;
    if (!options[0].value)
        return usage(argv[0], "an output is needed: -o OUT");
    return patch_file(word, options[1].value, options[0].value) ? STATUS_GOOD : STATUS_BAD_DATA;
}
