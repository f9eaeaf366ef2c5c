#include "effects/compile/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
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
#include "effects/compile/stack_program.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

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

/// True if the module may turn sprites otherwise than towards the eye.
bool turns_sprites(const StackModule& one) {
    return one.module->stage == Stage::look &&
           (calls(one.module, "turn_about") || calls(one.module, "lie_across"));
}

/// Returns the names of those that are true, as defines without a value.
std::string defines_of(std::initializer_list<std::pair<bool, std::string_view>> names) {
    std::string text;
    for (const auto& [is_true, name] : names)
        if (is_true) text += fmt::format("#define {}\n", name);
    return text;
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

enum class Purpose { step, noted, look };  // noted: a step that notes what each module adds
constexpr std::string_view purpose_names[] = {"step", "noted", "look"};

/// Collects the stacks of a program, their different texts, and the modules and attributes that they use.
class ProgramWriter {
  public:
    explicit ProgramWriter(Purpose purpose) : purpose_(purpose) {}

    /// Adds a stack whose functions have this text, and returns its code. The stack outlives the writer.
    std::uint32_t add(const Stack& stack, std::string text) {
        const auto [place, is_new] =
            codes_.emplace(std::move(text), static_cast<std::uint32_t>(codes_.size()));
        if (is_new) code_uses_.push_back({&place->first, &stack, !draws() && computes_long(stack)});
        if (codes_.size() > max_codes)
            bad_input("the effect has more than {} different stacks of modules", max_codes);
        stacks_.push_back(&stack);
        add_modules(stack, draws());
        if (first_module(stack, meets_objects) != nullptr) objects_ = stack.objects;  // the same for all
        for (const Attribute& attribute : stack.attributes)
            attributes_.emplace(attribute.name, attribute.type);
        return place->second;
    }

    /// Adds the text of a stack's look to a program for steps, by its code for drawing.
    void add_look(std::uint32_t code, std::string text, const Stack& stack) {
        looks_.emplace(code, std::move(text));
        add_modules(stack, true);
    }

    ProgramText write(std::span<const Dispatch> dispatches, double max_expansion) const {
        ProgramText result;
        result.codes = code_uses_.size();
        std::string text = defines() + particle();
        if (purpose_ == Purpose::noted) text += note_prototypes;
        if (any(&Stack::has_space)) text += "#define HAS_SPACES\n#include \"effects/transform.glsl\"\n";
        if (!draws() && any(&Stack::meets_moving)) text += "#define SURFACES_MOVE\n";
        if (reads_parent()) text += "Particle parent_of_birth;\n";
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
        if (reads_parent()) text += membership_text("stack_reads_parent", codes_with(&Stack::reads_parent));
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

    bool draws() const { return purpose_ == Purpose::look; }
    bool any(const auto& fact) const { return std::ranges::any_of(stacks_, fact); }
    bool any_module(bool (*fact)(const StackModule&)) const {
        return any([&](const Stack* one) { return std::ranges::any_of(one->modules, fact); });
    }
    static bool has_solids(const Stack* one) { return solid_looks(*one).any; }
    static bool has_ribbons(const Stack* one) { return ribbon_word(*one).has_value(); }
    bool reads_parent() const { return !draws() && any(&Stack::reads_parent); }

    void add_modules(const Stack& stack, bool looks) {
        for (const StackModule& one : stack.modules)
            if ((one.module->stage == Stage::look) == looks) modules_.emplace(one.module->name, one.module);
    }

    std::string defines() const {
        const auto turned = attributes_.find(orientation);
        const bool turns = turned != attributes_.end() && turned->second == Type::vector;
        return defines_of({
            {attributes_.contains(travelled), "HAS_TRAVELLED"},
            {attributes_.contains(ribbon_way), "HAS_RIBBON_WAY"},
            {!draws() && any(&Stack::looks_back), "LOOKS_BACK"},
            {!any(has_solids), "HAS_NO_SOLIDS"},
            {any_module(turns_sprites), "HAS_TURNED_SPRITES"},
            {draws() && !std::ranges::all_of(stacks_, &Stack::follows_density), "HAS_SINGLES"},
            {any(has_ribbons), "HAS_RIBBONS"},
            {turns && any(has_solids), "HAS_ORIENTATION"},
            {has_module(reads_met_normal), "NOTES_NORMALS"},
            {!draws() && any_module(lets_roll), "ROLLS"},
            {reads_parent(), "READS_PARENT"},
            {!looks_.empty(), "READS_PARENTS_LOOK"},
        });
    }

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
        return defines_of({{objects_.boxes, "HAS_BOXES"},
                           {objects_.round, "HAS_ROUND_OBJECTS"},
                           {objects_.cones, "HAS_CONES"},
                           {objects_.meshes, "HAS_MESHES"},
                           {objects_.moving, "OBJECTS_MOVE"}}) +
               "#define MEETS_OBJECTS\n#include \"effects/objects.glsl\"\n";
    }

    bool has_module(bool (*is)(const std::shared_ptr<const Module>&)) const {
        return std::ranges::any_of(modules_, [&](const auto& entry) { return is(entry.second); });
    }

    std::string path_for(std::string_view text) const {
        return fmt::format("stacks/{}-{:016x}.glsl", purpose_names[static_cast<std::size_t>(purpose_)],
                           fnv1a64(text));
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
                all, draws() ? "drawing" : "steps", most);
        return all;
    }

    static std::string numbered(const std::string& text, std::size_t code) {
        std::string result;
        for (const char c : text) c == code_mark ? result += std::to_string(code) : result += c;
        return result;
    }

    Purpose purpose_;
    std::vector<const Stack*> stacks_;
    std::map<std::string, std::uint32_t> codes_;
    std::vector<CodeUse> code_uses_;  // by code
    std::map<std::string, std::shared_ptr<const Module>> modules_;
    std::map<std::string, Type, std::less<>> attributes_;
    std::map<std::uint32_t, std::string> looks_;  // that children read in steps, by their code for drawing
    ObjectKinds objects_;
};

