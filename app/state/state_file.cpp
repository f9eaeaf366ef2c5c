#include "state/state_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>

#include "base/checksum.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output.h"
#include "base/output_file.h"
#include "base/text.h"
#include "base/version.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_words.h"
#include "effects/compile/transform.h"
#include "shaders/shared.h"

namespace winnow::state {
namespace {

constexpr std::uint64_t max_word = 0xFFFFFFFF;

/// The words of one particle in the columns; shaders/particles/particle.glsl defines their layout.
struct Particle {
    const shared::uvec4 &position, &velocity, &identity;

    std::uint32_t age() const { return position.w; }
    std::uint32_t lifetime() const { return velocity.w; }
    std::uint32_t birth_step() const { return identity.x; }
    std::uint32_t emitter() const { return identity.z; }
};

bool finite(const shared::uvec4& vector) {
    const auto is = [](std::uint32_t word) { return std::isfinite(std::bit_cast<float>(word)); };
    return is(vector.x) && is(vector.y) && is(vector.z);
}

/// Returns the fault of a particle as a sentence; empty: it has none. Modules, those too that an edit has
/// removed, can change ages, and can kill at birth by a lifetime of 0.
std::string fault_of(const Particle& p, std::uint64_t step, std::uint64_t emitters) {
    if (!finite(p.position)) return "its position must be finite numbers";
    if (!finite(p.velocity)) return "its velocity must be finite numbers";
    const bool has_any_birth = step > max_word;  // births are known by the low word of their step
    if (!has_any_birth && (p.birth_step() == 0 || p.birth_step() > step))
        return fmt::format("it was born in step {}, not in one from 1 to {}", p.birth_step(), step);
    const bool killed_at_birth = p.lifetime() == 0 && p.birth_step() == (step & max_word);
    if (p.age() >= p.lifetime() && !killed_at_birth)
        return fmt::format("its age of {} steps must be less than its lifetime of {}", p.age(), p.lifetime());
    if (p.emitter() >= emitters)
        return fmt::format("its emitter is number {}, counted from 0, and there are {}", p.emitter(),
                           emitters);
    return {};
}

/// True if each emitter has the slot of its place and there are no others, as where no edit changed the list
/// of emitters.
bool is_numbered(const particles::State& state) {
    for (std::uint32_t i = 0; i < state.slots.size(); ++i)
        if (state.slots[i] != i) return false;
    return state.slot_count == state.slots.size();
}

/// Throws Error(bad_input), one line that names `origin`, the particle and the column, unless every particle
/// is in a state that a step can leave: its position and velocity are finite, it was born in a step that was
/// made, its lifetime is not over, and its emitter is below `emitters`.
void check_particles(const particles::State& state, std::uint64_t emitters, const std::string& origin) {
    const auto &positions = state.columns[particles::position_column],
               &velocities = state.columns[particles::velocity_column],
               &identities = state.columns[particles::identity_column];
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::string fault =
            fault_of({positions[i], velocities[i], identities[i]}, state.step, emitters);
        if (!fault.empty()) bad_input("{}: particle {} of {}: {}", origin, i + 1, positions.size(), fault);
    }
}

static_assert(std::endian::native == std::endian::little, "the file has the byte order of memory");

constexpr std::string_view signature = "WINNOWST";
constexpr std::array<std::string_view, shared::MAX_PARTICLE_COLUMNS> column_names{
    "position, age", "velocity, lifetime", "birth step, ordinal, emitter, bounces", "attributes"};

/// The bytes in front of the header.
struct Prefix {
    std::array<char, signature.size()> mark{};
    std::uint32_t format = 0, header_bytes = 0;
    std::uint64_t file_bytes = 0;
};
using Checksum = std::uint64_t;
constexpr std::size_t min_bytes = sizeof(Prefix) + sizeof(Checksum);
constexpr std::uint64_t max_slots = 1
                                    << 20;  // far more than MAX_EMITTERS, of which some may have been removed
constexpr std::uint64_t max_header_bytes = std::uint64_t{1} << 28;  // the most emitters take less

template <typename T>
std::string_view bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string_view bytes_of(const std::vector<shared::uvec4>& column) {
    return {reinterpret_cast<const char*>(column.data()), column.size() * sizeof column[0]};
}

nlohmann::ordered_json columns_to_json(std::size_t columns) {
    auto json = nlohmann::ordered_json::array();
    for (std::size_t c = 0; c < columns; ++c)
        json.push_back({{"what", column_names[std::min(c, column_names.size() - 1)]},
                        {"element_bytes", shared::COLUMN_BYTES}});
    return json;
}

/// Returns for each emitter the attributes of its particles, in the order of their words.
nlohmann::ordered_json attributes_to_json(const effects::Effect& effect) {
    auto json = nlohmann::ordered_json::array();
    for (const effects::Stack& stack : effects::stacks_of(effect)) {
        auto names = nlohmann::ordered_json::array();
        for (const effects::Attribute& attribute : effects::stored_of(stack))
            names.push_back(fmt::format("{}: {}", attribute.name, name_of(effects::types, attribute.type)));
        json.push_back(std::move(names));
    }
    return json;
}

/// Returns for each emitter that has a space the numbers of its place, scale and turn.
nlohmann::ordered_json spaces_to_json(const std::vector<particles::SpaceRows>& spaces) {
    auto json = nlohmann::ordered_json::array();
    for (const particles::SpaceRows& rows : spaces) {
        auto numbers = nlohmann::ordered_json::array();
        for (const glm::vec4& row : rows)
            for (int i = 0; i < glm::vec4::length(); ++i) numbers.push_back(row[i]);
        json.push_back(std::move(numbers));
    }
    return json;
}

nlohmann::ordered_json to_json(const Playing& playing) {
    nlohmann::ordered_json json{{"speed", playing.speed},
                                {"layer", playing.layer},
                                {"paused", playing.is_paused},
                                {"stopped", playing.is_stopped},
                                {"prewarm", playing.prewarm}};
    if (playing.floor) json["floor"] = {playing.floor->base, playing.floor->scale};
    if (const auto& pose = playing.pose) {
        json["position"] = {pose->position.x, pose->position.y, pose->position.z};
        json["rotation"] = {pose->turn.x, pose->turn.y, pose->turn.z, pose->turn.w};
        json["scale"] = pose->scale;
    }
    return json;
}

std::string header_of(const SavedState& saved) {
    nlohmann::ordered_json json{{"schema", json_schema}, {"version", version()}};
    json.update(to_json(saved.conditions));
    json["alive"] = saved.state.alive();
    json["shrunk"] = saved.state.shrunk;
    json["fractions"] = saved.state.fractions;
    json["columns"] = columns_to_json(saved.state.columns.size());
    if (saved.state.columns.size() > shared::PARTICLE_COLUMNS)
        json["attributes"] = attributes_to_json(saved.conditions.effect);
    if (!is_numbered(saved.state)) {
        json["slots"] = saved.state.slots;
        json["emitters_had"] = saved.state.slot_count;
    }
    if (!saved.state.spaces.empty()) json["spaces"] = spaces_to_json(saved.state.spaces);
    if (saved.playing) json["playing"] = to_json(*saved.playing);
    if (saved.clock.part < 0) json["frame_clock"] = {{"behind", -saved.clock.part}, {"of", saved.clock.of}};
    if (saved.clock.part > 0) json["frame_clock"] = {{"part", saved.clock.part}, {"of", saved.clock.of}};
    return json.dump();
}

std::uint64_t columns_bytes(std::uint64_t alive, std::size_t columns) {
    return alive * shared::COLUMN_BYTES * columns;
}

Prefix read_prefix(std::string_view bytes, const std::string& origin) {
    Prefix prefix;
    if (bytes.substr(0, signature.size()) != signature.substr(0, bytes.size()) || bytes.empty())
        bad_input("{}: this is no saved state; --save-state writes one", origin);
    if (bytes.size() < min_bytes)
        bad_input("{}: the state is cut short after {} bytes", origin, bytes.size());
    std::memcpy(&prefix, bytes.data(), sizeof prefix);
    if (prefix.format != state_format && prefix.format != state_format_of_planes)
        bad_input("{}: the state has format {}, and this Winnow ({}) reads formats {} and {}", origin,
                  prefix.format, version(), state_format, state_format_of_planes);
    return prefix;
}

/// Throws unless every byte is present and unchanged.
void require_whole(std::string_view bytes, const Prefix& prefix, const std::string& origin) {
    if (bytes.size() < prefix.file_bytes)
        bad_input("{}: the state is cut short: {} bytes of {}", origin, bytes.size(), prefix.file_bytes);
    if (bytes.size() > prefix.file_bytes)
        bad_input("{}: {} bytes follow the state's {}", origin, bytes.size() - prefix.file_bytes,
                  prefix.file_bytes);
    const std::size_t summed = bytes.size() - sizeof(Checksum);
    Checksum said = 0;
    std::memcpy(&said, bytes.data() + summed, sizeof said);
    if (const Checksum found = fnv1a64(bytes.substr(0, summed)); found != said)
        bad_input("{}: the state is damaged: its checksum is {}, and should be {}", origin, hex16(found),
                  hex16(said));
}

nlohmann::json read_header(std::string_view bytes, const std::string& origin) {
    auto json = parse_json(bytes);
    if (!json.is_object()) bad_input("{}: the state's header is no JSON object", origin);
    return json;
}

/// Throws unless the columns, and the words of attributes, are those that the effect's particles have.
void check_layout(const nlohmann::json& json, const effects::Effect& effect, particles::State& state,
                  const std::string& origin) {
    const auto attributes = attributes_to_json(effect);
    const std::uint32_t planes = effects::planes_of(effects::stacks_of(effect)).all;
    state.columns.resize(shared::PARTICLE_COLUMNS + planes);
    const nlohmann::json expected = columns_to_json(state.columns.size());
    if (json.value("columns", nlohmann::json()) != expected)
        bad_input("{}: \"columns\" must be {}", origin, expected.dump());
    if (planes > 0 && json.value("attributes", nlohmann::json()) != nlohmann::json(attributes))
        bad_input("{}: \"attributes\" must be {}, as the effect's modules declare them now", origin,
                  attributes.dump());
}

/// Returns the number of slots, including those of emitters that an edit has removed.
std::uint32_t read_slot_count(const nlohmann::json& json, std::size_t emitters, const std::string& origin) {
    const auto now = static_cast<std::uint32_t>(emitters);
    if (!json.contains("emitters_had")) return now;
    return std::max(now, static_cast<std::uint32_t>(read_count(json, "emitters_had", max_slots, origin)));
}

/// Returns the slot of each emitter: that of its place, unless the header says otherwise.
std::vector<std::uint32_t> read_slots(const nlohmann::json& json, std::size_t emitters, std::uint32_t count,
                                      const std::string& origin) {
    std::vector<std::uint32_t> slots(emitters);
    std::iota(slots.begin(), slots.end(), 0U);
    const auto found = json.find("slots");
    if (found == json.end()) return slots;
    std::set<std::uint64_t> different;
    if (found->is_array())
        for (const nlohmann::json& slot : *found)
            if (slot.is_number_unsigned() && slot.get<std::uint64_t>() < count)
                different.insert(slot.get<std::uint64_t>());
    if (different.size() != emitters || found->size() != emitters)
        bad_input("{}: \"slots\" must be a list of {} different whole numbers below {}, one per emitter",
                  origin, emitters, count);
    return found->get<std::vector<std::uint32_t>>();
}

FramePhase read_clock(const nlohmann::json& json, const std::string& origin) {
    const auto found = json.find("frame_clock");
    if (found == json.end()) return {};
    if (!found->is_object()) bad_input("{}: \"frame_clock\" must be an object", origin);
    const std::string here = origin + ": frame_clock";
    const auto of = static_cast<std::uint32_t>(read_count(*found, "of", INT32_MAX, here));
    if (of == 0) bad_input("{}: \"of\" must not be 0", here);
    const bool is_behind = found->contains("behind");
    const auto part =
        static_cast<std::int32_t>(read_count(*found, is_behind ? "behind" : "part", of - 1, here));
    return {is_behind ? -part : part, of};
}

/// Returns the numbers of a list that has so many; nothing if there is no such member.
template <std::size_t Count>
std::optional<std::array<double, Count>> read_numbers(const nlohmann::json& json, const char* key,
                                                      const std::string& origin) {
    const auto found = json.find(key);
    if (found == json.end()) return std::nullopt;
    const auto is_number = [](const nlohmann::json& one) { return one.is_number(); };
    if (!found->is_array() || found->size() != Count || !std::ranges::all_of(*found, is_number))
        bad_input("{}: \"{}\" must be a list of {} numbers", origin, key, Count);
    return found->template get<std::array<double, Count>>();
}

double read_number(const nlohmann::json& json, const char* key, const std::string& origin) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number()) bad_input("{}: \"{}\" must be a number", origin, key);
    return found->get<double>();
}

