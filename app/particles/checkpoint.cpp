// The states of a simulation: those that are saved and restored, and checkpoints.
#include "particles/checkpoint.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "particles/simulation.h"

namespace winnow::particles {

State Simulation::save() {
    settle();
    State state = setup_.storage->read();
    state.step = next_step_;
    setup_.inputs.save(state);
    return state;
}

/// Particles of emitters that were edited away die in the next step, and are left out.
State Simulation::save(std::uint32_t instance) {
    const ColumnSet taken = take_out(instance);
    const Instances& instances = *setup_.inputs.instances();
    const std::vector<std::uint32_t>& slots = instances.slots_of(instance).of_emitters();
    State state;
    state.step = instances.steps_of(instance, submitted_steps());
    instances.save(instance, state);
    state.columns.resize(taken.elements());
    const std::uint32_t alive = taken.read_pool().alive;
    for (std::size_t c = 0; c < state.columns.size(); ++c)
        state.columns[c] = read_ring(taken, c, 0, alive, capacity());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < alive; ++i) {
        shared::uvec4& identity = state.columns[identity_column][i];
        const auto emitter = std::ranges::find(slots, identity.z & shared::SLOT_MASK);
        if (emitter == slots.end()) continue;
        identity.z = static_cast<std::uint32_t>(emitter - slots.begin());
        for (auto& column : state.columns) column[kept] = column[i];
        ++kept;
    }
    for (auto& column : state.columns) column.resize(kept);
    return state;
}

void Simulation::add_particles(const State& state, std::uint32_t instance) {
    wait_figures();
    State all = setup_.storage->read();
    all.step = next_step_;
    for (std::size_t c = 0; c < all.columns.size(); ++c) {
        const auto first = static_cast<std::ptrdiff_t>(all.columns[c].size());
        all.columns[c].insert(all.columns[c].end(), state.columns[c].begin(), state.columns[c].end());
        if (c != identity_column) continue;
        for (auto one = all.columns[c].begin() + first; one != all.columns[c].end(); ++one)
            one->z |= instance << shared::INSTANCE_SHIFT;
    }
    setup_.storage->write_living(all, setup_.inputs.keeps_newest());
    begin(next_step_, seed_, std::min(all.alive(), capacity()));
    setup_.storage->adopt_written(programs_);
}

/// Returns a room for the living particles. It is a little larger, so that checkpoints of a run in which the
/// number alive varies by a few per cent can take over each other's columns.
std::uint32_t Simulation::checkpoint_room() const {
    constexpr std::uint32_t parts = 64;
    const std::uint32_t alive = alive_bound();
    const std::uint32_t unit = std::max(std::bit_floor(alive) / parts, 1u);
    constexpr std::uint32_t multiple = 4;
    const std::uint32_t room = std::min((alive + unit - 1) / unit * unit, capacity());
    return (room + multiple - 1) / multiple * multiple;
}

std::uint64_t Simulation::checkpoint_bytes() {
    figures_.poll();
    return Checkpoint::bytes_for(checkpoint_room(), attribute_need().words);
}

std::unique_ptr<Checkpoint> Simulation::checkpoint(std::unique_ptr<Checkpoint> dropped) {
    if (!settled()) throw std::logic_error("a checkpoint needs a settled simulation");
    figures_.poll();
    auto made = std::make_unique<Checkpoint>();
    made->step = next_step_;
    made->seed = seed_;
    made->inputs = setup_.inputs.snapshot();
    made->room = checkpoint_room();
    made->words = attribute_need().words;
    constexpr std::uint32_t largest_excess = 16;  // a part of the room
    const auto fits = [&](std::uint32_t room) {
        return room >= made->room && room - made->room <= made->room / largest_excess;
    };
    if (dropped && dropped->words == made->words && fits(dropped->room)) {
        made->room = dropped->room;
        made->particles = std::move(dropped->particles);
    } else {
        dropped.reset();
        try {
            made->particles =
                ColumnSet::allocate(*gl::plain_memory(), made->room, planes(), "checkpoint", made->words);
        } catch (const Error& error) {
            if (error.status() != ExitStatus::bad_input) throw;
            return nullptr;
        }
    }
    const gl::PassScope scope(tools_.passes, programs_.resize_pass);
    copy_living(setup_.storage->source, capacity(), made->particles, made->room, false, programs_,
                {Packing::Side::destination, made->words});
    return made;
}

void Simulation::restore(const Checkpoint& checkpoint) {
    const StepInputs::Snapshot& inputs = checkpoint.inputs;
    Change change{.density = inputs.density, .checkpoint = &checkpoint};
    if (inputs.effect->effect != setup_.inputs.compiled().effect) change.effect = inputs.effect;
    this->change(change);
}

/// The particles become those of the state that a change continues from.
void Simulation::take_state(const Change& change) {
    if (change.restored) {
        const auto& [state, seed] = *change.restored;
        begin(state->step, seed, std::min(state->alive(), capacity()));
        return setup_.storage->adopt_written(programs_);
    }
    const Checkpoint& from = *change.checkpoint;
    begin(from.step, from.seed, std::min(from.room, capacity()));
    const gl::PassScope scope(tools_.passes, programs_.resize_pass);
    setup_.storage->take_living(from.particles, from.room, setup_.inputs.keeps_newest(), programs_,
                                from.packed_source());
}

std::vector<Particle> Simulation::read_living() {
    settle();
    const ColumnSet& living = setup_.storage->source;
    return read_particles(living, 0, living.read_pool().alive, capacity());
}

}  // namespace winnow::particles
