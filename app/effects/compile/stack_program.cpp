#include "effects/compile/stack_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "effects/compile/object_rows.h"
#include "effects/compile/replayable.h"
#include "effects/compile/stack_cost.h"
#include "effects/compile/stack_text.h"
#include "effects/compile/stack_values.h"
#include "effects/expression/expression_operations.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

/// True for the stages that run each time a particle advances.
constexpr bool advances(Stage stage) {
    return stage == Stage::force || stage == Stage::react;
}

/// True if the module reads the normals of the surfaces that particles meet.
bool reads_met_normal(const std::shared_ptr<const Module>& module) {
    return calls(module, glsl::met_normal_call);
}

/// True if particles may roll where the module lets them meet surfaces.
bool lets_roll(const StackModule& one) {
    if (!calls(one.module, "rolls")) return false;
    const std::vector<Parameter>& parameters = one.module->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].name == "rolling" && is_off(one.values[i].value, parameters[i])) return false;
    return true;
}

/// A function of a stage that calls that of a stack's code.
struct Dispatch {
    std::string_view name, head, call;
    std::string_view result = "void";
    std::string_view otherwise = "";  // the result of other codes
    bool advances = false;            // a pass may run it for one kind of codes only
    std::string_view callee = name;   // of a code
    bool is_partial = false;          // some codes have no such function
};

using Codes = std::vector<std::uint32_t>;

/// Returns the statements that call the function of a code, one of these.
std::string calls_text(const Dispatch& dispatch, const Codes& codes) {
    const bool returns = dispatch.result != "void";
    const std::string_view leave = returns ? "return " : "";
    if (codes.size() == 1 && !dispatch.is_partial)
        return fmt::format("    {}stack_{}_{}({});\n", leave, dispatch.callee, codes.front(), dispatch.call);
    std::string text = "    switch (code) {\n";
    for (const std::uint32_t k : codes)
        text += fmt::format("        case {}u: {}stack_{}_{}({});{}\n", k, leave, dispatch.callee, k,
                            dispatch.call, returns ? "" : " break;");
    return text + (returns ? fmt::format("    }}\n    return {};\n", dispatch.otherwise) : "    }\n");
}

std::string dispatch_text(const Dispatch& dispatch, const Codes& light, const Codes& heavy) {
    Codes all;
    std::ranges::merge(light, heavy, std::back_inserter(all));
    std::string text = calls_text(dispatch, all);
    if (dispatch.advances && !light.empty() && !heavy.empty())
        text = fmt::format("#if CODES == LIGHT_CODES\n{}#elif CODES == HEAVY_CODES\n{}#else\n{}#endif\n",
                           calls_text(dispatch, light), calls_text(dispatch, heavy), text);
    return fmt::format("{} stack_{}(uint code, {}) {{\n{}}}\n", dispatch.result, dispatch.name, dispatch.head,
                       text);
}

/// Returns the function that says if a code is one of these, by a bit for each.
std::string membership_text(std::string_view name, const Codes& codes) {
    constexpr std::uint32_t bits = 32;
    static_assert(max_codes <= 2 * bits);
    std::uint32_t words[2] = {};
    for (const std::uint32_t code : codes) words[code / bits] |= 1u << (code % bits);
    return fmt::format(
        "bool {3}(uint code) {{\n"
        "    return ((code < {0}u ? {1:#x}u : {2:#x}u) >> (code % {0}u) & 1u) != 0u;\n}}\n",
        bits, words[0], words[1], name);
}

