#include "effects/compile/stack.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "effects/compile/further_looks.h"
#include "effects/compile/lets.h"
#include "effects/compile/object_rows.h"
#include "effects/compile/stack_modules.h"
#include "effects/compile/stack_names.h"
#include "effects/compile/stack_parents.h"
#include "effects/compile/stack_words.h"
#include "effects/compile/transform.h"
#include "effects/modules/module_files.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

/// The declarations of the modules in an emitter's stack.
struct Declarations {
    std::vector<std::shared_ptr<const Module>> modules;  // of each use; null where a fault was collected
    std::vector<Attribute> unused;                       // declared_by_disabled()
    bool are_sound = true;  // false: a fault was collected that may hide the name of an attribute
};

/// False if a fault was collected that may hide the name of an attribute: no module is known, or a use of one
/// that declares what its parameters name has a fault.
bool are_attributes_sound(std::span<const std::shared_ptr<const Module>> modules, const Path& path) {
    for (std::size_t i = 0; i < modules.size(); ++i)
        if (!modules[i] || (declares_named(modules[i]->stage) && !Path(path, i).is_sound() &&
                            std::ranges::find(modules[i]->parameters, Type::attribute, &Parameter::type) !=
                                modules[i]->parameters.end()))
            return false;
    return true;
}

/// Returns the attributes that modules declare that are turned off. Only such modules may use them, so that a
/// module and those that need it can be turned off one after the other.
std::vector<Attribute> declared_by_disabled(std::span<const ModuleUse> list,
                                            std::span<const std::shared_ptr<const Module>> modules,
                                            const Path& path) {
    std::vector<Attribute> all;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].enabled || !modules[i]) continue;
        for (Attribute& attribute : declared_by(list[i], *modules[i], Path(path, i)))
            if (std::ranges::find(all, attribute.name, &Attribute::name) == all.end())
                all.push_back(std::move(attribute));
    }
    return all;
}

/// Reads an emitter's lets, and its list of modules; `attributes` are those that these declare.
Stack read_stack(const Emitter& emitter, const Declarations& declared, std::vector<Attribute> attributes,
                 const std::string& folder, Surroundings& known, DeclaredTypes& known_types,
                 const Path& path) {
    const Path list(path, "modules");
    Stack stack;
    stack.attributes = std::move(attributes);
    const std::vector<ExpressionName> own = names_for(stack.attributes, known, list);
    std::vector<ExpressionName> own_of_disabled = own;
    add_attributes(own_of_disabled, declared.unused);
    const std::vector<ExpressionName> of_lets = names_at(Stage::look, own_of_disabled);
    add_lets(known.lets, emitter.lets,
             {of_lets, known.properties,
              [&](std::string_view text) {
                  return may_read_hidden(Formula(std::string(text)), Type::number, of_lets, known);
              }},
             Path(path, "let"));
    read_list(stack,
              {emitter.modules, declared.modules, names_known_with(own, known.lets),
               names_known_with(own_of_disabled, known.lets)},
              folder, known, known_types, list);
    return stack;
}

/// True if the module may change a particle's age, so that it moves by more or less than a step. One that
/// only reads it costs time alone.
bool may_change_ages(const StackModule& one) {
    return one.module->stage == Stage::react && body_of(one.module)->members.contains("age");
}

/// Adds what the emitter's links need.
void add_links(Stack& stack, std::span<const Children> links, const Surroundings& known, const Path& path) {
    const bool ages_vary = std::ranges::any_of(stack.modules, may_change_ages);
    const auto needs_both = [&](const Children& link) {
        return looks_back(link) || (ages_vary && link.on == On::age);
    };
    if (std::ranges::none_of(links, needs_both)) return;
    stack.looks_back = true;
    for (const Children& link : links)
        if (link.on == On::distance) add_travelled(stack.attributes);
    const NamesWithLets all =
        with_lets(names_for(stack.attributes, known, path), known.lets, unknown_in_stack);
    const std::vector<ExpressionName>& names = all.names;
    Module conditions;
    conditions.name = "children";
    for (std::size_t k = 0; k < links.size(); ++k) {
        const Path link(path, k), when(link, "when");
        if (links[k].on != On::condition) continue;
        if (may_read_hidden(Formula(links[k].when), Type::boolean, names, known)) continue;
        when.attempt_if_sound([&] {
            if (links[k].when.empty())
                refuse_at(when, "is missing; must be an expression, such as \"speed < 1\"");
            conditions.parameters.push_back({.name = fmt::format("when {}", k), .type = Type::boolean});
            stack.conditions.values.push_back(
                stack_value(Formula(links[k].when), conditions.parameters.back(), names, when));
        });
    }
    stack.conditions.module = std::make_shared<const Module>(std::move(conditions));
    note_parent(stack, stack.conditions, known, path);
    if (mentions(stack.conditions, travelled)) add_travelled(stack.attributes);
}

/// Returns what the modules of each emitter declare, and adds the attributes of those that are enabled.
std::vector<Declarations> declarations_of(const Effect& effect,
                                          std::vector<std::vector<Attribute>>& attributes,
                                          DeclaredTypes& known_types, const Path& emitters) {
    const ModuleFinder find = finder_in(effect.folder.path);
    std::vector<Declarations> all;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path emitter(emitters, i), here(emitter, "modules");
        const std::vector<ModuleUse>& list = effect.emitters[i].modules;
        Declarations& declared = all.emplace_back();
        declared.modules = find_all(list, find, here);
        attributes.emplace_back();
        const bool are_known = are_attributes_sound(declared.modules, here);
        declared.are_sound = here.attempt([&] {
            for (std::size_t k = 0; k < list.size(); ++k)
                if (list[k].enabled && declared.modules[k])
                    add_declared(attributes.back(), known_types, list[k], *declared.modules[k],
                                 Path(here, k));
            declared.unused = declared_by_disabled(list, declared.modules, here);
        }) && are_known;
    }
    return all;
}

