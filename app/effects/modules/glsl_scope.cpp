#include "effects/modules/glsl_scope.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "effects/modules/module_check.h"

namespace winnow::effects::glsl {
namespace {

using Kind = Expression::Kind;

/// False for calls that GLSL allows in constants, and that some compilers do not compute there.
bool is_folded(const Expression& call) {
    constexpr std::string_view never[] = {"sinh",
                                          "cosh",
                                          "tanh",
                                          "asinh",
                                          "acosh",
                                          "atanh",
                                          "fma",
                                          "determinant",
                                          "inverse",
                                          "transpose",
                                          "matrixCompMult",
                                          "floatBitsToInt",
                                          "floatBitsToUint",
                                          "intBitsToFloat",
                                          "uintBitsToFloat"};
    if (std::ranges::find(never, call.text) != std::end(never)) return false;
    const bool takes_matrix = !call.parts.empty() && call.parts[0].type.is_matrix();
    return (!takes_matrix || call.type.is_matrix()) && (call.text != "mix" || call.type.is_real());
}

Symbol constant(Type type) {
    return {type, Symbol::Kind::constant, {}};
}

/// Returns the value of an integer's token; nullopt if it has more than 32 bits.
std::optional<std::uint32_t> whole_value(std::string_view digits) {
    const bool is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (is_hexadecimal) digits.remove_prefix(2);
    std::uint32_t value = 0;
    const auto read =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 10);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// Returns the variable that an expression is, or is a part of.
std::string_view root(const Expression& e) {
    return e.kind == Kind::member || e.kind == Kind::index ? root(e.parts[0]) : e.text;
}

}  // namespace

Scope::Scope(const Module& module, const Unit& unit) : module_(module), unit_(unit) {
    for (const std::string_view name : engine_constants) symbols_[name] = constant(real);
    for (const Parameter& parameter : module.parameters) add_choices(parameter);
    for (Signature& signature : engine_functions(module.stage)) add_function(std::move(signature));
}

void Scope::add_choices(const Parameter& parameter) {
    for (const Choice& choice : parameter.choices) {
        const auto [name, is_new] = choice_names_.insert(choice_name(parameter, choice));
        if (!is_new)
            throw Refused{module_.begin, fmt::format("two choices are both called {} in GLSL", *name)};
        symbols_[*name] = constant(unsigned_integer);
    }
}

// --- names ------------------------------------------------------------------------------------------------

void Scope::check_new(std::size_t token) const {
    const std::string_view name = unit_.text(token);
    if (symbols_.contains(name)) refuse(token, "{} is the name of something else here", name);
}

void Scope::add(std::size_t token, const Symbol& symbol) {
    check_new(token);
    require_free_function(token);
    symbols_[unit_.text(token)] = symbol;
}

void Scope::add_local(std::size_t token, const Symbol& symbol) {
    const std::string_view name = unit_.text(token);
    check_new(token);
    if (name[0] < 'a' || name[0] > 'z')
        refuse(token, "{}: names within functions begin with a small letter", name);
    symbols_[name] = symbol;
    locals_.push_back(name);
}

void Scope::forget_locals(std::size_t count) {
    for (; locals_.size() > count; locals_.pop_back()) symbols_.erase(locals_.back());
}

void Scope::require_free_function(std::size_t token) const {
    const std::string_view name = unit_.text(token);
    check_new(token);
    bool is_known = false;
    type_of_call(name, {}, is_known);
    if (is_known || functions_.contains(name)) refuse(token, "{} is already the name of a function", name);
}

void Scope::add_function(Signature signature) {
    functions_[signature.name] = std::move(signature);
}

const Signature* Scope::function(std::string_view name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : &found->second;
}

void Scope::require_writable(const Expression& target) const {
    if (target.kind == Kind::member || target.kind == Kind::index) {
        const Type whole = target.parts[0].type;
        if (whole.base == Base::structure) {
            const auto found = member_of(module_, whole.structure, target.text);
            if (found && found->is_constant)
                refuse(target.token, "{} of {} cannot be assigned", target.text, text(whole));
        } else if (std::set<char>(target.text.begin(), target.text.end()).size() < target.text.size() &&
                   target.kind == Kind::member) {
            refuse(target.token, "{} names a component twice and cannot be assigned", target.text);
        }
        return require_writable(target.parts[0]);
    }
    if (target.kind != Kind::name) refuse(target.token, "only variables can be assigned");
    switch (symbols_.at(target.text).kind) {
        case Symbol::Kind::constant:
            refuse(target.token, "{} is constant", target.text);
        case Symbol::Kind::input:
            refuse(target.token, "{} is only an input here; copy it to change it", target.text);
        case Symbol::Kind::counter:
            refuse(target.token, "{} counts a loop and cannot be assigned in it", target.text);
        case Symbol::Kind::written:
        case Symbol::Kind::local:
            break;
    }
}

void Scope::require_constant(const Expression& e) const {
    if (e.kind == Kind::call && (functions_.contains(e.text) || !is_folded(e)))
        refuse(e.token, "{} cannot be called for a global constant{}", e.text,
               functions_.contains(e.text) ? "" : " with these arguments");
    const bool divides = e.kind == Kind::binary && (e.text == "/" || e.text == "%");
    if (divides && e.type.base == Base::integer && !is_safe_divisor(e.parts[1]))
        refuse(e.token, "a whole global constant can be divided by a whole number from 1 on only");
    for (const Expression& part : e.parts) require_constant(part);
}

bool Scope::is_safe_divisor(const Expression& e) const {
    const auto span = span_of(e);
    return span && span->least >= 1;
}

std::optional<Span> Scope::span_of(const Expression& e) const {
    if (e.type.base != Base::integer && e.type.base != Base::unsigned_integer) return std::nullopt;
    if (e.kind == Kind::literal) {
        const double value = whole_value(e.text).value_or(0);
        return Span{value, value};
    }
    if (e.kind == Kind::unary && e.text == "-" && e.type == integer) {
        const auto span = span_of(e.parts[0]);
        return span ? std::optional(Span{-span->most, -span->least}) : std::nullopt;
    }
    if (e.kind == Kind::name) {
        const auto found = symbols_.find(e.text);
        return found == symbols_.end() ? std::nullopt : found->second.span;
    }
    if (e.kind == Kind::call && e.text == "int" && e.parts.size() == 1) return span_of(e.parts[0]);
    if (e.kind == Kind::member && e.parts[0].type.structure == "Parameters")
        for (const Parameter& parameter : module_.parameters)
            if (parameter.name == e.text && parameter.type == effects::Type::integer)
                return Span{parameter.range.least, parameter.range.most};
    return std::nullopt;
}

// --- costs ------------------------------------------------------------------------------------------------

void Scope::begin_function() {
    cost_ = {};
    factor_ = unrolled_ = 1;
}

void Scope::count_tokens(std::size_t first, std::size_t last) {
    cost_.work += static_cast<double>(last - first + 1) * factor_;
}

void Scope::enter_loop(std::size_t token, double iterations) {
    factor_ *= iterations;
    unrolled_ *= std::min(iterations, max_unrolled);
    ++cost_.loops;
    count_iterations(token, factor_);
}

void Scope::leave_loop(double iterations) {
    factor_ /= iterations;
    unrolled_ /= std::min(iterations, max_unrolled);
}

void Scope::count_iterations(std::size_t token, double iterations) {
    cost_.iterations = std::max(cost_.iterations, iterations);
    if (iterations > max_iterations)
        refuse(token, "nested loops run {} times in all; at most {}", iterations, max_iterations);
}

void Scope::limit_cost(std::size_t name_token) const {
    const std::string_view name = unit_.text(name_token);
    if (cost_.work > max_work)
        refuse(name_token, "{} is too much work for one particle: {:.0f} tokens run; at most {:.0f}", name,
               cost_.work, max_work);
    if (cost_.expansion() > max_expansion)
        refuse(
            name_token,
            "{} is too long for compilers: {:.0f} operations, if calls are replaced by functions and loops "
            "are unrolled; at most {:.0f}",
            name, cost_.expansion(), max_expansion);
}

// --- types ------------------------------------------------------------------------------------------------

Type Scope::typed(Expression& e) {
    const auto type_of_kind = [&] {
        switch (e.kind) {
            case Kind::literal:
                return literal(e);
            case Kind::name:
                return name(e);
            case Kind::member:
                return member(e);
            case Kind::index:
                return index(e);
            case Kind::call:
                return called(e, false);
            case Kind::unary:
                return unary(e);
            case Kind::binary:
                return binary(e);
            case Kind::choice:
                break;
        }
        return choice(e);
    };
    e.type = type_of_kind();
    count_operations(operations_of(e));
    return e.type;
}

Type Scope::literal(const Expression& e) const {
    if (e.text == "true" || e.text == "false") return truth;
    if (unit_.tokens[e.token].kind == Token::Kind::number) return real;
    const bool is_unsigned = e.text.ends_with('u') || e.text.ends_with('U');
    const auto value = whole_value(e.text);
    if (!value || (!is_unsigned && *value > 0x7FFFFFFFu))
        refuse(e.token, "{} does not fit into {}", e.text, is_unsigned ? "uint" : "int");
    return is_unsigned ? unsigned_integer : integer;
}

Type Scope::name(const Expression& e) const {
    const auto found = symbols_.find(e.text);
    if (found != symbols_.end()) return found->second.type;
    std::vector<std::string_view> all;
    for (const auto& [known, symbol] : symbols_) all.push_back(known);
    refuse(e.token, "{} is not declared{}", e.text, did_you_mean(e.text, all));
}

Type Scope::member(Expression& e) {
    const Type whole = typed(e.parts[0]);
    if (whole.base == Base::structure) {
        const auto found = member_of(module_, whole.structure, e.text);
        if (!found) refuse(e.token, "{} has no {}", text(whole), e.text);
        if (whole.structure == "Moment" && e.text == camera_member && module_.stage != Stage::look)
            refuse(e.token, "{}", why_no_camera);
        return found->type;
    }
    const auto are_all_in = [&](std::string_view letters) {
        letters = letters.substr(0, static_cast<std::size_t>(whole.rows));
        return e.text.find_first_not_of(letters) == std::string_view::npos;
    };
    if (!whole.is_vector() || e.text.size() > 4 ||
        !(are_all_in("xyzw") || are_all_in("rgba") || are_all_in("stpq")))
        refuse(e.token, "{} has no {}", text(whole), e.text);
    return vector_of(whole.base, static_cast<int>(e.text.size()));
}

Type Scope::index(Expression& e) {
    const Type whole = typed(e.parts[0]);
    typed(e.parts[1]);
    const auto span = span_of(e.parts[1]);
    const int size = whole.is_matrix() ? whole.columns : whole.rows;
    if (!(whole.is_vector() || whole.is_matrix()) || !span || span->most >= size)
        refuse(e.token, "{} has no element {}", text(whole), e.parts[1].text);
    return vector_of(whole.base, whole.is_matrix() ? whole.rows : 1);
}

Type Scope::unary(Expression& e) {
    const Type type = typed(e.parts[0]);
    const bool is_whole = type.is_number() && !type.is_real();
    const bool fits = e.text == "!" ? type == truth : e.text == "~" ? is_whole : type.is_number();
    if (!fits) refuse(e.token, "{} does not fit {}", e.text, text(type));
    return type;
}

Type Scope::binary(Expression& e) {
    const Type left = typed(e.parts[0]), right = typed(e.parts[1]);
    const auto type = type_of_binary(e.text, left, right);
    if (!type) refuse(e.token, "{} {} {} does not fit", text(left), e.text, text(right));
    return *type;
}

Type Scope::choice(Expression& e) {
    if (typed(e.parts[0]) != truth)
        refuse(e.token, "a condition must be bool, not {}", text(e.parts[0].type));
    const Type yes = typed(e.parts[1]), no = typed(e.parts[2]);
    if (yes.base == Base::structure || !(converts(yes, no) || converts(no, yes)))
        refuse(e.token, "? {} : {} does not fit", text(yes), text(no));
    return converts(yes, no) ? no : yes;
}

// --- calls ------------------------------------------------------------------------------------------------

Type Scope::called(Expression& e, bool is_statement) {
    std::vector<Type> given;
    for (Expression& part : e.parts) given.push_back(typed(part));
    if (symbols_.contains(e.text)) refuse(e.token, "{} is a variable here, not a function", e.text);
    const auto found = functions_.find(e.text);
    if (found == functions_.end()) return e.type = built_in_called(e, given, is_statement);
    const Signature& signature = found->second;
    const Cost& cost = signature.cost;
    cost_.work += factor_ * cost.work;
    count_operations(1 + cost.operations);
    cost_.loops += cost.loops;
    count_iterations(e.token, factor_ * cost.iterations);
    const std::size_t most = signature.formals.size(), least = most - signature.optional;
    if (given.size() < least || given.size() > most)
        refuse(e.token, "{} takes {} arguments, not {}", e.text,
               least == most ? fmt::format("{}", most) : fmt::format("{} or {}", least, most), given.size());
    for (std::size_t i = 0; i < given.size(); ++i) check_argument(e, i, signature.formals[i], is_statement);
    check_written_once(e, signature);
    if (!is_statement && signature.result == nothing) refuse(e.token, "{} returns nothing", e.text);
    return e.type = signature.result;
}

void Scope::check_argument(const Expression& call, std::size_t i, const Signature::Formal& formal,
                           bool is_statement) const {
    const Expression& argument = call.parts[i];
    const bool fits = formal.is_written ? argument.type == formal.type : converts(argument.type, formal.type);
    if (!fits)
        refuse(argument.first, "argument {} of {} must be {}, not {}", i + 1, call.text, text(formal.type),
               text(argument.type));
    if (!formal.is_written) return;
    if (!is_statement)
        refuse(call.token, "{} writes an argument, so its call must be a statement of its own", call.text);
    require_writable(argument);
}

/// GLSL leaves open in which order the written arguments are copied back.
void Scope::check_written_once(const Expression& call, const Signature& signature) const {
    std::set<std::string_view> written;
    for (std::size_t i = 0; i < call.parts.size(); ++i)
        if (signature.formals[i].is_written && !written.insert(root(call.parts[i])).second)
            refuse(call.token, "{} writes {} twice", call.text, root(call.parts[i]));
}

Type Scope::built_in_called(const Expression& e, const std::vector<Type>& given, bool is_statement) const {
    bool is_known = false;
    const auto type = type_of_call(e.text, given, is_known);
    if (!is_known) refuse_function(e);
    if (!type) refuse(e.token, "{} does not take these arguments", e.text);
    if (is_statement) refuse(e.token, "the result of {} is not used", e.text);
    return *type;
}

void Scope::refuse_function(const Expression& e) const {
    for (const Function& function : unit_.functions)
        if (unit_.text(function.name_token) == e.text)
            refuse(e.token, "{} is called before its definition has ended; recursion is not offered", e.text);
    std::vector<std::string_view> all;
    for (const auto& [known, function] : functions_) all.push_back(known);
    refuse(e.token, "{} is not a function that modules may call{}", e.text, did_you_mean(e.text, all));
}

}  // namespace winnow::effects::glsl