constexpr Dispatch attribute_dispatches[] = {
    {"load", "ATTRIBUTES stored, inout Particle p", "stored, p"},
    {"birth", "inout Particle p", "p"},
    {"stored", "Particle p", "p", "ATTRIBUTES", "no_attributes()"},
};
constexpr Dispatch step_dispatches[] = {
    {"spawn", stage_texts[0].head, "first, p, b, d"},
    {"force", stage_texts[1].head, "first, p, m, d, acceleration, drag", "void", "", true},
    {"react", stage_texts[2].head, "first, p, m, d", "void", "", true},
};
constexpr Dispatch surfaces_dispatches[] = {
    {surfaces_name, stage_texts[2].head, "first, p, m, d", "void", "", true},
    // A pass that runs the light codes only makes newborn particles of all codes.
    {"surfaces_of_all", stage_texts[2].head, "first, p, m, d", "void", "", false, surfaces_name},
};
constexpr Dispatch when_dispatch{"when", when_head, "first, p, time, seconds, d", "uint", "0u"};
constexpr Dispatch look_dispatches[] = {{"look", stage_texts[3].head, "first, p, m, d, look"}};

/// Collects the different texts of stacks, and the modules and attributes that they use.
class ProgramWriter {
  public:
    explicit ProgramWriter(std::string_view name, bool notes = false) : name_(name), notes_(notes) {}

    /// Returns the code of a stack whose functions have this text. The stack outlives the writer.
    std::uint32_t code_of(std::string text, const Stack& stack, bool is_long = false) {
        const auto [place, is_new] =
            codes_.emplace(std::move(text), static_cast<std::uint32_t>(codes_.size()));
        if (is_new) code_uses_.push_back({&place->first, &stack, is_long});
        if (codes_.size() > max_codes)
            bad_input("the effect has more than {} different stacks of modules", max_codes);
        return place->second;
    }
    void add(const Stack& stack, bool looks) {
        looks_back_ = looks_back_ || (stack.looks_back && !looks);
        has_solids_ = has_solids_ || solid_looks(stack).any;
        has_turned_ = has_turned_ || std::ranges::any_of(stack.modules, [](const StackModule& one) {
                          return one.module->stage == Stage::look &&
                                 (calls(one.module, "turn_about") || calls(one.module, "lie_across"));
                      });
        has_ribbons_ = has_ribbons_ || ribbon_word(stack);
        reads_parent_ = reads_parent_ || (stack.reads_parent && !looks);
        has_spaces_ = has_spaces_ || stack.has_space;
        has_singles_ = has_singles_ || (looks && !stack.follows_density);
        meets_moving_ = meets_moving_ || (stack.meets_moving && !looks);
        rolls_ = rolls_ || (!looks && std::ranges::any_of(stack.modules, lets_roll));
        if (first_module(stack, meets_objects) != nullptr) objects_ = stack.objects;  // the same for all
        for (const StackModule& one : stack.modules)
            if ((one.module->stage == Stage::look) == looks) modules_.emplace(one.module->name, one.module);
        for (const Attribute& attribute : stack.attributes)
            attributes_.emplace(attribute.name, attribute.type);
    }

    /// Adds the text of a stack's look to a program for steps, by its code for drawing.
    void add_look(std::uint32_t code, std::string text, const Stack& stack) {
        looks_.emplace(code, std::move(text));
        for (const StackModule& one : stack.modules)
            if (one.module->stage == Stage::look) modules_.emplace(one.module->name, one.module);
    }

