#include "bake/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/parts.h"
#include "base/text.h"
#include "effects/compile/stack_words.h"
#include "gl/fence.h"
#include "render/camera.h"
#include "render/sprite_look.h"
#include "session/scene.h"

namespace winnow::bake {
namespace {

using Type = Column::Type;

constexpr const char* looks_shader = "bake/looks.comp";
constexpr std::size_t colour_words = 4,
                      look_words = 5;           // of a particle, as that shader writes them: colour, width
constexpr std::uint64_t look_block = 1u << 19;  // particles; their words fit any device's storage block
constexpr gl::Size seen_size{1280, 720};        // in pixels, for looks that depend on the camera
constexpr std::array axes{"x", "y", "z"};
constexpr std::array channels{"red", "green", "blue", "alpha"};

std::vector<Column> usual_columns() {
    return {{names::position, Type::real, {"x", "y", "z"}},
            {names::velocity, Type::real, {"vx", "vy", "vz"}},
            {names::colour, Type::real, {"red", "green", "blue", "alpha"}},
            {names::width, Type::real, {names::width}},
            {names::age, Type::real, {names::age}},
            {names::lifetime, Type::real, {names::lifetime}},
            {names::emitter, Type::whole, {names::emitter}},
            {names::identity, Type::identity, {"ordinal", "birth_step"}},
            {names::bounces, Type::whole, {names::bounces}}};
}

/// Returns the name that an attribute of an effect has outside it: other programs know no points in names.
std::string outer_name(const effects::Attribute& attribute) {
    std::string name = attribute.name;
    std::ranges::replace(name, '.', '_');
    for (const Column& usual : usual_columns())
        if (usual.name == name || std::ranges::find(usual.words, name) != usual.words.end())
            return "attribute_" + name;
    return name;
}

Column column_of(const effects::Attribute& attribute) {
    const std::size_t words = effects::words_of(attribute.type);
    const bool is_colour = attribute.type == effects::Type::colour;
    Column column{outer_name(attribute), attribute.type == effects::Type::integer ? Type::whole : Type::real};
    for (std::size_t k = 0; k < words; ++k)
        column.words.push_back(
            words == 1 ? column.name : fmt::format("{}_{}", column.name, is_colour ? channels[k] : axes[k]));
    return column;
}

std::uint32_t bits(float number) {
    return std::bit_cast<std::uint32_t>(number);
}

/// Fills the columns that the particles' own columns hold, with time in seconds.
class OwnColumns {
  public:
    OwnColumns(const particles::State& state, const session::Session& session, double behind)
        : state_(state),
          seconds_(1 / static_cast<float>(session.settings().effect.steps_per_second)),
          back_(static_cast<float>(behind)) {
        for (std::uint32_t slot = 0; slot < session.simulation().inputs().slot_count(); ++slot)
            emitters_.push_back(
                static_cast<std::uint32_t>(session.simulation().inputs().emitter_of(slot).value_or(gone)));
    }

    /// Returns false if they do not hold the column.
    bool fill(const Column& column, std::vector<std::uint32_t>& words) const {
        std::uint32_t* const out = words.data();
        const auto& place = state_.columns[particles::position_column];
        const auto& motion = state_.columns[particles::velocity_column];
        const auto& identity = state_.columns[particles::identity_column];
        const auto each = [&](const auto& write) {
            for_parts(state_.alive(), [&](std::uint64_t begin, std::uint64_t end) {
                for (std::uint64_t i = begin; i < end; ++i) write(i);
            });
            return true;
        };
        if (column.name == names::position) return each([&](std::uint64_t i) { put_place(i, out + 3 * i); });
        if (column.name == names::velocity)
            return each([&](std::uint64_t i) { std::memcpy(out + 3 * i, &motion[i], 3 * sizeof *out); });
        if (column.name == names::age)
            return each([&](std::uint64_t i) {
                out[i] = bits(std::max(static_cast<float>(place[i].w) - back_, 0.0f) * seconds_);
            });
        if (column.name == names::lifetime)
            return each([&](std::uint64_t i) { out[i] = bits(static_cast<float>(motion[i].w) * seconds_); });
        if (column.name == names::emitter)
            return each([&](std::uint64_t i) { out[i] = emitters_[identity[i].z & shared::SLOT_MASK]; });
        if (column.name == names::identity)
            return each([&](std::uint64_t i) {
                out[2 * i] = identity[i].y;
                out[2 * i + 1] = identity[i].x;
            });
        if (column.name == names::bounces)
            return each(
                [&](std::uint64_t i) { out[i] = identity[i].w & ~(shared::BOUNCED | shared::SIGNALLED); });
        return false;
    }

  private:
    static constexpr std::uint32_t gone = 0xFFFFFFFF;  // the emitter of a particle that an edit took out

    void put_place(std::uint64_t i, std::uint32_t* out) const {
        const shared::uvec4& place = state_.columns[particles::position_column][i];
        const shared::uvec4& motion = state_.columns[particles::velocity_column][i];
        const std::array words{place.x, place.y, place.z}, speeds{motion.x, motion.y, motion.z};
        const bool stays = back_ == 0 || place.w == 0 ||
                           (state_.columns[particles::identity_column][i].w & shared::BOUNCED) != 0;
        for (std::size_t k = 0; k < words.size(); ++k)
            out[k] = stays ? words[k]
                           : bits(std::bit_cast<float>(words[k]) -
                                  std::bit_cast<float>(speeds[k]) * back_ * seconds_);
    }

