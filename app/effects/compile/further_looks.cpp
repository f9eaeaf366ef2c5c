#include "effects/compile/further_looks.h"

#include <fmt/format.h>

#include <algorithm>

#include "effects/compile/stack_modules.h"
#include "effects/modules/module_files.h"

namespace winnow::effects {
namespace {

/// Refuses what only the first look of particles can be.
void check_further(const StackModule& module, const Path& path) {
    if (module.module->stage != Stage::look)
        refuse_at(path, fmt::format("{} is of the stage {}; a look has modules of the stage look only",
                                    module.module->name, winnow::name_of(stages, module.module->stage)));
    Stack alone;
    alone.modules = {module};
    if (draws_ribbons(alone) || solid_looks(alone).any || shines(alone))
        refuse_at(path, fmt::format("{} works in the emitter's own modules only, which make the first look",
                                    module.module->name));
}

}  // namespace

void add_looks(Stack& stack, const Emitter& emitter, const std::string& folder, const Surroundings& known,
               DeclaredTypes& known_types, const Path& path) {
    const ModuleFinder find = finder_in(folder);
    for (std::size_t k = 0; k < emitter.looks.size(); ++k) {
        const Path look(path, k), list(look, "modules");
        const auto modules = find_all(emitter.looks[k].modules, find, list);
        Stack read;
        read.attributes = stack.attributes;
        const KnownNames names = names_known_with(names_for(stack.attributes, known, list), known.lets);
        read_list(read, {emitter.looks[k].modules, modules, names, names}, folder, known, known_types, list);
        for (const StackModule& module : read.modules) {
            const Path here(list, module.place);
            here.attempt([&] { check_further(module, here); });
        }
        for (const Attribute& attribute : read.attributes)  // expressions may read the way travelled
            if (std::ranges::count(stack.attributes, attribute.name, &Attribute::name) == 0)
                stack.attributes.push_back(attribute);
        stack.reads_parent = stack.reads_parent || read.reads_parent;
        stack.reads_parents_look = stack.reads_parents_look || read.reads_parents_look;
        stack.looks.push_back(std::move(read));
    }
}

}  // namespace winnow::effects
