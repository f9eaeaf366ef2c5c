#include "view/opening.h"

#include <algorithm>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "ui/config.h"

namespace winnow::view {
namespace {

/// The capacity and the density that a device shows at a good frame rate; used if the options set none.
struct Profile {
    std::uint32_t capacity;
    float density;
    float covering_density;  // of effects whose particles cover others: large ones, many behind each other
    float ribbon_density;    // of effects whose ribbons do: wide bands
};
constexpr Profile software{32768, 0.75f, 0.35f, 0.15f}, hardware{1u << 20, 16, 16, 8};

const Profile& profile_of(const gl::Facts& facts) {
    return facts.software ? software : hardware;
}

}  // namespace

float first_density(const std::string& name, const effects::Effect& effect, const gl::Facts& facts) {
    if (effects::is_file(name)) return 1;
    const Profile& profile = profile_of(facts);
    if (effects::has_covering_ribbons(effect)) return profile.ribbon_density;
    return effects::covers(effect) ? profile.covering_density : profile.density;
}

effects::Settings settings_for(const Opening& opening, const session::Start& start, const gl::Facts& facts) {
    if (facts.renderer.find(opening.device.device) == std::string::npos)
        bad_input("--device {}: a window is drawn by the device of its display, here {}",
                  opening.device.device, facts.renderer);
    const session::StartChoice& chosen = opening.start;
    effects::Settings settings =
        session::first_settings(chosen, session::load_effect(chosen.effect, chosen),
                                chosen.capacity.value_or(profile_of(facts).capacity));
    settings.effect.prewarm = chosen.prewarm.value_or(settings.effect.prewarm);
    settings.simulation.density =
        chosen.density.value_or(first_density(chosen.effect, settings.effect, facts));
    if (!chosen.capacity)
        settings.simulation.capacity =
            std::max(settings.simulation.capacity,
                     session::capacity_for(settings.effect, settings.simulation.density));
    start.put_into(settings, chosen);
    session::choose_default_capacity(chosen, facts, settings);
    settings.display = ui::load_display(ui::config_directory());
    session::set_drawing(opening.drawing, settings.display);
    return settings;
}

}  // namespace winnow::view
