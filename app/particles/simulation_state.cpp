// A simulation's state, read back whole and put in place again.
#include <algorithm>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>

#include "particles/programs.h"
#include "particles/simulation.h"

namespace winnow::particles {

bool State::in_order() const {
    const auto is_before = [](const shared::uvec4& a, const shared::uvec4& b) {
        return std::pair(a.x, a.y) < std::pair(b.x, b.y);  // step of birth, ordinal
    };
    return std::is_sorted(columns.back().begin(), columns.back().end(), is_before);
}

State Simulation::save() {
    settle();
    const auto pool = source_.pool.read_all<shared::Pool>(1).front();
    State state;
    state.step = next_step_;
    state.shrunk = pool.shrunk;
    state.fractions = emission_.fractions();
    for (std::size_t c = 0; c < state.columns.size(); ++c)
        state.columns[c] = read_ring(source_.columns[c], pool.first, pool.alive, capacity_);
    return state;
}

/// Both pools are written whole, so that neither is cleared.
void Simulation::restore(const State& state) {
    forget_steps();
    next_step_ = state.step;
    emission_.restore(state.fractions);
    const std::uint32_t kept = std::min(state.alive(), capacity_);
    const std::uint32_t skipped = keeps_newest() ? state.alive() - kept : 0;
    for (std::size_t c = 0; c < state.columns.size(); ++c)
        source_.columns[c].write_all(std::span(state.columns[c]).subspan(skipped, kept));
    shared::Pool saved{};
    saved.alive = state.alive();
    saved.shrunk = state.shrunk;
    saved.step = static_cast<std::uint32_t>(state.step);
    alive_known_ = kept;
    place_living(saved);
}

/// As if the living had been in a pool of another capacity; they themselves are in place.
void Simulation::place_living(const shared::Pool& saved) {
    destination_.pool.write_all(std::span(&saved, 1));
    destination_.bind_source();
    source_.bind_destination();
    resize_pool();
    refit(source_.pool);
}

std::vector<Particle> Simulation::read_living() {
    const State state = save();
    std::vector<Particle> particles(state.alive());
    for (std::size_t i = 0; i < particles.size(); ++i)
        for (std::size_t c = 0; c < state.columns.size(); ++c)
            std::memcpy(reinterpret_cast<std::byte*>(&particles[i]) + c * shared::COLUMN_BYTES,
                        &state.columns[c][i], shared::COLUMN_BYTES);
    return particles;
}

}  // namespace winnow::particles