bool read_flag(const nlohmann::json& json, const char* key, const std::string& origin) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_boolean())
        bad_input("{}: \"{}\" must be true or false", origin, key);
    return found->get<bool>();
}

/// The ranges of numbers are left to who plays it.
std::optional<Playing> read_playing(const nlohmann::json& json, const std::string& origin) {
    const auto found = json.find("playing");
    if (found == json.end()) return std::nullopt;
    if (!found->is_object()) bad_input("{}: \"playing\" must be an object", origin);
    const std::string here = origin + ": playing";
    Playing playing;
    playing.speed = read_number(*found, "speed", here);
    playing.layer = static_cast<std::uint32_t>(read_count(*found, "layer", max_word, here));
    playing.is_paused = read_flag(*found, "paused", here);
    playing.is_stopped = read_flag(*found, "stopped", here);
    playing.prewarm = static_cast<float>(read_number(*found, "prewarm", here));
    if (const auto floor = read_numbers<2>(*found, "floor", here)) {
        const auto [base, scale] = *floor;
        playing.floor = {base, scale};
    }
    const auto position = read_numbers<3>(*found, "position", here);
    const auto turn = read_numbers<4>(*found, "rotation", here);
    if (position.has_value() != turn.has_value())
        bad_input("{}: must have \"position\" and \"rotation\", or neither", here);
    if (!position) return playing;
    const auto& [x, y, z] = *position;
    const auto& [i, j, k, w] = *turn;
    playing.pose = {{x, y, z}, glm::dquat(w, i, j, k), read_number(*found, "scale", here)};
    return playing;
}

