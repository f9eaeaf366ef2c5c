// A simulation's state, read back whole and put in place again.
#include <algorithm>
#include <cstring>
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
