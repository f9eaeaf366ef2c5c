#include "effects/compile/stack_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

#include "effects/compile/stack_attributes.h"
#include "effects/compile/stack_text.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

/// The uses of an attribute after the birth.
struct Uses {
    bool changed = false;  // by a step
    bool stepped = false;  // a step reads it
    bool drawn = false;    // a look reads it
    bool others = false;   // children at their birth

    bool any() const { return changed || stepped || drawn || others; }
};

bool reads(const StackModule& module, std::string_view attribute) {
    return std::ranges::any_of(module.values, [&](const StackValue& value) {
        return value.expression &&
               std::ranges::any_of(value.expression->nodes, [&](const ExpressionNode& node) {
                   return node.kind == ExpressionNode::Kind::name &&
                          value.expression->names[node.index] == attribute;
               });
    });
}

/// True if a parameter of the module names the attribute.
bool names_it(const StackModule& module, std::string_view attribute) {
    for (std::size_t i = 0; i < module.values.size(); ++i) {
        if (module.module->parameters[i].type != Type::attribute) continue;
        const auto* const constant = std::get_if<Constant>(&module.values[i].value);
        if (constant != nullptr && std::get<std::string>(constant->value) == attribute) return true;
    }
    return false;
}

/// A body may read what it mentions, and change it if its stage changes particles.
void note(Uses& uses, const StackModule& module, std::string_view attribute) {
    const Stage stage = module.module->stage;
    if (stage == Stage::spawn) return;
    const bool mentioned = names_it(module, attribute) || body_of(module.module)->members.contains(attribute);
    const bool is_read = mentioned || reads(module, attribute);
    if (stage == Stage::look)
        uses.drawn = uses.drawn || is_read;
    else
        uses.stepped = uses.stepped || is_read;
    uses.changed = uses.changed || (mentioned && changes_particles(stage));
}

Uses uses_of(const Stack& stack, const Attribute& attribute, const AttributeNames& read_by_children) {
    Uses uses;
    for (const StackModule& module : stack.modules) note(uses, module, attribute.name);
    for (const Stack& look : stack.looks)
        for (const StackModule& module : look.modules) note(uses, module, attribute.name);
    if (stack.conditions.module) uses.stepped = uses.stepped || reads(stack.conditions, attribute.name);
    if (attribute.name == travelled) uses.changed = true;
    if (draws_ribbons(stack) && (attribute.name == ribbon || attribute.name == ribbon_way)) uses.drawn = true;
    if (attribute.name == orientation && attribute.type == Type::vector && solid_looks(stack).any)
        uses.drawn = true;
    uses.others = read_by_children.contains(attribute.name);
    return uses;
}

/// Returns the place of an attribute's group in the order.
int group_of(const Uses& uses) {
    if (uses.changed) return 0;
    if (uses.stepped) return 1;
    return uses.any() ? 2 : 3;
}

/// Throws Invalid for the module that declares the attribute with which there are too many words.
[[noreturn]] void refuse_words(const Stack& stack, const Path& path) {
    std::string names;
    for (const Attribute& attribute : stored_of(stack))
        names += fmt::format("{}{}", names.empty() ? "" : ", ", attribute.name);
    const std::string message = fmt::format(
        "the attributes of the stack that are read after the birth ({}) take {} words; must be at most {}",
        names, words_of(stored_of(stack)), max_attribute_words);
    std::uint32_t words = 0;
    AttributeNames counted;
    for (const StackModule& module : stack.modules) {
        const Path here(path, module.place);
        for (const Attribute& stored : stored_of(stack)) {
            const bool declared = module.module->stage == Stage::spawn && names_it(module, stored.name);
            const bool own = std::ranges::count(module.module->attributes, stored.name, &Attribute::name) > 0;
            if ((declared || own) && counted.insert(stored.name).second) words += words_of(stored.type);
        }
        if (words > max_attribute_words) throw Invalid{here.pointer(), message};
    }
    throw Invalid{path.pointer(), message};
}

/// Returns the planes up to that of the last word for which `is` holds.
template <typename Is>
std::uint32_t planes_to_last(const Stack& stack, const Is& is) {
    std::uint32_t words = 0, last = 0;
    for (const Attribute& attribute : stored_of(stack)) {
        words += words_of(attribute.type);
        if (is(attribute)) last = words;
    }
    return planes_for(last);
}

std::uint32_t drawn_planes(const Stack& stack) {
    std::uint32_t words = 0, planes = 0;
    for (const Attribute& attribute : stored_of(stack)) {
        const std::uint32_t first = words / plane_words;
        words += words_of(attribute.type);
        if (!uses_of(stack, attribute, {}).drawn) continue;
        for (std::uint32_t k = first; k < planes_for(words); ++k) planes |= 1u << k;
    }
    return planes;
}

}  // namespace

std::vector<AttributeNames> words_read_by_children(const Parents& parents, std::span<const Stack> stacks) {
    std::vector<AttributeNames> all(stacks.size());
    for (std::size_t child = 0; child < stacks.size(); ++child) {
        AttributeNames names;
        for_each_read_at_birth(
            stacks[child], [&](std::string_view name) { names.emplace(name.substr(parent_prefix.size())); });
        if (names.empty()) continue;
        for (const std::size_t parent : parents[child]) all[parent].insert(names.begin(), names.end());
    }
    return all;
}

void place_words(Stack& stack, const AttributeNames& read_by_children, const Path& path) {
    stack.stored = stack.attributes.size();
    if (words_of(stored_of(stack)) <= plane_words) return;
    std::array<std::vector<Attribute>, 4> groups;
    for (Attribute& attribute : stack.attributes) {
        const auto group = static_cast<std::size_t>(group_of(uses_of(stack, attribute, read_by_children)));
        groups[group].push_back(std::move(attribute));
    }
    stack.attributes.clear();
    for (std::vector<Attribute>& group : groups)
        std::ranges::move(group, std::back_inserter(stack.attributes));
    stack.stored = stack.attributes.size() - groups.back().size();
    if (words_of(stored_of(stack)) > max_attribute_words) refuse_words(stack, path);
}

std::uint32_t words_of(std::span<const Attribute> attributes) {
    std::uint32_t words = 0;
    for (const Attribute& attribute : attributes) words += words_of(attribute.type);
    return words;
}

AttributePlanes planes_of(std::span<const Stack> stacks) {
    AttributePlanes planes;
    for (const Stack& stack : stacks)
        planes.all = std::max(planes.all, planes_for(words_of(stored_of(stack))));
    if (planes.all <= 1) return {planes.all, planes.all, planes.all, planes.all};
    for (const Stack& stack : stacks) {
        const auto changed = [&](const Attribute& one) { return uses_of(stack, one, {}).changed; };
        const auto stepped = [&](const Attribute& one) {
            const Uses uses = uses_of(stack, one, {});
            return uses.changed || uses.stepped;
        };
        planes.held = std::max(planes.held, planes_to_last(stack, changed));
        planes.read = std::max(planes.read, planes_to_last(stack, stepped));
        planes.drawn |= drawn_planes(stack);
    }
    return planes;
}

}  // namespace winnow::effects
