// USD as text: a UsdGeomPoints with one time sample for each file of a frame, and a stage that plays these
// files as value clips. A frame's number is its time code.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "bake/formats.h"
#include "base/message.h"
#include "base/version.h"

namespace winnow::bake {
namespace {

/// An attribute of the points: some words of a column.
struct Attribute {
    std::string type, name;
    std::size_t column = 0, first = 0, words = 0;
    bool is_primvar = false;  // whose interpolation is to be said
};

std::vector<Attribute> attributes_of(std::span<const Column> columns) {
    constexpr std::size_t rgb = 3;
    std::vector<Attribute> all;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Column& column = columns[c];
        const std::size_t size = column.words.size();
        if (column.name == names::position)
            all.push_back({"point3f[]", "points", c, 0, size});
        else if (column.name == names::velocity)
            all.push_back({"vector3f[]", "velocities", c, 0, size});
        else if (column.name == names::width)
            all.push_back({"float[]", "widths", c, 0, size, true});
        else if (column.name == names::identity)
            all.push_back({"int64[]", "ids", c, 0, size});
        else if (column.name == names::colour) {
            all.push_back({"color3f[]", "primvars:displayColor", c, 0, rgb, true});
            all.push_back({"float[]", "primvars:displayOpacity", c, rgb, size - rgb, true});
        } else
            all.push_back({column.type == Column::Type::whole ? "uint[]"
                           : size == 1                        ? "float[]"
                                                              : fmt::format("float{}[]", size),
                           "primvars:" + column.name, c, 0, size, true});
    }
    return all;
}

/// Returns the text for a string of USD in quotes.
std::string quotable(const std::string& text) {
    std::string result;
    for (const char c : printable(text))
        result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return result;
}

/// Returns a file of the stage's folder as USD names it.
std::string asset(const std::string& name) {
    const char* const mark = name.find('@') == std::string::npos ? "@" : "@@@";
    return fmt::format("{0}./{1}{0}", mark, name);
}

std::string head(const Origin& origin, std::uint64_t first, std::uint64_t last) {
    return fmt::format(
        "#usda 1.0\n(\n    doc = \"Winnow {}, effect {}\"\n    defaultPrim = \"points\"\n    upAxis = \"Y\"\n"
        "    metersPerUnit = 1\n    startTimeCode = {}\n    endTimeCode = {}\n    timeCodesPerSecond = {}\n"
        "    framesPerSecond = {}\n)\n\n",
        version(), quotable(origin.effect), first, last, origin.fps, origin.fps);
}

/// Returns the box of all particles with their widths.
std::string extent(std::span<const Column> columns, const PointFrame& frame) {
    constexpr float none = std::numeric_limits<float>::infinity();
    std::array<float, 3> low{none, none, none}, high{-none, -none, -none};
    const auto width = std::ranges::find(columns, names::width, &Column::name);
    const std::uint32_t* const widths =
        width == columns.end() ? nullptr
                               : frame.words[static_cast<std::size_t>(width - columns.begin())].data();
    for (std::uint64_t i = 0; i < frame.count; ++i) {
        const float radius = widths ? std::bit_cast<float>(widths[i]) / 2 : 0;
        for (std::size_t k = 0; k < low.size(); ++k) {
            const float place = std::bit_cast<float>(frame.words[0][i * low.size() + k]);
            low[k] = std::min(low[k], place - radius);
            high[k] = std::max(high[k], place + radius);
        }
    }
    if (frame.count == 0) low = high = {0, 0, 0};
    return fmt::format("[({}, {}, {}), ({}, {}, {})]", low[0], low[1], low[2], high[0], high[1], high[2]);
}

}  // namespace

void write_usda(OutputFile& file, std::span<const Column> columns, const PointFrame& frame,
                const Origin& origin) {
    const auto begin_sample = [&](std::string_view type, std::string_view name) {
        file.write(fmt::format("    {} {}.timeSamples = {{\n        {}: ", type, name, frame.number));
    };
    file.write(head(origin, frame.number, frame.number) + "def Points \"points\"\n{\n");
    begin_sample("float3[]", "extent");
    file.write(extent(columns, frame) + "\n    }\n");
    for (const Attribute& attribute : attributes_of(columns)) {
        begin_sample(attribute.type, attribute.name);
        file.write("[");
        const Column& column = columns[attribute.column];
        const bool is_tuple = attribute.words > 1 && column.numbers() > 1;
        write_rows(file, frame.count, [&](std::uint64_t begin, std::uint64_t end) {
            std::string values;
            for (std::uint64_t row = begin; row < end; ++row) {
                values += row > 0 ? ", " : "";
                values += is_tuple ? "(" : "";
                append_numbers(values, column,
                               frame.value(attribute.column, row).subspan(attribute.first, attribute.words),
                               ", ");
                values += is_tuple ? ")" : "";
            }
            return values;
        });
        file.write("]\n    }\n");
    }
    file.write("}\n");
}

void write_usda_stage(OutputFile& file, std::span<const Column> columns, const FrameRange& frames,
                      const Origin& origin, const std::function<std::string(std::uint64_t)>& name_of) {
    const auto list = [&](std::string_view what, const auto& element) {
        file.write(fmt::format("            {} = [", what));
        for (std::uint64_t frame = frames.first; frame <= frames.last; ++frame)
            file.write((frame > frames.first ? ", " : "") + element(frame));
        file.write("]\n");
    };
    file.write(head(origin, frames.first, frames.last) +
               "def Points \"points\" (\n    clips = {\n        dictionary default = {\n");
    list("asset[] assetPaths", [&](std::uint64_t frame) { return asset(name_of(frame)); });
    list("double2[] active",
         [&](std::uint64_t frame) { return fmt::format("({}, {})", frame, frame - frames.first); });
    list("double2[] times", [](std::uint64_t frame) { return fmt::format("({0}, {0})", frame); });
    file.write(
        fmt::format("            asset manifestAssetPath = {}\n            string primPath = "
                    "\"/points\"\n        }}\n    }}\n)\n{{\n    float3[] extent\n",
                    asset(name_of(frames.first))));
    for (const Attribute& attribute : attributes_of(columns))
        file.write(fmt::format("    {} {}{}\n", attribute.type, attribute.name,
                               attribute.is_primvar ? " (\n        interpolation = \"vertex\"\n    )" : ""));
    file.write("}\n");
}

}  // namespace winnow::bake