    ProgramText write(std::span<const Dispatch> dispatches, double max_expansion) const {
        ProgramText result;
        result.codes = code_uses_.size();
        std::string text;
        if (attributes_.contains(std::string(travelled))) text += "#define HAS_TRAVELLED\n";
        if (attributes_.contains(std::string(ribbon_way))) text += "#define HAS_RIBBON_WAY\n";
        if (looks_back_) text += "#define LOOKS_BACK\n";
        if (!has_solids_) text += "#define HAS_NO_SOLIDS\n";
        if (has_turned_) text += "#define HAS_TURNED_SPRITES\n";
        if (has_singles_) text += "#define HAS_SINGLES\n";
        if (has_ribbons_) text += "#define HAS_RIBBONS\n";
        const auto turned = attributes_.find(std::string(orientation));
        if (has_solids_ && turned != attributes_.end() && turned->second == Type::vector)
            text += "#define HAS_ORIENTATION\n";
        if (has_module(reads_met_normal)) text += "#define NOTES_NORMALS\n";
        if (rolls_) text += "#define ROLLS\n";
        if (reads_parent_) text += "#define READS_PARENT\n";
        if (!looks_.empty()) text += "#define READS_PARENTS_LOOK\n";
        text += particle();
        if (notes_) text += note_prototypes;
        if (has_spaces_) text += "#define HAS_SPACES\n#include \"effects/transform.glsl\"\n";
        if (meets_moving_) text += "#define SURFACES_MOVE\n";
        if (reads_parent_) text += "Particle parent_of_birth;\n";
        if (has_module(meets_objects)) text += objects_text();
        if (has_module(sees_depth)) text += "#define SEES_DEPTH\n#include \"effects/seen.glsl\"\n";
        if (has_module(only_collides)) text += "#define COLLIDES\n";
        text += "#include \"effects/surfaces.glsl\"\n";
        std::set<std::string> long_modules;
        std::map<std::string, double> expansions;  // of modules
        for (const auto& [module_name, one] : modules_)
            text += module_text(one, result, long_modules, expansions[module_name]);
        result.operations = limited_expansion(expansions, max_expansion);
        Codes light;
        for (std::uint32_t k = 0; k < code_uses_.size(); ++k) {
            text += numbered(*code_uses_[k].text, k);
            (is_heavy(code_uses_[k], long_modules) ? result.heavy : light).push_back(k);
        }
        if (result.mixes()) text += membership_text("stack_is_heavy", result.heavy);
        for (const Dispatch& dispatch : attribute_dispatches)
            text += dispatch_text(dispatch, light, result.heavy);
        for (const Dispatch& dispatch : dispatches) text += dispatch_text(dispatch, light, result.heavy);
        if (reads_parent_) text += membership_text("stack_reads_parent", codes_with(&Stack::reads_parent));
        text += looks_of_parents();
        std::string all = text;
        for (const TextFile& file : result.files) all += file.text;
        result.files.insert(result.files.begin(), {path_for(all), std::move(text), ""});
        return result;
    }

  private:
    /// A code: its text, one of the stacks that share it, and if this text calls a long function itself.
    struct CodeUse {
        const std::string* text;
        const Stack* stack;
        bool is_long;
    };

    /// Returns the looks that children read in steps, and what chooses among them.
    std::string looks_of_parents() const {
        if (looks_.empty()) return {};
        std::string text;
        Codes codes;
        for (const auto& [code, look] : looks_) {
            text += numbered(look, code);
            codes.push_back(code);
        }
        Dispatch dispatch = look_dispatches[0];
        dispatch.is_partial = true;
        return text + dispatch_text(dispatch, codes, {}) +
               membership_text("stack_reads_parents_look", codes_with(&Stack::reads_parents_look));
    }

    /// Returns the codes of the stacks for which a fact of their texts holds.
    Codes codes_with(bool Stack::*fact) const {
        Codes codes;
        for (std::uint32_t k = 0; k < code_uses_.size(); ++k)
            if (code_uses_[k].stack->*fact) codes.push_back(k);
        return codes;
    }

    static bool is_heavy(const CodeUse& code, const std::set<std::string>& long_modules) {
        return code.is_long || std::ranges::any_of(code.stack->modules, [&](const StackModule& one) {
                   return advances(one.module->stage) && long_modules.contains(one.module->name);
               });
    }

    std::string objects_text() const {
        std::string text;
        if (objects_.boxes) text += "#define HAS_BOXES\n";
        if (objects_.round) text += "#define HAS_ROUND_OBJECTS\n";
        if (objects_.cones) text += "#define HAS_CONES\n";
        if (objects_.meshes) text += "#define HAS_MESHES\n";
        if (objects_.moving) text += "#define OBJECTS_MOVE\n";
        return text + "#define MEETS_OBJECTS\n#include \"effects/objects.glsl\"\n";
    }

