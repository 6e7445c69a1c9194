// SPDX-License-Identifier: MIT
// oct9's checks beside OctoMap's and FCL's, on the same placements in the same run.
//   checks_host IMAGE BT            times all in turn, and checks every answer
//   checks_host IMAGE BT count      one pass of each in the same order, to be counted by callgrind
#include "bench/checks.hpp"

#include <cstdio>

int main(int argc, char **argv)
{
    World world;
    if (argc < 3 || !load(world, argv[1], argv[2], box_count)) {
        std::fprintf(stderr, "checks_host: cannot load the maps\n");
        return 1;
    }
    const std::vector<Check> checks = all_checks(world);
    print_memory(world);
    return run(checks, argc == 4);
}
