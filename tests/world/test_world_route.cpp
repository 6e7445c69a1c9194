/* SPDX-License-Identifier: MIT */
/* A route through a world's cube: a tile that comes is a write, but a move of the cube ends the
 * search; and nobody follows a route in a cube that moves. */
#include "tile_world.hpp"

#include "oct9/follow.h"
#include "oct9/route.h"

using namespace oracle;

namespace {

constexpr uint32_t cell_um = 50000;
constexpr int edge_mm = 25600;

/* Three free tiles in a row. */
class Row {
public:
    oct9_world_t world = {};

    Row()
    {
        std::vector<Tile> tiles;
        Model model;
        model.set_payload(0, OCT9_FREE);
        for (int16_t x = 0; x < 3; x++)
            tiles.push_back({ { x, 0, 0 }, encode_image(model, { x * edge_mm, 0, 0 }, cell_um) });
        words_ = encode_world(tiles, {}, cell_um);
        input_.bytes = words_.data();
        input_.size = 4 * words_.size();
        input_.slots = slots_.data();
        input_.slot_count = 8;
        CHECK_EQ(oct9_world_open(&world, &input_), OCT9_OK);
    }
    Row(const Row &) = delete;
    Row &operator=(const Row &) = delete;

    oct9_status_t at(int32_t x)
    {
        const oct9_mm_t place = { x, edge_mm / 2, edge_mm / 2 };
        return oct9_world_at(&world, &place, 5000);
    }

private:
    std::vector<uint32_t> words_;
    std::array<oct9_world_slot_t, 8> slots_ = {};
    oct9_world_input_t input_ = {};
};

oct9_route_node_t nodes[256];
oct9_point_t points[32];

void a_route_and_a_move()
{
    Row row;
    CHECK_EQ(row.at(6000), OCT9_AGAIN);
    const oct9_map_t map = oct9_world_map(&row.world);
    oct9_route_t route;
    oct9_route_output_t found;
    oct9_route_input_t input = {};
    input.body.radius_q6 = 200;
    input.body.rules.unknown = OCT9_PASSES;
    input.from = { 0, 0, 0 };
    input.to = { 6000, 0, 0 };
    input.sweeps = 12;
    input.nodes = nodes;
    input.nodes_count = 256;
    input.points = points;
    input.points_room = 32;
    CHECK_EQ(oct9_route_begin(&route, &map, &input), OCT9_OK);
    CHECK_EQ(oct9_route_run(&route, 1, &found), OCT9_AGAIN);
    CHECK_EQ(oct9_world_run(&row.world, UINT32_MAX), OCT9_OK); /* tiles come */
    oct9_status_t status;
    while ((status = oct9_route_run(&route, 100, &found)) == OCT9_AGAIN) {
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(found.result, OCT9_ROUTE_FOUND);
    CHECK_EQ(oct9_route_begin(&route, &map, &input), OCT9_OK);
    CHECK_EQ(oct9_route_run(&route, 1, &found), OCT9_AGAIN);
    (void)row.at(20000);
    CHECK_EQ(oct9_route_run(&route, 100, &found), OCT9_ERR_STALE);
    CHECK_EQ(oct9_route_run(&route, 100, &found), OCT9_ERR_STALE);
}

void nobody_follows_in_a_cube_that_moves()
{
    Row row;
    (void)row.at(6000);
    const oct9_map_t map = oct9_world_map(&row.world);
    static const oct9_follow_policy_t policy = OCT9_FOLLOW_POLICY;
    oct9_follow_t follow = {};
    oct9_follow_input_t input = {};
    input.points = points;
    input.count = 2;
    input.map = &map;
    input.map_alone = true;
    input.base = oct9_world_base(&row.world);
    input.policy = &policy;
    CHECK_EQ(oct9_follow_begin(&follow, &input), OCT9_ERR_ARGUMENT);
}

} // namespace

int main()
{
    RUN(a_route_and_a_move);
    RUN(nobody_follows_in_a_cube_that_moves);
    return test_end();
}
