// SPDX-License-Identifier: MIT
// May a ball of 0.15 m radius go beside the table, and behind it in a straight line? The map is
// room.c, which `oct9 bake` made of room.obj, as docs/packaging.md of oct9 says.
#include <oct9.h>

extern "C" const unsigned char oct9_map_room[];
extern "C" const uint32_t oct9_map_room_size;

static oct9_image_t image;

static void check(const __FlashStringHelper *where, int32_t x, int32_t y, int32_t z)
{
    const oct9_mm_t from = {300, 250, 400}, to = {x, y, z};
    oct9_sphere_input_t input = {};
    oct9_sweep_output_t output;
    const oct9_map_t map = oct9_map_of_image(&image);
    oct9_status_t status = oct9_mm_sphere(&image.frame, &from, &to, 150, &input.motion);
    if (status == OCT9_OK)
        status = oct9_sweep_sphere(&map, &input, &output);
    Serial.print(where);
    Serial.println(status == OCT9_OK && output.hit == OCT9_HIT_NONE ? F("clear") : F("blocked"));
}

void setup()
{
    Serial.begin(115200);
    if (oct9_image_open(&image, OCT9_ROM(oct9_map_room), oct9_map_room_size) != OCT9_OK) {
        Serial.println(F("the map is damaged"));
        return;
    }
    check(F("beside the table: "), 1500, 250, 400);
    check(F("behind the table: "), 1500, 1000, 400);
}

void loop()
{
}
