/* SPDX-License-Identifier: MIT */
/* The folder of a world, and the names of the files in it:
 *
 *   plan.txt      what is to be baked of what (plan.h)
 *   X_Y_Z.o9      a tile's image
 *   X_Y_Z.txt     what it was made from (bake.h); also of a tile of which nothing is known
 *   parts         what sources have in each tile (spread.h)
 *   world.txt     the manifest (manifest.h) */
#ifndef OCT9_TOOLS_WORLD_FOLDER_H
#define OCT9_TOOLS_WORLD_FOLDER_H

#include "tools/fail.h"
#include "tools/world/tiles.h"

#define FOLDER_PLAN "plan.txt"
#define FOLDER_MANIFEST "world.txt"
#define FOLDER_PARTS "parts"
#define FOLDER_UNFINISHED ".new" /* behind the name of a folder that is not yet whole */

/* A path with room for the longest. */
typedef struct {
    char text[8192];
} folder_path_t;

/* Makes the folder unless it is there; sets *folder to its absolute path. False: an error was
 * printed. */
bool folder_make(folder_path_t *folder, const char *path);

/* The same for a folder that must be there. */
bool folder_find(folder_path_t *folder, const char *path);

/* A file's path; that of a tile's, whose name ends with `ending`. */
folder_path_t folder_file(const folder_path_t *folder, const char *name);
folder_path_t folder_tile(const folder_path_t *folder, tile_t tile, const char *ending);

bool folder_has(const folder_path_t *path);

/* Whether a name is X_Y_Z and then a dot: *ending is that dot. */
bool folder_tile_name(tile_t *tile, const char **ending, const char *name);

/* Removes a folder and the files in it; it need not be there. False: an error was printed. */
bool folder_remove(const folder_path_t *folder);

/* Removes what runs that were killed left unfinished, and the files of tiles that are not among
 * these, which are sorted. False: an error was printed. */
bool folder_clean(const folder_path_t *folder, const tiles_t *tiles);

/* NULL, or the name of a tile's image that is not among these; kept until the next call. */
const char *folder_stray(const folder_path_t *folder, const tiles_t *tiles);

#endif
