/* SPDX-License-Identifier: MIT */
/* oct9, the host program: makes map images and asks them. */
#include "oct9.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *purpose;
} commands[] = { { "bake", cmd_bake, "make a map image from an OctoMap, a mesh or points" },
                 { "map", cmd_map, "make one from what range sensors saw" },
                 { "scene", cmd_scene, "make a scene of a mesh: its triangles, in an octree" },
                 { "world", cmd_world, "make a world, which is larger than an image: of tiles" },
                 { "plan", cmd_plan, "print what fits a board, before it is flashed" },
                 { "export", cmd_export, "make an OctoMap of one" },
                 { "link", cmd_link, "make a linked image of one" },
                 { "material", cmd_material, "make a table of materials for its cells" },
                 { "road", cmd_road, "make a road map of it, for a sphere" },
                 { "info", cmd_info, "print what an image holds" },
                 { "leaves", cmd_leaves, "list its leaves" },
                 { "walk", cmd_walk, "list the leaves along segments" },
                 { "cast", cmd_cast, "print what segments hit" },
                 { "sweep", cmd_sweep, "print whether a sphere may go from here to there" },
                 { "box", cmd_box, "print whether a box may stand here" },
                 { "clearance", cmd_clearance, "print how far the nearest obstacle is" },
                 { "route", cmd_route, "find a route for a sphere from here to there" },
                 { "render", cmd_render, "draw it" },
                 { "serve", cmd_serve, "send its obstacles to an autopilot" } };
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void help(void)
{
    printf("usage: oct9 COMMAND ...\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].purpose);
    printf("\noct9 COMMAND --help explains it; oct9 --version prints the version.\n"
           "Exit status: 0 good, 1 bad data, 2 bad usage.\n");
}

/* What was printed counts only when it has got through. */
static int flushed(int status)
{
    return printed() ? status : STATUS_BAD_DATA;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "oct9: no command (oct9 --help lists them)\n");
        return STATUS_BAD_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        help();
        return flushed(STATUS_GOOD);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("oct9 " OCT9_VERSION "\n");
        return flushed(STATUS_GOOD);
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return flushed(commands[i].run(argc - 1, argv + 1));
    fail(argv[1], "no such command (oct9 --help lists them)");
    return STATUS_BAD_USAGE;
}
