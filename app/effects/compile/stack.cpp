#include "effects/compile/stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/dependent_expressions.h"
#include "effects/compile/lets.h"
#include "effects/compile/object_rows.h"
#include "effects/compile/stack_parents.h"
#include "effects/compile/stack_text.h"
#include "effects/compile/stack_words.h"
#include "effects/model/check.h"
#include "effects/model/colour.h"
#include "effects/model/parameter_value.h"
#include "effects/modules/module_files.h"
#include "effects/modules/module_text.h"
#include "shaders/effects/rows.h"

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

[[noreturn]] void refuse_at(const Path& path, std::string message) {
    throw Invalid{path.pointer(), std::move(message)};
}

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

/// The names that expressions of a stack know beside its attributes.
struct Surroundings {
    std::span<const Property> properties;
    const ParentNames& parents;
    bool are_parents_sound = true;     // false: a fault was collected, so `parents` may be wrong
    bool are_attributes_sound = true;  // false: a fault was collected that may hide an attribute of the stack
    ParsedLets lets = {};
};

/// True if the value's expression reads what a fault may hide: what is of the parent, a let with a fault, or
/// a word that is nearly none of the names.
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

/// Returns the module of each use; null where a fault was collected.
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

bool mentions(const StackModule& module, std::string_view name) {
    return std::ranges::any_of(module.values, [name](const StackValue& value) {
        return value.expression && std::ranges::count(value.expression->names, name) > 0;
    });
}

bool is_of_camera(std::string_view name) {
    return std::ranges::find(names_of_camera, name, &ExpressionName::name) != std::end(names_of_camera);
}

/// True if an expression of the module, or its body, reads the camera.
bool reads_camera(const StackModule& module) {
    return module.module->stage == Stage::look &&
           (body_of(module.module)->members.contains(camera_member) ||
            std::ranges::any_of(module.values, [](const StackValue& value) {
                return value.expression && std::ranges::any_of(value.expression->names, is_of_camera);
            }));
}

/// Returns the names as a module of the stage knows them: only drawing knows the camera.
std::vector<ExpressionName> names_at(Stage stage, std::vector<ExpressionName> names) {
    if (stage == Stage::look)
        for (ExpressionName& name : names)
            if (is_of_camera(name.name)) name.absent = {};
    return names;
}

/// The names refer to those of the attributes and of the surroundings, which must stay where they are.
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

std::span<const ExpressionName> common_names() {
    return names_of_particles;
}

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

