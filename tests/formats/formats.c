/* SPDX-License-Identifier: MIT */
/* The library's side of tests/formats/check: it makes files of the formats, and prints what the
 * library reads of files.
 * Usage: formats make FOLDER
 *        formats read FILE...    by its ending: .o9 .o9w .o9l .o9s .o9m .o9r .flash .packet
 *
 * `read` prints a line "file NAME", then what the file holds, line by line, or "refused". Of a
 * packet it prints the known leaves that a map without any has afterwards, in cells of the world.
 */
#include "oct9.h"
#include "src/number/frame.h"
#include "src/number/morton.h"
#include "src/route/road.h"
#include "tests/random.h"
#include "tools/format/bytes.h"
#include "tools/format/link.h"
#include "tools/format/scene_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS = 2000,
    RECORD = 64, /* the store: see tests/formats/check */
    FLASH_BLOCK = 256,
    FLASH_BLOCKS = 8,
    SLOTS = 2,
    FLASH = FLASH_BLOCK * FLASH_BLOCKS,
    STORED = 36, /* blocks */
    USER = 32,   /* all that a record has room for */
    CHANGES = 1024,
    PRIMITIVES = 60,
    LISTS = 400,
    INDICES = 4000
};
static const oct9_frame_t frame = OCT9_FRAME(-1000, 2000, 30, 80000);
static oct9_block_t pool[BLOCKS];
static oct9_tree_t tree;

static void need(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "formats: %s\n", what);
        exit(1);
    }
}

/* --- what files hold ------------------------------------------------------------------------- */

static void print_frame(const oct9_frame_t *f)
{
    printf("frame %ld %ld %ld %lu\n", (long)f->origin_mm.x, (long)f->origin_mm.y,
           (long)f->origin_mm.z, (unsigned long)f->cell_um);
}

static void print_extent(const uint16_t extent[6])
{
    printf("extent %u %u %u %u %u %u\n", extent[0], extent[1], extent[2], extent[3], extent[4],
           extent[5]);
}

static void print_leaf(const oct9_leaf_t *leaf)
{
    printf("leaf %u %u %u %u %u %u\n", leaf->level, leaf->corner.x, leaf->corner.y, leaf->corner.z,
           leaf->payload, leaf->state);
}

static void print_leaves(const oct9_map_t *map)
{
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    need(oct9_visit_begin(&visit, map, NULL, OCT9_STATES_ALL) == OCT9_OK, "visit");
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        print_leaf(&leaf);
}

static bool read_image(const bytes_t *bytes)
{
    oct9_image_t image;
    if (oct9_image_open(&image, bytes->data, bytes->size) != OCT9_OK)
        return false;
    const oct9_map_t map = oct9_map_of_image(&image);
    print_frame(&image.frame);
    print_extent(((const oct9_image_header_t *)image.bytes)->extent);
    print_leaves(&map);
    return true;
}

/* --- worlds ---------------------------------------------------------------------------------- */

static oct9_world_t world;

static bool finish_world(void)
{
    oct9_status_t status;
    do
        status = oct9_world_run(&world, UINT32_MAX);
    while (status == OCT9_AGAIN);
    return status == OCT9_OK;
}

/* Has the world's cube be that of a tile. */
static bool go_to_tile(const oct9_world_tile_t *tile)
{
    const oct9_frame_t *const base = oct9_world_base(&world), *const cube = oct9_world_frame(
                                                                  &world);
    const int64_t edge_mm = (int64_t)base->cell_um * OCT9_CELLS / 1000;
    const int64_t x = base->origin_mm.x + edge_mm * tile->x,
                  y = base->origin_mm.y + edge_mm * tile->y,
                  z = base->origin_mm.z + edge_mm * tile->z;
    const oct9_mm_t middle = { (int32_t)(x + edge_mm / 2), (int32_t)(y + edge_mm / 2),
                               (int32_t)(z + edge_mm / 2) };
    if (middle.x != x + edge_mm / 2 || middle.y != y + edge_mm / 2 || middle.z != z + edge_mm / 2)
        return false;
    return oct9_world_at(&world, &middle, 0) != OCT9_ERR_RANGE && finish_world() &&
           cube->origin_mm.x == x && cube->origin_mm.y == y && cube->origin_mm.z == z;
}