    bool has_module(bool (*is)(const std::shared_ptr<const Module>&)) const {
        return std::ranges::any_of(modules_, [&](const auto& entry) { return is(entry.second); });
    }

    std::string path_for(std::string_view text) const {
        return fmt::format("stacks/{}-{:016x}.glsl", name_, fnv1a64(text));
    }

    std::string particle() const {
        std::string members, values;
        for (const auto& [name, type] : attributes_) {
            const std::string kind = glsl::text(glsl::type_of(type));
            members += fmt::format("    {} {};\n", kind, member_of(name));
            values += fmt::format(", {}(0)", kind);
        }
        return fmt::format(
            "struct Particle {{\n    vec3 position;\n    vec3 velocity;\n    float age;\n    "
            "float lifetime;\n    float life;\n    uint events;\n{}}};\n"
            "Particle particle_at(vec3 position, vec3 velocity, float age, float lifetime) {{\n"
            "    precise float life = age / lifetime;\n"
            "    return Particle(position, velocity, age, lifetime, life, 0u{});\n}}\n"
            "#include \"effects/particle_functions.glsl\"\n",
            members, values);
    }

    /// The module's own lines are in a file that is as long as the module's, so that a driver's messages lead
    /// there.
    std::string module_text(const std::shared_ptr<const Module>& module, ProgramText& result,
                            std::set<std::string>& long_modules, double& expansion) const {
        const std::shared_ptr<const BodyText> kept = body_of(module);
        const BodyText& written = *kept;
        expansion = written.expansion;
        const std::string body =
            std::string(static_cast<std::size_t>(module->begin.line - 1), '\n') + written.text + '\n';
        const std::string path = path_for(module->origin + body);
        result.files.push_back({path, body, module->origin});
        if (std::ranges::any_of(written.calls, is_long_function)) long_modules.insert(module->name);
        return parameters_text(*module, prefix_of(*module)) + fmt::format("\n#include \"{}\"\n", path);
    }

    double limited_expansion(const std::map<std::string, double>& expansions, double most) const {
        double all = 0;
        for (const CodeUse& code : code_uses_) {
            all += expansion_of(*code.text);
            for (const StackModule& one : code.stack->modules)
                if (const auto found = expansions.find(one.module->name); found != expansions.end())
                    all += found->second;
        }
        if (all > most)
            bad_input(
                "the different stacks of modules are too long together for compilers: {:.0f} operations in "
                "the program for {}, if calls are replaced by functions and loops are unrolled; at most "
                "{:.0f}",
                all, name_ == "step" ? "steps" : "drawing", most);
        return all;
    }

    static std::string numbered(const std::string& text, std::size_t code) {
        std::string result;
        for (const char c : text) c == code_mark ? result += std::to_string(code) : result += c;
        return result;
    }

    std::string name_;
    bool notes_;
    std::map<std::string, std::uint32_t> codes_;
    std::vector<CodeUse> code_uses_;  // by code
    std::map<std::string, std::shared_ptr<const Module>> modules_;
    std::map<std::string, Type> attributes_;
    std::map<std::uint32_t, std::string> looks_;  // that children read in steps, by their code for drawing
    bool looks_back_ = false, has_solids_ = false, has_ribbons_ = false, reads_parent_ = false;
    bool has_spaces_ = false, meets_moving_ = false, has_turned_ = false, rolls_ = false,
         has_singles_ = false;
    ObjectKinds objects_;
};

std::atomic<std::uint64_t> written_count = 0;

/// True if an expression of the module's values needs many registers.
bool computes_long(const StackModule& module) {
    return std::ranges::any_of(module.values, [](const StackValue& value) {
        return value.expression &&
               std::ranges::any_of(value.expression->nodes, [](const ExpressionNode& node) {
                   return node.operation != nullptr && is_long_function(node.operation->name);
               });
    });
}

