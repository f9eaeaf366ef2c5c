// Makes, changes and reads the modules of emitters.
#pragma once

#include <algorithm>
#include <string>

#include "effects/model/effect.h"
#include "effects/model/parameter_value.h"
#include "effects/modules/module.h"

namespace winnow::test {

/// Returns the values of the emitter's first module of this name; if it has none, it gets one at the end.
inline effects::Values& values_of(effects::Emitter& emitter, const std::string& module) {
    const auto found = std::ranges::find(emitter.modules, module, &effects::ModuleUse::module);
    return found != emitter.modules.end() ? found->values
                                          : emitter.modules.emplace_back(effects::ModuleUse{module}).values;
}

inline bool has_module(const effects::Emitter& emitter, const std::string& module) {
    return std::ranges::find(emitter.modules, module, &effects::ModuleUse::module) != emitter.modules.end();
}

/// Returns the value that a parameter of the emitter's first module of this name has. Precondition: it has
/// the module.
inline effects::Value value_of(const effects::Emitter& emitter, const std::string& module,
                               const std::string& parameter) {
    const auto& values = std::ranges::find(emitter.modules, module, &effects::ModuleUse::module)->values;
    if (const auto given = values.find(parameter); given != values.end()) return given->second;
    return effects::parameter_named(parameter, module, effects::built_in_module(module).parameters, {}).value;
}

inline effects::Random random(float least, float most) {
    return {least, most};
}

/// Returns an emitter whose particles fly up and fall.
inline effects::Emitter jet() {
    effects::Emitter emitter;
    emitter.modules = {{"jet", true, {{"speed", random(4, 5)}}}, {"gravity"}};
    return emitter;
}

/// Returns an effect with one such emitter.
inline effects::Effect jet_effect() {
    effects::Effect effect;
    effect.emitters = {jet()};
    return effect;
}

}  // namespace winnow::test
