#include "bake/bake.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>

#include "base/error.h"
#include "base/input_file.h"
#include "effects/format/effect_file.h"
#include "effects/model/reader.h"
#include "session/offline_render.h"
#include "shaders/shared.h"

namespace winnow::effects {

template <>
inline constexpr const auto& names<bake::Product> = bake::products;
template <>
inline constexpr const auto& names<bake::AlphaMode> = bake::alpha_modes;
template <>
inline constexpr const auto& names<bake::Encoding> = bake::encodings;
template <>
inline constexpr const auto& names<bake::MotionConvention> = bake::motion_conventions;
template <>
inline constexpr bool is_described<bake::Bake> = true;
template <>
inline constexpr bool is_described<session::PropertyChoice> = true;

/// Reads a value that a file may leave out.
template <typename Value>
void read(const nlohmann::json& json, const Field& field, std::optional<Value>& value, const Path& path) {
    read(json, field, value.emplace(), path);
}

}  // namespace winnow::effects

namespace winnow::session {

template <effects::MaybeConst<PropertyChoice> P, typename Visitor>
void describe(P& property, Visitor&& visit) {
    using namespace effects;
    visit(required(sized("name", {1, 100}, "The property of the effect.")), property.name);
    visit(required(number("value", "", any_property, any_property, "Its value.")), property.value);
}

}  // namespace winnow::session

namespace winnow::bake {
namespace {

constexpr std::uint64_t max_file_bytes = 1u << 20;
constexpr effects::Interval path_bytes{1, 4096}, list_or_name{0, 256};
constexpr effects::Interval any_number{0, std::numeric_limits<std::uint32_t>::max()};
constexpr effects::Interval sides_of_grid{1, max_cells_each_way}, sides_of_cell{min_cell_side, max_cell_side},
    paddings{0, double{max_cell_side} / 2};
constexpr effects::Interval rates{1, session::max_frames_per_second};
constexpr effects::Interval capacities{1, shared::MAX_CAPACITY}, densities{0, effects::max_density};

}  // namespace

/// Reads [FIRST, LAST].
void read(const nlohmann::json& json, const effects::Field&, FrameRange& frames, const effects::Path& path) {
    constexpr std::size_t ends = 2;
    if (!json.is_array() || json.size() != ends) effects::refuse_type(path, "a list of two frames", json);
    const effects::Field frame = effects::number("", "", {1, session::max_frames}, {}, "");
    effects::read(json[0], frame, frames.first, effects::Path(path, std::size_t{0}));
    effects::read(json[1], frame, frames.last, effects::Path(path, std::size_t{1}));
}

template <effects::MaybeConst<Bake> B, typename Visitor>
void describe(B& b, Visitor&& visit) {
    using namespace effects;
    visit(required(plain("bake", "What is written of each frame.")), b.product);
    visit(required(sized("effect", path_bytes, "A built-in effect's name or a file.")), b.run.effect);
    visit(required(plain("frames", "The first and the last frame.")), b.frames);
    visit(number("fps", "frames per second", rates, rates, "Frames per simulated second."), b.fps);
    visit(sized("attributes", list_or_name, "What is written beside the position."), b.attributes);
    visit(required(sized("output", path_bytes, "The names of the files.")), b.output);
    visit(number("columns", "", sides_of_grid, sides_of_grid, "Of a flip-book: cells side by side."),
          b.flipbook.columns);
    visit(number("rows", "", sides_of_grid, sides_of_grid, "Cells above each other."), b.flipbook.rows);
    visit(number("cell_width", "pixels", sides_of_cell, sides_of_cell, "A cell's width."), b.flipbook.width);
    visit(number("cell_height", "pixels", sides_of_cell, sides_of_cell, "A cell's height."),
          b.flipbook.height);
    visit(number("padding", "pixels", paddings, paddings, "Empty pixels at each side of a cell."),
          b.flipbook.padding);
    visit(plain("alpha", "How colours relate to the alpha."), b.flipbook.alpha);
    visit(plain("encoding", "What the numbers of colours mean."), b.flipbook.encoding);
    visit(plain("motion", "The convention of a second sheet with the motion."), b.flipbook.motion);
    visit(sized("emitters", list_or_name, "The names of the emitters that are seen."), b.flipbook.emitters);
    visit(plain("loop", "The last cell leads into the first."), b.flipbook.loops);
    visit(number("seed", "", any_number, any_number, "The seed of all randomness."), b.run.seed);
    visit(number("density", "", densities, densities, "Factor on every emitter's rate."), b.run.density);
    visit(number("capacity", "particles", capacities, capacities, "The most particles."), b.run.capacity);
    visit(sized("set", list_or_name, "Values of the effect's properties."), b.run.properties);
}

void check(const FrameRange& frames) {
    if (frames.first < 1 || frames.last > session::max_frames)
        bad_input("frames {}-{}: frames have the numbers from 1 to {}", frames.first, frames.last,
                  session::max_frames);
    if (frames.last < frames.first)
        bad_input("frames {}-{}: the range ends before it begins", frames.first, frames.last);
}

Bake read_bake(const std::string& path) {
    const std::string text = read_text_file(path, max_file_bytes);
    const nlohmann::json json = effects::parse_document(text, path);
    Bake bake;
    try {
        effects::read_object(json, bake, effects::Path(), {});
    } catch (const effects::Invalid& fault) {
        effects::refuse(path, effects::nearest_places(text, std::span(&fault.pointer, 1)).front(), fault);
    }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    bake.run.effect_given = true;
    const auto built_in = effects::built_in_names();
    if (std::ranges::find(built_in, bake.run.effect) == built_in.end())
        bake.run.effect = folder / bake.run.effect;
    bake.output = folder / bake.output;
    return bake;
}

}  // namespace winnow::bake
