#include "effects/compile/stack_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/text.h"
#include "effects/compile/dependent_expressions.h"
#include "effects/model/colour.h"

namespace winnow::effects {
namespace {

/// Names of a particle that all expressions know.
constexpr ExpressionName names_of_particles[] = {
    {"position", ExpressionType::vec3},    {"velocity", ExpressionType::vec3},
    {"speed", ExpressionType::number},     {"age", ExpressionType::number},
    {"lifetime", ExpressionType::number},  {"life", ExpressionType::number},
    {"travelled", ExpressionType::number}, {"time", ExpressionType::number},
    {"seconds", ExpressionType::number},   {"random", ExpressionType::number},
    {"pi", ExpressionType::number}};

/// Names of the camera, as expressions of stages before drawing know them.
constexpr ExpressionName names_of_camera[] = {{"camera.position", ExpressionType::vec3, why_no_camera},
                                              {"camera.forward", ExpressionType::vec3, why_no_camera},
                                              {"camera.right", ExpressionType::vec3, why_no_camera},
                                              {"camera.up", ExpressionType::vec3, why_no_camera},
                                              {"camera.distance", ExpressionType::number, why_no_camera},
                                              {"camera.pixels", ExpressionType::number, why_no_camera}};

}  // namespace

std::span<const ExpressionName> common_names() {
    return names_of_particles;
}

bool is_of_camera(std::string_view name) {
    return std::ranges::find(names_of_camera, name, &ExpressionName::name) != std::end(names_of_camera);
}

bool may_read_hidden(const Value& value, Type type, std::span<const ExpressionName> names,
                     const Surroundings& known) {
    const std::string* const text = expression_text(value);
    if (reads_faulty(value, known.lets)) return true;
    const bool are_names_known = known.are_attributes_sound && known.lets.are_known;
    if (text == nullptr || (known.are_parents_sound && are_names_known)) return false;
    std::vector<std::string_view> right;
    if (type == Type::colour) right = css_colour_names();
    for (const ExpressionName& name : names) right.push_back(name.name);
    return std::ranges::any_of(words_of_expression(*text), [&](std::string_view word) {
        if (word == "parent") return !known.are_parents_sound;
        return !are_names_known && !nearest(word, right);
    });
}

std::vector<ExpressionName> names_at(Stage stage, std::vector<ExpressionName> names) {
    if (stage == Stage::look)
        for (ExpressionName& name : names)
            if (is_of_camera(name.name)) name.absent = {};
    return names;
}

std::vector<ExpressionName> names_for(const std::vector<Attribute>& attributes, const Surroundings& known,
                                      const Path& path) {
    std::vector<ExpressionName> names(std::begin(names_of_particles), std::end(names_of_particles));
    for (const Attribute& attribute : attributes)
        if (attribute.name != travelled && !is_of_parent(attribute.name))
            names.push_back({attribute.name, expression_type_of(attribute.type)});
    names.insert(names.end(), known.parents.names.begin(), known.parents.names.end());
    names.insert(names.end(), std::begin(names_of_camera), std::end(names_of_camera));
    for (const Property& property : known.properties)
        if (std::ranges::find(names, property.name, &ExpressionName::name) == names.end())
            names.push_back({property.name, ExpressionType::number});
        else
            refuse_at(path, fmt::format("{} is a property, and an attribute of a module", property.name));
    return names;
}

void add_attributes(std::vector<ExpressionName>& names, const std::vector<Attribute>& attributes) {
    for (const Attribute& attribute : attributes)
        if (std::ranges::find(names, attribute.name, &ExpressionName::name) == names.end())
            names.push_back({attribute.name, expression_type_of(attribute.type)});
}

std::vector<ExpressionName> names_of_any(std::span<const Property> properties,
                                         std::span<const std::vector<Attribute>> attributes,
                                         std::span<const ParentNames> parents) {
    std::vector<ExpressionName> names(std::begin(names_of_particles), std::end(names_of_particles));
    names.insert(names.end(), std::begin(names_of_camera), std::end(names_of_camera));
    names = names_at(Stage::look, std::move(names));
    for (const Property& property : properties) names.push_back({property.name});
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        add_attributes(names, attributes[i]);
        for (const ExpressionName& name : parents[i].names) {
            const auto known = std::ranges::find(names, name.name, &ExpressionName::name);
            if (known == names.end())
                names.push_back(name);
            else if (!known->absent.empty())
                *known = name;
        }
    }
    return names;
}

KnownNames names_known_with(const std::vector<ExpressionName>& own, const ParsedLets& lets) {
    return {with_lets(own, lets, unknown_in_stack),
            with_lets(names_at(Stage::look, own), lets, unknown_in_stack)};
}

}  // namespace winnow::effects
