#include "view/view_settings.h"

#include <fmt/format.h>

#include "effects/json.h"
#include "particles/step_kind.h"

namespace winnow::view {
namespace {

/// How much a device shows at a good rate of pictures.
struct Profile {
    std::uint32_t capacity;
    float density;
};
constexpr Profile software{32768, 1}, hardware{1u << 20, 16};

const Profile& profile_of(const gl::Facts& facts) {
    return facts.software ? software : hardware;
}

}  // namespace

float first_density(const std::string& effect, const gl::Facts& facts) {
    return effects::is_file(effect) ? 1 : profile_of(facts).density;
}

std::string programs_text(const effects::Settings& settings) {
    const effects::Simulation& s = settings.simulation;
    const particles::StepKind kind = particles::step_kind(settings.effect);
    return fmt::format("{} {} {} {} {} {}", name_of(s.backend), name_of(s.block), name_of(s.grid),
                       name_of(s.compaction), kind.children, kind.turbulence);
}

effects::Settings first_settings(const session::StartChoice& options, const gl::Facts& facts) {
    effects::Settings settings;
    settings.effect = effects::load(options.effect);
    settings.effect.prewarm = options.prewarm.value_or(settings.effect.prewarm);
    effects::Simulation& s = settings.simulation;
    s.backend = options.backend;
    s.block = options.block;
    s.grid = options.grid;
    s.compaction = options.compaction;
    s.seed = options.seed;
    s.capacity = options.capacity.value_or(profile_of(facts).capacity);
    s.density = options.density.value_or(first_density(options.effect, facts));
    return settings;
}

}  // namespace winnow::view
