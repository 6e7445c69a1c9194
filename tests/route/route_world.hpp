/* SPDX-License-Identifier: MIT */
/* Random rooms with walls, doors and clutter: as a tree, as an image, and in two layers. What
 * blocks in them is a list of blocks, and a question to each cell. */
#ifndef OCT9_TEST_ROUTE_WORLD_HPP
#define OCT9_TEST_ROUTE_WORLD_HPP

#include "tests/layered/layered_world.hpp"
#include "tests/sweep/shape_contact.hpp"

#include "oct9/route.h"

namespace oracle {

/* The cells from lo to hi, in the patch. */
struct Room {
    Cell lo = {}, hi = {};
};

inline void fill(Patch &patch, const Room &room, uint8_t state)
{
    for (int z = room.lo[2]; z <= room.hi[2]; z++)
        for (int y = room.lo[1]; y <= room.hi[1]; y++)
            for (int x = room.lo[0]; x <= room.hi[0]; x++)
                patch.cells[Patch::place({ x, y, z })] = state;
}

inline uint8_t any_solid(Random &random)
{
    return random.chance(70) ? uint8_t{ OCT9_OCCUPIED } : uint8_t{ OCT9_UNKNOWN };
}

/* A part of a room, of at most so many cells on each axis. */
inline Room part_of(Random &random, const Room &room, int most)
{
    Room part;
    for (size_t a = 0; a < 3; a++) {
        part.lo[a] = random.between(room.lo[a], room.hi[a]);
        part.hi[a] = std::min(room.hi[a], part.lo[a] + random.between(0, most - 1));
    }
    return part;
}

/* Across the room, with a door, or two, or none. */
inline void add_wall(Patch &patch, Random &random, const Room &room)
{
    const size_t axis = random.below(3);
    Room wall = room;
    wall.lo[axis] = random.between(room.lo[axis], room.hi[axis]);
    wall.hi[axis] = std::min(room.hi[axis], wall.lo[axis] + random.between(0, 1));
    fill(patch, wall, any_solid(random));
    for (int doors = random.chance(20) ? 0 : random.between(1, 2); doors > 0; doors--) {
        Room door = part_of(random, wall, 5);
        door.lo[axis] = wall.lo[axis];
        door.hi[axis] = wall.hi[axis];
        fill(patch, door, OCT9_FREE);
    }
}

inline Room random_room(Random &random)
{
    Room room;
    for (size_t a = 0; a < 3; a++) {
        const int size = random.chance(10) ? patch_edge : random.between(4, 13);
        room.lo[a] = random.chance(20) ? 0 : random.between(0, patch_edge - size);
        room.hi[a] = room.lo[a] + size - 1;
    }
    return room;
}

inline Cell random_corner(Random &random)
{
    Cell corner = {};
    for (int &c : corner)
        switch (random.below(6)) {
        case 0: c = 0; break;
        case 1: c = OCT9_CELLS - patch_edge; break;
        case 2: c = 8 * random.between(0, (OCT9_CELLS - patch_edge) / 8); break;
        default: c = random.between(0, OCT9_CELLS - patch_edge); break;
        }
    return corner;
}

class RouteWorld {
public:
    Patch patch;
    Room room;               /* in the patch */
    uint16_t bore = 0;       /* the radius of its one tunnel, 0 if it has none */
    std::vector<Cell> along; /* the tunnel's centres go through these cells */
    Triple end = {};         /* of the tunnel, beside the last of them */
    bool ghosts;             /* obstacles that a filter of bit 14 leaves out: no image */

    explicit RouteWorld(Random &random) : ghosts(random.chance(6))
    {
        static const uint8_t states[] = { OCT9_OCCUPIED, OCT9_OCCUPIED, OCT9_UNKNOWN, OCT9_UNKNOWN,
                                          OCT9_FREE };
        patch.origin = random_corner(random);
        patch.around = states[random.below(5)];
        std::fill(patch.cells.begin(), patch.cells.end(), patch.around);
        room = random_room(random);
        if (random.chance(15))
            dig_tunnel(random);
        else
            furnish(random);
        load(random);
    }
    RouteWorld(const RouteWorld &) = delete;
    RouteWorld &operator=(const RouteWorld &) = delete;

    /* What the judges know. The maps stay as they are. */
    void write(const Room &part, uint8_t state)
    {
        fill(patch, part, state);
        model_ = model_of(patch, { 0, 1, 2 });
    }

    bool ok() const { return ok_; }
    const Model &model() const { return model_; }
    const std::vector<oct9_map_t> &maps() const { return maps_; }
    size_t unlayered() const { return ghosts ? 1 : 2; } /* of the maps: these come first */

    bool blocks(const oct9_rules_t &rules, unsigned state) const
    {
        return state == OCT9_UNKNOWN ? rules.unknown == OCT9_BLOCKS
                                     : state == OCT9_OCCUPIED && rules.filter_value == 0;
    }
    bool outside_blocks(const oct9_rules_t &rules) const
    {
        return rules.outside == OCT9_OCCUPIED ||
               (rules.outside == OCT9_UNKNOWN && rules.unknown == OCT9_BLOCKS);
    }
    /* A cell of the cube. */
    bool blocked(const oct9_rules_t &rules, const Cell &cell) const
    {
        return in_cube(cell) && blocks(rules, patch.at(cell));
    }
    /* The leaves that block. */
    std::vector<Block> blocking(const oct9_rules_t &rules) const
    {
        std::vector<Block> found;
        for (const Node &node : model_.nodes())
            if (node.is_leaf() && blocks(rules, static_cast<unsigned>(model_.state(node))))
                found.push_back({ { node.low(0), node.low(1), node.low(2) },
                                  { node.high(0), node.high(1), node.high(2) } });
        return found;
    }

private:
    Model model_;
    std::unique_ptr<LoadedTree> tree_, upper_;
    std::unique_ptr<LoadedImage> image_, lower_;
    oct9_layered_t layered_;
    std::vector<oct9_map_t> maps_;
    bool ok_ = false;

