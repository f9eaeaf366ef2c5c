#include "hostile/stack_mutator.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/random_effect.h"
#include "effects/random_stack.h"
#include "hostile/json_mutator.h"

namespace winnow::test {
namespace {

using Json = nlohmann::ordered_json;

// --- expressions ------------------------------------------------------------------------------------------

enum class Kind { number, vector, truth };

std::string expression(Kind kind, int depth, Chance& chance);

std::string number_expression(int depth, Chance& chance) {
    static const char* const leaves[] = {"1",    "-2.5",      "1e-30", "3e38",      "age",
                                         "life", "speed",     "time",  "random",    "pi",
                                         "pick", "travelled", "0",     "position.y"};
    static const char* const calls[] = {"sin", "sqrt", "log", "floor", "acos", "abs", "fract", "-", "exp"};
    static const char* const operators[] = {"+", "-", "*", "/", "%"};
    const auto number = [&] { return expression(Kind::number, depth - 1, chance); };
    if (depth <= 0) return chance.pick(leaves);
    switch (chance.below(7)) {
        case 0:
            return fmt::format("{}({})", chance.pick(calls), number());
        case 1:
            return fmt::format("length({})", expression(Kind::vector, depth - 1, chance));
        case 2:
            return fmt::format("({} ? {} : {})", expression(Kind::truth, depth - 1, chance), number(),
                               number());
        case 3:
            return fmt::format("smoothstep({}, {}, {})", number(), number(), number());
        case 4:
            return chance.pick(leaves);
        default:
            return fmt::format("({} {} {})", number(), chance.pick(operators), number());
    }
}

std::string expression(Kind kind, int depth, Chance& chance) {
    static const char* const comparisons[] = {"<", ">=", "==", "!="};
    static const char* const joints[] = {"&&", "||"};
    const auto number = [&] { return number_expression(depth - 1, chance); };
    if (kind == Kind::number) return number_expression(depth, chance);
    if (kind == Kind::truth) {
        if (depth <= 0 || !chance.one_in(3))
            return fmt::format("({} {} {})", number(), chance.pick(comparisons), number());
        return fmt::format("({} {} !{})", expression(kind, depth - 1, chance), chance.pick(joints),
                           expression(kind, depth - 1, chance));
    }
    if (depth <= 0) return chance.one_in(2) ? "position" : "velocity";
    switch (chance.below(3)) {
        case 0:
            return fmt::format("vec3({}, {}, {})", number(), number(), number());
        case 1:
            return fmt::format("cross({}, normalize(velocity))", expression(kind, depth - 1, chance));
        default:
            return fmt::format("({} * {}).zxy", expression(kind, depth - 1, chance), number());
    }
}

std::string any_expression(Chance& chance) {
    const Kind kinds[] = {Kind::number, Kind::number, Kind::vector, Kind::truth};
    return expression(chance.pick(kinds), static_cast<int>(chance.below(4)), chance);
}

std::string hostile_text(Chance& chance) {
    static const std::string word(injected);
    static const std::string texts[] = {word,
                                        "); " + word + "(",
                                        "; " + word,
                                        "x; } void " + word + "() {",
                                        "\n#define " + word + " 1\n",
                                        "/* " + word,
                                        "// " + word,
                                        "p." + word,
                                        "rows[0].x",
                                        "gl_GlobalInvocationID",
                                        "precise",
                                        "p",
                                        "position",
                                        "x__y",
                                        "1..2",
                                        "vec3",
                                        "\xC3\xA9",
                                        std::string("a\0b", 3),
                                        std::string(1200, '('),
                                        std::string(1200, '-') + '1'};
    return chance.pick(texts);
}

std::string mutated_expression(std::string text, Chance& chance) {
    if (chance.one_in(3) || text.empty()) return any_expression(chance);
    const std::size_t at = chance.below(text.size());
    if (chance.one_in(2))
        return text.insert(at, chance.one_in(2) ? hostile_text(chance) : any_expression(chance));
    return mutate_bytes(std::move(text), chance);
}

// --- the effect -------------------------------------------------------------------------------------------

Json link_to(const std::string& name, Chance& chance) {
    const auto& event = chance.pick(effects::events);
    return {{"emitter", name},
            {"on", event.name},
            {"age", 0.1},
            {"distance", chance.one_in(2) ? 0.001 : 0.5},
            {"when", expression(Kind::truth, 2, chance)},
            {"count", {0, chance.below(100)}},
            {"chance", 0.5}};
}

const std::vector<Json>& plain_effects() {
    static const std::vector<Json> all = [] {
        constexpr std::uint32_t stacks = 50, plain = 10;
        std::vector<Json> made;
        for (std::uint32_t seed = 1; seed <= stacks; ++seed)
            made.push_back(effects::to_json(effects::random_stack_effect(seed)));
        for (std::uint32_t seed = 1; seed <= plain; ++seed) {
            made.push_back(effects::to_json(effects::random_effect(2 * seed + 1)));
            made.back()["properties"] = made.front()["properties"];  // expressions use them
        }
        return made;
    }();
    return all;
}

/// Adds modules that declare an attribute, change it and read it.
void add_attribute(Json& modules, Chance& chance) {
    const std::string name = chance.one_in(8) ? hostile_text(chance) : "heat";
    modules.push_back(
        {{"module", "attribute"}, {"name", name}, {"value", expression(Kind::number, 2, chance)}});
    modules.push_back({{"module", "set"}, {"attribute", name}, {"value", name + " * 0.5 + seconds"}});
    modules.push_back({{"module", "size"}, {"diameter", "abs(" + name + ")"}});
}

/// Returns an effect whose emitters feed each other, with expressions in many places.
Json whole_effect(Chance& chance) {
    Json effect = chance.pick(plain_effects());
    Json& emitters = effect["emitters"];
    emitters.push_back(emitters[0]);
    for (std::size_t i = 0; i < emitters.size(); ++i) emitters[i]["name"] = fmt::format("emitter {}", i);
    for (Json& emitter : emitters) {
        if (chance.one_in(2)) add_attribute(emitter["modules"], chance);
        emitter["children"] = Json::array();
        for (std::size_t links = chance.below(3); links > 0; --links)
            emitter["children"].push_back(link_to(chance.pick(emitters)["name"], chance));
        if (chance.one_in(3)) emitter["rate"] = "abs(sin(time)) * 100";
        for (Json& use : emitter["modules"])
            for (auto& item : use.items())
                if (item.value().is_number() && chance.one_in(4))
                    item.value() = expression(Kind::number, 2, chance);
    }
    chance.pick(emitters)["modules"].push_back({{"module", "own"}});
    return effect;
}

void collect_strings(Json& value, std::vector<Json*>& all) {
    if (value.is_string()) all.push_back(&value);
    if (value.is_structured())
        for (Json& child : value) collect_strings(child, all);
}

void change_string(Json& effect, Chance& chance) {
    std::vector<Json*> all;
    collect_strings(effect, all);
    if (all.empty()) return;
    Json& text = *chance.pick(all);
    text = chance.one_in(4) ? hostile_text(chance) : mutated_expression(text.get<std::string>(), chance);
}

void change_module(Json& effect, Chance& chance) {
    Json& modules = chance.pick(effect["emitters"])["modules"];
    Json& use = chance.pick(modules);
    switch (chance.below(3)) {
        case 0:
            use["module"] = chance.pick(effects::built_in_modules());  // the values stay
            break;
        case 1:
            use[hostile_text(chance)] = any_expression(chance);
            break;
        default:
            for (auto& item : use.items())
                if (item.key() != "module" && chance.one_in(2)) item.value() = any_expression(chance);
    }
}

void change_property(Json& effect, Chance& chance) {
    const char* const names[] = {"pick",  "random",   "time", "travelled", "a__b",
                                 "float", "owed_age", "x1",   "heat"};
    const std::string name = chance.one_in(2) ? hostile_text(chance) : chance.pick(names);
    effect["properties"].push_back({{"name", name}, {"value", 0.5}});
    if (chance.one_in(3))
        effect["properties"].back()["value"] = "1 / pick - " + std::string(chance.pick(names));
    if (chance.one_in(2)) chance.pick(effect["emitters"])["rate"] = name + " * 2";
}

/// Adds local values that may read each other, in a cycle too, and lets a module read one.
void add_lets(Json& effect, Chance& chance) {
    const char* const names[] = {"near", "far", "pick", "random", "heat", "sin"};
    for (std::size_t times = 1 + chance.below(4); times > 0; --times) {
        Json& holder = chance.one_in(2) ? effect : chance.pick(effect["emitters"]);
        const Json computed = any_expression(chance);
        holder["let"][chance.pick(names)] =
            chance.one_in(2) ? computed : Json(std::string(chance.pick(names)) + " * 2");
    }
    Json& modules = chance.pick(effect["emitters"])["modules"];
    modules.push_back({{"module", "size"}, {"diameter", chance.pick(names)}});
}

// --- the module -------------------------------------------------------------------------------------------

std::string own_module(Chance& chance) {
    const std::string name = chance.pick(effects::built_in_modules());
    std::string text(effects::built_in_module_text(name));
    const std::string said = fmt::format("\"name\": \"{}\"", name);
    return text.replace(text.find(said), said.size(), "\"name\": \"own\"");
}

void change_head(std::string& module, Chance& chance) {
    const std::size_t begin = module.find("/*") + 2, end = module.find("*/");
    std::string head = module.substr(begin, end - begin);
    constexpr std::size_t longest = 20'000;  // bytes; what was made to nest without end is longer
    if (head.size() > longest || !Json::accept(head)) return;
    Json parsed = Json::parse(head);
    if (parsed.is_object() && chance.one_in(2)) {
        const char* const kinds[] = {"number", "vector", "whole", "colour"};
        const std::string name = chance.one_in(2) ? hostile_text(chance) : "owed_age";
        Json& declared = parsed[chance.one_in(2) ? "attributes" : "parameters"];
        if (!declared.is_object()) declared = Json::object();
        declared[name] = {{"type", chance.pick(kinds)}, {"does", "Something."}};
        head = parsed.dump(1, ' ', false, Json::error_handler_t::replace);
    } else {
        head = mutate_json(head, chance);
    }
    module.replace(begin, end - begin, head);
}

void change_body(std::string& module, Chance& chance) {
    const char* const pieces[] = {"p.age",      "a.radius", "vec3(1.0)", "/ 0.0",        "* 1e38",
                                  "p.velocity", ";",        "float",     "if (true)",    "{",
                                  "}",          "1u",       "-",         "b.time",       "m.seconds",
                                  "length(",    ")",        "kill(p);",  "p.position.x", "return;"};
    const std::size_t body = module.find("*/") + 2;
    const std::size_t spaces =
        static_cast<std::size_t>(std::count(module.begin() + static_cast<long>(body), module.end(), ' '));
    if (spaces == 0 || chance.one_in(4)) {
        module = module.substr(0, body) + mutate_bytes(module.substr(body), chance);
        return;
    }
    std::size_t at = body;
    for (std::size_t skip = chance.below(spaces); skip > 0; --skip) at = module.find(' ', at) + 1;
    const std::size_t end = std::min(module.find_first_of(" ;)", at), module.size());
    if (chance.one_in(2)) module.erase(at, end - at);
    module.insert(std::min(at, module.size()), std::string(chance.pick(pieces)) + ' ');
}

}  // namespace

StackMutant mutate_stack(Chance& chance) {
    Json effect = whole_effect(chance);
    StackMutant mutant{{}, own_module(chance)};
    bool as_text = false;
    for (std::size_t times = chance.below(4); times > 0; --times) {
        switch (chance.below(8)) {
            case 0:
                as_text = true;
                break;
            case 1:
                change_head(mutant.module, chance);
                break;
            case 2:
                chance.one_in(2) ? change_property(effect, chance) : add_lets(effect, chance);
                break;
            case 3:
                change_module(effect, chance);
                break;
            case 4:
            case 5:
                change_string(effect, chance);
                break;
            default:
                change_body(mutant.module, chance);
        }
        if (mutant.module.find("*/") == std::string::npos) break;
    }
    mutant.effect = effect.dump(1, ' ', false, Json::error_handler_t::replace);
    if (as_text) mutant.effect = mutate_json(mutant.effect, chance);
    return mutant;
}

}  // namespace winnow::test