/* Tile by tile. A bad one makes all of it refused. */
static bool read_world(const bytes_t *bytes)
{
    static oct9_world_slot_t slots[8];
    static oct9_world_input_t input;
    const oct9_world_header_t *const header = (const void *)bytes->data;
    const oct9_world_tile_t *const tiles = (const void *)(bytes->data + sizeof *header);
    input.bytes = oct9_rom_of_ram(bytes->data);
    input.size = (oct9_rom_size_t)bytes->size;
    input.slots = slots;
    input.slot_count = 8;
    if (oct9_world_open(&world, &input) != OCT9_OK || !finish_world())
        return false;
    for (uint32_t i = 0; i < header->tile_count; i++)
        if (!go_to_tile(&tiles[i]))
            return false;
    const oct9_map_t map = oct9_world_map(&world);
    print_frame(oct9_world_base(&world));
    for (uint32_t i = 0; i < header->tile_count; i++) {
        need(go_to_tile(&tiles[i]), "a tile");
        printf("tile %d %d %d\n", tiles[i].x, tiles[i].y, tiles[i].z);
        print_leaves(&map);
    }
    return true;
}

/* --- linked images --------------------------------------------------------------------------- */

static oct9_point_t corner_of(oct9_cell_t cell)
{
    const oct9_point_t point = { (int16_t)(cell.x * OCT9_CELL_Q6 + OCT9_LOW_Q6),
                                 (int16_t)(cell.y * OCT9_CELL_Q6 + OCT9_LOW_Q6),
                                 (int16_t)(cell.z * OCT9_CELL_Q6 + OCT9_LOW_Q6) };
    return point;
}

/* Leaf by leaf, as walks of one point find them. */
static bool read_linked(const bytes_t *bytes)
{
    oct9_linked_t linked;
    oct9_linked_walk_t walk;
    oct9_leaf_t leaf;
    oct9_cell_t cell;
    if (oct9_linked_open(&linked, bytes->data, bytes->size) != OCT9_OK)
        return false;
    print_frame(&linked.frame);
    print_extent(linked.header->extent);
    for (uint32_t code = 0; code < OCT9_MORTON_END; code += oct9_morton_below(leaf.level) + 1u) {
        oct9_morton_decode(code, &cell);
        const oct9_point_t point = corner_of(cell);
        need(oct9_linked_begin(&walk, &linked, &point, &point), "walk");
        oct9_linked_leaf(&walk, &leaf);
        print_leaf(&leaf);
    }
    return true;
}

static void print_primitive(const oct9_primitive_t *p)
{
    printf("primitive %d %d %d %d %d %d %d %d %d %u %u %u %u\n", p->a.x, p->a.y, p->a.z, p->b.x,
           p->b.y, p->b.z, p->c.x, p->c.y, p->c.z, p->radius_q6, p->id, p->category, p->kind);
}

static bool read_scene(const bytes_t *bytes)
{
    oct9_scene_t scene;
    oct9_frame_t its;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    if (oct9_scene_open(&scene, bytes->data, bytes->size, &its) != OCT9_OK)
        return false;
    const oct9_map_t map = oct9_map_of_tree(&scene.tree);
    print_frame(&its);
    for (unsigned i = 0; i < scene.primitive_count; i++)
        print_primitive(&scene.primitives[i]);
    need(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED) == OCT9_OK, "visit");
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const uint32_t list = scene.lists[leaf.payload - 1u];
        printf("list %u %u %u %u", leaf.level, leaf.corner.x, leaf.corner.y, leaf.corner.z);
        for (uint32_t i = 0; i < list % 256u; i++)
            printf(" %u", scene.indices[list / 256u + i]);
        printf("\n");
    }
    return true;
}

