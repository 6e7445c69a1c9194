/* SPDX-License-Identifier: MIT */
/* One of everything that the public calls ask: a map, a layered one, a scene, objects, points; and
 * inputs that ask it. Obstacles lie beside the diagonal of a block of cells, and each question goes
 * along that diagonal, so that it visits much and ends late. */
#ifndef OCT9_TEST_PUBLIC_WORLD_HPP
#define OCT9_TEST_PUBLIC_WORLD_HPP

#include "oct9.h"

extern "C" {
#include "tests/shared/from_low.h"
#include "tests/test.h"
#include "tools/format/link.h"
}

#include <algorithm>
#include <cstring>

namespace open {

constexpr uint32_t POOL = 1024, SIDE = 12, BALLS = 20, FIRST = 100, TABLE = 256, RECORD = 256;
constexpr uint32_t FLASH_BYTES = 1 << 16, FLASH_BLOCK = 4096;

inline uint8_t flash[FLASH_BYTES];

inline bool flash_read(void *, uint32_t address, uint8_t *bytes, uint32_t size)
{
    std::memcpy(bytes, flash + address, size);
    return true;
}
inline bool flash_program(void *, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    std::memcpy(flash + address, bytes, size);
    return true;
}
inline bool flash_erase(void *, uint32_t address)
{
    std::memset(flash + address, 0xFF, FLASH_BLOCK);
    return true;
}

struct World {
    /* What is asked. */
    oct9_block_t pool[POOL], lower_pool[POOL], point_pool[POOL], scene_pool[POOL];
    oct9_occupancy_t occupancy;
    oct9_tree_t lower;
    oct9_layered_t layered;
    oct9_world_t campus;
    oct9_world_input_t campus_input;
    oct9_world_slot_t campus_slots[8];
    oct9_road_t road;
    uint16_t road_halves[8]; /* a tile, a row and two edges */
    uint32_t road_words[2];
    oct9_road_place_t road_places[3];
    oct9_map_t road_map;
    oct9_road_input_t road_input;
    oct9_road_find_t road_find;
    oct9_far_t far;
    oct9_far_input_t far_input;
    uint32_t campus_file[15]; /* a header and a tile far away */
    oct9_primitive_t primitives[BALLS];
    uint32_t lists[POOL];
    uint16_t indices[16 * POOL];
    oct9_scene_t scene;
    oct9_linked_t leaves;
    oct9_object_t object[BALLS + 4];
    oct9_object_node_t node[64];
    oct9_objects_t objects;
    oct9_bucket_t bucket[64];
    oct9_entry_t entry[64 * 4];
    oct9_points_t points;
    oct9_map_t map; /* the one that is asked */
    oct9_obstacles_t obstacles;

    /* With what. */
    oct9_rules_t rules;
    oct9_point_t from, to, ends[3];
    oct9_cast_input_t cast;
    oct9_fan_input_t fan;
    oct9_fan_hit_t fan_hits[3];
    oct9_sphere_input_t sphere;
    oct9_box_input_t box;
    oct9_path_input_t path;
    oct9_route_node_t route_nodes[64];
    oct9_point_t route_points[4];
    oct9_route_input_t route;
    oct9_route_shorten_input_t shorten;
    oct9_route_piece_t route_pieces[8];
    oct9_route_curve_input_t curve;
    oct9_obb_input_t obb;
    oct9_sphere_t rest[40];
    oct9_spheres_input_t spheres;
    oct9_nearest_input_t nearest;
    oct9_near_t near[4];
    oct9_sectors_input_t sectors_input;
    int16_t sectors_borders[2];
    uint16_t sectors_obstacle[12], sectors_free[12];
    oct9_probe_point_input_t probe_point;
    oct9_probe_node_input_t probe_node;
    oct9_region_t region;
    int8_t grid_cells[16];
    oct9_export_grid_input_t grid;
    oct9_scene_config_t scene_config;
    oct9_scene_cast_input_t scene_cast;
    oct9_scene_hit_t scene_hits[4];
    oct9_scene_nearest_input_t scene_nearest;
    oct9_scene_near_t scene_near[4];
    oct9_objects_config_t objects_config;
    oct9_objects_add_input_t add;
    oct9_handle_t handle[BALLS];
    oct9_objects_cast_input_t objects_cast;
    oct9_object_hit_t object_hits[4];
    oct9_objects_nearest_input_t objects_nearest;
    oct9_object_near_t object_near[4];
    oct9_points_config_t points_config;
    oct9_points_nearest_input_t points_nearest;
    oct9_near_point_t near_points[4];
    oct9_obstacles_input_t motion;
    oct9_sectors_input_t shown;
    uint16_t shown_q6[8];
    int16_t shown_borders[2];
    oct9_autopilot_input_t autopilot;
    oct9_view_sensor_t sensor;
    oct9_pose_t pose;
    oct9_view_t view, done; /* one that begins, and one whose frame has ended */
    oct9_view_pixel_t pixels[2][17 * 17];
    oct9_view_entry_t table[2][TABLE];
    oct9_store_config_t store_config;
    oct9_store_t store;
    uint8_t work[RECORD], store_seen[OCT9_STORE_SEEN(POOL)], user[4];
    uint16_t store_table[OCT9_STORE_PAGES(POOL, RECORD)];
    oct9_patch_site_t site;
    oct9_patch_t patch;
    oct9_patch_piece_t piece;
    oct9_reader_t reader, reading; /* one that begins, and one that has begun */
    uint32_t seen;                 /* the map's generation */
    uint32_t budget;

