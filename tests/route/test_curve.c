/* SPDX-License-Identifier: MIT */
/* Rounded polylines that can be worked out by hand. */
#include "oct9/route.h"
#include "tests/test.h"

#define ROOM 16

static oct9_block_t pool[64];
static oct9_tree_t tree;
static oct9_map_t map;
static oct9_point_t points[8];
static oct9_route_piece_t pieces[ROOM];
static oct9_route_curve_input_t input;
static oct9_route_curve_output_t output;

/* A free cube, and a polyline that turns left once: both sides have that length. */
static void begin(int16_t side)
{
    static const oct9_thresholds_t thresholds = { 2, 2 };
    static const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    static const oct9_route_curve_input_t nothing;
    CHECK_EQ(oct9_tree_init(&tree, pool, 64, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &cube, 1), OCT9_OK);
    map = oct9_map_of_tree(&tree);
    points[0] = (oct9_point_t){ 0, 0, 32 };
    points[1] = (oct9_point_t){ side, 0, 32 };
    points[2] = (oct9_point_t){ side, side, 32 };
    input = nothing;
    input.points = points;
    input.count = 3;
    input.cut_q6 = UINT16_MAX;
    input.pieces = pieces;
    input.pieces_room = ROOM;
}

static void occupy(uint16_t x, uint16_t y, uint16_t z)
{
    const oct9_node_t cell = { { x, y, z }, 0 };
    CHECK_EQ(oct9_tree_set_node(&tree, &cell, 2), OCT9_OK);
}

static void run(void)
{
    oct9_route_curve_t curve;
    oct9_status_t status = oct9_route_curve_begin(&curve, &map, &input);
    CHECK_EQ(status, OCT9_OK);
    do
        status = oct9_route_curve_run(&curve, 10, &output);
    while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
}

static void check_piece(unsigned number, int x, int y, int to_x, int to_y)
{
    const oct9_route_piece_t *piece = &pieces[number];
    CHECK(number < output.count);
    CHECK_EQ(piece->from.x, x);
    CHECK_EQ(piece->from.y, y);
    CHECK_EQ(piece->to.x, to_x);
    CHECK_EQ(piece->to.y, to_y);
}

/* The corner of `begin`, with such legs. */
static void check_legs(int16_t side, int leg)
{
    run();
    CHECK_EQ(output.count, 3);
    CHECK_EQ(output.corners, 0);
    check_piece(0, 0, 0, side - leg, 0);
    check_piece(1, side - leg, 0, side, leg);
    check_piece(2, side, leg, side, side);
    CHECK_EQ(pieces[1].control.x, side);
    CHECK_EQ(pieces[1].control.y, 0);
    CHECK(!pieces[1].corner);
}

static void check_kept(int16_t side)
{
    run();
    CHECK_EQ(output.count, 2);
    CHECK_EQ(output.corners, 1);
    check_piece(0, 0, 0, side, 0);
    check_piece(1, side, 0, side, side);
    CHECK(pieces[0].corner && !pieces[1].corner);
}

/* Half a side; as far from the corner as it may be. */
static void legs(void)
{
    begin(1000);
    check_legs(1000, 500);
    CHECK_EQ(pieces[1].bend_q6, 352); /* of 353.6: |c| is rounded up */
    input.cut_q6 = 100;
    check_legs(1000, 281);
    CHECK_EQ(pieces[1].bend_q6, 197); /* of 198.7 */
    input.bend_q6 = 197;
    check_legs(1000, 281);
    input.bend_q6 = 198;
    check_kept(1000);
    begin(64);
    check_legs(64, 32);
    begin(63);
    check_kept(63);
    begin(64);
    input.cut_q6 = 11;
    check_kept(64);
}

/* The middle of the longest curve is in the cell; the next is clear of it. */
static void halves(void)
{
    begin(1000);
    input.body.radius_q6 = 10;
    occupy(269, 258, 256);
    check_legs(1000, 250);
    input.body.radius_q6 = 100;
    check_legs(1000, 62);
    input.body.radius_q6 = 103; /* as large as the polyline allows */
    check_legs(1000, 62);
    input.bend_q6 = 100;
    check_kept(1000);
}

/* The ends may be outside of the heights, a curve's ends may not. */
static void heights(void)
{
    static const oct9_heights_t level = { 0, 32 };
    begin(1000);
    input.body.heights = &level;
    check_legs(1000, 500);
    points[0].z = 2000; /* the side's length is 2205: half of it is above */
    check_kept(1000);
}

static void no_heights(void)
{
    static const oct9_heights_t none = { 1, 0 };
    oct9_route_curve_t curve;
    begin(1000);
    input.body.heights = &none;
    CHECK_EQ(oct9_route_curve_begin(&curve, &map, &input), OCT9_ERR_ARGUMENT);
}

/* The sphere touches a wall where it starts, and leaves it. */
static void leaves(void)
{
    begin(1000);
    input.body.radius_q6 = 50;
    input.body.rules.start_inside = OCT9_LEAVES;
    occupy(255, 256, 256);
    points[0].x = 40;
    run();
    CHECK_EQ(output.count, 3);
    check_piece(1, 520, 0, 1000, 480);
    input.body.rules.start_inside = OCT9_BLOCKS;
    run();
    CHECK_EQ(output.corners, 1); /* the polyline is not clear then */
}

/* Two corners that take half of the side between them each, and meet in its middle. */
static void meet(void)
{
    begin(501);
    points[3] = (oct9_point_t){ 1002, 501, 32 };
    input.count = 4;
    run();
    CHECK_EQ(output.count, 4);
    CHECK_EQ(output.corners, 0);
    check_piece(1, 251, 0, 501, 250);
    check_piece(2, 501, 250, 751, 501);
}

/* Straight through, back, and twice the same point. */
static void other_corners(void)
{
    begin(500);
    points[2] = (oct9_point_t){ 900, 0, 32 };
    run();
    CHECK_EQ(output.count, 2);
    CHECK_EQ(output.corners, 0);
    CHECK(!pieces[0].corner);
    points[2] = (oct9_point_t){ 100, 0, 32 };
    run();
    CHECK_EQ(output.count, 2);
    CHECK(pieces[0].corner);
    points[2] = points[1];
    run();
    CHECK_EQ(output.count, 1);
    input.count = 1;
    run();
    CHECK_EQ(output.count, 0);
}

int main(void)
{
    RUN(legs);
    RUN(halves);
    RUN(heights);
    RUN(no_heights);
    RUN(leaves);
    RUN(meet);
    RUN(other_corners);
    return test_end();
}
