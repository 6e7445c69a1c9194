/* SPDX-License-Identifier: MIT */
/* The folder of a world. */
#define _XOPEN_SOURCE 700

#include "tools/world/folder.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIX = 7 }; /* of an unfinished file: a dot and six characters, see output.c */

bool folder_find(folder_path_t *folder, const char *path)
{
    struct stat there;
    memset(folder, 0, sizeof *folder);
    char *real = realpath(path, NULL);
    if (!real)
        return fail(path, "cannot be opened: %s", strerror(errno));
    snprintf(folder->text, PATH_MAX, "%s", real);
    free(real);
    return (stat(folder->text, &there) == 0 && S_ISDIR(there.st_mode)) ||
           fail(path, "is no folder");
}

bool folder_make(folder_path_t *folder, const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return fail(path, "cannot be made: %s", strerror(errno));
    return folder_find(folder, path);
}

folder_path_t folder_file(const folder_path_t *folder, const char *name)
{
    folder_path_t path;
    snprintf(path.text, sizeof path.text, "%.4096s/%.4000s", folder->text, name);
    return path;
}

folder_path_t folder_tile(const folder_path_t *folder, tile_t tile, const char *ending)
{
    folder_path_t path;
    snprintf(path.text, sizeof path.text, "%.4096s/%d_%d_%d%s", folder->text, tile.at[0],
             tile.at[1], tile.at[2], ending);
    return path;
}

bool folder_has(const folder_path_t *path)
{
    struct stat there;
    return stat(path->text, &there) == 0;
}

bool folder_tile_name(tile_t *tile, const char **ending, const char *name)
{
    char text[32];
    int at[3], length = 0;
    if (sscanf(name, "%6d_%6d_%6d%n", &at[0], &at[1], &at[2], &length) != 3 || length == 0)
        return false;
    for (unsigned a = 0; a < 3; a++) {
        if (at[a] < INT16_MIN || at[a] > INT16_MAX)
            return false;
        tile->at[a] = (int16_t)at[a];
    }
    snprintf(text, sizeof text, "%d_%d_%d", at[0], at[1], at[2]);
    *ending = name + length;
    return strlen(text) == (size_t)length && strncmp(text, name, (size_t)length) == 0 &&
         **ending == '.';
}

bool folder_remove(const folder_path_t *folder)
{
    DIR *files = opendir(folder->text);
    for (struct dirent *file; files && (file = readdir(files)) != NULL;) {
        const folder_path_t path = folder_file(folder, file->d_name);
        if (file->d_name[0] != '.')
            unlink(path.text);
    }
    if (files)
        closedir(files);
    return rmdir(folder->text) == 0 || errno == ENOENT ||
           fail(folder->text, "cannot be removed: %s", strerror(errno));
}

static int compare(const void *a, const void *b)
{
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

static bool is_among(const tiles_t *tiles, tile_t tile)
{
    const uint64_t key = tile_key(tile);
    return tiles->count != 0 &&
           bsearch(&key, tiles->keys, tiles->count, sizeof key, compare) != NULL;
}

/* Whether a text is `whole`, or that and an unfinished file's suffix. */
static bool is_unfinished(const char *text, const char *whole)
{
    const size_t length = strlen(whole);
    return strncmp(text, whole, length) == 0 && text[length] == '.' &&
           strlen(text + length) == SUFFIX;
}

static bool is_to_go(const char *name, const tiles_t *tiles)
{
    tile_t tile;
    const char *ending;
    if (is_unfinished(name, FOLDER_PLAN) || is_unfinished(name, FOLDER_MANIFEST))
        return true;
    if (!folder_tile_name(&tile, &ending, name))
        return false;
    if (is_unfinished(ending, ".o9") || is_unfinished(ending, ".txt"))
        return true;
    return (strcmp(ending, ".o9") == 0 || strcmp(ending, ".txt") == 0) && !is_among(tiles, tile);
}

bool folder_clean(const folder_path_t *folder, const tiles_t *tiles)
{
    bool good = true;
    DIR *files = opendir(folder->text);
    if (!files)
        return fail(folder->text, "cannot be read: %s", strerror(errno));
    for (struct dirent *file; good && (file = readdir(files)) != NULL;)
        if (is_to_go(file->d_name, tiles)) {
            const folder_path_t path = folder_file(folder, file->d_name);
            if (unlink(path.text) != 0 && errno != ENOENT)
                good = fail(path.text, "cannot be removed: %s", strerror(errno));
        }
    closedir(files);
    return good;
}

const char *folder_stray(const folder_path_t *folder, const tiles_t *tiles)
{
    static char name[64];
    bool found = false;
    DIR *files = opendir(folder->text);
    for (struct dirent *file; files && !found && (file = readdir(files)) != NULL;) {
        tile_t tile;
        const char *ending;
        found = folder_tile_name(&tile, &ending, file->d_name) && strcmp(ending, ".o9") == 0 &&
                !is_among(tiles, tile);
        if (found)
            snprintf(name, sizeof name, "%.63s", file->d_name);
    }
    if (files)
        closedir(files);
    return found ? name : NULL;
}
