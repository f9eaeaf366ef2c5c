#include "effects/format/schema.h"

#include <fmt/format.h>

#include <string_view>

#include "base/json_text.h"
#include "effects/compile/stack.h"
#include "effects/expression/expression.h"
#include "effects/format/writer.h"
#include "effects/model/colour.h"
#include "effects/model/fields.h"
#include "effects/modules/module.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view effect = "effect";
constexpr std::string_view draft = "http://json-schema.org/draft-07/schema#";

Json reference_to(std::string_view definition) {
    return {{"$ref", fmt::format("#/definitions/{}", definition)}};
}

Json any_of(Json kinds) {
    return {{"anyOf", std::move(kinds)}};
}

/// Adds what editors show.
Json explained(Json schema, std::string_view sentence, std::string_view unit, const Json& value) {
    schema["description"] = std::string(sentence) + (unit.empty() ? "" : fmt::format(" Unit: {}.", unit));
    const bool holds_objects =
        value.is_object() || (value.is_array() && !value.empty() && value[0].is_object());
    if (!value.is_null() && !holds_objects) schema["default"] = value;
    return schema;
}

// --- values -----------------------------------------------------------------------------------------------

Json number_schema(const Interval& range) {
    return {{"type", "number"}, {"minimum", range.least}, {"maximum", range.most}};
}

Json whole_schema(const Interval& range) {
    return {{"type", "integer"}, {"minimum", range.least}, {"maximum", range.most}};
}

Json list_schema(Json items, std::size_t least, std::size_t most) {
    return {{"type", "array"}, {"items", std::move(items)}, {"minItems", least}, {"maxItems", most}};
}

Json tuple_schema(const Json& items) {
    return list_schema(items, items.size(), items.size());
}

Json vector_schema(const Interval& range) {
    return list_schema(number_schema(range), 3, 3);
}

constexpr std::string_view colour_name = "colour_name";  // a definition

/// A list of numbers, or the colour as CSS writes it: its name or what fits the pattern.
Json colour_schema(Json numbers, std::string_view pattern) {
    return any_of(
        {std::move(numbers), reference_to(colour_name), {{"type", "string"}, {"pattern", pattern}}});
}

Json colour_schema(const Interval& range) {
    return colour_schema(tuple_schema({number_schema(range), number_schema(range), number_schema(range),
                                       number_schema(share)}),
                         "^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$");
}

Json opaque_colour_schema(const Interval& range) {
    return colour_schema(vector_schema(range), "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$");
}

Json text_schema(std::size_t least, std::size_t most) {
    Json schema = {{"type", "string"}, {"maxLength", most}};
    if (least > 0) schema["minLength"] = least;
    return schema;
}

/// Names of a-z, 0-9 and single `joint`s within.
Json word_schema(char joint) {
    return {{"type", "string"}, {"pattern", fmt::format("^[a-z][a-z0-9]*({}[a-z0-9]+)*$", joint)}};
}

Json object_schema(Json properties, Json required) {
    return {{"type", "object"},
            {"required", std::move(required)},
            {"additionalProperties", false},
            {"properties", std::move(properties)}};
}

Json names_schema(const auto& rows, const auto& name_in, const auto& sentence_in) {
    Json listed = Json::array(), sentences = Json::array();
    for (const auto& row : rows) {
        listed.push_back(name_in(row));
        sentences.push_back(sentence_in(row));
    }
    return {{"enum", std::move(listed)}, {"enumDescriptions", std::move(sentences)}};
}

Json random_schema(const Json& end) {
    return object_schema({{"random", list_schema(end, 2, 2)}}, {"random"});
}

/// A number, or two that values are drawn between.
Json drawn_schema(const Json& number) {
    return any_of({number, list_schema(number, 2, 2), random_schema(number)});
}

Json spline_schema(const Json& point) {
    const Json points = list_schema(point, min_spline_points, max_spline_points);
    return any_of(
        {points, object_schema({{"points", points}, {"closed", {{"type", "boolean"}}}}, {"points"})});
}

constexpr std::string_view curve_key = "curve", gradient_key = "gradient";

/// A curve or a gradient.
Json graded_schema(std::string_view key, const Json& value) {
    Json point = tuple_schema({number_schema(any_number), value});
    if (key == curve_key) {  // and its slopes
        point["items"].insert(point["items"].end(), 2, number_schema(any_slope));
        point["maxItems"] = point["items"].size();
    }
    return object_schema({{std::string(key), list_schema(point, 1, max_curve_points)},
                          {"by", reference_to("expression")},
                          {"smooth", {{"type", "boolean"}}}},
                         {std::string(key)});
}

/// A number that may depend on the time.
Json varying_schema(const Field& field) {
    const Json constant = number_schema(field.range);
    return any_of({constant, reference_to("expression"), graded_schema(curve_key, constant)});
}

// --- the table of fields ----------------------------------------------------------------------------------

