// SPDX-License-Identifier: MIT
// A cloud, and what oct9 world bake is compared with: a tree of OctoMap, and a hash of cells. Each
// reads the cloud in pieces and writes a file, and prints how many cells are occupied.
//   cloud_host make MESH.ply COUNT CLOUD.ply
//   cloud_host octomap|hash CLOUD.ply CELL_MM OUT
#include <octomap/octomap.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

using Point = std::array<float, 3>;

// ---- .ply files, as examples/worlds and this program write them ----

// Reads a head, and returns how many vertices and faces it names.
std::array<size_t, 2> read_head(FILE *file)
{
    std::array<size_t, 2> count{};
    char line[128];
    while (std::fgets(line, sizeof line, file) && std::strcmp(line, "end_header\n") != 0) {
        std::sscanf(line, "element vertex %zu", &count[0]);
        std::sscanf(line, "element face %zu", &count[1]);
    }
    return count;
}

FILE *open_or_exit(const char *path, const char *mode)
{
    FILE *file = std::fopen(path, mode);
    if (!file) {
        std::perror(path);
        std::exit(1);
    }
    return file;
}

void each_point(const char *path, const std::function<void(const Point &)> &take)
{
    FILE *file = open_or_exit(path, "rb");
    std::vector<Point> piece(65536);
    read_head(file);
    for (size_t got; (got = std::fread(piece.data(), sizeof(Point), piece.size(), file)) != 0;)
        std::for_each(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got), take);
    std::fclose(file);
}

// ---- A cloud: points on a mesh, as somebody who walks along x with a scanner would get them ----

struct Mesh {
    std::vector<std::array<double, 3>> corners;
    std::vector<std::array<uint32_t, 4>> faces;
};

Mesh read_mesh(const char *path)
{
    Mesh mesh;
    FILE *file = open_or_exit(path, "rb");
    const auto count = read_head(file);
    mesh.corners.resize(count[0]);
    mesh.faces.resize(count[1]);
    bool good = std::fread(mesh.corners.data(), 24, count[0], file) == count[0];
    for (auto &face : mesh.faces)
        good = good && std::fgetc(file) == 4 && std::fread(face.data(), 16, 1, file) == 1;
    std::fclose(file);
    if (!good)
        std::exit(1);
    return mesh;
}

// The faces are rectangles along the axes.
double area_of(const Mesh &mesh, const std::array<uint32_t, 4> &face)
{
    double area = 1;
    for (unsigned a = 0; a < 3; a++) {
        const double span = std::abs(mesh.corners[face[2]][a] - mesh.corners[face[0]][a]);
        area *= span > 0 ? span : 1;
    }
    return area;
}

std::vector<Point> sample(const Mesh &mesh, size_t count)
{
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> part(0, 1);
    std::normal_distribution<double> noise(0, 0.004);
    std::vector<double> areas;
    for (const auto &face : mesh.faces)
        areas.push_back(area_of(mesh, face));
    std::discrete_distribution<size_t> choose(areas.begin(), areas.end());
    std::vector<Point> points(count);
    for (Point &point : points) {
        const auto &face = mesh.faces[choose(random)];
        for (unsigned a = 0; a < 3; a++) {
            const double low = mesh.corners[face[0]][a], high = mesh.corners[face[2]][a];
            point[a] = static_cast<float>(low + (high - low) * part(random) + noise(random));
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const Point &p, const Point &q) {
        return std::floor(p[0]) < std::floor(q[0]);
    });
    return points;
}

void make(const char *mesh, size_t count, const char *out)
{
    const std::vector<Point> points = sample(read_mesh(mesh), count);
    FILE *file = open_or_exit(out, "wb");
    std::fprintf(file,
                 "ply\nformat binary_little_endian 1.0\nelement vertex %zu\nproperty float x\n"
                 "property float y\nproperty float z\nend_header\n",
                 count);
    std::fwrite(points.data(), sizeof(Point), count, file);
    std::fclose(file);
}

// ---- OctoMap ----

size_t with_octomap(const char *cloud, double cell, const char *out)
{
    octomap::OcTree tree(cell);
    each_point(cloud, [&](const Point &p) {
        tree.updateNode(octomap::point3d(p[0], p[1], p[2]), true, true);
    });
    tree.updateInnerOccupancy();
    tree.toMaxLikelihood();
    tree.prune();
    tree.writeBinary(out);
    size_t cells = 0;
    for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf)
        cells += static_cast<size_t>(std::pow(8, tree.getTreeDepth() - leaf.getDepth()));
    return cells;
}

// ---- A hash: a table of cells that is never more than half full ----

class Cells {
public:
    Cells() : slots(1 << 16, none) {}

    void add(uint64_t cell)
    {
        if (2 * count >= slots.size())
            grow();
        count += put(cell);
    }

    std::vector<uint64_t> sorted() const
    {
        std::vector<uint64_t> cells;
        std::copy_if(slots.begin(), slots.end(), std::back_inserter(cells),
                     [](uint64_t cell) { return cell != none; });
        std::sort(cells.begin(), cells.end());
        return cells;
    }

private:
    static constexpr uint64_t none = UINT64_MAX;

    bool put(uint64_t cell)
    {
        size_t at = (cell * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & (slots.size() - 1);
        while (slots[at] != none && slots[at] != cell)
            at = (at + 1) & (slots.size() - 1);
        const bool fresh = slots[at] == none;
        slots[at] = cell;
        return fresh;
    }

    void grow()
    {
        std::vector<uint64_t> before(2 * slots.size(), none);
        before.swap(slots);
        for (const uint64_t cell : before)
            if (cell != none)
                put(cell);
    }

    std::vector<uint64_t> slots;
    size_t count = 0;
};

size_t with_hash(const char *cloud, double cell, const char *out)
{
    Cells cells;
    each_point(cloud, [&](const Point &p) {
        uint64_t key = 0;
        for (unsigned a = 0; a < 3; a++)
            key = key << 21 |
                  (static_cast<uint64_t>(std::floor(static_cast<double>(p[a]) / cell) + 1048576) &
                   0x1fffff);
        cells.add(key);
    });
    const std::vector<uint64_t> all = cells.sorted();
    FILE *file = open_or_exit(out, "wb");
    std::fwrite(all.data(), sizeof(uint64_t), all.size(), file);
    std::fclose(file);
    return all.size();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const std::string what = argv[1];
    if (what == "make")
        make(argv[2], static_cast<size_t>(std::atoll(argv[3])), argv[4]);
    else
        std::printf("%zu\n", (what == "octomap" ? with_octomap : with_hash)(
                                 argv[2], std::atof(argv[3]) / 1000, argv[4]));
    return 0;
}
