#include "effects/compile/stack_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "effects/compile/stack_parents.h"
#include "effects/compile/stack_words.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {

bool only_collides(const std::shared_ptr<const Module>& module) {
    constexpr std::string_view prefix = "collide-";
    return module->name.starts_with(prefix) && std::ranges::binary_search(built_in_modules(), module->name) &&
           shared_built_in_module(module->name) == module;
}

namespace {

std::string arguments_of(const Module& module) {
    std::string text;
    for (std::size_t i = 0; i < module.parameters.size(); ++i)
        if (module.parameters[i].type != Type::attribute)
            text += fmt::format("{}v{}", text.empty() ? "" : ", ", i);
    return text.empty() ? "false" : text;
}

/// The attributes that a module's parameters name: arguments of its function, and what stores them after it.
struct NamedAttributes {
    std::string arguments, stores;
};

NamedAttributes named_attributes(const StackModule& module) {
    NamedAttributes text;
    for (std::size_t i = 0; i < module.values.size(); ++i) {
        if (module.module->parameters[i].type != Type::attribute) continue;
        const auto& name = std::get<std::string>(std::get<Constant>(module.values[i].value).value);
        text.arguments += fmt::format(", v{}", i);
        if (!name.empty() && changes_particles(module.module->stage))
            text.stores += fmt::format(" p.{} = v{};", name, i);
    }
    return text;
}

/// Returns the modules that the function of a stage calls, in order.
std::vector<const StackModule*> called(const Stack& stack, Stage stage, bool sweeps = false) {
    std::vector<const StackModule*> modules;
    for (const StackModule& module : stack.modules)
        if (module.module->stage == stage && (!sweeps || only_collides(module.module)))
            modules.push_back(&module);
    return modules;
}

/// Returns the statements that keep values of the parent.
std::string kept_of_parent(const Stack& stack) {
    std::string text;
    for (const Attribute& attribute : stack.attributes)
        if (is_of_parent(attribute.name))
            text += fmt::format("    p.{} = {};\n", member_of(attribute.name),
                                parent_at_birth(attribute.name, expression_type_of(attribute.type)));
    return text;
}

int count_of(const Attribute& attribute) {
    return static_cast<int>(words_of(attribute.type));
}

/// Returns the statement that gives a particle the attribute's value at birth.
std::string birth_of(const Attribute& attribute) {
    const glm::vec4 value = seen(attribute.value, Parameter{.name = {}, .type = attribute.type});
    std::string parts;
    for (int i = 0; i < count_of(attribute); ++i) parts += (i == 0 ? "" : ", ") + float_text(value[i]);
    if (attribute.type == Type::integer)
        parts = fmt::format("{}u", std::get<std::uint32_t>(attribute.value.value));
    return fmt::format("    p.{} = {}({});\n", member_of(attribute.name),
                       glsl::text(glsl::type_of(attribute.type)), parts);
}

/// Returns the statement that loads an attribute whose first word is number `first`.
std::string load_of(const Attribute& attribute, std::uint32_t first, std::uint32_t planes) {
    const auto end = first + static_cast<std::uint32_t>(count_of(attribute));
    std::string text;
    if (planes <= 1) {
        for (std::uint32_t word = first; word < end; ++word) text += "xyzw"[word];
        text = "stored." + text;
    } else {
        for (std::uint32_t word = first; word < end; ++word)
            text += fmt::format("{}stored.plane[{}].{}", word == first ? "" : ", ", word / plane_words,
                                "xyzw"[word % plane_words]);
        if (count_of(attribute) > 1) text = fmt::format("uvec{}({})", count_of(attribute), text);
    }
    return fmt::format("    p.{} = {}({});\n", member_of(attribute.name),
                       attribute.type == Type::integer ? "" : "uintBitsToFloat", text);
}

/// Returns the words that store an attribute.
std::vector<std::string> stored_words(const Attribute& attribute) {
    std::vector<std::string> words;
    for (int i = 0; i < count_of(attribute); ++i) {
        const std::string part = count_of(attribute) == 1 ? "" : fmt::format(".{}", "xyzw"[i]);
        const std::string member = fmt::format("p.{}{}", member_of(attribute.name), part);
        words.push_back(attribute.type == Type::integer ? member : "floatBitsToUint(" + member + ")");
    }
    return words;
}

/// Returns the statements that return the words of all planes.
std::string stored_text(std::span<const std::string> words) {
    const auto plane = [&](std::size_t first) {
        return fmt::format("uvec4({}, {}, {}, {})", words[first], words[first + 1], words[first + 2],
                           words[first + 3]);
    };
    if (words.size() == plane_words) return fmt::format("    return {};\n", plane(0));
    std::string text = "    AttributePlanes stored;\n";
    for (std::size_t first = 0; first < words.size(); first += plane_words)
        text += fmt::format("    stored.plane[{}] = {};\n", first / plane_words, plane(first));
    return text + "    return stored;\n";
}

/// Writes the ways between the world and the emitter's space in the function of a stage.
class SpaceText {
  public:
    explicit SpaceText(const StageText& stage) : stage_(stage) {}

    /// Returns the statements that lead to where a module's values are.
    std::string to(bool inside) {
        if (inside == is_inside_) return {};
        is_inside_ = inside;
        std::string way = fmt::format("    {}_space(p, {});\n", inside ? "enter" : "leave", stage_.moment);
        if (stage_.stage != Stage::force) return way;
        return way +
               (inside ? "    outside_acceleration = acceleration;\n    acceleration = vec3(-0.0);\n"
                       : "    acceleration = outside_acceleration + vector_from(own_frame, acceleration);\n");
    }