/// Makes the schemas of the members of described structs.
struct Members {
    Json operator()(const Field& field, float) const { return number_schema(field.range); }
    Json operator()(const Field& field, const Rate&) const { return varying_schema(field); }
    Json operator()(const Field& field, const Probability&) const { return varying_schema(field); }
    Json operator()(const Field& field, const BurstCount&) const {
        const Json constant = whole_schema(field.range);
        return any_of({constant, reference_to("expression"), random_schema(constant)});
    }
    Json operator()(const Field& field, const NumberInTime&) const { return varying_schema(field); }
    Json operator()(const Field& field, const VectorInTime&) const {
        const Json constant = vector_schema(field.range);
        return any_of({constant, reference_to("expression"), graded_schema(gradient_key, constant)});
    }
    Json operator()(const Field& field, const Spline&) const {
        return any_of({spline_schema(vector_schema(field.range)), list_schema(Json::object(), 0, 0)});
    }
    Json operator()(const Field& field, const PropertyValue&) const {
        return any_of({number_schema(field.range), reference_to("expression")});
    }
    Json operator()(const Field& field, const Lets&) const {
        return {{"type", "object"},
                {"maxProperties", static_cast<std::size_t>(field.range.most)},
                {"propertyNames", word_schema('_')},
                {"additionalProperties", reference_to("expression")}};
    }
    Json operator()(const Field& field, const Files&) const {
        return {{"type", "object"},
                {"maxProperties", static_cast<std::size_t>(field.range.most)},
                {"additionalProperties", Json{{"type", "string"}}}};
    }
    Json operator()(const Field& field, std::uint32_t) const { return whole_schema(field.range); }
    Json operator()(const Field&, bool) const { return {{"type", "boolean"}}; }
    Json operator()(const Field& field, const std::string&) const {
        return text_schema(static_cast<std::size_t>(field.range.least),
                           static_cast<std::size_t>(field.range.most));
    }
    Json operator()(const Field& field, const glm::vec3&) const {
        return field.is_colour ? opaque_colour_schema(field.range) : vector_schema(field.range);
    }
    Json operator()(const Field& field, const glm::vec4&) const { return colour_schema(field.range); }
    Json operator()(const Field& field, const Range&) const {
        const Json number = number_schema(field.range);
        return field.drawn ? drawn_schema(number) : list_schema(number, 2, 2);
    }
    template <Enumeration Value>
    Json operator()(const Field&, Value) const {
        return names_schema(
            names<Value>, [](const auto& row) { return row.name; },
            [](const auto& row) { return row.summary; });
    }
    template <Described Struct>
    Json operator()(const Field& field, const Struct&) const {
        return reference_to(field.key);
    }
    template <typename Struct>
    Json operator()(const Field& field, const std::vector<Struct>&) const {
        return list_schema(reference_to(field.key), static_cast<std::size_t>(field.range.least),
                           static_cast<std::size_t>(field.range.most));
    }

    template <Described Struct>
    Json object() const {
        Json properties = Json::object(), required = Json::array();
        const Struct any{};
        describe(any, [&](const Field& field, const auto& member) {
            if (field.required) required.push_back(field.key);
            properties[std::string(field.key)] = explained((*this)(field, member), field.sentence, field.unit,
                                                           field.required ? Json() : Json(write(member)));
        });
        return object_schema(std::move(properties), std::move(required));
    }
};

// --- modules ----------------------------------------------------------------------------------------------

Json constant_schema(const Parameter& parameter) {
    switch (parameter.type) {
        case Type::boolean:
            return {{"type", "boolean"}};
        case Type::integer:
            return whole_schema(parameter.range);
        case Type::number:
            return number_schema(parameter.range);
        case Type::vector:
            return vector_schema(parameter.range);
        case Type::direction: {
            Json schema = vector_schema(any_number);
            schema["contains"] = any_of({{{"exclusiveMinimum", 0}}, {{"exclusiveMaximum", 0}}});
            return schema;
        }
        case Type::colour:
            return colour_schema(parameter.range);
        case Type::choice:
            return names_schema(
                parameter.choices, [](const Choice& choice) { return choice.name; },
                [](const Choice& choice) { return choice.sentence; });
        case Type::file:
            return text_schema(0, longest_path);
        case Type::attribute:
            return any_of({word_schema('_'), text_schema(0, 0)});
        case Type::spline:
            break;
    }
    return spline_schema(vector_schema(parameter.range));
}

/// Returns the schema of what effects can give to the parameter. Parameters of equal types and ranges share a
/// definition.
Json parameter_schema(const Parameter& parameter, Json& definitions) {
    Json constant = constant_schema(parameter);
    if (is_constant(parameter)) return constant;
    std::string definition(winnow::name_of(types, parameter.type));
    if (parameter.range.least != parameter.range.most)
        definition += fmt::format("_{}_to_{}", parameter.range.least, parameter.range.most);
    Json reference = reference_to(definition);
    if (definitions.contains(definition)) return reference;
    Json kinds = {constant, reference_to("expression")};
    if (parameter.type != Type::boolean) kinds.push_back(random_schema(constant));
    if (parameter.type == Type::number) kinds.push_back(graded_schema(curve_key, constant));
    if (is_graded(parameter.type)) kinds.push_back(graded_schema(gradient_key, constant));
    definitions[definition] = any_of(std::move(kinds));
    return reference;
}

