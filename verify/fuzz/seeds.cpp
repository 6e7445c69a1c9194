/* SPDX-License-Identifier: MIT */
/* Good images, linked images, scenes, road maps, packets, messages of autopilots and patches, small
 * ones, for the fuzzer to begin with. Behind each image stand questions; their last two bytes say
 * that nothing but the CRC is made right.
 *
 * Usage: seeds FOLDER (with a folder in it for each target) */
#include "oct9/road.h"
#include "tests/linked/linked_image.hpp"
#include "tests/shared/load.hpp"
#include "tests/packet/packet_robot.hpp"
#include "tests/patch/patch_site.hpp"
#include "tests/scene/scene_image.hpp"
#include "verify/fuzz/fuzz.h"

#include <cstdio>
#include <string>

using Bytes = std::vector<uint8_t>;
using oracle::Model;
using oracle::Random;

static std::string folder;
static int written;

static void write(const char *target, const Bytes &bytes)
{
    const std::string path = folder + "/" + target + "/seed-" + std::to_string(written++);
    FILE *file = std::fopen(path.c_str(), "wb");

    if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
        std::perror(path.c_str());
        std::exit(1);
    }
    std::fclose(file);
}

static void write_image(const char *target, const void *image, size_t size, Random &random)
{
    const uint8_t *at = static_cast<const uint8_t *>(image);
    Bytes bytes(at, at + size);

    for (unsigned i = 2; i < QUESTION_BYTES; i++)
        bytes.push_back(static_cast<uint8_t>(random.u32()));
    bytes.push_back(0);
    bytes.push_back(0);
    write(target, bytes);
}

/* A few nodes, some of them fine. */
static Model small_model(Random &random)
{
    Model model;

    for (unsigned splits = 1 + random.below(9); splits > 0; splits--) {
        const size_t last = model.nodes().size() - 1;
        const size_t from = model.nodes().size() > 1 && random.chance(70) ? last - 7 : 0;
        const size_t i = from + random.below(static_cast<uint32_t>(last - from + 1));
        if (model.node(i).is_leaf() && model.node(i).size > 1)
            model.split(i);
    }
    for (size_t i = 0; i < model.nodes().size(); i++)
        if (model.node(i).is_leaf())
            model.set_payload(i, static_cast<uint16_t>(i % 8 == 1 ? 0 : 1 + random.below(2)));
    return model;
}

static void maps(Random &random)
{
    for (int i = 0; i < 60; i++) {
        const Model model = small_model(random);
        const oracle::LoadedTree tree(model, random);
        const oracle::LinkedImage linked(tree.map(), oracle::random_page_most(random));
        std::vector<uint32_t> words = oracle::encode_image(model);
        const auto behind = words.begin() + sizeof(oct9_image_header_t) / 4;
        words.erase(behind, behind + OCT9_IMAGE_ENTRIES / 2); /* the directory: see image.c */
        if (words.size() < 500)
            write_image("image", words.data(), 4 * words.size(), random);
        if (linked.size() < 2000)
            write_image("linked", linked.bytes(), linked.size(), random);
    }
}

static void scenes_of(Random &random)
{
    for (int i = 0; i < 300; i++) {
        const scenes::World world(random);
        if (world.status != OCT9_OK || world.count() == 0)
            continue;
        const Bytes bytes = scenes::image_of(world.scene);
        if (bytes.size() <= 900)
            write_image("scene", bytes.data(), bytes.size(), random);
    }
}

/* A road map whose vertices are those of a line through one tile or two, each with an edge to the
 * next one. */
