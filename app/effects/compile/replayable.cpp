#include "effects/compile/replayable.h"

#include <fmt/format.h>

#include "base/error.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {

bool sees_depth(const std::shared_ptr<const Module>& module) {
    return module->stage == Stage::react &&
           (calls(module, glsl::seen_call) || calls(module, glsl::collide_seen_call));
}

std::string why_not_replayable(const Effect& effect) {
    const std::vector<Stack> stacks = stacks_of(effect);
    for (std::size_t i = 0; i < stacks.size(); ++i)
        if (const StackModule* const seeing = first_module(stacks[i], sees_depth))
            return fmt::format(
                "{} of the emitter \"{}\" depends on the camera and on when frames are drawn, so that a run "
                "of the effect cannot be replayed",
                seeing->module->name, excerpt(effect.emitters[i].name));
    return {};
}

void require_replayable(const Effect& effect) {
    if (const std::string why = why_not_replayable(effect); !why.empty()) bad_input("{}", why);
}

void check_seen(std::span<const Stack> stacks, const Path& path) {
    const Path emitters(path, "emitters");
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const StackModule* const seeing = first_module(stacks[i], sees_depth);
        if (seeing == nullptr || !solid_looks(stacks[i]).any) continue;
        const Path emitter(emitters, i), modules(emitter, "modules");
        throw Invalid{Path(modules, seeing->place).pointer(),
                      fmt::format("{}: the emitter's particles are solid, so that the camera sees them and "
                                  "they would collide with themselves",
                                  seeing->module->name)};
    }
}

}  // namespace winnow::effects