/// Returns the functions of a stack for steps; those of its stages are of this kind.
std::string step_text_of(const Stack& stack, const StackNumbers& numbers, const Functions& functions,
                         const std::string& attributes, StageKind kind) {
    NextPlaces places = numbers.step.begin();
    std::string text = attributes;
    for (const StageText& stage : std::span(stage_texts).first(3))
        text += stage_of(stack, stage, places, kind);
    if (functions.sweeps) text += stage_of(stack, stage_texts[2], places, StageKind::sweeps);
    if (functions.conditions) text += conditions_of(stack, places);
    return text;
}

/// True if an expression of a module that advances particles needs many registers.
bool computes_long(const Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const StackModule& one) {
        return advances(one.module->stage) && computes_long(one);
    });
}

std::vector<Dispatch> dispatches_of(const Functions& functions) {
    std::vector<Dispatch> dispatches(std::begin(step_dispatches), std::end(step_dispatches));
    if (functions.sweeps)
        dispatches.insert(dispatches.end(), std::begin(surfaces_dispatches), std::end(surfaces_dispatches));
    if (functions.conditions) dispatches.push_back(when_dispatch);
    return dispatches;
}

/// Writes the texts of both programs, and the stacks' codes in them.
void write_texts(std::span<const Stack> stacks, const std::vector<StackNumbers>& numbers,
                 const Functions& functions, StackProgram& program) {
    ProgramWriter step("step"), look("look");
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const Stack& stack = stacks[i];
        NextPlaces look_places = numbers[i].look.begin();
        const std::string attributes = attributes_of(stack, program.planes.all);
        program.stacks[i].step =
            step.code_of(step_text_of(stack, numbers[i], functions, attributes, StageKind::plain), stack,
                         computes_long(stack));
        const std::string look_text = stage_of(stack, stage_texts[3], look_places);
        program.stacks[i].look = look.code_of(attributes + look_text, stack);
        for (std::size_t k = 0; k < stack.looks.size(); ++k) {
            NextPlaces further = numbers[i].further[k].begin();
            program.stacks[i].looks[k].code =
                look.code_of(attributes + stage_of(stack.looks[k], stage_texts[3], further), stack.looks[k]);
            look.add(stack.looks[k], true);
        }
        if (stack.shows_look) step.add_look(program.stacks[i].look, look_text, stack);
        step.add(stack, false);
        look.add(stack, true);
    }
    program.step = step.write(dispatches_of(functions), max_step_expansion);
    program.look = look.write(look_dispatches, max_look_expansion);
    written_count += 2;
}

/// Adds a stack to what is said of all.
void take_facts(const Stack& stack, const StackCode& code, StackProgram& program) {
    program.has_ribbons = program.has_ribbons || code.ribbon;
    program.sees_depth = program.sees_depth || first_module(stack, sees_depth) != nullptr;
    program.distorts = program.distorts || distorts(stack);
    program.has_singles = program.has_singles || !stack.follows_density;
    program.has_pictures = program.has_pictures || has_pictures(stack);
    program.has_ribbon_pictures = program.has_ribbon_pictures || (code.ribbon && has_pictures(stack));
    program.shines = program.shines || code.shines;
    const LookBounds bounds = look_bounds(stack);
    program.bounds = {std::max(program.bounds.diameter, bounds.diameter),
                      std::max(program.bounds.streak, bounds.streak),
                      std::max(program.bounds.brightness, bounds.brightness)};
    const SolidLooks solid = solid_looks(stack);
    program.solids = {program.solids.any || solid.any,
                      std::max(program.solids.max_triangles, solid.max_triangles),
                      program.solids.have_surfaces || solid.have_surfaces};
}

bool same_text(const Stack& a, const Stack& b) {
    const auto same = [](const StackModule& one, const StackModule& other) {
        return effects::same_text(one, other);
    };
    const auto shape = [](const StackValue& value) -> const std::string& { return value.expression->shape; };
    return a.has_space == b.has_space && a.follows_density == b.follows_density &&
           a.meets_moving == b.meets_moving && a.objects == b.objects && a.looks_back == b.looks_back &&
           a.reads_parent == b.reads_parent && a.shows_look == b.shows_look && a.attributes == b.attributes &&
           a.stored == b.stored && solid_looks(a).any == solid_looks(b).any &&
           std::ranges::equal(a.modules, b.modules, same) &&
           std::ranges::equal(a.looks, b.looks,
                              [](const Stack& one, const Stack& other) { return same_text(one, other); }) &&
           std::ranges::equal(a.conditions.values, b.conditions.values, {}, shape, shape);
}

