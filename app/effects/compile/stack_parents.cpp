#include "effects/compile/stack_parents.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <variant>

#include "effects/compile/stack_attributes.h"
#include "effects/compile/stack_names.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

/// The values of every parent: `struct Parent` in GLSL, and the speed.
constexpr ExpressionName common[] = {{"position", ExpressionType::vec3},
                                     {"velocity", ExpressionType::vec3},
                                     {"speed"},
                                     {"age"},
                                     {"lifetime"},
                                     {"life"},
                                     {"random"},
                                     {"colour", ExpressionType::vec4},
                                     {"size"}};

bool has_births_of_its_own(const Emitter& emitter) {
    const auto* const rate = std::get_if<Constant>(&emitter.rate.value);
    return rate == nullptr || std::get<float>(rate->value) != 0 || !emitter.bursts.empty();
}

std::string_view reason_for_none(const Effect& effect, std::size_t child, bool has_parents) {
    if (!has_parents) return "these particles have no parent: no emitter names theirs in its children";
    if (has_births_of_its_own(effect.emitters[child]))
        return "not all of these particles have a parent: their emitter has births of its own, by its rate "
               "or by bursts";
    return {};
}

/// Adds the attributes of the parents; one that only some of them have is known as absent.
void add_attributes(ParentNames& result, const Effect& effect, const std::vector<std::size_t>& parents,
                    std::span<const std::vector<Attribute>> attributes) {
    for (const std::size_t parent : parents)
        for (const Attribute& attribute : attributes[parent]) {
            const std::string name = std::string(parent_prefix) + attribute.name;
            if (std::ranges::count(result.names, name, &ExpressionName::name) > 0) continue;
            ExpressionName added{result.texts.emplace_back(name), expression_type_of(attribute.type)};
            for (const std::size_t other : parents)
                if (std::ranges::count(attributes[other], attribute.name, &Attribute::name) == 0)
                    added.absent = result.texts.emplace_back(
                        fmt::format("the emitter \"{}\", a parent of these particles, has no attribute {}",
                                    effect.emitters[other].name, attribute.name));
            result.names.push_back(added);
        }
}

/// Calls visit(name, type) for each value of the parent that an expression reads.
template <typename Visit>
void for_each_read(const Expression& expression, const Visit& visit) {
    for (const ExpressionNode& node : expression.nodes)
        if (node.kind == ExpressionNode::Kind::name && is_of_parent(expression.names[node.index]))
            visit(expression.names[node.index], node.type);
}

template <typename Visit>
void for_each_read(const StackModule& module, const Visit& visit) {
    for (const StackValue& value : module.values)
        if (value.expression) for_each_read(*value.expression, visit);
}

bool reads_member(const StackModule& module, std::string_view member) {
    return module.module->stage == Stage::spawn && body_of(module.module)->members.contains(member);
}

Type attribute_type_of(ExpressionType type) {
    if (type == ExpressionType::vec3) return Type::vector;
    return type == ExpressionType::vec4 ? Type::colour : Type::number;
}

/// True if an expression of the module, or its body, reads the camera.
bool reads_camera(const StackModule& module) {
    return module.module->stage == Stage::look &&
           (body_of(module.module)->members.contains(camera_member) ||
            std::ranges::any_of(module.values, [](const StackValue& value) {
                return value.expression && std::ranges::any_of(value.expression->names, is_of_camera);
            }));
}

}  // namespace

Parents parents_of_all(const Effect& effect) {
    std::unordered_multimap<std::string_view, std::size_t> named;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) named.emplace(effect.emitters[i].name, i);
    Parents all(effect.emitters.size());
    for (std::size_t parent = 0; parent < effect.emitters.size(); ++parent)
        for (const Children& link : effect.emitters[parent].children) {
            const auto [begin, end] = named.equal_range(link.emitter);
            for (auto child = begin; child != end; ++child) {
                std::vector<std::size_t>& parents = all[child->second];
                if (parents.empty() || parents.back() != parent) parents.push_back(parent);
            }
        }
    return all;
}

ParentNames parent_names(const Effect& effect, std::size_t child, const Parents& all,
                         std::span<const std::vector<Attribute>> attributes) {
    const std::vector<std::size_t>& parents = all[child];
    ParentNames result;
    result.absent = reason_for_none(effect, child, !parents.empty());
    for (const ExpressionName& one : common)
        result.names.push_back(
            {result.texts.emplace_back(std::string(parent_prefix).append(one.name)), one.type});
    add_attributes(result, effect, parents, attributes);
    if (!result.absent.empty())
        for (ExpressionName& name : result.names) name.absent = result.absent;
    return result;
}

bool reads_parent(const StackModule& module) {
    bool reads = reads_member(module, "parent");
    for_each_read(module, [&](std::string_view, ExpressionType) { reads = true; });
    return reads;
}

bool reads_parents_look(const StackModule& module) {
    bool reads =
        reads_member(module, "parent") && (reads_member(module, "colour") || reads_member(module, "size"));
    for_each_read(module, [&](std::string_view name, ExpressionType) {
        reads = reads || name == "parent.colour" || name == "parent.size";
    });
    return reads;
}

void add_kept(Stack& stack) {
    const auto keep = [&](const std::string& name, ExpressionType type) {
        if (std::ranges::count(stack.attributes, name, &Attribute::name) > 0) return;
        const Type kept = attribute_type_of(type);
        stack.attributes.push_back({name, kept, natural_value(kept), {}});
    };
    for (const StackModule& module : stack.modules)
        if (module.module->stage != Stage::spawn) for_each_read(module, keep);
    for (const Stack& look : stack.looks)
        for (const StackModule& module : look.modules) for_each_read(module, keep);
    for_each_read(stack.conditions, keep);
}

void for_each_read_at_birth(const Stack& stack, const std::function<void(std::string_view)>& visit) {
    // A statement at the birth keeps what later stages read, so it reads that too.
    const auto found = [&](std::string_view name, ExpressionType) { visit(name); };
    for (const StackModule& module : stack.modules) for_each_read(module, found);
    for (const Stack& look : stack.looks)
        for (const StackModule& module : look.modules) for_each_read(module, found);
    for_each_read(stack.conditions, found);
}

std::string parent_at_birth(std::string_view name, ExpressionType type) {
    const std::string_view own = name.substr(parent_prefix.size());
    if (own == "speed") return "expression_length(b.parent.velocity)";
    if (std::ranges::count(common, own, &ExpressionName::name) > 0) return fmt::format("b.parent.{}", own);
    // An integer counts as a number in expressions.
    const std::string value = fmt::format("parent_of_birth.{}", own);
    return type == ExpressionType::number ? "float(" + value + ")" : value;
}

void note_parents_looks(const Effect& effect, const Parents& parents, std::vector<Stack>& stacks,
                        const Path& emitters) {
    for (std::size_t child = 0; child < stacks.size(); ++child) {
        if (!stacks[child].reads_parents_look) continue;
        for (const std::size_t parent : parents[child]) {
            stacks[parent].shows_look = true;
            const auto reads = std::ranges::find_if(stacks[parent].modules, reads_camera);
            if (reads == stacks[parent].modules.end()) continue;
            const Path of_parent(emitters, parent), list(of_parent, "modules"), here(list, reads->place);
            refuse_at(here, fmt::format("depends on the camera, but children in \"{}\" read this look by "
                                        "parent.colour or parent.size; {}",
                                        effect.emitters[child].name, why_no_camera));
        }
    }
}

}  // namespace winnow::effects