static bool read_material(const bytes_t *bytes)
{
    oct9_material_t material;
    if (oct9_material_open(&material, bytes->data, bytes->size) != OCT9_OK)
        return false;
    print_frame(&material.frame);
    printf("states %u\n", material.states);
    for (uint32_t i = 0; i < material.run_count; i++) {
        oct9_cell_t cell;
        uint16_t value;
        oct9_morton_decode(material.codes[i], &cell);
        need(oct9_material_at(&material, cell, &value) == OCT9_OK, "material");
        printf("run %lu %u\n", (unsigned long)material.codes[i], value);
    }
    return true;
}

static void print_vertex(const oct9_road_t *road, uint32_t i, const oct9_road_tile_t *tile)
{
    const uint32_t word = oct9_road_vertex(road, i), edges = oct9_road_edges(road, i);
    printf("vertex %d %d %d", 512 * tile->x + (int)(word & 511u),
           512 * tile->y + (int)(word >> 9 & 511u), 512 * tile->z + (int)(word >> 18 & 511u));
    for (uint32_t edge = 0; edge < word >> 27; edge++)
        printf(" %u", road->edges[edges + edge]);
    printf("\n");
}

/* It names a world: as far as opening it looks at one. */
static bool read_road(const bytes_t *bytes)
{
    oct9_road_header_t header = { 0 };
    oct9_road_t road;
    memcpy(&header, bytes->data, bytes->size < sizeof header ? bytes->size : sizeof header);
    const oct9_world_header_t file = { .crc = header.map_crc };
    const oct9_world_input_t input = { .bytes = &file };
    oct9_world_t named = { .input = &input };
    (void)oct9_frame_set_cell(&named.base, header.cell_um);
    memcpy(&named.base.origin_mm, header.origin_mm, sizeof named.base.origin_mm);
    if (oct9_road_open_world(&road, bytes->data, bytes->size, &named, header.radius_q6) != OCT9_OK)
        return false;
    print_frame(&named.base);
    printf("road %lu %u %u\n", (unsigned long)header.map_crc, road.radius_q6, road.unknown);
    const oct9_road_tile_t *const tiles = (const void *)road.tiles;
    for (uint32_t tile = 0; tile < road.tile_count; tile++)
        for (uint32_t i = tiles[tile].first; i < oct9_road_first(&road, tile + 1u); i++)
            print_vertex(&road, i, &tiles[tile]);
    return true;
}

/* --- the store ------------------------------------------------------------------------------- */

#include "tests/ram_flash.h" /* with the sizes above */

static uint8_t work[RECORD], seen[OCT9_STORE_SEEN(STORED)];
static uint16_t table[OCT9_STORE_PAGES(STORED, RECORD)];
static uint8_t user[USER];
static oct9_store_t store;

static const oct9_store_config_t config = { .read = flash_read,
                                            .program = flash_program,
                                            .erase = flash_erase,
                                            .block_size = FLASH_BLOCK,
                                            .block_count = FLASH_BLOCKS,
                                            .program_size = 16,
                                            .record_size = RECORD,
                                            .slots = SLOTS,
                                            .user_size = USER,
                                            .blocks = STORED,
                                            .work = work,
                                            .table = table,
                                            .seen = seen };
static void tree_begin(uint32_t blocks, const oct9_thresholds_t *thresholds)
{
    need(oct9_tree_init(&tree, pool, blocks, thresholds) == OCT9_OK, "tree");
}

static void store_open(void)
{
    need(oct9_store_open(&store, &config) == OCT9_OK, "store");
}

static bool read_flash(const bytes_t *bytes)
{
    need(bytes->size == FLASH, "a flash of another size");
    memcpy(flash, bytes->data, FLASH);
    tree_begin(STORED, NULL);
    store_open();
    if (oct9_store_load(&store, &tree, user) != OCT9_OK)
        return false;
    const oct9_map_t map = oct9_map_of_tree(&tree);
    printf("user");
    for (unsigned i = 0; i < USER; i++)
        printf(" %u", user[i]);
    printf("\n");
    print_leaves(&map);
    return true;
}

/* --- packets --------------------------------------------------------------------------------- */

