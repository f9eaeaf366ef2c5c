#include "commands/view_settings.h"

#include "effects/json.h"

namespace winnow::commands {
namespace {

/// How much a device shows at a good rate of pictures.
struct Profile {
    std::uint32_t capacity;
    float density;
};
constexpr Profile software{32768, 1}, hardware{1u << 20, 16};

}  // namespace

effects::Settings first_settings(const StartChoice& options, const gl::Facts& facts) {
    const Profile profile = facts.software ? software : hardware;
    effects::Settings settings;
    settings.effect = effects::load(options.effect);
    settings.effect.prewarm = options.prewarm.value_or(settings.effect.prewarm);
    effects::Simulation& s = settings.simulation;
    s.backend = options.backend;
    s.block = options.block;
    s.grid = options.grid;
    s.compaction = options.compaction;
    s.seed = options.seed;
    s.capacity = options.capacity.value_or(profile.capacity);
    // A file's author knows how dense it should be; what is built in is made to be multiplied.
    s.density = options.density.value_or(effects::is_file(options.effect) ? 1 : profile.density);
    return settings;
}

}  // namespace winnow::commands