std::vector<std::uint64_t> read_fractions(const nlohmann::json& json, std::size_t emitters,
                                          const std::string& origin) {
    const auto found = json.find("fractions");
    constexpr std::uint64_t whole = std::uint64_t{1} << 32;
    const auto valid = [](const nlohmann::json& value) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() < whole;
    };
    if (found == json.end() || !found->is_array() || found->size() != emitters ||
        !std::all_of(found->begin(), found->end(), valid))
        bad_input("{}: \"fractions\" must be a list of {} whole numbers below 2^32, one per emitter", origin,
                  emitters);
    return found->get<std::vector<std::uint64_t>>();
}

std::vector<particles::SpaceRows> read_spaces(const nlohmann::json& json, const effects::Effect& effect,
                                              const std::string& origin) {
    constexpr std::size_t numbers = sizeof(particles::SpaceRows) / sizeof(float);
    std::vector<particles::SpaceRows> spaces;
    const auto found = json.find("spaces");
    if (found == json.end()) return spaces;
    const std::size_t count = effects::space_places(effect).emitters.size();
    const auto valid = [](const nlohmann::json& space) {
        return space.is_array() && space.size() == numbers &&
               std::ranges::all_of(space, [](const nlohmann::json& number) { return number.is_number(); });
    };
    if (!found->is_array() || found->size() != count || !std::all_of(found->begin(), found->end(), valid))
        bad_input("{}: \"spaces\" must be a list of {} lists of {} numbers, one per emitter with a transform",
                  origin, count, numbers);
    for (const nlohmann::json& space : *found) {
        particles::SpaceRows& rows = spaces.emplace_back();
        for (std::size_t i = 0; i < numbers; ++i)
            rows[i / 4][static_cast<int>(i % 4)] = space[i].get<float>();
    }
    return spaces;
}

