// Finds the words of an effect that are colours' names and no names of expressions.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_attributes.h"
#include "effects/compile/stack_names.h"
#include "effects/model/colour.h"
#include "effects/modules/module_files.h"

namespace winnow::effects {
namespace {

/// True if expressions of the emitter's modules may know the word as something else than a colour.
bool is_known_name(std::string_view word, const Effect& effect, const Emitter& emitter,
                   const ModuleFinder& find) {
    const auto is_it = [&](const auto& known) { return known.name == word; };
    if (std::ranges::any_of(common_names(), is_it) || std::ranges::any_of(effect.properties, is_it) ||
        effect.lets.contains(word) || emitter.lets.contains(word))
        return true;
    return std::ranges::any_of(emitter.modules, [&](const ModuleUse& use) {
        return std::ranges::any_of(declared_by(use, *find(use.module), Path()), is_it);
    });
}

/// True if the parameter of the module is a colour and the word there can mean nothing else.
bool is_colour(const ModuleUse& use, const std::string& parameter, std::string_view word,
               const Effect& effect, const Emitter& emitter) {
    try {
        const ModuleFinder find = finder_in(effect.folder.path);
        const auto module = find(use.module);
        const auto found = std::ranges::find(module->parameters, parameter, &Parameter::name);
        return found != module->parameters.end() && found->type == Type::colour &&
               !is_known_name(word, effect, emitter, find);
    } catch (const Error&) {  // compile() says that there is no such module
        return false;
    } catch (const Invalid&) {  // or what is wrong with an attribute's name
        return false;
    }
}

}  // namespace

void resolve_colours(Effect& effect) {
    for (Emitter& emitter : effect.emitters)
        for_each_module(emitter, [&](ModuleUse& use) {
            for (auto& [parameter, value] : use.values) {
                const auto* const formula = std::get_if<Formula>(&value);
                const auto colour = formula != nullptr ? css_colour(formula->text) : std::nullopt;
                if (colour && is_colour(use, parameter, formula->text, effect, emitter))
                    value = Constant(*colour);
            }
        });
}

}  // namespace winnow::effects
