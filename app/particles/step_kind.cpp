#include "particles/step_kind.h"

#include <algorithm>

#include "particles/parameters.h"

namespace winnow::particles {

gl::Defines StepKind::defines() const {
    return {{"CHILDREN", gl::define_flag(children)}, {"TURBULENCE", gl::define_flag(turbulence)}};
}

StepKind step_kind(const effects::Effect& effect) {
    const auto is_turbulent = [](const effects::Emitter& emitter) { return emitter.turbulence > 0; };
    return {most_children(effect) > 0,
            std::any_of(effect.emitters.begin(), effect.emitters.end(), is_turbulent)};
}

}  // namespace winnow::particles
