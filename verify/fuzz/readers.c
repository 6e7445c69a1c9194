/* SPDX-License-Identifier: MIT */
/* Target: the host program's readers, of a file whose first byte says which one reads the rest.
 * Liboctomap is called as the program calls it, behind the checks that are meant to guard it.
 *
 * A file is one of memory, by its name under /proc; a flight is a folder of four, which bytes of
 * value 28 (the file separator) divide. */
#define _GNU_SOURCE

#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/source/flight.h"
#include "tools/source/scans.h"
#include "tools/source/source.h"
#include "verify/fuzz/fuzz.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SEPARATOR 28

static unsigned long errors;

/* In place of tools/fail.c: the text is made, as its arguments may be bad, and not printed. */
static void make_text(const char *file, const char *cause, va_list values)
{
    char text[512];
    vsnprintf(text, sizeof text, cause, values);
    FUZZ_CHECK(*file && *text);
}

bool fail(const char *file, const char *cause, ...)
{
    va_list values;
    va_start(values, cause);
    make_text(file, cause, values);
    va_end(values);
    errors++;
    return false;
}

void warn(const char *file, const char *cause, ...)
{
    va_list values;
    va_start(values, cause);
    make_text(file, cause, values);
    va_end(values);
}

/* Nothing is printed. */
bool printed(void)
{
    return true;
}

/* --- files ---------------------------------------------------------------------------------- */

static void write_all(int file, const uint8_t *data, size_t size)
{
    while (size != 0) {
        const ssize_t written = write(file, data, size);
        if (written <= 0)
            abort();
        data += written;
        size -= (size_t)written;
    }
}

static int memory_file(const uint8_t *data, size_t size, char path[64])
{
    const int file = memfd_create("fuzz", 0);
    if (file < 0)
        abort();
    write_all(file, data, size);
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

/* --- what a reader promises ------------------------------------------------------------------ */

static void check_source(const source_t *source)
{
    for (size_t i = 0; i < source->count && source->kind == SOURCE_LEAVES; i++)
        for (unsigned a = 0; a < 3; a++) {
            const source_leaf_t *leaf = &source->leaves[i];
            FUZZ_CHECK(leaf->size >= 1 && leaf->size <= SOURCE_CELLS &&
                       leaf->lo[a] >= -SOURCE_CELLS / 2 &&
                       leaf->lo[a] <= SOURCE_CELLS / 2 - leaf->size);
        }
    for (size_t i = 0; i < source->count && source->kind != SOURCE_LEAVES; i++)
        for (unsigned a = 0; a < 3; a++)
            FUZZ_CHECK(fabs(source->points[i].at[a]) <= SOURCE_FARTHEST_M);
    FUZZ_CHECK(source->kind != SOURCE_TRIANGLES || source->count % 3u == 0);
}

static void read_source(bool (*reader)(source_t *, const char *), const char *path)
{
    const unsigned long before = errors;
    source_t source;
    memset(&source, 0, sizeof source);
    const bool good = reader(&source, path);
    FUZZ_CHECK(good == (errors == before));
    if (good)
        check_source(&source);
    source_free(&source);
}

static void read_scans(bool (*reader)(scans_t *, const char *), const char *path)
{
    const unsigned long before = errors;
    scans_t scans;
    memset(&scans, 0, sizeof scans);
    const bool good = reader(&scans, path);
    FUZZ_CHECK(good == (errors == before));
    size_t points = 0;
    for (size_t i = 0; good && i < scans.scan_count; i++) {
        FUZZ_CHECK(scans.scans[i].first == points && scans_good(&scans.scans[i].from));
        points += scans.scans[i].count;
    }
    FUZZ_CHECK(!good || points == scans.point_count);
    for (size_t i = 0; good && i < points; i++)
        FUZZ_CHECK(scans_good(&scans.points[i]));
    scans_free(&scans);
}

static void read_map(const char *path)
{
    map_file_t file;
    if (map_file_open(&file, path))
        map_file_close(&file);
}

/* --- a flight ------------------------------------------------------------------------------- */

static char folder[] = "/tmp/oct9-fuzz-XXXXXX";

static const char *const names[] = { "state_Crazyflie_group00.csv", "state_Crazyflie_group01.csv",
                                     "state_ToF.csv", "state_Vicon.csv" };
enum { FILES = sizeof names / sizeof *names };

static void path_of(unsigned file, char path[128])
{
    snprintf(path, 128, "%s/%s", folder, names[file]);
}

static void remove_folder(void)
{
    char path[128];
    for (unsigned i = 0; i < FILES; i++) {
        path_of(i, path);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

static void make_folder(void)
{
    static bool made;
    if (!made && (!mkdtemp(folder) || atexit(remove_folder) != 0))
        abort();
    made = true;
}

static void write_flight(const uint8_t *data, size_t size)
{
    char path[128];
    for (unsigned i = 0; i < FILES; i++) {
        const uint8_t *end = size ? memchr(data, SEPARATOR, size) : NULL;
        const size_t length = end ? (size_t)(end - data) : size;
        path_of(i, path);
        FILE *file = fopen(path, "wb");
        if (!file || (length && fwrite(data, 1, length, file) != length) || fclose(file) != 0)
            abort();
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
}

static void read_flight(const uint8_t *data, size_t size)
{
    const unsigned long before = errors;
    flight_t flight;
    make_folder();
    write_flight(data, size);
    const bool good = flight_read(&flight, folder);
    FUZZ_CHECK(good == (errors == before));
    for (size_t i = 0; good && i < flight.count; i++) {
        const flight_frame_t *frame = &flight.frames[i];
        FUZZ_CHECK(oct9_pose_check(&frame->rotation) == OCT9_OK);
        for (unsigned zone = 0; zone < FLIGHT_ZONES; zone++)
            FUZZ_CHECK(frame->zone[zone] <= FLIGHT_NO_TARGET);
    }
    flight_free(&flight);
}

/* --- the target ------------------------------------------------------------------------------ */

/* These two are letters; the others are counted modulo 8. */
enum { FLIGHT = 7, STL = 'S', OBJ = 'O' };

static void read_file(unsigned kind, const uint8_t *data, size_t size)
{
    char path[64];
    const int file = memory_file(data, size, path);
    switch (kind) {
    case STL: read_source(source_read_stl, path); break;
    case OBJ: read_source(source_read_obj, path); break;
    case 0: read_source(source_read_pcd, path); break;
    case 1: read_source(source_read_ply, path); break;
    case 2: read_source(source_read_xyz, path); break;
    case 3: read_source(source_read_octomap, path); break;
    case 4: read_scans(scans_read_text, path); break;
    case 5: read_scans(scans_read_graph, path); break;
    default: read_map(path); break;
    }
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const unsigned kind = *data == STL || *data == OBJ ? *data : *data % 8u;
    if (kind == FLIGHT)
        read_flight(data + 1, size - 1);
    else
        read_file(kind, data + 1, size - 1);
    return 0;
}
