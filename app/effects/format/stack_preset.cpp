#include "effects/format/stack_preset.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "effects/expression/expression_lexer.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "effects/model/document.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *let_key = "let", *modules_key = "modules", *module_key = "module";

template <typename Visit>
void for_each_text(const Json& value, const Visit& visit) {
    if (value.is_string()) visit(value.get_ref<const std::string&>());
    if (value.is_structured())
        for (const Json& part : value) for_each_text(part, visit);
}

/// Returns the expression of a local value or a property that an emitter can read.
std::optional<std::string> text_of_name(const Effect& effect, const Emitter& emitter,
                                        const std::string& name) {
    for (const Lets* lets : {&emitter.lets, &effect.lets})
        if (const auto let = lets->find(name); let != lets->end()) return let->second;
    const auto property = std::ranges::find(effect.properties, name, &Property::name);
    if (property == effect.properties.end()) return std::nullopt;
    return number_text(property->value.number);
}

/// Adds the local values that an expression reads, and those that these read.
void add_lets(Lets& lets, const Effect& effect, const Emitter& emitter, const std::string& expression) {
    for (const ExpressionToken& token : names_read_in(expression)) {
        const std::string name(token.text);
        if (lets.contains(name)) continue;
        const auto text = text_of_name(effect, emitter, name);
        if (!text) continue;
        lets[name] = *text;
        add_lets(lets, effect, emitter, *text);
    }
}

[[noreturn]] void refuse_preset(const std::string& origin, std::string_view why) {
    bad_input("{}: {}", origin, why);
}

}  // namespace

std::string preset_name_fault(std::string_view name) {
    if (name.empty()) return "a preset has a name";
    if (name.size() > max_preset_name)
        return fmt::format("the name of a preset has at most {} bytes", max_preset_name);
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (name.front() == '.' || name.find('/') != std::string_view::npos ||
        std::ranges::any_of(name, is_control))
        return "the name of a preset begins with no point and has no / in it: a file has that name";
    return {};
}

StackPreset preset_of(const Effect& effect, const StackPlace& place, std::span<const std::size_t> modules,
                      const std::string& name) {
    const Emitter& emitter = effect.emitters[place.emitter];
    const std::vector<ModuleUse>& all = place.look ? emitter.looks[*place.look].modules : emitter.modules;
    StackPreset preset{name, {}};
    for (const std::size_t index : modules) {
        preset.modules.push_back(write(all[index]));
        for_each_text(preset.modules.back(),
                      [&](const std::string& text) { add_lets(preset.lets, effect, emitter, text); });
    }
    return preset;
}

Json with_preset(const Effect& effect, const StackPlace& place, const StackPreset& preset) {
    const Emitter& emitter = effect.emitters[place.emitter];
    Json changed = write(emitter);
    Json& owner = place.look ? changed["looks"][*place.look] : changed;
    for (const Json& module : preset.modules) owner[modules_key].push_back(module);
    for (const auto& [name, text] : preset.lets)
        if (!text_of_name(effect, emitter, name)) changed[let_key][name] = text;
    return changed;
}

std::string text_of(const StackPreset& preset) {
    constexpr int indent = 2;
    Json file = Json::object();
    if (!preset.lets.empty()) file[let_key] = write(preset.lets);
    file[modules_key] = preset.modules;
    return file.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

StackPreset parse_preset(std::string_view text, const std::string& origin, const std::string& name) {
    StackPreset preset{name, {}};
    const nlohmann::json file = parse_document(text, origin);
    if (!file.is_object() || !file.contains(modules_key) || !file[modules_key].is_array() ||
        file[modules_key].empty())
        refuse_preset(origin, R"(a preset of a stack has a list "modules" with a module or more)");
    for (const auto& [key, value] : file.items())
        if (key != let_key && key != modules_key)
            refuse_preset(origin, fmt::format("unknown key {}; must be let or modules", excerpt(key)));
    for (const nlohmann::json& module : file[modules_key]) {
        if (!module.is_object() || !module.contains(module_key) || !module[module_key].is_string())
            refuse_preset(origin, R"(each of "modules" must be an object with the name of its "module")");
        preset.modules.push_back(Json(module));
    }
    if (!file.contains(let_key)) return preset;
    const nlohmann::json& lets = file[let_key];
    if (!lets.is_object() || !std::ranges::all_of(lets, [](const auto& let) { return let.is_string(); }))
        refuse_preset(origin, R"("let" must be an object with an expression for each name)");
    for (const auto& [let, expression] : lets.items()) preset.lets[let] = expression.get<std::string>();
    return preset;
}

}  // namespace winnow::effects