    void make(); /* all of it */
    void make_scene();
    void finish(); /* what depends on `map`: call it when that was set */
    oct9_status_t build(uint32_t indices_there);

private:
    void fill(oct9_tree_t &tree, uint32_t shift);
    void make_campus();
    void make_road();
    void make_objects();
    void make_points();
    void make_site();
    void make_shown();
    void ask_maps();
    void ask_others();
};

/* In sub-cells from the corner of the block of cells. */
inline oct9_point_t at(int x, int y, int z)
{
    const int corner = static_cast<int>(FIRST) * OCT9_CELL_Q6;
    return point_from_low(corner + x, corner + y, corner + z);
}

/* Beside the diagonal, farther from it than any robot here. */
inline oct9_point_t beside(uint32_t i)
{
    const int along = static_cast<int>(i) * 64;
    return i % 2 == 0 ? at(along + 400, along, along) : at(along, along + 400, along);
}

inline void World::fill(oct9_tree_t &tree, uint32_t shift)
{
    const oct9_box_t room = { { 96, 96, 96 }, { 120, 120, 120 } };

    CHECK_EQ(oct9_tree_fill_box(&tree, &room, 500), OCT9_OK);
    for (uint32_t i = 0; i < SIDE; i++) {
        const auto low = static_cast<uint16_t>(FIRST + i),
                   high = static_cast<uint16_t>(FIRST + (i + 5 + shift) % SIDE);
        const oct9_cell_t cell = { low, high, low };

        if (high + 4 < low || low + 4 < high)
            CHECK_EQ(oct9_tree_set_cell(&tree, cell, 32767), OCT9_OK);
    }
}

inline oct9_status_t World::build(uint32_t indices_there)
{
    scene_config.index_count = indices_there;
    return oct9_scene_build(&scene, &scene_config);
}

inline void World::make_scene()
{
    for (uint32_t i = 0; i < BALLS; i++) {
        primitives[i].kind = OCT9_PRIMITIVE_SPHERE;
        primitives[i].a = beside(i);
        primitives[i].radius_q6 = 40;
    }
    scene_config = {};
    scene_config.primitives = primitives;
    scene_config.primitive_count = BALLS;
    scene_config.blocks = scene_pool;
    scene_config.block_count = POOL;
    scene_config.lists = lists;
    scene_config.list_count = POOL;
    scene_config.indices = indices;
    scene_config.few = 1;
    scene_config.least_level = 1;
    CHECK_EQ(build(16 * POOL), OCT9_OK);
    if (!leaves.header) { /* those of the first one; all are the same */
        static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 80000);
        static const uint16_t cube[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
        const oct9_map_t lists_map = oct9_map_of_tree(&scene.tree);
        unsigned char *bytes;
        size_t size;
        link_counts_t counts;

        CHECK_EQ(link_map(&lists_map, &frame, cube, OCT9_LINKED_MOST, &bytes, &size, &counts),
                 OCT9_OK);
        CHECK_EQ(oct9_linked_open(&leaves, bytes, size), OCT9_OK);
    }
}

inline void World::make_campus()
{
    const oct9_mm_t middle = { 0, 0, 0 };
    const uint32_t words[15] = {
        OCT9_WORLD_MAGIC, 0, OCT9_WORLD_VERSION, 1, 0, 0, 0, 80000, 0, 0, 9, 9, 15, 0, 0
    };

    std::copy(words, words + 15, campus_file);
    campus_file[1] = oct9_rom_crc32(0, campus_file + 2, sizeof campus_file - 8);
    campus_input = {};
    campus_input.bytes = campus_file;
    campus_input.size = sizeof campus_file;
    campus_input.slots = campus_slots;
    campus_input.slot_count = 8;
    CHECK_EQ(oct9_world_open(&campus, &campus_input), OCT9_OK);
    CHECK_EQ(oct9_world_at(&campus, &middle, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_world_run(&campus, UINT32_MAX), OCT9_OK);
    far_input = {};
    far_input.to_mm.x = 100000;
    far_input.radius_mm = 500;
    CHECK_EQ(oct9_far_sphere_begin(&far, &campus, &far_input), OCT9_OK);
}

inline void World::make_road()
{
    const uint16_t halves[8] = { 0, 0, 0, 0, 0, 1, 0, 0 };
    std::copy(halves, halves + 8, road_halves);
    road_words[0] = 9 | 9 << 9 | 1u << 27;
    road_words[1] = 30 | 30 << 9 | 1u << 27;
    road = {};
    road.tiles = road_halves;
    road.rows = road_halves + 4;
    road.edges = road_halves + 5;
    road.vertices = road_words;
    road.cell_um = 80000;
    road.tile_count = 1;
    road.vertex_count = road.edge_count = 2;
    road.radius_q6 = 30;
    road_input = {};
    road_input.road = &road;
    road_map = oct9_world_map(&campus);
    road_input.map = &road_map;
    road_input.frame = &campus.base;
    road_input.to_mm.x = 3000;
    road_input.nodes = route_nodes;
    road_input.nodes_count = 64;
    road_input.places = road_places;
    road_input.places_room = 3;
    CHECK_EQ(oct9_road_find_begin(&road_find, &road_input), OCT9_OK);
}

inline void World::make_objects()
{
    objects_config = {};
    objects_config.object = object;
    objects_config.object_count = BALLS + 4;
    objects_config.node = node;
    objects_config.node_count = 64;
    objects_config.capacity = 4;
    CHECK_EQ(oct9_objects_init(&objects, &objects_config), OCT9_OK);
    for (uint32_t i = 0; i < BALLS; i++) {
        add = {};
        add.bounds.centre = beside(i);
        add.bounds.half_q6[0] = 40;
        CHECK_EQ(oct9_objects_add(&objects, &add, &handle[i]), 0);
    }
    CHECK_EQ(oct9_objects_update(&objects, UINT32_MAX), OCT9_OK);
}

inline void World::make_points()
{
    points_config = {};
    points_config.blocks = point_pool;
    points_config.block_count = POOL;
    points_config.buckets = bucket;
    points_config.entries = entry;
    points_config.bucket_count = 64;
    points_config.bucket_size = 4;
    CHECK_EQ(oct9_points_init(&points, &points_config), OCT9_OK);
    for (uint32_t i = 0; i < BALLS; i++) {
        const oct9_point_t point = beside(i);
        CHECK_EQ(oct9_points_insert(&points, &point, static_cast<uint16_t>(i)), OCT9_OK);
    }
}

inline void World::make_shown()
{
    std::fill(shown_q6, shown_q6 + 8, uint16_t{ 100 });
    shown_borders[0] = 8192;
    shown_borders[1] = 16384;
    shown = {};
    shown.range_q6 = 5000;
    shown.from = 65536 - 4096;
    shown.sectors = 8;
    shown.layers = 1;
    shown.kind = OCT9_SECTORS_PITCH;
    shown.borders = shown_borders;
    shown.obstacle_q6 = shown.free_q6 = shown_q6;
    autopilot = {};
    autopilot.sectors = &shown;
    autopilot.frame = &campus.base;
    autopilot.oldest_ms = 100;
}

inline void World::ask_maps()
{
    cast = { from, to, rules };
    ends[0] = to;
    ends[1] = at(700, 600, 500);
    ends[2] = at(10, 600, 700);
    fan = { from, ends, 3, rules, fan_hits };
    sphere = { from, to, 30, rules, false };
    box = { from, at(20, 20, 20), to, rules, false };
    path = { ends, 3, 30, rules, false };
    for (size_t i = 0; i < 3; i++)
        route_points[i] = ends[i];
    route = {};
    route.body = { 30, 0, 0, rules, nullptr };
    route.from = from;
    route.to = to;
    route.sweeps = 9;
    route.nodes = route_nodes;
    route.nodes_count = 64;
    route.points = route_points;
    route.points_room = 4;
    curve = { route.body, route_points, 3, 100, 100, route_pieces, 8 };
    shorten = { route.body, route_points, 3, 4, 9 };
    obb = {
        { from, OCT9_ROTATION_NONE }, { to, { 16383, 181, 0, 0 } }, { 20, 20, 20 }, rules, false
    };
    for (oct9_sphere_t &one : rest)
        one = { from, 60 };
    spheres = { rest, 40, rules };
    nearest = { from, 900, 4, near, rules };
    std::fill(sectors_obstacle, sectors_obstacle + 12, uint16_t{ 0 });
    std::fill(sectors_free, sectors_free + 12, uint16_t{ 0 });
    sectors_borders[0] = -100;
    sectors_borders[1] = 900;
    sectors_input = {};
    sectors_input.point = from;
    sectors_input.range_q6 = 2000;
    sectors_input.sectors = 12;
    sectors_input.layers = 1;
    sectors_input.borders = sectors_borders;
    sectors_input.obstacle_q6 = sectors_obstacle;
    sectors_input.free_q6 = sectors_free;
    probe_point = { from, rules };
    probe_node = { { { 96, 96, 96 }, 5 }, 0, 0 };
    region = {};
    region.kind = OCT9_REGION_SPHERE;
    region.centre = to;
    region.radius_q6 = 9000;
    grid = { { 99, 99, 99 }, { 103, 103, 101 }, grid_cells, sizeof grid_cells };
}

inline void World::ask_others()
{
    motion = {};
    motion.motion.from = from;
    motion.motion.to = to;
    motion.rules = rules;
    scene_cast = {};
    scene_cast.motion = motion.motion;
    scene_cast.capacity = 4;
    scene_cast.hits = scene_hits;
    scene_nearest = { from, 9000, 0, 4, scene_near };
    objects_cast = {};
    objects_cast.motion = motion.motion;
    objects_cast.capacity = 4;
    objects_cast.hits = object_hits;
    objects_nearest = { from, 9000, 0, 4, object_near, nullptr };
    points_nearest = { from, 9000, 4, near_points };
    sensor = { 9000, 9000, 700, 65535, 2, 0, 1, true, rules };
    pose = { from, OCT9_ROTATION_NONE };
}

inline void World::finish()
{
    const bool is_scene = map.tree == &scene.tree;

    obstacles = { &map, &scene, &objects };
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels[0], table[0], TABLE), OCT9_OK);
    CHECK_EQ(oct9_view_init(&done, &sensor, pixels[1], table[1], TABLE), OCT9_OK);
    CHECK_EQ(is_scene ? oct9_view_scene_begin(&done, &scene, 0, &pose)
                      : oct9_view_begin(&done, &map, &pose),
             OCT9_OK);
    CHECK_EQ(is_scene ? oct9_view_scene_run(&done, UINT32_MAX) : oct9_view_run(&done, UINT32_MAX),
             OCT9_OK);
    seen = oct9_map_read_begin(&map);
    reader = oct9_reader_of_tree(&occupancy.tree, 1);
    reader.map = map;
    reading = reader;
    if (map.tree) /* the only one that a reader without a window has */
        CHECK_EQ(oct9_reader_begin(&reading), OCT9_OK);
}