Json module_schema(const Module& module, Json& definitions) {
    Json properties = {{"module", Json::object()}, {"enabled", Json::object()}, {"space", Json::object()}};
    for (const Parameter& parameter : module.parameters)
        properties[parameter.name] = explained(parameter_schema(parameter, definitions), parameter.sentence,
                                               parameter.unit, write(Value(parameter.value)));
    Json schema = object_schema(std::move(properties), Json::array());
    schema["description"] = module.sentence;
    return schema;
}

/// A value of a module that is not built in.
Json unknown_value_schema() {
    const Json number = {{"type", "number"}};
    const Json constant = any_of({{{"type", {"boolean", "number", "string"}}}, list_schema(number, 3, 4)});
    return any_of({constant, random_schema(constant), graded_schema(curve_key, number),
                   graded_schema(gradient_key, constant), spline_schema(list_schema(number, 3, 3))});
}

/// Returns "if the module has one of these names, then `then`".
Json if_named(Json listed, const char* key, Json then) {
    return {{"if", {{"required", {"module"}}, {"properties", {{"module", {{"enum", std::move(listed)}}}}}}},
            {key, std::move(then)}};
}

/// Adds a definition for each module, and one for the elements of stacks.
void add_modules(Json& definitions, std::span<const Module> own) {
    std::vector<Module> modules;
    for (const std::string& name : built_in_modules()) modules.push_back(built_in_module(name));
    modules.insert(modules.end(), own.begin(), own.end());
    Json names = names_schema(
        modules, [](const Module& module) { return module.name; },
        [](const Module& module) { return module.sentence; });
    Json cases = Json::array();
    cases.push_back(if_named(
        names["enum"], "else",
        {{"properties", {{"module", Json::object()}, {"enabled", Json::object()}, {"space", Json::object()}}},
         {"additionalProperties", reference_to("value")}}));
    for (const Module& module : modules) {
        const std::string definition = "module-" + module.name;
        Json schema = module_schema(module, definitions);
        definitions[definition] = std::move(schema);
        cases.push_back(if_named({module.name}, "then", reference_to(definition)));
    }
    const Json name = any_of({std::move(names), word_schema('-')});
    definitions["modules"] = {
        {"type", "object"},
        {"required", {"module"}},
        {"properties",
         {{"module", explained(name, "The name of a built-in module, or of a file NAME.glsl.", "", nullptr)},
          {"enabled", explained({{"type", "boolean"}}, "Turns the module on.", "", true)},
          {"space", explained(Members()({}, ModuleSpace()), "The space that its values are in.", "",
                              write(ModuleSpace()))}}},
        {"allOf", std::move(cases)}};
    definitions["value"] = unknown_value_schema();
}

Json expression_schema() {
    Json schema = text_schema(1, max_expression_characters);
    schema["pattern"] = "\\S";
    schema["description"] =
        "An expression, such as \"speed / 2\"; docs/effects.md lists names and functions.";
    return schema;
}

}  // namespace

nlohmann::ordered_json effect_schema(std::span<const Module> own) {
    const Members members;
    Json definitions = Json::object();
    definitions[std::string(effect)] = members.object<Effect>();
    definitions["emitters"] = members.object<Emitter>();
    definitions["limits"] = members.object<ChildLimits>();
    definitions["floor"] = members.object<Plane>();
    definitions["objects"] = members.object<SceneObject>();
    definitions["surface"] = members.object<ObjectSurface>();
    definitions["lamps"] = members.object<Lamp>();
    definitions["sky_gradient"] = members.object<SkyStop>();
    definitions["sky_picture"] = members.object<SkyPicture>();
    definitions["ground_picture"] = members.object<GroundPicture>();
    definitions["water"] = members.object<Water>();
    definitions["clouds"] = members.object<Clouds>();
    definitions["fog"] = members.object<Fog>();
    definitions["scenery"] = members.object<Scenery>();
    definitions["transform"] = members.object<Transform>();
    definitions["motion"] = members.object<Motion>();
    definitions["view"] = members.object<View>();
    definitions["exposures"] = members.object<ExposureKey>();
    definitions["grading"] = members.object<Grading>();
    definitions["path"] = members.object<Waypoint>();
    definitions["bursts"] = members.object<Burst>();
    definitions["children"] = members.object<Children>();
    definitions["events"] = members.object<ReportedEvents>();
    definitions["looks"] = members.object<FurtherLook>();
    definitions["children"]["properties"]["count"].update(drawn_schema(whole_schema({0, max_children})));
    definitions["properties"] = members.object<Property>();
    definitions["properties"]["properties"]["name"].update(word_schema('_'));
    definitions["expression"] = expression_schema();
    definitions[std::string(colour_name)] = {{"type", "string"}, {"enum", css_colour_names()}};
    add_modules(definitions, own);
    return {
        {"$schema", draft},       {"title", "An effect of Winnow"},  {"type", "object"},
        {"required", {"format"}}, {"allOf", {reference_to(effect)}}, {"definitions", std::move(definitions)}};
}

std::string effect_schema_text(std::span<const Module> own) {
    return json_lines(effect_schema(own));
}

}  // namespace winnow::effects
