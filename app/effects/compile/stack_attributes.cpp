#include "effects/compile/stack_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/text.h"
#include "effects/model/parameter_value.h"
#include "effects/modules/name_check.h"

namespace winnow::effects {
namespace {

/// Calls visit(parameter, name, path) for each attribute that a parameter of the module names.
template <typename Visit>
void for_each_named(const ModuleUse& use, const Module& module, const Path& path, const Visit& visit) {
    for (const Parameter& parameter : module.parameters) {
        const auto given = use.values.find(parameter.name);
        if (parameter.type != Type::attribute || given == use.values.end()) continue;
        const Path here(path, parameter.name);
        check(parameter, given->second, here);
        const auto& name = std::get<std::string>(std::get<Constant>(given->second).value);
        if (name.empty()) continue;
        check_value_name(name, here);
        visit(parameter, name, here);
    }
}

std::string_view text_of(Type type) {
    return winnow::name_of(winnow::effects::types, type);
}

/// Adds an attribute that is a number of metres, unless it is there.
void add_metres(std::vector<Attribute>& all, std::string_view name) {
    if (std::ranges::find(all, name, &Attribute::name) != all.end()) return;
    all.push_back({std::string(name), Type::number, {0.0f}, {}, "m"});
}

}  // namespace

std::string member_of(std::string_view attribute) {
    std::string member(attribute);
    std::ranges::replace(member, '.', '_');
    // No other attribute begins with a capital.
    if (member != attribute) member.front() = 'P';
    return member;
}

std::vector<Attribute> declared_by(const ModuleUse& use, const Module& module, const Path& path) {
    std::vector<Attribute> declared = module.attributes;
    if (!declares_named(module.stage)) return declared;
    for_each_named(use, module, path, [&](const Parameter& parameter, const std::string& name, const Path&) {
        declared.push_back({name, parameter.attribute, natural_value(parameter.attribute), {}});
    });
    return declared;
}

void add_declared(std::vector<Attribute>& all, DeclaredTypes& known_types, const ModuleUse& use,
                  const Module& module, const Path& path) {
    const std::vector<Attribute> declared = declared_by(use, module, path);
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const Attribute& attribute = declared[i];
        const auto& first =
            known_types.try_emplace(attribute.name, DeclaredType{attribute.type, path.pointer()})
                .first->second;
        if (first.type != attribute.type)
            refuse_at(path, fmt::format("{} declares the attribute {} as {}, but {} as {}", module.name,
                                        attribute.name, text_of(attribute.type), first.pointer,
                                        text_of(first.type)));
        const auto known = std::ranges::find(all, attribute.name, &Attribute::name);
        const bool is_named = i >= module.attributes.size();  // its module sets it at birth
        if (known == all.end())
            all.push_back(attribute);
        else if (is_named)
            continue;
        else if (known->sentence.empty())  // only named so far
            *known = attribute;
        else if (known->value != attribute.value)
            refuse_at(path, fmt::format("{} declares the attribute {} otherwise than a module before it",
                                        module.name, attribute.name));
    }
}

void add_travelled(std::vector<Attribute>& all) {
    add_metres(all, travelled);
}

void add_ribbon_way(std::vector<Attribute>& all, DeclaredTypes& known_types, const Path& path) {
    const auto& first =
        known_types.try_emplace(std::string(ribbon_way), DeclaredType{Type::number, path.pointer()})
            .first->second;
    if (first.type != Type::number)
        refuse_at(path, fmt::format("ribbons with a picture have the attribute {} as {}, but {} "
                                    "declares it as {}",
                                    ribbon_way, text_of(Type::number), first.pointer, text_of(first.type)));
    add_metres(all, ribbon_way);
}

void check_named(const std::vector<Attribute>& all, const DeclaredTypes& known_types, const ModuleUse& use,
                 const Module& module, const Path& path) {
    std::vector<std::string_view> names;
    for (const Attribute& attribute : all) names.push_back(attribute.name);
    for_each_named(
        use, module, path, [&](const Parameter& parameter, const std::string& name, const Path& here) {
            const auto found = std::ranges::find(all, name, &Attribute::name);
            if (found == all.end())
                refuse_at(here, fmt::format("the stack has no attribute {}{}; a module of the stage spawn, "
                                            "such as attribute, declares it",
                                            name, did_you_mean(name, names)));
            if (found->type != parameter.attribute)
                refuse_at(here,
                          fmt::format("{} takes {}, but {} declares the attribute {} as {}", module.name,
                                      text_of(parameter.attribute), known_types.find(name)->second.pointer,
                                      name, text_of(found->type)));
        });
}

}  // namespace winnow::effects
