/* SPDX-License-Identifier: MIT */
/* oct9 world diff and oct9 world patch. */
#ifndef OCT9_TOOLS_WORLD_PATCH_H
#define OCT9_TOOLS_WORLD_PATCH_H

int cmd_world_diff(int argc, char **argv);
int cmd_world_patch(int argc, char **argv);

#endif