static const oct9_run_t run = { 0xA1B2C3D4, 5 };

static const oct9_model_t model = { .hit = 10,
                                    .miss = 4,
                                    .lowest = -20,
                                    .highest = 30,
                                    .free_at = -1,
                                    .occupied_at = 1,
                                    .full = OCT9_REFUSE };
static oct9_occupancy_t robot;
static oct9_changes_t changes;
static uint32_t changes_table[CHANGES];

static void print_known(const oct9_occupancy_t *occupancy)
{
    const oct9_map_t map = oct9_map_of_tree(&occupancy->tree);
    const oct9_offset_t *w = &occupancy->window;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    need(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED) == OCT9_OK,
         "visit");
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        printf("leaf %u %ld %ld %ld %u\n", leaf.level,
               (long)(int32_t)((uint32_t)w->x + leaf.corner.x),
               (long)(int32_t)((uint32_t)w->y + leaf.corner.y),
               (long)(int32_t)((uint32_t)w->z + leaf.corner.z), leaf.state);
}

/* The window nearest to 0 0 0 whose corner / 8 has these nine low bits on each axis. */
static oct9_offset_t window_of(const uint8_t *bytes)
{
    const uint32_t place = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                           (uint32_t)bytes[3] << 24;
    int32_t corner[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        const int32_t low = (int32_t)(place >> 9 * axis & 511u);
        corner[axis] = 8 * (low < 256 ? low : low - 512);
    }
    return (oct9_offset_t){ corner[0], corner[1], corner[2] };
}

/* By a receiver of the packets' sender, in a window where the packet's is. */
static bool read_packet(const bytes_t *bytes)
{
    static uint32_t tiles[16];
    oct9_receiver_t receiver;
    const oct9_run_t first = { run.sender, 1 };
    need(oct9_occupancy_init(&robot, pool, BLOCKS, &model, NULL) == OCT9_OK, "map");
    if (bytes->size >= 14)
        robot.window = window_of((const uint8_t *)bytes->data + 10);
    need(oct9_packet_receiver_init(&receiver, &robot, tiles, 16, &first) == OCT9_OK, "receiver");
    const oct9_status_t status = oct9_packet_apply(&receiver, (const uint8_t *)bytes->data,
                                                   (uint32_t)bytes->size);
    if (status != OCT9_OK)
        return false;
    print_known(&robot);
    return true;
}

/* --- files ----------------------------------------------------------------------------------- */

/* In memory of their exact size, so that the sanitizers see a byte too far. */
static void read_file(const char *path)
{
    static const struct {
        const char *ending;
        bool (*read)(const bytes_t *bytes);
    } kinds[] = { { ".o9", read_image },    { ".o9w", read_world },    { ".o9l", read_linked },
                  { ".o9s", read_scene },   { ".o9m", read_material }, { ".o9r", read_road },
                  { ".flash", read_flash }, { ".packet", read_packet } };
    const char *const ending = strrchr(path, '.');
    bytes_t file, exact;
    need(ending && bytes_read(&file, path), path);
    exact.size = file.size;
    exact.data = malloc(file.size + !file.size);
    need(exact.data, "out of memory");
    memcpy(exact.data, file.data, file.size);
    printf("file %s\n", path);
    bool known = false;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(ending, kinds[i].ending) == 0) {
            known = true;
            if (!kinds[i].read(&exact))
                printf("refused\n");
        }
    need(known, "a file of no kind");
    free(exact.data);
    bytes_free(&file);
}

