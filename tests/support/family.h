// An effect whose particles have children by every event, in a cycle.
#pragma once

#include "effects/effect.h"
#include "support/modules.h"

namespace winnow::test {

/// `rate`: births per second besides the children.
inline effects::Effect family(float rate) {
    effects::Effect effect = jet_effect();
    effects::Emitter& a = effect.emitters[0];
    a.name = "a";
    a.rate = rate;
    values_of(a, "jet") = {{"spread", 40}, {"speed", random(0.2f, 1)}};
    a.lifetime = {0.1f, 0.5f};  // 6 to 30 steps
    a.children = {{.emitter = "b", .on = effects::On::collision, .count = {1, 3}},
                  {.emitter = "b", .count = {0, 2}, .inherit_velocity = 0.5f}};
    effects::Emitter b = a;
    b.name = "b";
    b.rate = 0;
    b.children = {{.emitter = "a", .on = effects::On::age, .age = 0.05f, .chance = 0.3f}};
    effect.emitters.push_back(b);
    return effect;
}

}  // namespace winnow::test
