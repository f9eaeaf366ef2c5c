#include "particles/probe.h"

#include <cstring>

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

}  // namespace

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