static void write_file(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    need(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}

/* Random nodes, most of them small and near one another. */
static void set_random(random_t *random, unsigned count, uint16_t payloads)
{
    for (unsigned i = 0; i < count; i++) {
        const uint8_t level = (uint8_t)random_below(random, i % 8 == 0 ? 8 : 3);
        const unsigned corner = 511u >> level << level, within = i % 4 == 0 ? 512 : 32;
        oct9_node_t node = { { 0, 0, 0 }, level };
        node.corner.x = (uint16_t)(random_below(random, within) & corner);
        node.corner.y = (uint16_t)(random_below(random, within) & corner);
        node.corner.z = (uint16_t)(random_below(random, within) & corner);
        (void)oct9_tree_set_node(&tree, &node, (uint16_t)random_below(random, payloads));
    }
}

static void write_linked(const char *folder, const char *name, uint32_t page_most)
{
    static const uint16_t extent[6] = { 1, 2, 3, 510, 511, 512 };
    unsigned char *bytes;
    size_t size;
    link_counts_t counts;
    const oct9_map_t map = oct9_map_of_tree(&tree);
    need(link_map(&map, &frame, extent, page_most, &bytes, &size, &counts) == OCT9_OK, "link");
    write_file(folder, name, bytes, size);
    free(bytes);
}

/* One leaf; many; and in pages. */
static void make_linked(const char *folder, random_t *random)
{
    static const oct9_thresholds_t thresholds = { 5, 9 };
    tree_begin(BLOCKS, &thresholds);
    write_linked(folder, "whole.o9l", OCT9_LINKED_MOST);
    set_random(random, 150, 14);
    write_linked(folder, "tree.o9l", OCT9_LINKED_MOST);
    write_linked(folder, "pages.o9l", 60);
}

static oct9_point_t random_point(random_t *random, int from, uint32_t reach)
{
    oct9_point_t point; /* each in a statement: their order counts */
    point.x = (int16_t)(from + (int)random_below(random, reach));
    point.y = (int16_t)(from + (int)random_below(random, reach));
    point.z = (int16_t)(from + (int)random_below(random, reach));
    return point;
}

/* With its radius, of less than REST, each reaches as near to the high faces as to the low ones. */
static oct9_primitive_t random_primitive(random_t *random, unsigned kind)
{
    enum { REST = 2000, MOST = 6000, LOW = OCT9_LOW_Q6 + REST, SPAN = OCT9_CUBE_Q6 - 2 * REST };
    oct9_primitive_t p = { .kind = (uint16_t)kind };
    const oct9_point_t a = random_point(random, LOW, SPAN - MOST);
    const oct9_point_t by = random_point(random, 0, MOST);
    p.a = a;
    p.b = (oct9_point_t){ (int16_t)(a.x + by.x), (int16_t)(a.y + by.y), (int16_t)(a.z + by.z) };
    p.c = random_point(random, LOW, SPAN);
    p.radius_q6 = (uint16_t)random_below(random, REST);
    p.id = (uint16_t)random_u32(random);
    p.category = (uint16_t)random_u32(random);
    return p;
}

static void make_scene(const char *folder, random_t *random)
{
    static oct9_primitive_t primitives[PRIMITIVES];
    static uint32_t lists[LISTS];
    static uint16_t indices[INDICES];
    const oct9_scene_config_t parts = { .primitives = primitives,
                                        .primitive_count = PRIMITIVES,
                                        .blocks = pool,
                                        .block_count = BLOCKS,
                                        .lists = lists,
                                        .list_count = LISTS,
                                        .indices = indices,
                                        .index_count = INDICES,
                                        .few = 6,
                                        .least_level = 5 };
    oct9_scene_t scene;
    unsigned char *bytes;
    size_t size;
    for (unsigned i = 0; i < PRIMITIVES; i++)
        primitives[i] = random_primitive(random, i % 4u);
    need(oct9_scene_build(&scene, &parts) == OCT9_OK, "scene");
    need(scene_image(&scene, &frame, &bytes, &size), "scene image");
    write_file(folder, "shapes.o9s", bytes, size);
    free(bytes);
}

static void save(void)
{
    need(oct9_store_save(&store, &tree, user) == OCT9_OK, "save");
    need(oct9_store_run(&store, UINT32_MAX) == OCT9_OK, "save");
}

/* One eighth of the cube; then maps that grow, change and are saved by program after program. */
static void make_flash(const char *folder, random_t *random)
{
    static const oct9_node_t eighth = { { 256, 0, 0 }, 8 };
    static const oct9_thresholds_t thresholds = { 4, 6 };
    memset(flash, 0xFF, FLASH);
    tree_begin(STORED, NULL);
    need(oct9_tree_set_node(&tree, &eighth, 2) == OCT9_OK, "set");
    memcpy(user, "robot1", 6);
    store_open();
    save();
    write_file(folder, "eighth.flash", flash, FLASH);
    for (unsigned i = 0; i < FLASH; i++) /* as a chip may come */
        flash[i] = (uint8_t)(i % 251u);
    tree_begin(STORED, &thresholds);
    for (unsigned i = 0; i < 12; i++) {
        if (i % 5 == 0)
            store_open();
        set_random(random, 3, 10);
        user[0] = (uint8_t)i;
        save();
        char name[32];
        snprintf(name, sizeof name, "saved%02u.flash", i);
        write_file(folder, name, flash, FLASH);
    }
}

static void observe(unsigned x, unsigned y, unsigned z, bool hit)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    need(oct9_occupancy_observe(&robot, cell, hit) == OCT9_OK, "observe");
}