inline void World::make_site()
{
    static const uint8_t bytes[3] = { 0x6f, 0x63, 0x39 };

    site = {};
    site.read = flash_read;
    site.program = flash_program;
    site.erase = flash_erase;
    site.block_size = FLASH_BLOCK;
    site.slot_blocks = 2;
    site.program_size = RECORD;
    site.work = work;
    piece = { bytes, sizeof bytes };
    CHECK_EQ(oct9_patch_begin(&patch, &site, nullptr), OCT9_OK);
}

inline void World::make()
{
    const oct9_model_t model = { 17, 8, -40, 70, -1, 1, 0, 8, OCT9_COARSEN };
    const oct9_thresholds_t thresholds = { 1000, 2000 };

    from = at(0, 0, 0);
    to = at(700, 700, 700);
    rules = {};
    rules.unknown = OCT9_PASSES;
    budget = 1;
    CHECK_EQ(oct9_occupancy_init(&occupancy, pool, POOL, &model, nullptr), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&occupancy.tree, pool, POOL, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&lower, lower_pool, POOL, &thresholds), OCT9_OK);
    fill(occupancy.tree, 0);
    fill(lower, 1);
    const oct9_map_t below = oct9_map_of_tree(&lower);
    CHECK_EQ(
        oct9_layered_init(&layered, &occupancy.tree, nullptr, &below, nullptr, OCT9_LAYERED_UNION),
        OCT9_OK);
    ask_maps();
    ask_others();
    make_scene();
    make_campus();
    make_road();
    make_objects();
    make_points();
    store_config = {};
    store_config.read = flash_read;
    store_config.program = flash_program;
    store_config.erase = flash_erase;
    store_config.block_size = FLASH_BLOCK;
    store_config.block_count = FLASH_BYTES / FLASH_BLOCK;
    store_config.program_size = 4;
    store_config.record_size = RECORD;
    store_config.slots = 2;
    store_config.user_size = 4;
    store_config.blocks = POOL;
    store_config.work = work;
    store_config.table = store_table;
    store_config.seen = store_seen;
    std::memset(flash, 0xFF, sizeof flash);
    CHECK_EQ(oct9_store_open(&store, &store_config), OCT9_OK);
    make_site();
    make_shown();
    map = oct9_map_of_tree(&occupancy.tree);
    finish();
}

inline World world;

} // namespace open

#endif
