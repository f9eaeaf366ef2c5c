// An effect whose particles have children by every event, in a cycle.
#pragma once

#include "effects/model/effect.h"
#include "support/modules.h"

namespace winnow::test {

/// `rate`: births per second besides the children. Of a collision, children are born where it happened, for
/// which the state before the step is kept; `on_first` may be an event that needs none.
inline effects::Effect family(float rate, effects::On on_first = effects::On::collision) {
    effects::Effect effect = jet_effect();
    effects::Emitter& a = effect.emitters[0];
    a.name = "a";
    a.rate = rate;
    values_of(a, "jet") = {{"spread", 40}, {"speed", random(0.2f, 1)}};
    a.lifetime = {0.1f, 0.5f};  // 6 to 30 steps
    a.children = {{.emitter = "b", .on = on_first, .count = {1, 3}},
                  {.emitter = "b", .count = {0, 2}, .inherit_velocity = 0.5f}};
    effects::Emitter b = a;
    b.name = "b";
    b.rate = 0;
    b.children = {{.emitter = "a", .on = effects::On::age, .age = 0.05f, .chance = 0.3f}};
    effect.emitters.push_back(b);
    return effect;
}

}  // namespace winnow::test
