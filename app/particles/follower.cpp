#include "particles/follower.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "base/error.h"
#include "gl/debug.h"
#include "gl/fence.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t slots = 4;
/// The last step and the present state, which a copy takes.
constexpr std::uint64_t copied_bytes = offsetof(shared::Followed, past);
static_assert(sizeof(Particle) == shared::PARTICLE_COLUMNS * sizeof(shared::uvec4));

glm::vec3 vector(const shared::vec4& v) {
    return {v.x, v.y, v.z};
}

WholeParticle whole(const shared::uvec4 (&element)[shared::FOLLOWED_ELEMENTS]) {
    WholeParticle one;
    std::memcpy(&one.particle, element, sizeof one.particle);
    std::memcpy(one.attributes.data(), element + shared::PARTICLE_COLUMNS, sizeof one.attributes);
    return one;
}

StepNote note_of(const shared::StepNote& noted) {
    StepNote note;
    note.stage = noted.stage == shared::NOTED_FORCE   ? effects::Stage::force
                 : noted.stage == shared::NOTED_SPAWN ? effects::Stage::spawn
                                                      : effects::Stage::react;
    note.number = noted.number;
    note.bounced = (noted.events & 1u) != 0;
    note.killed = (noted.events & 2u) != 0;
    note.position = vector(noted.position);
    note.velocity = vector(noted.velocity);
    note.age = noted.position.w;
    note.lifetime = noted.velocity.w;
    note.acceleration = vector(noted.acceleration);
    note.drag = noted.drag;
    std::memcpy(note.attributes.data(), noted.attributes, sizeof note.attributes);
    return note;
}

}  // namespace

Follower::Follower(gl::ShaderLibrary& shaders, Simulation& simulation)
    : shaders_(shaders),
      simulation_(simulation),
      noted_(gl::plain_memory()->allocate(sizeof(shared::Followed), "particles: followed")),
      ring_(slots, copied_bytes, "particles: followed"),
      keep_(shaders.load_compute("particles/follow.comp#keep")) {
    noted_.fill(0);
}

Follower::~Follower() {
    stop();
}

void Follower::follow(const Identity& identity) {
    identity_ = identity;
    parent_ = {shared::UNKNOWN_PARENT, 0};
    ++run_;
    ring_.forget();
    simulation_.look_before_steps([this] {
        look();
        note_step();
    });
}

void Follower::stop() {
    identity_.reset();
    ring_.forget();
    simulation_.look_before_steps({});
}

/// Effects that differ in numbers only have one text.
bool Follower::is_noted_for(const StepInputs& inputs) const {
    return noted_for_ == inputs.program()->step.path() && has_long_times_ == inputs.kind().long_times;
}

std::string Follower::prepare() {
    const StepInputs& inputs = simulation_.inputs();
    if (!is_noted_for(inputs)) {
        noted_for_ = inputs.program()->step.path();
        has_long_times_ = inputs.kind().long_times;
        notes_ = false;
        refusal_.clear();
        try {
            const effects::CompiledEffect& compiled = inputs.compiled();
            const effects::ProgramText text =
                effects::write_noting_text(compiled.stacks, compiled.effect.properties, compiled.program);
            provide(shaders_, text);
            StepKind kind = inputs.kind();
            kind.stacks = text.path();
            gl::Defines defines = kind.fold_defines(false);
            const gl::Defines columns = column_defines(kind.planes.all);
            defines.insert(defines.end(), columns.begin(), columns.end());
            const gl::ShaderLibrary::Building building(shaders_);
            advance_ = shaders_.load_compute("particles/follow.comp#advance", defines);
        } catch (const Error& error) {
            refusal_ = error.what();
        }
    }
    if (!refusal_.empty()) return refusal_;
    if (!notes_ && !advance_.is_built() && shaders_.is_building())
        return "the driver compiles the notes of this effect's modules";
    try {
        if (!notes_) advance_.use();
        notes_ = true;
    } catch (const Error& error) {
        if (error.status() == ExitStatus::absent) throw;
        refusal_ = error.what();
    }
    return refusal_;
}