    /// Returns the statement that notes the particle in the world.
    std::string note(std::size_t number) const {
        const bool is_force = stage_.stage == Stage::force;
        const std::string_view acceleration =
            is_inside_ ? "outside_acceleration + vector_from(own_frame, acceleration)" : "acceleration";
        return fmt::format("    {{ Particle noted = p; {}note_{}({}u, noted{}); }}\n",
                           is_inside_ ? "leave_space(noted); " : "", winnow::name_of(stages, stage_.stage),
                           number, is_force ? fmt::format(", {}, drag", acceleration) : "");
    }

  private:
    const StageText& stage_;
    bool is_inside_ = false;
};

}  // namespace

StackNumbers numbers_of(const Stack& stack, const Functions& functions, FileRows& files,
                        std::span<const Property> properties) {
    StackNumbers numbers;
    const auto add = [&](Rows& rows, std::vector<RowPlaces>& all, const StackModule& module) {
        all.push_back(add_values(rows, files, module, properties, stack.attributes));
    };
    for (const Stage stage : {Stage::spawn, Stage::force, Stage::react})
        for (const StackModule* module : called(stack, stage)) add(numbers.step_rows, numbers.step, *module);
    if (functions.sweeps)
        for (const StackModule* module : called(stack, Stage::react, true))
            add(numbers.step_rows, numbers.step, *module);
    if (functions.conditions && stack.conditions.module)
        add(numbers.step_rows, numbers.step, stack.conditions);
    for (const StackModule* module : called(stack, Stage::look))
        add(numbers.look_rows, numbers.look, *module);
    for (const Stack& further : stack.looks) {
        Rows& rows = numbers.further_rows.emplace_back();
        std::vector<RowPlaces>& places = numbers.further.emplace_back();
        for (const StackModule* module : called(further, Stage::look)) add(rows, places, *module);
    }
    return numbers;
}

std::string stage_of(const Stack& stack, const StageText& stage, NextPlaces& places, StageKind kind) {
    const bool sweeps = kind == StageKind::sweeps, notes = kind == StageKind::notes;
    const std::string stage_name(winnow::name_of(stages, stage.stage));
    const std::string name(sweeps ? surfaces_name : stage_name);
    const std::string head =
        fmt::format("void stack_{0}_{1}({2}) {{\n    float time = {3}.time, seconds = {3}.seconds;\n", name,
                    code_mark, stage.head, stage.moment);
    std::string text = stage.stage == Stage::spawn ? kept_of_parent(stack) : "";
    RowReads reads;
    SpaceText space(stage);
    std::size_t number = 0;
    if (notes) text += space.note(number);
    for (const StackModule* module : called(stack, stage.stage, sweeps)) {
        const std::string prefix = prefix_of(*module->module);
        const bool has_local_surface = module->is_local && only_collides(module->module);
        text += space.to(module->is_local && !has_local_surface) + "    {\n";
        if (has_local_surface) text += "        enter_surfaces(own_space, p);\n";
        for (const std::string& line : value_statements(*places++, reads, *module, stack.attributes))
            text += "        " + line + '\n';
        const auto [arguments, stores] = named_attributes(*module);
        text += fmt::format("        {0}Parameters a = {0}Parameters({1});\n        {0}{2}({3}{4});{5}\n",
                            prefix, arguments_of(*module->module), stage_name, stage.call, arguments, stores);
        if (has_local_surface) text += "        leave_surfaces(own_space, p);\n";
        text += "    }\n";
        if (notes) text += space.note(++number);
    }
    text += space.to(false);
    if (stack.has_space && stage.stage == Stage::look) text += "    look.diameter *= own_frame.scale;\n";
    return head + reads.declarations() + text + "}\n";
}

std::string conditions_of(const Stack& stack, NextPlaces& places) {
    std::string text, bits = "0u";
    RowReads reads;
    if (stack.conditions.module)
        for (const std::string& line : value_statements(*places++, reads, stack.conditions, stack.attributes))
            text += "    " + line + '\n';
    for (std::size_t k = 0; k < stack.conditions.values.size(); ++k)
        bits += fmt::format(" | (v{} ? {}u : 0u)", k, 1u << k);
    return fmt::format("uint stack_when_{}({}) {{\n{}{}    return {};\n}}\n", code_mark, when_head,
                       reads.declarations(), text, bits);
}

std::string attributes_of(const Stack& stack, std::uint32_t planes) {
    std::string load, birth;
    std::vector<std::string> words(std::max(planes, 1u) * plane_words, "0u");
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < stack.attributes.size(); ++i) {
        const Attribute& attribute = stack.attributes[i];
        birth += birth_of(attribute);
        if (i >= stack.stored) continue;
        load += load_of(attribute, at, planes);
        for (const std::string& word : stored_words(attribute)) words[at++] = word;
    }
    return fmt::format(
        "void stack_load_{0}(ATTRIBUTES stored, inout Particle p) {{\n{1}}}\n"
        "void stack_birth_{0}(inout Particle p) {{\n{2}}}\n"
        "ATTRIBUTES stack_stored_{0}(Particle p) {{\n{3}}}\n",
        code_mark, load, birth, stored_text(words));
}

std::optional<std::uint32_t> ribbon_word(const Stack& stack) {
    const bool is_drawn = draws_ribbons(stack);
    std::uint32_t word = 0;
    for (const Attribute& attribute : stored_of(stack)) {
        if (is_drawn && attribute.name == ribbon && attribute.type == Type::integer) return word;
        word += words_of(attribute.type);
    }
    return std::nullopt;
}

}  // namespace winnow::effects
