#include "session/headless_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "effects/most_alive.h"
#include "particles/simulation.h"

namespace winnow::session {
namespace {

constexpr std::uint32_t least_room = 1u << 16, most_room = 1u << 24;

}  // namespace

effects::Settings headless_settings(const SimulationChoice& options, effects::Effect effect,
                                    std::uint32_t capacity) {
    effects::Settings settings;
    settings.effect = std::move(effect);
    settings.simulation.backend = options.backend;
    settings.simulation.block = options.block;
    settings.simulation.grid = options.grid;
    settings.simulation.compaction = options.compaction;
    settings.simulation.capacity = capacity;
    settings.simulation.seed = options.seed;
    settings.simulation.density = options.density.value_or(1);
    return settings;
}

void set_drawing(const DrawingChoice& options, effects::Display& display) {
    if (options.cull) display.culling = true;
    if (options.sort) display.sorting = *options.sort;
    if (options.sort_every) display.sort_every = *options.sort_every;
    if (options.sort_bits) display.sort_key_bits = *options.sort_bits;
}

std::uint32_t capacity_for(const effects::Effect& effect, float density) {
    const double alive = effects::most_alive(effect, density);
    std::uint32_t room = least_room;
    while (room < most_room && room < alive) room *= 2;
    return room;
}

std::uint32_t default_capacity(std::uint32_t wished, const gl::Facts& facts) {
    const particles::Room room = particles::ample_room(facts, facts.free_bytes());
    if (wished <= room.most) return wished;
    const auto capacity = static_cast<std::uint32_t>(std::max<std::uint64_t>(room.most, 1));
    say(fmt::format("room for {} particles is made, not for {} ({}); --capacity asks for another", capacity,
                    wished, room.limit));
    return capacity;
}

void hold_default_capacity(const StartChoice& options, const gl::Facts& facts, effects::Settings& settings) {
    std::uint32_t& capacity = settings.simulation.capacity;
    const bool said = options.capacity || !options.load_state.empty() || !options.replay.empty();
    if (!said) capacity = default_capacity(capacity, facts);
}

}  // namespace winnow::session