static void roads_of(Random &random)
{
    for (int i = 0; i < 20; i++) {
        const uint32_t count = 2 + random.below(30), edges = 2 * (count - 1);
        const uint32_t tiles = 1 + random.below(2), second = count / 2;
        std::vector<uint16_t> halves;
        std::vector<uint32_t> words = { OCT9_ROAD_MAGIC,
                                        0,
                                        OCT9_ROAD_VERSION,
                                        0,
                                        0,
                                        0,
                                        0,
                                        80000,
                                        1234,
                                        120,
                                        tiles | count << 16,
                                        edges,
                                        0,
                                        0 };
        if (tiles == 2)
            words.insert(words.end(), { 1, second << 16 });
        for (uint32_t v = 0; v < count; v++)
            words.push_back((1000 * v + random.below(999)) |
                            static_cast<uint32_t>((v > 0) + (v + 1 < count)) << 27);
        for (uint32_t v = 0; v < count; v += 8)
            halves.push_back(static_cast<uint16_t>(v == 0 ? 0 : 2 * v - 1));
        for (uint32_t v = 0; v < count; v++) {
            if (v > 0)
                halves.push_back(static_cast<uint16_t>(v - 1));
            if (v + 1 < count)
                halves.push_back(static_cast<uint16_t>(v + 1));
        }
        halves.resize((halves.size() + 1) / 2 * 2);
        for (size_t h = 0; h < halves.size(); h += 2)
            words.push_back(halves[h] | uint32_t{ halves[h + 1] } << 16);
        words[3] = static_cast<uint32_t>(4 * words.size());
        write_image("road", words.data(), 4 * words.size(), random);
    }
}

/* A world's table of a few tiles; the target makes the rest of it. */
static void worlds_of(Random &random)
{
    for (int i = 0; i < 20; i++) {
        std::vector<uint32_t> words(10 + 5 * (1 + random.below(12)));
        for (uint32_t &word : words)
            word = random.below(1000);
        write_image("world", words.data(), 4 * words.size(), random);
    }
}

/* Patches of a version as long as the target's, which makes their heads right. */
static void patches_of(Random &random)
{
    const Bytes old = patch::random_version(random, 500);
    for (int i = 0; i < 20; i++) {
        const Bytes bytes = patch::random_patch(random, old, 120).patch;
        write_image("patch", bytes.data(), bytes.size(), random);
    }
}

/* Packets one behind another, with their lengths. */
static void packets_of(Random &random)
{
    packets::Robot robot(random, 1000, 1024, true);
    oct9_sender_t sender;

    const oct9_run_t run = { 1, 1 };
    CHECK_EQ(oct9_packet_sender_init(&sender, &robot.map.occupancy, &run), OCT9_OK);
    for (int i = 0; i < 40; i++) {
        Bytes input = { static_cast<uint8_t>(random.u32()) };
        for (unsigned n = 1 + random.below(6); n > 0; n--) {
            Bytes packet(30 + random.below(214));
            robot.act();
            const int32_t length = oct9_packet_write(&sender, packet.data(),
                                                     static_cast<uint32_t>(packet.size()), 1000);
            packet.resize(static_cast<size_t>(std::max(length, 0)));
            input.push_back(static_cast<uint8_t>(packet.size()));
            input.push_back(static_cast<uint8_t>(random.below(2)));
            input.insert(input.end(), packet.begin(), packet.end());
        }
        write("packet", input);
    }
}

/* Messages of an autopilot: attitudes of whole quaternions and positions, and bytes of any kind. */
static void mavlinks_of(Random &random)
{
    for (int i = 0; i < 20; i++) {
        Bytes input = { static_cast<uint8_t>(random.below(2)) };
        for (unsigned n = 2 + random.below(8); n > 0; n--) {
            const unsigned bits = 2 * random.below(32);
            const float numbers[] = { 0.6f, 0.0f, -0.8f, 0.0f, 1.5f, -20.0f, 3e9f };
            Bytes body(bits & 2 ? 28 : 32);
            for (size_t at = 4; at + 4 <= body.size(); at += 4) {
                const float number = bits & 2 ? numbers[random.below(7)] : numbers[at / 4 - 1];
                std::memcpy(&body[at], &number, 4);
            }
            input.push_back(static_cast<uint8_t>(bits | random.chance(20)));
            input.push_back(static_cast<uint8_t>(body.size()));
            input.insert(input.end(), body.begin(), body.end());
        }
        write("mavlink", input);
    }
}

/* --- files for the host program's readers; the first byte says which reader ------------------ */

