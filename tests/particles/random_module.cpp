#include "particles/random_module.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

namespace winnow::particles {

using effects::glsl::Base;
using effects::glsl::converts;

namespace {

constexpr int deepest = 3;  // expressions and blocks

/// Names that mean something to the engine or to GLSL, beside the plain ones.
const char* const small_names[] = {
    "rows",   "noise",  "time",        "seconds",  "first",   "force", "life",  "main",
    "length", "sin",    "xyz",         "pointer",  "random4", "none",  "count", "steps",
    "stored", "i",      "given",       "collide",  "age",     "mix",   "hit",   "kill",
    "flux",   "exact1", "stack_force", "hit_wall", "events",  "load",  "x",     "v0"};
const char* const large_names[] = {"HIT",
                                   "EVENT_BOUNCED",
                                   "N",
                                   "Exact1",
                                   "MAX",
                                   "PI",
                                   "Quotient",
                                   "Remainder",
                                   "HIT_KILL",
                                   "Particle2",
                                   "CODES",
                                   "GL_X",
                                   "TEXTURE_FILES",
                                   "Look2",
                                   "BIND_SEEN",
                                   "LOOKS_BACK",
                                   "SPLINE_SEGMENTS"};
const char* const binary_operators[] = {"+",  "-",  "*",  "/",  "%",  "&",  "|",  "^", "<<", ">>", "<", ">",
                                        "<=", ">=", "==", "!=", "&&", "||", "^^", "/", "%",  "+",  "*"};
const char* const assignments[] = {
    "=", "=", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
const char* const types[] = {"float", "float", "float", "int",   "int",   "int",   "uint",  "bool",
                             "vec2",  "vec3",  "vec3",  "vec4",  "ivec2", "ivec3", "ivec4", "uvec2",
                             "uvec3", "uvec4", "bvec2", "bvec3", "bvec4", "mat2",  "mat3",  "mat4"};
const char* const built_ins[] = {"radians",
                                 "sin",
                                 "atan",
                                 "exp",
                                 "sqrt",
                                 "floor",
                                 "roundEven",
                                 "normalize",
                                 "pow",
                                 "mod",
                                 "step",
                                 "reflect",
                                 "fma",
                                 "smoothstep",
                                 "refract",
                                 "abs",
                                 "sign",
                                 "min",
                                 "max",
                                 "clamp",
                                 "mix",
                                 "length",
                                 "distance",
                                 "dot",
                                 "cross",
                                 "lessThan",
                                 "equal",
                                 "isnan",
                                 "any",
                                 "all",
                                 "not",
                                 "transpose",
                                 "inverse",
                                 "matrixCompMult",
                                 "floatBitsToInt",
                                 "determinant",
                                 "floatBitsToUint",
                                 "intBitsToFloat",
                                 "uintBitsToFloat",
                                 "greaterThanEqual",
                                 "notEqual",
                                 "faceforward"};
const char* const integers[] = {"0",  "1",   "2", "3", "7", "31", "32", "2147483647", "(-2147483647 - 1)",
                                "-1", "0x7f"};
const char* const unsigned_integers[] = {"0u", "1u", "5u", "33u", "4294967295u", "0xffu"};
const char* const reals[] = {"0.0", "1.0", "-2.5", "1e-4", ".5", "3.", "1e30", "TWO_PI", "2.0f"};

}  // namespace

std::string RandomModule::body() {
    variables_.clear(), constants_.clear(), helpers_.clear();
    sees_parameters_ = false;
    std::string text = "\n";
    for (std::size_t n = chance_.below(4); n > 0; --n) text += global_constant();
    for (std::size_t n = chance_.below(3); n > 0; --n) text += helper();
    sees_parameters_ = true;
    variables_ = {{"acceleration", effects::glsl::vec3, true}, {"drag", effects::glsl::real, true}};
    result_ = effects::glsl::nothing;
    text += "void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) " +
            block(0);
    return text + "\n";
}

std::string RandomModule::global_constant() {
    const Type type = any_type();
    in_constant_ = true;
    const Value made = value_of(type, 2);
    in_constant_ = false;
    constants_.push_back({fresh_name(chance_.one_in(4)), type, false});
    return fmt::format("const {} {} = {};\n", text(type), constants_.back().name, made.text);
}

std::string RandomModule::helper() {
    Helper made{fresh_name(!chance_.one_in(5)), chance_.one_in(3) ? effects::glsl::nothing : any_type(), {}};
    std::string formals;
    for (std::size_t n = chance_.below(4); n > 0; --n) {
        const bool is_written = made.result == effects::glsl::nothing && !chance_.one_in(3);
        made.formals.push_back({fresh_name(true), any_type(), is_written});
        formals += fmt::format("{}{}{} {}", formals.empty() ? "" : ", ", is_written ? "inout " : "",
                               text(made.formals.back().type), made.formals.back().name);
    }
    variables_ = made.formals;
    result_ = made.result;
    std::string inner = block(1);
    if (result_ != effects::glsl::nothing)
        inner.insert(inner.size() - 1, fmt::format("return {};\n", value_of(result_, 1).text));
    const std::string text_of_it =
        fmt::format("{} {}({}) {}\n", text(made.result), made.name, formals, inner);
    variables_.clear();
    helpers_.push_back(std::move(made));
    return text_of_it;
}

// --- statements
// -----------------------------------------------------------------------------------------------

std::string RandomModule::block(int depth) {
    const std::size_t outside = variables_.size();
    std::string text = "{\n";
    for (std::size_t n = 1 + chance_.below(4); n > 0; --n) text += statement(depth + 1);
    variables_.resize(outside);
    return text + "}";
}

std::string RandomModule::statement(int depth) {
    const bool ends = depth > deepest;
    const auto inner = [&] { return chance_.one_in(40) ? statement(depth + 1) : block(depth); };
    switch (chance_.below(ends ? 6 : 10)) {
        case 0:
        case 1:
            return declaration();
        case 2:
            return call_statement();
        case 6:
        case 7: {
            const std::size_t outside = variables_.size();
            std::string text = fmt::format("if ({}) {}\n", value_of(effects::glsl::truth, 1).text, inner());
            variables_.resize(outside);
            if (chance_.one_in(2)) text += "else " + inner() + "\n";
            variables_.resize(outside);
            return text;
        }
        case 8:
            return loop(depth);
        case 9:
            if (loops_ > 0) return chance_.one_in(2) ? "break;\n" : "continue;\n";
            return result_ == effects::glsl::nothing ? (chance_.one_in(4) ? "return;\n" : block(depth))
                                                     : fmt::format("return {};\n", value_of(result_, 1).text);
        default:
            return assignment();
    }
}

std::string RandomModule::declaration() {
    const Type type = any_type();
    std::string text_of_it = fmt::format("{}{} ", chance_.one_in(4) ? "const " : "", text(type));
    const bool is_constant = text_of_it.starts_with("const");
    for (std::size_t n = 1 + chance_.below(2); n > 0; --n) {
        const std::string made = value_of(type, 2).text;
        variables_.push_back({fresh_name(true), type, !is_constant});
        text_of_it += fmt::format("{} = {}{}", variables_.back().name, made, n > 1 ? ", " : ";\n");
    }
    return text_of_it;
}

std::string RandomModule::assignment() {
    const auto target = writable();
    if (!target) return declaration();
    const bool is_number = target->type.is_number();
    if (is_number && chance_.one_in(8))
        return fmt::format("{}{};\n", target->text, chance_.one_in(2) ? "++" : "--");
    const Value given = chance_.one_in(4) ? value(2) : value_of(target->type, 2);
    for (int tries = 0; tries < 12; ++tries) {
        const std::string_view op = chance_.pick(assignments);
        const std::optional<Type> type =
            op == "=" ? given.type
                      : effects::glsl::type_of_binary(op.substr(0, op.size() - 1), target->type, given.type);
        if (type && converts(*type, target->type))
            return fmt::format("{} {} {};\n", target->text, op, given.text);
    }
    return declaration();
}

std::string RandomModule::loop(int depth) {
    const std::size_t outside = variables_.size();
    const auto bound = [&]() -> std::string {
        if (!constants_.empty() && chance_.one_in(8)) return chance_.pick(constants_).name;
        static const char* const bounds[] = {"4", "0", "-2", "1", "2", "3", "3u", "a.count", "int(a.count)"};
        return bounds[chance_.below(sees_parameters_ ? std::size(bounds) : 6)];
    };
    const std::string name = fresh_name(true), to = bound();
    const std::string from = chance_.one_in(8) ? bound() : chance_.one_in(2) ? "0" : "-1";
    static const char* const steps[] = {"++{0}", "{0}++", "{0} += 2"};
    const std::string step = fmt::format(fmt::runtime(chance_.pick(steps)), name);
    variables_.push_back({name, effects::glsl::integer, false});
    ++loops_;
    const std::string inner = chance_.one_in(40) ? statement(depth + 1) : block(depth);
    --loops_;
    variables_.resize(outside);
    return fmt::format("for (int {0} = {1}; {0} < {2}; {3}) {4}\n", name, from, to, step, inner);
}

std::string RandomModule::call_statement() {
    std::vector<const Helper*> silent;
    for (const Helper& one : helpers_)
        if (one.result == effects::glsl::nothing) silent.push_back(&one);
    if (silent.empty()) return assignment();
    const Helper& called = *chance_.pick(silent);
    std::string arguments;
    for (const Variable& formal : called.formals) {
        std::string argument = value_of(formal.type, 1).text;
        if (formal.is_written) {
            std::optional<Value> target = writable();
            for (int tries = 0; tries < 20 && target && target->type != formal.type; ++tries)
                target = writable();
            if (!target || target->type != formal.type) return assignment();
            argument = target->text;
        }
        arguments += (arguments.empty() ? "" : ", ") + argument;
    }
    return fmt::format("{}({});\n", called.name, arguments);
}

std::optional<RandomModule::Value> RandomModule::writable() {
    std::vector<const Variable*> all;
    for (const Variable& one : variables_)
        if (one.is_written || chance_.one_in(50)) all.push_back(&one);
    if (all.empty()) return std::nullopt;
    const Variable& one = *chance_.pick(all);
    return chance_.one_in(3) ? part({one.name, one.type}) : Value{one.name, one.type};
}

// --- values
// ---------------------------------------------------------------------------------------------------

RandomModule::Value RandomModule::value(int depth) {
    if (depth <= 0 || chance_.one_in(4)) {
        const std::vector<Variable>& known = in_constant_ || chance_.one_in(4) ? constants_ : variables_;
        if (!known.empty() && !chance_.one_in(3)) {
            const Variable& one = chance_.pick(known);
            return part({one.name, one.type});
        }
        return literal();
    }
    switch (chance_.below(in_constant_ ? 6 : 8)) {
        case 0:
            return value_of(any_type(), depth - 1);
        case 1: {
            const Value inner = value(depth - 1);
            if (inner.type == effects::glsl::truth) return {"!" + inner.text, inner.type};
            return inner.type.is_number() ? Value{"-(" + inner.text + ")", inner.type} : inner;
        }
        case 2: {
            const Value yes = value(depth - 1);
            return {fmt::format("({} ? {} : {})", value_of(effects::glsl::truth, depth - 1).text, yes.text,
                                value_of(yes.type, depth - 1).text),
                    yes.type};
        }
        case 3:
            return built_in(depth);
        case 6:
            return own_call(depth);
        default:
            return binary(depth);
    }
}

/// Most values have the type; a few have another, for the check to refuse.
RandomModule::Value RandomModule::value_of(Type type, int depth) {
    for (int tries = 0; tries < 3 && depth > 0; ++tries) {
        Value made = value(depth);
        if (made.type == type || (converts(made.type, type) && chance_.one_in(2)) || chance_.one_in(400))
            return made;
    }
    Value scalar = literal();
    if (depth > 0 && chance_.one_in(2)) {
        const Value made = value(depth - 1);
        if (made.type.is_scalar() && made.type.base != Base::nothing) scalar = made;
    }
    return {fmt::format("{}({})", text(type), scalar.text), type};
}

RandomModule::Value RandomModule::binary(int depth) {
    const Value left = value(depth - 1);
    const Value right = chance_.one_in(3) ? value(depth - 1) : value_of(left.type, depth - 1);
    for (int tries = 0; tries < 12; ++tries) {
        const std::string op = chance_.pick(binary_operators);
        const auto type = effects::glsl::type_of_binary(op, left.type, right.type);
        if (!type) continue;
        const std::string made = fmt::format("{} {} {}", left.text, op, right.text);
        return {chance_.one_in(12) ? made : "(" + made + ")", *type};
    }
    return left;
}

RandomModule::Value RandomModule::built_in(int depth) {
    std::vector<Type> given;
    std::string arguments;
    for (std::size_t n = 1 + chance_.below(3); n > 0; --n) {
        const bool is_free = given.empty() || chance_.one_in(3);
        const Value made = is_free ? value(depth - 1) : value_of(given[0], depth - 1);
        given.push_back(made.type);
        arguments += (arguments.empty() ? "" : ", ") + made.text;
    }
    for (int tries = 0; tries < 20; ++tries) {
        const std::string name = chance_.one_in(4) ? chance_.pick(types) : chance_.pick(built_ins);
        bool is_known = false;
        const auto type = effects::glsl::type_of_call(name, given, is_known);
        if (type) return {fmt::format("{}({})", name, arguments), *type};
    }
    return literal();
}

RandomModule::Value RandomModule::own_call(int depth) {
    static const char* const parameters[] = {"a.count", "a.hit", "hit_bounce", "hit_pass_through"};
    if (sees_parameters_ && chance_.one_in(3))
        return {chance_.pick(parameters), effects::glsl::unsigned_integer};
    if (sees_parameters_ && chance_.one_in(3))
        return {chance_.one_in(2) ? "a.reach" : "m.time", effects::glsl::real};
    if (chance_.one_in(3))
        return {fmt::format("smooth_noise({}, {})", value_of(effects::glsl::vec3, depth - 1).text,
                            value_of(effects::glsl::truth, depth - 1).text),
                effects::glsl::vec3};
    if (helpers_.empty()) return literal();
    const Helper& called = chance_.pick(helpers_);
    std::string arguments;
    for (const Variable& formal : called.formals)
        arguments += (arguments.empty() ? "" : ", ") + value_of(formal.type, depth - 1).text;
    return {fmt::format("{}({})", called.name, arguments), called.result};
}

RandomModule::Value RandomModule::literal() {
    switch (chance_.below(7)) {
        case 0:
        case 1:
            return {chance_.pick(integers), effects::glsl::integer};
        case 2:
            return {chance_.pick(unsigned_integers), effects::glsl::unsigned_integer};
        case 3:
            return {chance_.one_in(2) ? "true" : "false", effects::glsl::truth};
        default:
            return {chance_.pick(reals), effects::glsl::real};
    }
}

/// Returns the value, or a swizzle or an element of it.
RandomModule::Value RandomModule::part(Value whole) {
    if (!whole.type.is_vector() || chance_.one_in(2)) return whole;
    const auto rows = static_cast<std::size_t>(whole.type.rows);
    if (chance_.one_in(4)) {
        whole.text += fmt::format("[{}]", chance_.below(rows));
        whole.type = effects::glsl::vector_of(whole.type.base, 1);
        return whole;
    }
    static constexpr std::string_view letters[] = {"xyzw", "rgba", "stpq"};
    const std::string_view of = chance_.pick(letters);
    const std::size_t count = 1 + chance_.below(4);
    whole.text += '.';
    for (std::size_t n = 0; n < count; ++n) whole.text += of[chance_.below(rows)];
    whole.type = effects::glsl::vector_of(whole.type.base, static_cast<int>(count));
    return whole;
}

std::string RandomModule::fresh_name(bool begins_small) {
    ++names_;
    if (!chance_.one_in(4)) return fmt::format("{}{}", begins_small ? "n" : "C", names_);
    return begins_small ? chance_.pick(small_names) : chance_.pick(large_names);
}

RandomModule::Type RandomModule::any_type() {
    return *effects::glsl::type_named(chance_.pick(types));
}

}  // namespace winnow::particles
