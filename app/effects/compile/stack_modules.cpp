#include "effects/compile/stack_modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "effects/model/check.h"
#include "effects/model/colour.h"
#include "effects/model/parameter_value.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

// --- values -----------------------------------------------------------------------------------------------

/// Parses what a curve or a gradient depends on.
Expression number_by(const std::optional<std::string>& by, const Parameter& parameter,
                     std::span<const ExpressionName> names, const Path& path) {
    const Path here(path, "by");
    Expression expression =
        parse_expression(by ? std::string_view(*by) : usual_by_of(parameter), names, here);
    if (expression.type != ExpressionType::number)
        refuse_at(here, fmt::format("must be a number, not {}", text_of(expression.type)));
    return expression;
}

/// Refuses a word that is nearly the name of a colour.
void check_colour_name(const std::string& word, std::span<const ExpressionName> names, const Path& path) {
    if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) return;
    std::vector<std::string_view> right = css_colour_names();
    for (const ExpressionName& name : names) right.push_back(name.name);
    if (std::ranges::find(right, word) != right.end()) return;
    const std::string hint = did_you_mean(word, right);
    if (!hint.empty()) refuse_at(path, fmt::format("there is no colour and no name {}{}", word, hint));
}

Expression parse_formula(const std::string& text, const Parameter& parameter,
                         std::span<const ExpressionName> names, const Path& path) {
    if (parameter.type == Type::colour) check_colour_name(text, names, path);
    Expression expression = parse_expression(text, names, path);
    const ExpressionType wanted = expression_type_of(parameter.type);
    const bool fits = expression.type == wanted ||
                      (expression.type == ExpressionType::number && parameter.type == Type::vector) ||
                      (expression.type == ExpressionType::vec3 && parameter.type == Type::colour);
    if (!fits) refuse_at(path, fmt::format("must be {}, not {}", text_of(wanted), text_of(expression.type)));
    return expression;
}

// --- modules ----------------------------------------------------------------------------------------------

/// Returns what is in the file that the value names; null if it names none.
std::shared_ptr<const FileData> data_of(const StackValue& value, const Parameter& parameter,
                                        const std::string& folder, FrameGrid grid, const Path& path) {
    const auto& file = std::get<std::string>(std::get<Constant>(value.value).value);
    if (file.empty()) return nullptr;
    try {
        return read_data(folder, file, parameter.file_kind, grid);
    } catch (const Error& error) {
        refuse_at(path, error.what());
    }
}

/// Refuses a mesh that is too large to be drawn for each particle.
void check_drawn(const StackValue& value, const Parameter& parameter, Stage stage, const Path& path) {
    if (stage != Stage::look || parameter.file_kind != FileKind::mesh || !value.data) return;
    const auto triangles = static_cast<std::uint32_t>(value.data->front().x);
    if (triangles <= shared::MAX_SOLID_TRIANGLES) return;
    refuse_at(path, fmt::format("{}: has {} triangles; a mesh that is drawn for each particle has at most {}",
                                std::get<std::string>(std::get<Constant>(value.value).value), triangles,
                                shared::MAX_SOLID_TRIANGLES));
}

/// Returns how a module's parameters `columns` and `rows`, if it has them, divide its pictures.
FrameGrid grid_of(const StackModule& use) {
    const auto whole = [&](std::string_view name) -> std::uint32_t {
        for (std::size_t i = 0; i < use.values.size(); ++i) {
            const Parameter& parameter = use.module->parameters[i];
            if (parameter.name == name && parameter.type == Type::integer && parameter.is_fixed)
                return std::max(1u, std::get<std::uint32_t>(std::get<Constant>(use.values[i].value).value));
        }
        return 1;
    };
    return {whole("columns"), whole("rows")};
}