/// Returns the lets of the effect. They may read what particles of any emitter have.
ParsedLets lets_of(const Effect& effect, std::span<const Declarations> declared,
                   std::span<const std::vector<Attribute>> attributes, std::span<const ParentNames> parents,
                   bool are_parents_sound, const Path& path) {
    ParsedLets lets;
    lets.are_known = are_lets_known(effect.lets, path);
    if (effect.lets.empty()) return lets;
    std::vector<ExpressionName> names = names_of_any(effect.properties, attributes, parents);
    for (const Declarations& one : declared) add_attributes(names, one.unused);
    const Surroundings known{effect.properties, parents.front(), are_parents_sound,
                             std::ranges::all_of(declared, &Declarations::are_sound)};
    const auto hides = [&](std::string_view text) {
        return may_read_hidden(Formula(std::string(text)), Type::number, names, known);
    };
    add_lets(lets, effect.lets, {names, effect.properties, hides}, Path(path, "let"));
    return lets;
}

}  // namespace

const StackModule* first_module(const Stack& stack, bool (*is)(const std::shared_ptr<const Module>&)) {
    const auto found =
        std::ranges::find_if(stack.modules, [&](const StackModule& one) { return is(one.module); });
    return found == stack.modules.end() ? nullptr : &*found;
}

ExpressionType expression_type_of(Type type) {
    switch (type) {
        case Type::boolean:
            return ExpressionType::boolean;
        case Type::vector:
        case Type::direction:
            return ExpressionType::vec3;
        case Type::colour:
            return ExpressionType::vec4;
        default:
            return ExpressionType::number;
    }
}

std::vector<Stack> stacks_of(const Effect& effect, const Path& path) {
    const Path emitters(path, "emitters");
    DeclaredTypes known_types;
    std::vector<std::vector<Attribute>> attributes;
    const std::vector<Declarations> declared = declarations_of(effect, attributes, known_types, emitters);
    const bool are_parents_sound = emitters.is_sound();
    const Parents parents = parents_of_all(effect);
    std::vector<ParentNames> names_of_parents;
    names_of_parents.reserve(effect.emitters.size());  // names refer to them
    for (std::size_t i = 0; i < effect.emitters.size(); ++i)
        names_of_parents.push_back(parent_names(effect, i, parents, attributes));
    const ParsedLets lets = lets_of(effect, declared, attributes, names_of_parents, are_parents_sound, path);
    std::vector<Stack> stacks;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path here(emitters, i), list(here, "modules"), children(here, "children"), looks(here, "looks");
        const Emitter& emitter = effect.emitters[i];
        Surroundings known{effect.properties, names_of_parents[i], are_parents_sound, declared[i].are_sound,
                           lets};
        known.lets.are_known = lets.are_known && are_lets_known(emitter.lets, here);
        Stack stack;
        const bool is_read = list.attempt([&] {
            stack =
                read_stack(emitter, declared[i], attributes[i], effect.folder.path, known, known_types, here);
        });
        if (!is_read)  // what its lets are is not known
            for (const auto& [name, text] : emitter.lets) known.lets.faulty.insert(name);
        children.attempt([&] { add_links(stack, emitter.children, known, children); });
        looks.attempt([&] { add_looks(stack, emitter, effect.folder.path, known, known_types, looks); });
        add_kept(stack);
        note_objects(stack, effect.scenery);
        note_spaces(stack, emitter, effect);
        stack.follows_density = emitter.follows_density;
        stack.lets = std::move(known.lets);
        stacks.push_back(std::move(stack));
    }
    if (path.has_faults()) return stacks;
    note_parents_looks(effect, parents, stacks, emitters);
    const std::vector<AttributeNames> read_by_children = words_read_by_children(parents, stacks);
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const Path here(emitters, i), list(here, "modules");
        list.attempt([&] { place_words(stacks[i], read_by_children[i], list); });
        for (Stack& look : stacks[i].looks) {
            look.attributes = stacks[i].attributes;
            look.stored = stacks[i].stored;
        }
    }
    return stacks;
}

std::vector<Stack> stacks_of(const Effect& effect) {
    try {
        return stacks_of(effect, Path());
    } catch (const Invalid& invalid) {
        bad_input("{}: {}", invalid.pointer, invalid.message);
    }
}

namespace {

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) of the text.
std::uint32_t use_of_text(std::string_view text) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return std::max(hash, first_unpinned_use);
}

}  // namespace

/// It depends on the module's and the parameter's name, so that a module that is added or moved changes no
/// other module's random numbers.
std::uint32_t use_of(const StackModule& module, const Parameter& parameter) {
    if (parameter.pinned && module.instance == 0) return parameter.pinned->use;
    std::string text = module.module->name + '.' + parameter.name;
    if (module.instance > 0) text += fmt::format("#{}", module.instance);
    return use_of_text(text);
}

std::uint32_t use_of_let(std::string_view let) {
    return use_of_text(fmt::format("let {}", let));  // no module has a space in its name
}

}  // namespace winnow::effects
