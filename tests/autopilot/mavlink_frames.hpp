/* SPDX-License-Identifier: MIT */
/* Frames of MAVLink, by their definitions: each message is a list of fields, from which follow the
 * order of its bytes, its length and the byte that its checksum ends with. Shares no code with the
 * library. */
#ifndef OCT9_TEST_MAVLINK_FRAMES_HPP
#define OCT9_TEST_MAVLINK_FRAMES_HPP

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace mavlink {

using Bytes = std::vector<uint8_t>;

struct Field {
    std::string type, name;
    unsigned count; /* of an array; 0: none */
    bool extension;
    unsigned size() const
    {
        return type == "uint64_t"                                         ? 8
             : type == "uint32_t" || type == "int32_t" || type == "float" ? 4
             : type == "uint16_t"                                         ? 2
                                                                          : 1;
    }
    unsigned bytes() const { return size() * std::max(count, 1u); }
};

struct Definition {
    uint32_t id;
    std::string name;
    std::vector<Field> fields; /* in the order of the bytes */

    unsigned length(bool extensions) const
    {
        unsigned sum = 0;
        for (const Field &field : fields)
            sum += field.extension && !extensions ? 0 : field.bytes();
        return sum;
    }
    unsigned offset(const std::string &name_of_field) const
    {
        unsigned sum = 0;
        for (const Field &field : fields) {
            if (field.name == name_of_field)
                return sum;
            sum += field.bytes();
        }
        return 1000;
    }
};

/* A polynomial's remainder, bit by bit from the left, of bytes whose bits are mirrored. */
inline uint16_t checksum(const Bytes &bytes)
{
    const auto mirrored = [](unsigned x, unsigned bits) {
        unsigned mirror = 0;
        for (unsigned i = 0; i < bits; i++)
            mirror |= (x >> i & 1u) << (bits - 1 - i);
        return mirror;
    };
    unsigned rest = 0xFFFF;
    for (uint8_t byte : bytes)
        for (unsigned bit = 0; bit < 8; bit++) {
            const unsigned in = mirrored(byte, 8) >> (7 - bit) & 1u;
            const unsigned out = rest >> 15 & 1u;
            rest = (rest << 1 & 0xFFFFu) ^ (in != out ? 0x1021u : 0u);
        }
    return static_cast<uint16_t>(mirrored(rest, 16));
}

/* As mavlink.io has it, "CRC_EXTRA calculation". */
inline uint8_t extra(const Definition &definition)
{
    Bytes text;
    const auto add = [&](const std::string &word) {
        text.insert(text.end(), word.begin(), word.end());
        text.push_back(' ');
    };
    add(definition.name);
    for (const Field &field : definition.fields)
        if (!field.extension) {
            add(field.type);
            add(field.name);
            if (field.count > 0)
                text.push_back(static_cast<uint8_t>(field.count));
        }
    const uint16_t sum = checksum(text);
    return static_cast<uint8_t>((sum & 0xFFu) ^ (sum >> 8));
}

/* Sorted by size, largest first; extensions stay behind. */
inline Definition define(uint32_t id, const std::string &name, const std::string &fields)
{
    Definition made = { id, name, {} };
    bool extension = false;
    size_t at = 0;
    while (at < fields.size()) {
        const size_t end = std::min(fields.find(';', at), fields.size());
        std::string one = fields.substr(at, end - at);
        at = end + 1;
        if (one == "+") {
            extension = true;
            continue;
        }
        const size_t blank = one.find(' '), bracket = one.find('[');
        Field field = { one.substr(0, blank), one.substr(blank + 1, bracket - blank - 1), 0,
                        extension };
        if (bracket != std::string::npos)
            field.count = static_cast<unsigned>(std::stoul(one.substr(bracket + 1)));
        made.fields.push_back(field);
    }
    std::stable_sort(made.fields.begin(), made.fields.end(), [](const Field &a, const Field &b) {
        return a.extension != b.extension ? b.extension : !a.extension && a.size() > b.size();
    });
    return made;
}

/* The fields as common.xml and ardupilotmega.xml list them. */
inline const std::map<uint32_t, Definition> &definitions()
{
    static const std::map<uint32_t, Definition> all = [] {
        std::map<uint32_t, Definition> map;
        for (const Definition &one :
             { define(0, "HEARTBEAT",
                      "uint8_t type;uint8_t autopilot;uint8_t base_mode;uint32_t custom_mode;"
                      "uint8_t system_status;uint8_t mavlink_version"),
               define(31, "ATTITUDE_QUATERNION",
                      "uint32_t time_boot_ms;float q1;float q2;float q3;float q4;float rollspeed;"
                      "float pitchspeed;float yawspeed;+;float repr_offset_q[4]"),
               define(32, "LOCAL_POSITION_NED",
                      "uint32_t time_boot_ms;float x;float y;float z;float vx;float vy;float vz"),
               define(76, "COMMAND_LONG",
                      "uint8_t target_system;uint8_t target_component;uint16_t command;"
                      "uint8_t confirmation;float param1;float param2;float param3;float param4;"
                      "float param5;float param6;float param7"),
               define(132, "DISTANCE_SENSOR",
                      "uint32_t time_boot_ms;uint16_t min_distance;uint16_t max_distance;"
                      "uint16_t current_distance;uint8_t type;uint8_t id;uint8_t orientation;"
                      "uint8_t covariance;+;float horizontal_fov;float vertical_fov;"
                      "float quaternion[4];uint8_t signal_quality"),
               define(330, "OBSTACLE_DISTANCE",
                      "uint64_t time_usec;uint8_t sensor_type;uint16_t distances[72];"
                      "uint8_t increment;uint16_t min_distance;uint16_t max_distance;+;"
                      "float increment_f;float angle_offset;uint8_t frame"),
               define(11037, "OBSTACLE_DISTANCE_3D",
                      "uint32_t time_boot_ms;uint8_t sensor_type;uint8_t frame;"
                      "uint16_t obstacle_id;float x;float y;float z;float min_distance;"
                      "float max_distance") })
            map[one.id] = one;
        return map;
    }();
    return all;
}

/* A message with its fields, whose values are read by their names. */
struct Message {
    const Definition *definition;
    uint8_t sequence, system, component;
    Bytes payload; /* with the zeros at its end */

    template <class T> T get(const std::string &name, unsigned index = 0) const
    {
        T value;
        std::memcpy(&value, &payload.at(definition->offset(name) + index * sizeof(T)),
                    sizeof value);
        return value;
    }
    template <class T> void put(const std::string &name, T value, unsigned index = 0)
    {
        std::memcpy(&payload.at(definition->offset(name) + index * sizeof(T)), &value,
                    sizeof value);
    }
};

inline Message blank(uint32_t id)
{
    const Definition &definition = definitions().at(id);
    return { &definition, 0, 1, 1, Bytes(definition.length(true)) };
}

/* Takes a frame of MAVLink 2 apart; false if it is none. */
inline bool decode(const Bytes &frame, Message &message)
{
    if (frame.size() < 13 || frame[0] != 0xFD || frame.size() != 12u + frame[1] || frame[2] != 0)
        return false;
    const uint32_t id = frame[7] + 256u * frame[8] + 65536u * frame[9];
    const auto found = definitions().find(id);
    if (found == definitions().end() || frame[1] > found->second.length(true))
        return false;
    Bytes covered(frame.begin() + 1, frame.end() - 2);
    covered.push_back(extra(found->second));
    const uint16_t sum = checksum(covered);
    message = { &found->second, frame[4], frame[5], frame[6],
                Bytes(frame.begin() + 10, frame.end() - 2) };
    const bool short_enough = message.payload.size() == 1 || message.payload.back() != 0;
    message.payload.resize(found->second.length(true));
    return short_enough && frame[frame.size() - 2] + 256u * frame.back() == sum;
}

enum class How { TWO, ONE, SIGNED };

inline Bytes encode(const Message &message, How how)
{
    const bool one = how == How::ONE;
    Bytes body = message.payload;
    body.resize(message.definition->length(!one));
    while (!one && body.size() > 1 && body.back() == 0)
        body.pop_back();
    const auto length = static_cast<uint8_t>(body.size());
    const auto id = [&](unsigned n) {
        return static_cast<uint8_t>(message.definition->id >> 8 * n);
    };
    Bytes frame = one ? Bytes{ 0xFE, length, message.sequence, message.system, message.component,
                               id(0) }
                      : Bytes{ 0xFD,
                               length,
                               static_cast<uint8_t>(how == How::SIGNED),
                               0,
                               message.sequence,
                               message.system,
                               message.component,
                               id(0),
                               id(1),
                               id(2) };
    frame.insert(frame.end(), body.begin(), body.end());
    Bytes covered(frame.begin() + 1, frame.end());
    covered.push_back(extra(*message.definition));
    const uint16_t sum = checksum(covered);
    frame.push_back(static_cast<uint8_t>(sum));
    frame.push_back(static_cast<uint8_t>(sum >> 8));
    for (unsigned i = 0; how == How::SIGNED && i < 13; i++)
        frame.push_back(0xFD); /* as the next frame begins */
    return frame;
}

} // namespace mavlink

#endif
