/* SPDX-License-Identifier: MIT */
/* A map that a board sends: the messages of examples/tof_mapper as they come in byte by byte, and
 * the packets in them, applied to a RAM tree. */
#include "examples/tof_mapper/messages.h"
#include "examples/tof_mapper/wire.h"
#include "oct9/window.h"
#include "playground/wasm/page.h"

enum {
    BLOCKS = 32768,
    TILES = 65536,
    BYTES = 4096,
    WINDOW_LEVEL = 3,
    PACKET_PLACE = 10,
    PACKET_HEAD = PACKET_PLACE + 4,                     /* see oct9/packet.h */
    LOW_MM = -(OCT9_CELLS / 2) * (DRONE_CELL_UM / 1000) /* the drone's origin is in the middle */
};

/* What has come so far, as the page reads it. */
typedef struct {
    uint32_t packets, late, damaged, messages;
    uint32_t used;        /* blocks of the tree */
    int32_t origin_mm[3]; /* of the window */
    uint32_t cell_um;
    uint32_t known; /* a status has come: what follows is the last one's */
    uint32_t alarm, clear_mm, clearance_mm, board_used;
} live_t;

static live_t live;
static uint8_t incoming[BYTES];
static link_reader_t reader;
static oct9_block_t pool[BLOCKS];
static uint32_t seen[TILES];
static oct9_occupancy_t occupancy;
static oct9_receiver_t receiver;

live_t *PAGE(live_at)(void)
{
    return &live;
}
uint8_t *PAGE(live_incoming)(void)
{
    return incoming;
}

static void set_frame(void)
{
    static const oct9_frame_t base = OCT9_FRAME(LOW_MM, LOW_MM, LOW_MM, DRONE_CELL_UM);
    oct9_frame_t frame = base;
    (void)oct9_window_frame(&occupancy.window, &base, &frame);
    live.origin_mm[0] = frame.origin_mm.x;
    live.origin_mm[1] = frame.origin_mm.y;
    live.origin_mm[2] = frame.origin_mm.z;
    live.cell_um = frame.cell_um;
}

static oct9_status_t empty_map(void)
{
    static const oct9_model_t model = OCT9_MODEL_DEFAULT;
    static const oct9_run_t run = DRONE_RUN;
    oct9_status_t status = oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, NULL);
    if (status == OCT9_OK)
        status = oct9_packet_receiver_init(&receiver, &occupancy, seen, TILES, &run);
    set_frame();
    return status;
}

/* Begins with an empty map, which is asked from now on: oct9_status_t. */
int32_t PAGE(live_begin)(void)
{
    live = (live_t){ 0 };
    reader = (link_reader_t){ 0 };
    const oct9_status_t status = empty_map();
    page_map = oct9_map_of_tree(&occupancy.tree);
    return status;
}

/* How far the window must go to a packet's corner, in nodes of 8 cells: `low` has the low nine bits
 * of its place. */
static int32_t steps_to(uint32_t low, int32_t window)
{
    return (int32_t)((low - (uint32_t)(window >> WINDOW_LEVEL) + 256u) % 512u) - 256;
}

/* Each packet has the place of the board's window. The page's window follows it, because cells
 * outside the window would be lost. */
static oct9_status_t follow(const link_message_t *message)
{
    const oct9_offset_t *at = &occupancy.window;
    wire_t wire = { message->bytes + PACKET_PLACE, NULL };
    const uint32_t place = (uint32_t)wire_take_i32(&wire);
    const oct9_offset_t by = { steps_to(place, at->x), steps_to(place >> 9, at->y),
                               steps_to(place >> 18, at->z) };
    if ((by.x | by.y | by.z) == 0)
        return OCT9_OK;
    const oct9_status_t status = oct9_window_move(&occupancy, &by, WINDOW_LEVEL);
    if (status == OCT9_OK)
        set_frame();
    return status;
}

static void take_packet(const link_message_t *message)
{
    oct9_status_t status = message->size > PACKET_HEAD ? follow(message) : OCT9_OK;
    if (status == OCT9_OK)
        status = oct9_packet_apply(&receiver, message->bytes, message->size);
    live.packets++;
    live.late += status == OCT9_ERR_PACKET_LATE;
    live.damaged += status != OCT9_OK && status != OCT9_ERR_PACKET_LATE;
    live.used = occupancy.tree.used;
}

static void take_status(const link_message_t *message)
{
    status_t status;
    message_take_status(message->bytes, &status);
    live.known = 1;
    live.alarm = status.found.alarm;
    live.clear_mm = status.found.clear_mm;
    live.clearance_mm = status.found.clearance_mm;
    live.board_used = status.used;
}

/* The board has started anew: what it said before holds no more. */
static void start_anew(void)
{
    (void)empty_map();
    live.known = 0;
    live.used = 0;
}

/* Takes `size` of the incoming bytes. */
void PAGE(live_take)(uint32_t size)
{
    for (uint32_t i = 0; i < size && i < BYTES; i++) {
        link_message_t message;
        const link_event_t event = link_read(&reader, incoming[i], &message);
        live.damaged += event == LINK_BAD;
        if (event != LINK_MESSAGE)
            continue;
        live.messages++;
        if (message.kind == MESSAGE_READY)
            start_anew();
        else if (message.kind == MESSAGE_PACKET)
            take_packet(&message);
        else if (message.kind == MESSAGE_STATUS && message.size == MESSAGE_STATUS_SIZE)
            take_status(&message);
    }
}
