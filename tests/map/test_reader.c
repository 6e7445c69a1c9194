/* SPDX-License-Identifier: MIT */
/* Readers that meet a writer in the middle of a write, and writers that come in the middle of a
 * read: oct9/reader.h, and the program of docs/guide/rtos.md, unchanged. */
#define _DEFAULT_SOURCE

#include "oct9.h"
#include "tests/shared/interrupted.h"

/* The page's pool stands on whole pages of memory, with nothing beside it. */
#undef OCT9_POOL
#define OCT9_POOL(storage, name, blocks) _Alignas(PAGE) storage oct9_block_t name[(blocks)]
#include "build/generated/rtos_page.h"

/* --- the page's program ----------------------------------------------------------------------- */

static const oct9_mm_t here = { 0, 0, 0 }, there = { 1000, 0, 0 };
static const oct9_run_t run = { 7, 1 };
static unsigned asked_clear, asked_blocked;

static void ask_page(void)
{
    CHECK_EQ(occupancy.tree.generation % 2u, 1);
    if (path_is_clear(&here, &there, 100))
        asked_clear++;
    else
        asked_blocked++;
}

/* Another robot's map: free space about the origin. Its packets go through the page's queue. */
static void send_free_space(const oct9_mm_t *robot, void (*handler)(void))
{
    OCT9_POOL(static, sender_pool, 512);
    static oct9_occupancy_t map;
    static oct9_changes_t changes;
    static uint32_t table[64];
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_box_t space = { { 248, 248, 248 }, { 288, 264, 264 } };
    oct9_sender_t sender;
    uint8_t bytes[BYTES];
    int32_t size;
    CHECK_EQ(oct9_occupancy_changes_init(&changes, table, 64), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&map, sender_pool, 512, &model, &changes), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&map.tree, &space, oct9_occupancy_payload(-40, 0)), OCT9_OK);
    CHECK_EQ(oct9_packet_sender_init(&sender, &map, &run), OCT9_OK);
    asked_clear = asked_blocked = 0;
    while ((size = oct9_packet_write(&sender, bytes, sizeof bytes, UINT32_MAX)) > 0) {
        CHECK(radio_received(bytes, (uint32_t)size));
        const uint32_t generation = occupancy.tree.generation;
        if (handler)
            guard(pool, sizeof pool, PROT_READ, handler, true);
        CHECK_EQ(mapper_step(robot), OCT9_OK);
        if (handler)
            unguard();
        CHECK_EQ(occupancy.tree.generation, generation + 2); /* one write */
    }
    CHECK_EQ(size, 0);
}

static void a_message_that_is_interrupted(void)
{
    CHECK_EQ(mapper_begin(&run), OCT9_OK);
    send_free_space(&here, ask_page);
    CHECK(asked_blocked > 0);
    CHECK_EQ(asked_clear, 0);
    CHECK(path_is_clear(&here, &there, 100));
    const oct9_mm_t far_there = { 4000, 0, 0 };
    CHECK(!path_is_clear(&here, &far_there, 100));
}

/* The window moves by 64 cells of 40 mm; what is clear stays at the same millimetres. */
static void a_move_that_is_interrupted(void)
{
    const oct9_mm_t robot = { 3001, 0, 0 };
    CHECK_EQ(mapper_begin(&run), OCT9_OK);
    send_free_space(&here, NULL);
    asked_clear = asked_blocked = 0;
    guard(pool, sizeof pool, PROT_READ, ask_page, true);
    CHECK_EQ(mapper_step(&robot), OCT9_OK);
    unguard();
    CHECK_EQ(occupancy.window.x, 64);
    CHECK(asked_blocked > 0);
    CHECK_EQ(asked_clear, 0);
    CHECK(path_is_clear(&here, &there, 100));
}

static void a_queue_that_is_full(void)
{
    static const uint8_t bytes[BYTES + 1];
    CHECK_EQ(mapper_begin(&run), OCT9_OK);
    CHECK(!radio_received(bytes, sizeof bytes));
    for (unsigned i = 0; i < SLOTS; i++)
        CHECK(radio_received(bytes, BYTES));
    CHECK(!radio_received(bytes, BYTES));
    for (unsigned i = 0; i < SLOTS; i++)
        CHECK_EQ(mapper_step(&here), OCT9_ERR_PACKET_SENDER);
    CHECK_EQ(mapper_step(&here), OCT9_OK);
}

/* --- the reader itself ------------------------------------------------------------------------ */

static uint32_t tries_left;
static oct9_status_t begun;

static void begin_with_three(void)
{
    oct9_reader_t reader = oct9_reader_of_tree(&occupancy.tree, 3);
    begun = oct9_reader_begin(&reader);
    tries_left = reader.tries;
}

/* The reader that asks again and again would never end here; it ends in the first try. */
static void a_preempted_writer_is_seen_at_once(void)
{
    const oct9_box_t box = { { 1, 1, 1 }, { 9, 9, 9 } };
    CHECK_EQ(mapper_begin(&run), OCT9_OK);
    guard(pool, sizeof pool, PROT_READ, begin_with_three, true);
    CHECK_EQ(oct9_tree_fill_box(&occupancy.tree, &box, 1), OCT9_OK);
    unguard();
    CHECK_EQ(interrupts, 1);
    CHECK_EQ(begun, OCT9_ERR_STALE);
    CHECK_EQ(tries_left, 2);
    begin_with_three();
    CHECK_EQ(begun, OCT9_OK);
}

