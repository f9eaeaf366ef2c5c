#include "session/state_check.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"

namespace winnow::session {
namespace {

using shared::uvec4;

/// The words of the columns; shaders/particles/particle.glsl defines their layout.
struct Particle {
    const uvec4 &position, &velocity, &identity;

    std::uint32_t age() const { return position.w; }
    std::uint32_t lifetime() const { return velocity.w; }
    std::uint32_t birth_step() const { return identity.x; }
    std::uint32_t emitter() const { return identity.z; }
};

bool finite(const uvec4& vector) {
    const auto is = [](std::uint32_t word) { return std::isfinite(std::bit_cast<float>(word)); };
    return is(vector.x) && is(vector.y) && is(vector.z);
}

/// Returns the fault of a particle as a sentence; empty: it has none.
std::string fault_of(const Particle& p, std::uint64_t step, std::uint64_t emitters) {
    if (!finite(p.position)) return "its position must be finite numbers";
    if (!finite(p.velocity)) return "its velocity must be finite numbers";
    if (std::uint64_t{p.birth_step()} + p.age() != step || p.birth_step() == 0)
        return fmt::format("born in step {} it cannot be {} steps old after step {}", p.birth_step(), p.age(),
                           step);
    if (p.age() >= p.lifetime())
        return fmt::format("its age of {} steps must be less than its lifetime of {}", p.age(), p.lifetime());
    if (p.emitter() >= emitters)
        return fmt::format("its emitter is number {}, counted from 0, and there are {}", p.emitter(),
                           emitters);
    return {};
}

}  // namespace

std::uint64_t emitters_had(const particles::State& state) {
    std::uint64_t had = 0;
    for (const uvec4& identity : state.columns.back()) had = std::max(had, std::uint64_t{identity.z} + 1);
    return had;
}

void check_particles(const particles::State& state, std::uint64_t emitters, const std::string& origin) {
    const auto& [positions, velocities, identities] = state.columns;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::string fault =
            fault_of({positions[i], velocities[i], identities[i]}, state.step, emitters);
        if (!fault.empty()) bad_input("{}: particle {} of {}: {}", origin, i + 1, positions.size(), fault);
    }
}

}  // namespace winnow::session