namespace {

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

/// Notes what the module reads of the parent. Throws Invalid if its body does so where there is none.
void note_parent(Stack& stack, const StackModule& module, const Surroundings& known, const Path& path) {
    if (!known.are_parents_sound || !reads_parent(module)) return;
    if (!known.parents.absent.empty())
        refuse_at(path,
                  fmt::format("{} reads the parent, but {}", module.module->name, known.parents.absent));
    stack.reads_parent = true;
    stack.reads_parents_look = stack.reads_parents_look || reads_parents_look(module);
}

/// The declarations of the modules in an emitter's stack.
struct Declarations {
    std::vector<std::shared_ptr<const Module>> modules;  // of each use; null where a fault was collected
    std::vector<Attribute> unused;                       // declared_by_disabled()
    bool are_sound = true;  // false: a fault was collected that may hide the name of an attribute
};

/// Adds the names of attributes that are not there yet.
void add_attributes(std::vector<ExpressionName>& names, const std::vector<Attribute>& attributes) {
    for (const Attribute& attribute : attributes)
        if (std::ranges::find(names, attribute.name, &ExpressionName::name) == names.end())
            names.push_back({attribute.name, expression_type_of(attribute.type)});
}

/// The names that modules of a list know, in all stages and in drawing, which knows the camera too.
struct KnownNames {
    NamesWithLets any, look;
    const std::vector<ExpressionName>& at(Stage stage) const {
        return stage == Stage::look ? look.names : any.names;
    }
};

KnownNames names_known_with(const std::vector<ExpressionName>& own, const ParsedLets& lets) {
    return {with_lets(own, lets, unknown_in_stack),
            with_lets(names_at(Stage::look, own), lets, unknown_in_stack)};
}

/// A list of modules that is read.
struct ModuleList {
    std::span<const ModuleUse> uses;
    std::span<const std::shared_ptr<const Module>> modules;
    const KnownNames &names, &names_of_disabled;
};

/// Reads the values of a list of modules, checks them and adds them to a stack that has its attributes.
/// `path` is the list's, `folder` the effect's.
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

/// Reads the further looks of an emitter, whose particles have the stack's attributes.
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

bool is_local(const Stack& stack, const StackModule& module, std::span<const ModuleUse> list, Space usual) {
    return stack.has_space && space_of(list[module.place].space, usual) == Space::local;
}

/// Notes which modules have values in the emitter's space, and if the particles meet surfaces that move.
void note_spaces(Stack& stack, const Emitter& emitter, const Effect& effect) {
    stack.has_space = has_transform(emitter, effect);
    const bool objects_move = std::ranges::any_of(effect.scenery.objects, [](const SceneObject& one) {
        return one.collides && one.motion != Motion();
    });
    for (StackModule& module : stack.modules) {
        const Space usual = module.module->stage == Stage::spawn ? Space::local : emitter.space;
        module.is_local = is_local(stack, module, emitter.modules, usual);
        if ((module.is_local && only_collides(module.module)) ||
            (objects_move && meets_objects(module.module)))
            stack.meets_moving = true;
    }
    for (std::size_t k = 0; k < stack.looks.size(); ++k) {
        Stack& look = stack.looks[k];
        look.has_space = stack.has_space;
        for (StackModule& module : look.modules)
            module.is_local = is_local(look, module, emitter.looks[k].modules, emitter.space);
    }
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
    std::vector<ExpressionName> names(std::begin(names_of_particles), std::end(names_of_particles));
    names.insert(names.end(), std::begin(names_of_camera), std::end(names_of_camera));
    names = names_at(Stage::look, std::move(names));
    for (const Property& property : effect.properties) names.push_back({property.name});
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        add_attributes(names, attributes[i]);
        for (const ExpressionName& name : parents[i].names) {
            const auto known = std::ranges::find(names, name.name, &ExpressionName::name);
            if (known == names.end())
                names.push_back(name);
            else if (!known->absent.empty())
                *known = name;
        }
    }
    for (const Declarations& one : declared) add_attributes(names, one.unused);
    const Surroundings known{effect.properties, parents.front(), are_parents_sound,
                             std::ranges::all_of(declared, &Declarations::are_sound)};
    const auto hides = [&](std::string_view text) {
        return may_read_hidden(Formula(std::string(text)), Type::number, names, known);
    };
    add_lets(lets, effect.lets, {names, effect.properties, hides}, Path(path, "let"));
    return lets;
}

/// Marks the stacks whose looks children read. These are computed in steps, which know no camera.
void note_looks(const Effect& effect, std::vector<Stack>& stacks, const Path& emitters) {
    for (std::size_t child = 0; child < stacks.size(); ++child) {
        if (!stacks[child].reads_parents_look) continue;
        for (const std::size_t parent : parents_of(effect, child)) {
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

}  // namespace

std::vector<Stack> stacks_of(const Effect& effect, const Path& path) {
    const Path emitters(path, "emitters");
    DeclaredTypes known_types;
    std::vector<std::vector<Attribute>> attributes;
    const std::vector<Declarations> declared = declarations_of(effect, attributes, known_types, emitters);
    const bool are_parents_sound = emitters.is_sound();
    std::vector<ParentNames> parents;
    parents.reserve(effect.emitters.size());  // names refer to them
    for (std::size_t i = 0; i < effect.emitters.size(); ++i)
        parents.push_back(parent_names(effect, i, attributes));
    const ParsedLets lets = lets_of(effect, declared, attributes, parents, are_parents_sound, path);
    std::vector<Stack> stacks;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path here(emitters, i), list(here, "modules"), children(here, "children"), looks(here, "looks");
        const Emitter& emitter = effect.emitters[i];
        Surroundings known{effect.properties, parents[i], are_parents_sound, declared[i].are_sound, lets};
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
        note_spaces(stack, emitter, effect);
        stack.lets = std::move(known.lets);
        stacks.push_back(std::move(stack));
    }
    if (path.has_faults()) return stacks;
    note_looks(effect, stacks, emitters);
    const std::vector<AttributeNames> read_by_children = words_read_by_children(effect, stacks);
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