Functions functions_of(std::span<const Stack> stacks) {
    return {.sweeps = std::ranges::any_of(
                stacks, [](const Stack& one) { return first_module(one, only_collides) != nullptr; }),
            .conditions = std::ranges::any_of(stacks, &Stack::looks_back)};
}

}  // namespace

StackProgram write_program(std::span<const Stack> stacks, std::span<const Property> properties,
                           const EarlierProgram& before) {
    StackProgram program;
    program.looks_back = std::ranges::any_of(stacks, &Stack::looks_back);
    program.planes = planes_of(stacks);
    const Functions functions = functions_of(stacks);
    std::vector<StackNumbers> numbers;
    for (const Stack& stack : stacks) {
        numbers.push_back(numbers_of(stack, functions, program.files, properties));
        StackCode code;
        code.step_rows = numbers.back().step_rows.take();
        code.look_rows = numbers.back().look_rows.take();
        code.attributes.assign(stored_of(stack).begin(), stored_of(stack).end());
        code.ribbon = ribbon_word(stack);
        code.is_solid = solid_looks(stack).any;
        code.constant_forces = constant_forces(stack, properties);
        code.shines = shines(stack);
        take_facts(stack, code, program);
        for (const Stack& look : stack.looks) {
            code.looks.push_back({.rows = numbers.back().further_rows[code.looks.size()].take()});
            take_facts(look, code, program);
        }
        program.looks = std::max(program.looks, static_cast<std::uint32_t>(1 + stack.looks.size()));
        program.stacks.push_back(std::move(code));
    }
    const auto same = [](const Stack& a, const Stack& b) { return same_text(a, b); };
    if (before.program != nullptr && std::ranges::equal(stacks, before.stacks, same)) {
        program.step = before.program->step;
        program.look = before.program->look;
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            program.stacks[i].step = before.program->stacks[i].step;
            program.stacks[i].look = before.program->stacks[i].look;
            for (std::size_t k = 0; k < program.stacks[i].looks.size(); ++k)
                program.stacks[i].looks[k].code = before.program->stacks[i].looks[k].code;
        }
    } else {
        write_texts(stacks, numbers, functions, program);
    }
    return program;
}

/// Equal texts have equal notes, so the codes are given in the same order.
ProgramText write_noting_text(std::span<const Stack> stacks, std::span<const Property> properties,
                              const StackProgram& program) {
    const Functions functions = functions_of(stacks);
    ProgramWriter step("noted", true);
    FileRows files;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const Stack& stack = stacks[i];
        const StackNumbers numbers = numbers_of(stack, functions, files, properties);
        const std::string attributes = attributes_of(stack, program.planes.all);
        step.code_of(step_text_of(stack, numbers, functions, attributes, StageKind::notes), stack,
                     computes_long(stack));
        if (stack.shows_look) {
            NextPlaces places = numbers.look.begin();
            step.add_look(program.stacks[i].look, stage_of(stack, stage_texts[3], places), stack);
        }
        step.add(stack, false);
    }
    return step.write(dispatches_of(functions), max_step_expansion);
}

std::uint64_t texts_written() {
    return written_count;
}

std::array<std::uint32_t, plane_words> words_of(const Attribute& attribute) {
    const glm::vec4 value = seen(attribute.value, Parameter{.name = {}, .type = attribute.type});
    std::array<std::uint32_t, plane_words> words{};
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = std::bit_cast<std::uint32_t>(value[static_cast<int>(i)]);
    return words;
}

}  // namespace winnow::effects