/// Values that read what a fault may hide are left alone.
StackModule read_module_use(const ModuleUse& use, std::shared_ptr<const Module> module,
                            std::span<const ExpressionName> names, const Surroundings& known,
                            const std::string& folder, const Path& path) {
    StackModule result{std::move(module), {}};
    for (const auto& [name, value] : use.values)
        parameter_named(name, result.module->name, result.module->parameters, path);
    for (const Parameter& parameter : result.module->parameters) {
        const Path here(path, parameter.name);
        StackValue value{parameter.value};
        const auto given = use.values.find(parameter.name);
        if (given != use.values.end() && !may_read_hidden(given->second, parameter.type, names, known))
            here.attempt([&] { value = stack_value(given->second, parameter, names, here); });
        result.values.push_back(std::move(value));
    }
    if (!path.is_sound()) return result;
    const FrameGrid grid = grid_of(result);
    for (std::size_t i = 0; i < result.values.size(); ++i) {
        const Parameter& parameter = result.module->parameters[i];
        const Path here(path, parameter.name);
        here.attempt([&] {
            if (parameter.type == Type::file)
                result.values[i].data = data_of(result.values[i], parameter, folder, grid, here);
            check_drawn(result.values[i], parameter, result.module->stage, here);
        });
    }
    if (path.is_sound()) check_picture_on_mesh(result, path);
    return result;
}

}  // namespace

StackValue stack_value(const Value& value, const Parameter& parameter, std::span<const ExpressionName> names,
                       const Path& path) {
    check(parameter, value, path);
    StackValue result{value};
    if (const auto* const formula = std::get_if<Formula>(&value))
        result.expression = parse_formula(formula->text, parameter, names, path);
    else if (const auto* const curve = std::get_if<Curve>(&value))
        result.expression = number_by(curve->by, parameter, names, path);
    else if (const auto* const gradient = std::get_if<Gradient>(&value))
        result.expression = number_by(gradient->by, parameter, names, path);
    return result;
}

std::vector<std::shared_ptr<const Module>> find_all(std::span<const ModuleUse> list, const ModuleFinder& find,
                                                    const Path& path) {
    std::vector<std::shared_ptr<const Module>> modules(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Path use(path, i), name(use, "module");
        name.attempt_if_sound([&] {
            try {
                modules[i] = find(list[i].module);
            } catch (const Error& error) {
                refuse_at(name, error.what());
            }
        });
    }
    return modules;
}

bool mentions(const StackModule& module, std::string_view name) {
    return std::ranges::any_of(module.values, [name](const StackValue& value) {
        return value.expression && std::ranges::count(value.expression->names, name) > 0;
    });
}

void note_parent(Stack& stack, const StackModule& module, const Surroundings& known, const Path& path) {
    if (!known.are_parents_sound || !reads_parent(module)) return;
    if (!known.parents.absent.empty())
        refuse_at(path,
                  fmt::format("{} reads the parent, but {}", module.module->name, known.parents.absent));
    stack.reads_parent = true;
    stack.reads_parents_look = stack.reads_parents_look || reads_parents_look(module);
}

void read_list(Stack& stack, const ModuleList& list, const std::string& folder, const Surroundings& known,
               DeclaredTypes& known_types, const Path& path) {
    std::map<std::string_view, std::uint32_t> instances;
    bool mentions_way = false;  // travelled
    for (std::size_t i = 0; i < list.uses.size(); ++i) {
        if (!list.modules[i]) continue;  // a fault was collected
        const ModuleUse& use = list.uses[i];
        const Path here(path, i);
        const KnownNames& names = use.enabled ? list.names : list.names_of_disabled;
        StackModule module =
            read_module_use(use, list.modules[i], names.at(list.modules[i]->stage), known, folder, here);
        if (!use.enabled) continue;
        if (known.are_attributes_sound)
            here.attempt([&] { check_named(stack.attributes, known_types, use, *list.modules[i], here); });
        module.instance = instances[module.module->name]++;
        module.place = i;
        mentions_way = mentions_way || mentions(module, travelled);
        here.attempt([&] { note_parent(stack, module, known, here); });
        stack.modules.push_back(std::move(module));
    }
    if (mentions_way) add_travelled(stack.attributes);
    if (draws_ribbons(stack) && has_pictures(stack)) add_ribbon_way(stack.attributes, known_types, path);
}

}  // namespace winnow::effects