    void furnish(Random &random)
    {
        fill(patch, room, OCT9_FREE);
        for (int walls = random.between(0, 3); walls > 0; walls--)
            add_wall(patch, random, room);
        for (int boxes = random.chance(50) ? random.between(0, 14) : 0; boxes > 0; boxes--)
            fill(patch, part_of(random, room, random.between(1, 4)),
                 random.chance(20) ? uint8_t{ OCT9_FREE } : any_solid(random));
    }

    /* So wide that a sphere meets no wall on that motion. */
    void dig(const Triple &from, const Triple &step)
    {
        Cell lo = {}, hi = {};
        for (size_t a = 0; a < 3; a++) {
            const int64_t low = std::min(from[a], from[a] + step[a]) - OCT9_LOW_Q6;
            const int64_t high = std::max(from[a], from[a] + step[a]) - OCT9_LOW_Q6;
            lo[a] = static_cast<int>((low - bore) >> 6) - 1;
            hi[a] = static_cast<int>((high + bore) >> 6) + 1;
        }
        for (int z = lo[2]; z <= hi[2]; z++)
            for (int y = lo[1]; y <= hi[1]; y++)
                for (int x = lo[0]; x <= hi[0]; x++)
                    if (sphere_contact({ from, step }, bore,
                                       { { CELL_LOW(x), CELL_LOW(y), CELL_LOW(z) },
                                         { CELL_LOW(x + 1), CELL_LOW(y + 1), CELL_LOW(z + 1) } }))
                        patch.cells[Patch::place({ x - patch.origin[0], y - patch.origin[1],
                                                   z - patch.origin[2] })] = OCT9_FREE;
    }

    static Triple middle_of(const Cell &cell)
    {
        return { CELL_LOW(cell[0]) + 32, CELL_LOW(cell[1]) + 32, CELL_LOW(cell[2]) + 32 };
    }

    /* In any of the 26 directions, and for some steps in the same. */
    void dig_tunnel(Random &random)
    {
        static const uint16_t bores[] = { 1, 20, 33, 50, 64, 80, 100 };
        bore = bores[random.below(7)];
        room = { { 4, 4, 4 }, { patch_edge - 5, patch_edge - 5, patch_edge - 5 } };
        patch.around = OCT9_OCCUPIED;
        std::fill(patch.cells.begin(), patch.cells.end(), patch.around);
        Cell cell = {}, step = {};
        for (size_t a = 0; a < 3; a++)
            cell[a] = patch.origin[a] + random.between(room.lo[a], room.hi[a]);
        along.push_back(cell);
        for (int tries = random.between(6, 40); tries > 0; tries--) {
            if (tries % 3 == 0 || along.size() == 1)
                step = { random.between(-1, 1), random.between(-1, 1), random.between(-1, 1) };
            const Cell to = { cell[0] + step[0], cell[1] + step[1], cell[2] + step[2] };
            bool inside = true;
            for (size_t a = 0; a < 3; a++)
                inside = inside && to[a] >= patch.origin[a] + room.lo[a] &&
                         to[a] <= patch.origin[a] + room.hi[a];
            if (!inside)
                continue;
            dig(middle_of(cell), { 64 * step[0], 64 * step[1], 64 * step[2] });
            along.push_back(cell = to);
        }
        /* Its end lies in one of the 5 x 5 x 5 cells around. */
        Triple off = {};
        for (size_t a = 0; a < 3; a++) {
            off[a] = random.chance(50) ? 0 : random.between(-160, 159);
            end[a] = middle_of(cell)[a] + off[a];
        }
        dig(middle_of(cell), off);
    }

    void load(Random &random)
    {
        const bool wide = ghosts || random.chance(30);
        const std::array<uint16_t, 3> plain = { 0, 1, 2 }, other = { 7, 3, 9 };
        model_ = model_of(patch, wide ? other : plain);
        if (wide)
            model_.thresholds = { 5, 8 };
        tree_ = std::make_unique<LoadedTree>(model_, random);
        ok_ = tree_->ok();
        maps_.push_back(tree_->map());
        if (ghosts)
            return;
        image_ = std::make_unique<LoadedImage>(model_of(patch, plain));
        ok_ = ok_ && image_->ok();
        maps_.push_back(image_->map());
        load_layers(random);
    }

    /* Each cell is known in one of the layers. */
    void load_layers(Random &random)
    {
        Patch up = patch, down = patch;
        up.around = OCT9_UNKNOWN;
        const unsigned share = random.chance(30) ? 0 : random.below(100);
        for (size_t i = 0; i < up.cells.size(); i++)
            if (random.chance(share))
                down.cells[i] = static_cast<uint8_t>(
                    up.cells[i] == OCT9_UNKNOWN ? uint32_t{ OCT9_UNKNOWN } : random.below(3));
            else
                up.cells[i] = OCT9_UNKNOWN;
        upper_ = std::make_unique<LoadedTree>(model_of(up, { 0, 1, 2 }), random);
        lower_ = std::make_unique<LoadedImage>(model_of(down, { 0, 1, 2 }));
        const oct9_map_t below = lower_->map();
        ok_ = ok_ && upper_->ok() && lower_->ok() &&
              oct9_layered_init(&layered_, upper_->map().tree, nullptr, &below, nullptr,
                                OCT9_LAYERED_UPPER_FIRST) == OCT9_OK;
        maps_.push_back(oct9_layered_map(&layered_));
    }
};

} // namespace oracle

#endif
