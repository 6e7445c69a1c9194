/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/link.h"

#include "examples/tof_mapper/wire.h"
#include "oct9/image.h" /* oct9_rom_crc32 */

enum { MARK = 0xA5, HEAD = 4, CRC = 4 }; /* head: mark, kind and length */

static void drop(link_reader_t *reader, uint16_t count)
{
    reader->count = (uint16_t)(reader->count - count);
    for (uint16_t i = 0; i < reader->count; i++)
        reader->bytes[i] = reader->bytes[count + i];
}

static void drop_to_mark(link_reader_t *reader)
{
    uint16_t count = 0;
    while (count < reader->count && reader->bytes[count] != MARK)
        count++;
    if (count != 0)
        drop(reader, count);
}

/* What the bytes from the mark on are. */
static link_event_t look(link_reader_t *reader, link_message_t *message)
{
    if (reader->count < HEAD)
        return LINK_MORE;
    wire_t wire = { reader->bytes + 1, NULL };
    message->kind = wire_take_u8(&wire);
    message->size = wire_take_u16(&wire);
    message->bytes = wire.from;
    if (message->size > LINK_MOST)
        return LINK_BAD;
    if (reader->count < HEAD + message->size + CRC)
        return LINK_MORE;
    wire.from += message->size;
    const uint32_t crc = oct9_rom_crc32(0, reader->bytes + 1, HEAD - 1u + message->size);
    return wire_take_u32(&wire) == crc ? LINK_MESSAGE : LINK_BAD;
}

link_event_t link_read(link_reader_t *reader, uint8_t byte, link_message_t *message)
{
    bool bad = false;
    drop(reader, reader->used);
    reader->used = 0;
    reader->bytes[reader->count++] = byte;
    for (;;) {
        drop_to_mark(reader);
        const link_event_t event = look(reader, message);
        if (event == LINK_MESSAGE)
            reader->used = (uint16_t)(message->size + LINK_AROUND);
        if (event != LINK_BAD)
            return event == LINK_MORE && bad ? LINK_BAD : event;
        bad = true;
        drop(reader, 1); /* the mark was none */
    }
}

size_t link_write(uint8_t *out, uint8_t kind, const uint8_t *bytes, size_t size)
{
    wire_t wire = { NULL, out };
    wire_put_u8(&wire, MARK);
    wire_put_u8(&wire, kind);
    wire_put_u16(&wire, (uint16_t)size);
    for (size_t i = 0; i < size; i++)
        wire_put_u8(&wire, bytes[i]);
    wire_put_u32(&wire, oct9_rom_crc32(0, out + 1, HEAD - 1u + size));
    return size + LINK_AROUND;
}