template <class T> static void put(std::string &text, T value)
{
    text.append(reinterpret_cast<const char *>(&value), sizeof value);
}

static void write_file(char kind, const std::string &text)
{
    Bytes bytes(1, static_cast<uint8_t>(kind));

    bytes.insert(bytes.end(), text.begin(), text.end());
    write("readers", bytes);
}

static std::string three_floats()
{
    std::string text;

    for (float number : { 1.5f, -2.0f, 0.25f })
        put(text, number);
    return text;
}

static void point_files()
{
    const std::string head = "# .PCD v0.7\nVERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\n"
                             "COUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 1\n";
    const std::string packed = '\x0b' + three_floats();
    std::string lengths;

    put(lengths, static_cast<uint32_t>(packed.size()));
    put(lengths, uint32_t{ 12 });
    write_file(0, head + "DATA ascii\n1 2 3\n");
    write_file(0, head + "DATA binary\n" + three_floats());
    write_file(0, head + "DATA binary_compressed\n" + lengths + packed);
    write_file(2, "# points\n1 2 3\n-4.5,6e-1,7 8\n");
}

static void mesh_files()
{
    const std::string vertices = "element vertex 3\nproperty float x\nproperty float y\n"
                                 "property float z\n";
    const std::string faces = "element face 1\nproperty list uchar int vertex_indices\n";
    const std::string corners = three_floats() + three_floats() + three_floats();
    std::string face = "\x03";

    for (int32_t i = 0; i < 3; i++)
        put(face, i);
    write_file(1, "ply\nformat ascii 1.0\n" + vertices + faces +
                      "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    write_file(1, "ply\nformat binary_little_endian 1.0\n" + vertices + faces + "end_header\n" +
                      corners + face);
    write_file(1, "ply\nformat binary_big_endian 1.0\n" + vertices + "end_header\n" + corners);
}

static void octomap_files()
{
    std::string graph;
    const auto vector = [&graph](std::initializer_list<double> numbers) {
        put(graph, static_cast<uint32_t>(numbers.size()));
        for (double number : numbers)
            put(graph, number);
    };

    put(graph, uint32_t{ 1 }); /* scans */
    put(graph, uint32_t{ 1 }); /* points */
    vector({ 1, 2, 3 });
    vector({ 0, 0, 1 });
    vector({ 1, 0, 0, 0 });
    put(graph, uint32_t{ 0 }); /* its number */
    put(graph, uint32_t{ 0 }); /* edges */
    write_file(3, "# Octomap OcTree binary file\nid OcTree\nsize 9\nres 0.1\ndata\n\x55\x66");
    write_file(3, std::string("# Octomap OcTree file\nid OcTree\nsize 1\nres 0.1\ndata\n"
                              "\0\0\0\x40\0",
                              60));
    write_file(4, "NODE 0 0 1 0 0 0.5\n1 2 3\n4 5 6\nNODE 1 1 1 0 0 0\n# none\n1 1 1 9\n");
    write_file(5, graph);
}

static void flight_file()
{
    std::string text = "t,x,y,z,vx,vy,vz\n0,0,0,1,0,0,0\n900,1,0,1,0,0,0\n\x1ct,r,p,y\n"
                       "0,1,2,3\n900,1,2,9\n\x1c"
                       "500,0,0\n";

    for (int zone = 0; zone < 64; zone++)
        text += std::to_string(400 + zone) + (zone % 9 == 0 ? ",0,255\n" : ",1,5\n");
    write_file(7, text + "\x1cname,t\nDrone,0,1,2,3,1,0,0,0\nSurface,9,1,1,1,1,0,0,0\n"
                         "Drone,900,1,2,3,1,0,0,0\n");
}

int main(int count, char **arguments)
{
    Random random(9);

    if (count != 2)
        return 2;
    folder = arguments[1];
    maps(random);
    scenes_of(random);
    roads_of(random);
    worlds_of(random);
    packets_of(random);
    patches_of(random);
    mavlinks_of(random);
    point_files();
    mesh_files();
    octomap_files();
    flight_file();
    std::printf("%d seeds\n", written);
    return 0;
}
