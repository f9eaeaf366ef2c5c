#include "particles/probe.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gl/debug.h"
#include "gl/fence.h"

namespace winnow::particles {
namespace {

constexpr auto words_per_particle = sizeof(Particle) / sizeof(shared::uvec4);
static_assert(words_per_particle == shared::PARTICLE_COLUMNS);

std::vector<Particle> particles_of(const shared::uvec4* columns, std::uint32_t count) {
    std::vector<Particle> particles(count);
    if (count > 0) std::memcpy(particles.data(), columns, count * sizeof(Particle));
    return particles;
}

/// Returns how many of the living are older than a particle. `oldest`: a step before which none was born.
std::uint32_t count_older(const ColumnSet& set, const Identity& than, std::uint32_t oldest,
                          std::uint32_t capacity) {
    const shared::Pool pool = set.read_pool();
    const auto identities =
        read_ring(set, identity_column, pool.first, std::min(pool.alive, capacity), capacity);
    const auto key = [&](std::uint32_t birth_step, std::uint32_t ordinal) {
        return std::pair(birth_step - oldest, ordinal);
    };
    const auto found =
        std::ranges::lower_bound(identities, key(than.birth_step, than.ordinal), {},
                                 [&](const shared::uvec4& identity) { return key(identity.x, identity.y); });
    return static_cast<std::uint32_t>(found - identities.begin());
}

}  // namespace

std::optional<Probed> probe_around(Simulation& simulation, const Identity& identity, std::uint32_t most) {
    const auto step = simulation.last_step();
    if (!step) return std::nullopt;
    const std::uint32_t capacity = simulation.capacity();
    const auto oldest = static_cast<std::uint32_t>(simulation.steps()) + 1;  // the low word begins anew
    const std::uint32_t index = count_older(step->before, identity, oldest, capacity);
    const std::uint32_t alive = std::min(step->before.read_pool().alive, capacity);
    const std::uint32_t begin = index - std::min(index, most / 2);
    Probed probed{simulation.steps(),
                  step->is_advanced,
                  read_particles(step->before, begin, std::min(most, alive - begin), capacity),
                  {}};
    const bool is_there = std::ranges::any_of(probed.before, [&](const Particle& one) {
        return Identity{one.birth_step, one.ordinal} == identity;
    });
    if (!is_there) return std::nullopt;
    const Particle& first = probed.before.front();
    const std::uint32_t after = count_older(step->after, {first.birth_step, first.ordinal}, oldest, capacity);
    const std::uint32_t alive_after = std::min(step->after.read_pool().alive, capacity);
    probed.after = read_particles(step->after, after, std::min(most, alive_after - after), capacity);
    return probed;
}

Probe::Probe(gl::ShaderLibrary& shaders)
    : program_(shaders.load_compute("particles/probe.comp",
                                    {{"COLUMNS", gl::define_number(shared::PARTICLE_COLUMNS)}})),
      copy_(gl::plain_memory()->allocate(sizeof(shared::Probe), "particles: probe")),
      ring_(slots, sizeof(shared::Probe), "particles: probe") {}

void Probe::submit(Simulation& simulation) {
    if (!ring_.has_room()) return;
    const auto step = simulation.last_step();
    if (!step) return;
    const gl::DebugGroup group("probe");
    step->before.bind_source();
    step->after.bind_destination();
    copy_.bind_storage(shared::BIND_PROBE);
    program_.set("capacity", simulation.capacity());
    program_.dispatch({1, 1, 1});
    gl::storage_barrier();
    ring_.submit(copy_);
    submissions_[submitted_++ % slots] = {simulation.steps(), step->is_advanced};
}

std::optional<Probed> Probe::take() {
    std::optional<Probed> newest;
    for (; const std::byte* copied = ring_.arrived(); ring_.taken()) {
        shared::Probe probe;
        std::memcpy(&probe, copied, sizeof probe);
        const Submission& known = submissions_[taken_++ % slots];
        newest = {known.step, known.is_advanced, particles_of(probe.before, probe.before_count),
                  particles_of(probe.after, probe.after_count)};
    }
    return newest;
}

}  // namespace winnow::particles