void read_columns(std::string_view bytes, std::uint64_t alive, particles::State& state,
                  const std::string& origin) {
    const std::uint64_t expected = columns_bytes(alive, state.columns.size());
    if (bytes.size() != expected)
        bad_input("{}: the columns of {} living particles have {} bytes, not {}", origin, alive, bytes.size(),
                  expected);
    for (auto& column : state.columns) {
        column.resize(alive);
        const std::size_t size = bytes_of(column).size();
        std::copy_n(bytes.data(), size, reinterpret_cast<char*>(column.data()));
        bytes.remove_prefix(size);
    }
}

}  // namespace

std::string encode_state(const SavedState& saved) {
    const std::string header = header_of(saved);
    Prefix prefix;
    std::memcpy(prefix.mark.data(), signature.data(), signature.size());
    prefix.format =
        saved.state.columns.size() > shared::MAX_PARTICLE_COLUMNS ? state_format_of_planes : state_format;
    prefix.header_bytes = static_cast<std::uint32_t>(header.size());
    prefix.file_bytes =
        min_bytes + header.size() + columns_bytes(saved.state.alive(), saved.state.columns.size());
    std::string bytes;
    bytes.reserve(prefix.file_bytes);
    bytes += bytes_of(prefix);
    bytes += header;
    for (const auto& column : saved.state.columns) bytes += bytes_of(column);
    const Checksum sum = fnv1a64(bytes);
    bytes += bytes_of(sum);
    return bytes;
}