/* A task that asks before the map's init. */
static void a_map_that_is_not_there_yet(void)
{
    static const oct9_tree_t zero;
    oct9_reader_t reader = oct9_reader_of_tree(&zero, 3);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_ERR_STALE);
}

/* Reads while a writer comes in each of the first `writes` reads; returns how many reads began. */
static unsigned read_beside_writes(uint32_t tries, unsigned writes, oct9_status_t *status)
{
    static const oct9_node_t node = { { 0, 0, 0 }, 3 };
    static uint16_t payload;
    oct9_reader_t reader = oct9_reader_of_tree(&occupancy.tree, tries);
    unsigned reads = 0;
    do {
        *status = oct9_reader_begin(&reader);
        if (*status == OCT9_OK) {
            if (reads++ < writes)
                CHECK_EQ(oct9_tree_set_node(&occupancy.tree, &node, ++payload), OCT9_OK);
            *status = oct9_reader_end(&reader);
        }
    } while (*status == OCT9_AGAIN);
    return reads;
}

static void an_overtaken_reader_asks_again_and_gives_up(void)
{
    oct9_status_t status;
    CHECK_EQ(mapper_begin(&run), OCT9_OK);
    for (uint32_t tries = 0; tries < 5; tries++)
        for (unsigned writes = 0; writes < 6; writes++) {
            const bool good = writes < tries;
            CHECK_EQ(read_beside_writes(tries, writes, &status), good ? writes + 1 : tries);
            CHECK_EQ(status, good ? OCT9_OK : OCT9_ERR_STALE);
        }
}

/* --- the window, its frame and the map as one ------------------------------------------------- */

/* A map whose window lies across the boundary of two pages of memory: x before it, z behind it. */
_Alignas(PAGE) static char memory[2 * PAGE];
static oct9_occupancy_t *across;
OCT9_POOL(static, across_pool, 64);

static const oct9_offset_t step = { 1, 2, 3 };

static void move_across(void)
{
    CHECK_EQ(oct9_window_move(across, &step, 6), OCT9_OK);
}

static void prepare_across(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    size_t offset = offsetof(oct9_occupancy_t, window) + 4;
    while (offset % _Alignof(oct9_occupancy_t) != 0)
        offset += 4; /* to y or z */
    CHECK(offset <= offsetof(oct9_occupancy_t, window) + 8);
    across = (oct9_occupancy_t *)(void *)(memory + PAGE - offset);
    CHECK_EQ(oct9_occupancy_init(across, across_pool, 64, &model, NULL), OCT9_OK);
}

static void check_frame(const oct9_reader_t *reader, int32_t steps)
{
    CHECK_EQ(reader->window.x, 64 * steps);
    CHECK_EQ(reader->window.y, 128 * steps);
    CHECK_EQ(reader->window.z, 192 * steps);
    CHECK_EQ(reader->frame.origin_mm.x, base.origin_mm.x + 64 * 40 * steps);
    CHECK_EQ(reader->frame.origin_mm.y, base.origin_mm.y + 128 * 40 * steps);
    CHECK_EQ(reader->frame.origin_mm.z, base.origin_mm.z + 192 * 40 * steps);
    CHECK_EQ(reader->frame.cell_um, base.cell_um);
}

/* The move comes when the first of the window's numbers has been read, and not the last. */
static void a_move_while_the_window_is_read(void)
{
    prepare_across();
    oct9_reader_t reader = oct9_reader_of_window(across, &base, 2);
    guard(memory + PAGE, PAGE, PROT_NONE, move_across, true);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_AGAIN);
    unguard();
    CHECK_EQ(interrupts, 1);
    CHECK_EQ(reader.tries, 1);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_OK);
    check_frame(&reader, 1);
    CHECK_EQ(oct9_reader_end(&reader), OCT9_OK);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_ERR_STALE);
}

static void a_move_between_begin_and_end(void)
{
    prepare_across();
    oct9_reader_t reader = oct9_reader_of_window(across, &base, 2);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_OK);
    check_frame(&reader, 0);
    CHECK_EQ(oct9_window_move(across, &step, 6), OCT9_OK);
    CHECK_EQ(oct9_reader_end(&reader), OCT9_AGAIN);
    CHECK_EQ(oct9_reader_begin(&reader), OCT9_OK);
    check_frame(&reader, 1);
    CHECK_EQ(oct9_window_move(across, &step, 6), OCT9_OK);
    CHECK_EQ(oct9_reader_end(&reader), OCT9_ERR_STALE);
}

static void frames_that_cannot_be(void)
{
    const oct9_frame_t no_cells = OCT9_FRAME(0, 0, 0, 0), far = OCT9_FRAME(INT32_MAX, 0, 0, 40000);
    prepare_across();
    CHECK_EQ(oct9_window_move(across, &step, 6), OCT9_OK);
    oct9_reader_t bad = oct9_reader_of_window(across, &no_cells, 3);
    CHECK_EQ(oct9_reader_begin(&bad), OCT9_ERR_ARGUMENT);
    oct9_reader_t range = oct9_reader_of_window(across, &far, 3);
    CHECK_EQ(oct9_reader_begin(&range), OCT9_ERR_RANGE);
}

int main(void)
{
    RUN(a_message_that_is_interrupted);
    RUN(a_move_that_is_interrupted);
    RUN(a_queue_that_is_full);
    RUN(a_preempted_writer_is_seen_at_once);
    RUN(a_map_that_is_not_there_yet);
    RUN(an_overtaken_reader_asks_again_and_gives_up);
    RUN(a_move_while_the_window_is_read);
    RUN(a_move_between_begin_and_end);
    RUN(frames_that_cannot_be);
    return test_end();
}
