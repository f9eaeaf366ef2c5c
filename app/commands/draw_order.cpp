#include "commands/draw_order.h"

namespace winnow::commands {
namespace {

bool sorts(const effects::Settings& settings) {
    if (settings.display.sorting == effects::Sorting::automatic)
        return settings.effect.blend == effects::Blend::alpha;
    return settings.display.sorting == effects::Sorting::on;
}

}  // namespace

render::DrawOrder order_of(Session& session) {
    const effects::Settings& settings = session.settings();
    render::DrawOrder order;
    order.culls = settings.display.culling;
    order.sorts = sorts(settings);
    order.key_bits = settings.display.sort_key_bits == effects::KeyBits::sixteen ? 16 : 32;
    // Between two sorts particles are found again by their order, which not every compactor keeps.
    order.sort_every = session.in_order() ? settings.display.sort_every : 1;
    order.step = session.simulation().steps();
    order.bounds = render::bounds_of(settings.effect);
    return order;
}

}  // namespace winnow::commands