/// Notes the state after the last step.
void Follower::look() {
    const gl::DebugGroup group("follow");
    if (planes_ != simulation_.planes()) {
        planes_ = simulation_.planes();
        begin_ = shaders_.load_compute("particles/follow.comp#begin", column_defines(*planes_));
        find_ = shaders_.load_compute("particles/follow.comp#find", column_defines(*planes_));
    }
    const ParticleView living = simulation_.living();
    for (std::uint32_t c = 0; c < living.columns.size(); ++c)
        living.columns[c]->bind_storage(shared::BIND_SOURCE + c);
    living.pool->bind_storage(shared::BIND_SOURCE_POOL);
    noted_.bind_storage(shared::BIND_PROBE);
    const auto step = static_cast<std::uint32_t>(living.step);
    begin_.set("step", step);
    begin_.set("run", run_);
    begin_.set("capacity", living.capacity);
    begin_.dispatch({1, 1, 1});
    gl::storage_barrier();
    find_.set("step", step);
    find_.set("capacity", living.capacity);
    find_.set("birth_step", identity_->birth_step);
    find_.set("ordinal", identity_->ordinal);
    find_.dispatch_indirect(*living.pool, offsetof(shared::Pool, groups_x));
    gl::storage_barrier();
    keep_.dispatch({1, 1, 1});
    gl::storage_barrier();
}

/// Computes the particle's part of the step that is about to be made. Only a program that is built for its
/// effect can.
void Follower::note_step() {
    const StepInputs& inputs = simulation_.inputs();
    if (!notes_ || !is_noted_for(inputs)) return;
    inputs.bind();
    inputs.bind_births();
    noted_.bind_storage(shared::BIND_PROBE);
    advance_.set("birth_step", identity_->birth_step);
    advance_.set("ordinal", identity_->ordinal);
    advance_.set("known_parent", parent_.first);
    advance_.set("known_first_child", parent_.second);
    advance_.dispatch({1, 1, 1});
    gl::storage_barrier();
}

void Follower::submit() {
    if (!identity_ || !ring_.has_room()) return;
    look();
    ring_.submit(noted_);
}

std::optional<Follower::Arrived> Follower::take() {
    std::optional<Arrived> newest;
    for (; const std::byte* copied = ring_.arrived(); ring_.taken()) newest = read(copied);
    return newest;
}

Follower::Arrived Follower::wait() {
    ring_.forget();
    look();
    const auto bytes = noted_.read_all<std::byte>(copied_bytes);
    return read(bytes.data());
}

std::vector<Sighting> Follower::past() const {
    std::vector<Sighting> known;
    for (const auto& state : noted_.read_all<shared::FollowedState>(states, offsetof(shared::Followed, past)))
        if (state.run == run_) known.push_back(sighting(state));
    std::ranges::sort(known, {}, &Sighting::step);
    return known;
}

Follower::Arrived Follower::read(const std::byte* bytes) const {
    shared::FollowedStep last;
    shared::FollowedState now;
    std::memcpy(&last, bytes + offsetof(shared::Followed, last), sizeof last);
    std::memcpy(&now, bytes + offsetof(shared::Followed, now), sizeof now);
    Arrived arrived{sighting(now), std::nullopt};
    if (last.run != run_) return arrived;
    NotedStep step{whole_step(last.step), last.survives != 0, last.children,
                   whole(last.before),    whole(last.after),  {}};
    for (std::uint32_t i = 0; i < std::min(last.notes, shared::MAX_STEP_NOTES); ++i)
        step.notes.push_back(note_of(last.note[i]));
    arrived.last = std::move(step);
    return arrived;
}

Sighting Follower::sighting(const shared::FollowedState& state) const {
    Sighting seen{whole_step(state.step), state.alive};
    seen.lives = state.is_found != 0;
    seen.first = state.first;
    seen.older = state.older;
    if (!seen.lives) return seen;
    seen.index = state.index;
    seen.place = static_cast<std::uint32_t>((std::uint64_t{state.first} + state.index) % state.capacity);
    seen.whole = whole(state.element);
    return seen;
}

/// Steps that were noted are at most 2^31 before the present one or behind it.
std::uint64_t Follower::whole_step(std::uint32_t low) const {
    const std::uint64_t now = simulation_.steps();
    const auto ahead = static_cast<std::int32_t>(low - static_cast<std::uint32_t>(now));
    return now + static_cast<std::uint64_t>(std::int64_t{ahead});
}

std::vector<WholeParticle> read_all(Simulation& simulation) {
    const State state = simulation.save();
    std::vector<WholeParticle> all(state.alive());
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t c = 0; c < state.columns.size(); ++c) {
            std::byte* const to =
                c < shared::PARTICLE_COLUMNS
                    ? reinterpret_cast<std::byte*>(&all[i].particle) + c * shared::COLUMN_BYTES
                    : reinterpret_cast<std::byte*>(all[i].attributes.data()) +
                          (c - shared::PARTICLE_COLUMNS) * shared::COLUMN_BYTES;
            std::memcpy(to, &state.columns[c][i], shared::COLUMN_BYTES);
        }
    }
    return all;
}

}  // namespace winnow::particles