SavedState decode_state(std::string_view bytes, const std::string& origin, const std::string& folder) {
    const Prefix prefix = read_prefix(bytes, origin);
    require_whole(bytes, prefix, origin);
    const std::string_view body = bytes.substr(sizeof prefix, bytes.size() - min_bytes);
    if (prefix.header_bytes > body.size())
        bad_input("{}: the state's header does not fit into the file", origin);
    const nlohmann::json header = read_header(body.substr(0, prefix.header_bytes), origin);
    require_schema(header, origin);
    SavedState saved;
    saved.conditions = read_conditions(header, origin, folder);
    saved.playing = read_playing(header, origin);
    saved.conditions.effect.is_placed = saved.playing && saved.playing->pose;
    check_layout(header, saved.conditions.effect, saved.state, origin);
    saved.state.step = saved.conditions.step;
    saved.state.shrunk =
        static_cast<std::uint32_t>(read_count(header, "shrunk", shared::MAX_CAPACITY, origin));
    const std::size_t emitters = saved.conditions.effect.emitters.size();
    saved.state.fractions = read_fractions(header, emitters, origin);
    saved.state.slot_count = read_slot_count(header, emitters, origin);
    saved.state.slots = read_slots(header, emitters, saved.state.slot_count, origin);
    saved.state.spaces = read_spaces(header, saved.conditions.effect, origin);
    saved.clock = read_clock(header, origin);
    read_columns(body.substr(prefix.header_bytes),
                 read_count(header, "alive", saved.conditions.capacity, origin), saved.state, origin);
    check_particles(saved.state, saved.state.slot_count, origin);
    return saved;
}

void write_state(const std::string& path, const SavedState& saved) {
    write_file(path, encode_state(saved));
    warn_if_not_replayable(path, saved.conditions.effect);
}

void require_writable(const std::string& path) {
    std::error_code ignored;
    if (path.empty() || std::filesystem::is_fifo(path, ignored)) return;  // a pipe's reader would see its end
    OutputFile{path};
}

SavedState read_state(const std::string& path, const std::string& folder) {
    const std::uint64_t most =
        min_bytes + max_header_bytes +
        columns_bytes(shared::MAX_CAPACITY, shared::PARTICLE_COLUMNS + shared::MAX_PLANES);
    read_prefix(read_beginning(path, min_bytes), path);  // a file of another kind is read no further
    return decode_state(read_file(path, most), path, folder);
}

void require_own_world(const SavedState& saved) {
    if (saved.playing && saved.playing->pose)
        bad_input("the state is of an effect at a place in another program, which alone can continue it");
}

void require_room(const SavedState& saved, std::uint32_t capacity) {
    const bool must_fit = saved.conditions.effect.when_full == effects::WhenFull::drop_new;
    if (must_fit && saved.state.alive() > capacity)
        bad_input("capacity: {} particles are alive in the state, so it must be at least {}, not {}",
                  saved.state.alive(), saved.state.alive(), capacity);
}

}  // namespace winnow::state
