/* SPDX-License-Identifier: MIT */
/* The subcommands. argv[0] of each is its name, and each returns the exit status. */
#ifndef OCT9_TOOLS_COMMANDS_H
#define OCT9_TOOLS_COMMANDS_H

int cmd_bake(int argc, char **argv);
int cmd_map(int argc, char **argv);
int cmd_scene(int argc, char **argv);
int cmd_material(int argc, char **argv);
int cmd_road(int argc, char **argv);
int cmd_world(int argc, char **argv);
int cmd_plan(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_link(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_leaves(int argc, char **argv);
int cmd_walk(int argc, char **argv);
int cmd_cast(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_box(int argc, char **argv);
int cmd_clearance(int argc, char **argv);
int cmd_route(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_serve(int argc, char **argv);

#endif