std::atomic<std::uint64_t> written_count = 0;

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

std::vector<Dispatch> dispatches_of(const Functions& functions) {
    std::vector<Dispatch> dispatches(std::begin(step_dispatches), std::end(step_dispatches));
    if (functions.sweeps)
        dispatches.insert(dispatches.end(), std::begin(surfaces_dispatches), std::end(surfaces_dispatches));
    if (functions.conditions) dispatches.push_back(when_dispatch);
    return dispatches;
}

}  // namespace

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

void write_texts(std::span<const Stack> stacks, const std::vector<StackNumbers>& numbers,
                 const Functions& functions, StackProgram& program) {
    ProgramWriter step(Purpose::step), look(Purpose::look);
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const Stack& stack = stacks[i];
        NextPlaces look_places = numbers[i].look.begin();
        const std::string attributes = attributes_of(stack, program.planes.all);
        program.stacks[i].step =
            step.add(stack, step_text_of(stack, numbers[i], functions, attributes, StageKind::plain));
        const std::string look_text = stage_of(stack, stage_texts[3], look_places);
        program.stacks[i].look = look.add(stack, attributes + look_text);
        for (std::size_t k = 0; k < stack.looks.size(); ++k) {
            NextPlaces further = numbers[i].further[k].begin();
            program.stacks[i].looks[k].code =
                look.add(stack.looks[k], attributes + stage_of(stack.looks[k], stage_texts[3], further));
        }
        if (stack.shows_look) step.add_look(program.stacks[i].look, look_text, stack);
    }
    program.step = step.write(dispatches_of(functions), max_step_expansion);
    program.look = look.write(look_dispatches, max_look_expansion);
    written_count += 2;
}

/// Equal texts have equal notes, so the codes are given in the same order.
ProgramText write_noting_text(std::span<const Stack> stacks, std::span<const Property> properties,
                              const StackProgram& program) {
    const Functions functions = functions_of(stacks);
    ProgramWriter step(Purpose::noted);
    FileRows files;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const Stack& stack = stacks[i];
        const StackNumbers numbers = numbers_of(stack, functions, files, properties);
        const std::string attributes = attributes_of(stack, program.planes.all);
        step.add(stack, step_text_of(stack, numbers, functions, attributes, StageKind::notes));
        if (stack.shows_look) {
            NextPlaces places = numbers.look.begin();
            step.add_look(program.stacks[i].look, stage_of(stack, stage_texts[3], places), stack);
        }
    }
    return step.write(dispatches_of(functions), max_step_expansion);
}

std::uint64_t texts_written() {
    return written_count;
}

}  // namespace winnow::effects