    const particles::State& state_;
    const float seconds_, back_;
    std::vector<std::uint32_t> emitters_;  // by slot
};

}  // namespace

std::vector<Column> columns_of(const effects::CompiledEffect& compiled, std::span<const std::string> chosen) {
    std::vector<Column> all = usual_columns();
    if (chosen.empty()) return all;
    for (const effects::Stack& stack : compiled.stacks)
        for (const effects::Attribute& attribute : effects::stored_of(stack))
            if (const Column column = column_of(attribute);
                std::ranges::find(all, column.name, &Column::name) == all.end())
                all.push_back(column);
    std::vector<Column> columns{all.front()};
    for (const std::string& name : chosen) {
        const auto found = std::ranges::find(all, name, &Column::name);
        if (found == all.end()) {
            std::vector<std::string_view> known;
            for (const Column& column : all) known.emplace_back(column.name);
            bad_input("--attributes: there is no '{}'; particles of \"{}\" have {}", shortened(name),
                      compiled.effect.name, join_or(known));
        }
        if (std::ranges::find(columns, name, &Column::name) == columns.end()) columns.push_back(*found);
    }
    return columns;
}

PointReader::PointReader(session::Session& session, std::vector<Column> columns)
    : session_(session),
      columns_(std::move(columns)),
      program_(session.shaders(), {looks_shader, {{gl::ShaderStage::compute, looks_shader}}, {}}),
      camera_(shared::BIND_CAMERA, sizeof(shared::Camera), "bake: camera"),
      looks_(gl::plain_memory()->allocate(look_block * look_words * sizeof(float), "bake: looks")) {}

void PointReader::fill_looks(double behind, std::uint64_t count, std::uint32_t* colours,
                             std::uint32_t* widths) {
    const render::Scene scene = session::scene_of(
        session_, session::camera_of(session_, session_.settings().effect.view, behind), behind);
    camera_.set(
        render::camera_block(scene.camera.sight(seen_size), seen_size, static_cast<float>(scene.seconds)));
    render::bind_drawn(scene.living);
    looks_.bind_storage(shared::BIND_DESTINATION);
    const gl::Program& program = program_.of(scene.living);
    render::set_time(program, scene.living, scene.seconds);
    program.set("capacity", scene.living.capacity);
    for (std::uint64_t begin = 0; begin < count; begin += look_block) {
        const std::uint64_t size = std::min(count - begin, look_block);
        program.set("begin", static_cast<std::uint32_t>(begin));
        program.dispatch(gl::Groups::over(size, shared::PARTICLE_THREADS));
        gl::storage_barrier();
        const auto looks = staging_.read_all<std::array<std::uint32_t, look_words>>(looks_, size);
        for_parts(size, [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t i = from; i < to; ++i) {
                if (colours) std::copy_n(looks[i].data(), colour_words, colours + (begin + i) * colour_words);
                if (widths) widths[begin + i] = looks[i][colour_words];
            }
        });
    }
}

void PointReader::fill_attribute(const particles::State& state, const Column& column,
                                 std::vector<std::uint32_t>& words) {
    const particles::StepInputs& inputs = session_.simulation().inputs();
    std::vector<std::optional<std::size_t>> word_of(inputs.slot_count());  // by slot
    for (std::uint32_t slot = 0; slot < word_of.size(); ++slot) {
        std::size_t word = 0;
        for (const effects::Attribute& attribute : inputs.attributes_of(slot)) {
            if (outer_name(attribute) == column.name) word_of[slot] = word;
            word += effects::words_of(attribute.type);
        }
    }
    const std::size_t size = column.words.size();
    for_parts(state.alive(), [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::optional<std::size_t> first =
                word_of[state.columns[particles::identity_column][i].z & shared::SLOT_MASK];
            for (std::size_t k = 0; first && k < size; ++k) {
                const std::size_t word = *first + k, plane = word / effects::plane_words;
                const shared::uvec4& element = state.columns[particles::attribute_column + plane][i];
                const std::array parts{element.x, element.y, element.z, element.w};
                words[i * size + k] = parts[word % effects::plane_words];
            }
        }
    });
}

void PointReader::read(const session::MadeFrame& frame, PointFrame& into) {
    const particles::State state = session_.simulation().save();
    into.number = frame.number;
    into.seconds = session::seconds_since_first_frame(session_, frame.behind);
    into.count = state.alive();
    into.words.resize(columns_.size());
    const OwnColumns own(state, session_, frame.behind);
    std::uint32_t *colours = nullptr, *widths = nullptr;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Column& column = columns_[c];
        std::vector<std::uint32_t>& words = into.words[c];
        words.assign(into.count * column.words.size(), 0);
        if (own.fill(column, words)) continue;
        if (column.name == names::colour)
            colours = words.data();
        else if (column.name == names::width)
            widths = words.data();
        else
            fill_attribute(state, column, words);
    }
    if (colours || widths) fill_looks(frame.behind, into.count, colours, widths);
}

}  // namespace winnow::bake