static unsigned send(oct9_sender_t *sender, const char *folder, const char *stem, unsigned count)
{
    uint8_t bytes[120];
    char name[64];
    int32_t size;
    while ((size = oct9_packet_write(sender, bytes, sizeof bytes, UINT32_MAX)) > 0) {
        snprintf(name, sizeof name, "%s%03u.packet", stem, count++);
        write_file(folder, name, bytes, (size_t)size);
    }
    need(size == 0, "packet");
    return count;
}

static void begin_map(oct9_offset_t window)
{
    need(oct9_occupancy_changes_init(&changes, changes_table, CHANGES) == OCT9_OK, "changes");
    need(oct9_occupancy_init(&robot, pool, BLOCKS, &model, &changes) == OCT9_OK, "map");
    robot.window = window;
}

/* A packet of nothing and one of one cell; then a map, and what changes of it: seen, seen
 * otherwise, cleared. What is known of the map at the end is printed. */
static void make_packets(const char *folder, random_t *random)
{
    static const oct9_box_t hall = { { 64, 64, 64 }, { 160, 140, 100 } };
    oct9_sender_t sender;
    begin_map((oct9_offset_t){ 8, -16, 1000 });
    need(oct9_packet_sender_init(&sender, &robot, &run) == OCT9_OK, "sender");
    unsigned count = send(&sender, folder, "cell", 0);
    observe(9, 8, 9, true);
    (void)send(&sender, folder, "cell", count);
    begin_map((oct9_offset_t){ -512, 264, 80 });
    need(oct9_tree_fill_box(&robot.tree, &hall, oct9_occupancy_payload(-20, 0)) == OCT9_OK, "fill");
    need(oct9_packet_sender_init(&sender, &robot, &run) == OCT9_OK, "sender");
    count = send(&sender, folder, "map", 0);
    for (uint16_t round = 0; round < 4; round++) {
        const uint16_t low = (uint16_t)(60 + 2 * round);
        const oct9_box_t cleared = { { 70, 66, low }, { 90, 80, 70 } };
        for (unsigned i = 0; i < 60; i++) {
            const unsigned x = random_below(random, 40), y = random_below(random, 30);
            observe(60 + x, 60 + y, 60 + random_below(random, 8), random_below(random, 2) != 0);
        }
        need(oct9_occupancy_clear_box(&robot, &cleared) == OCT9_OK, "clear");
        count = send(&sender, folder, "map", count);
    }
    print_known(&robot);
}

int main(int argc, char **argv)
{
    random_t random = { 9 };
    if (argc == 3 && strcmp(argv[1], "make") == 0) {
        make_linked(argv[2], &random);
        make_scene(argv[2], &random);
        make_flash(argv[2], &random);
        make_packets(argv[2], &random);
    } else if (argc > 2 && strcmp(argv[1], "read") == 0) {
        for (int i = 2; i < argc; i++)
            read_file(argv[i]);
    } else {
        need(false, "usage: formats make FOLDER | formats read FILE...");
    }
    return 0;
}
