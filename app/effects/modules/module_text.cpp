#include "effects/modules/module_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "effects/modules/glsl_tree.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_check.h"

namespace winnow::effects {
namespace glsl {
namespace {

using Kind = Expression::Kind;

constexpr std::string_view precise = "precise ";

bool is_comparison(const Expression& e) {
    static const std::set<std::string_view> comparisons{"<", ">", "<=", ">=", "==", "!="};
    return e.kind == Kind::binary && comparisons.contains(e.text);
}

bool is_constructor(const Expression& e) {
    return e.kind == Kind::call && type_named(e.text).has_value();
}

/// True if the value is computed without rounding, in whatever order.
bool is_exact(const Expression& e) {
    if (!e.type.is_real() || e.kind == Kind::literal || e.kind == Kind::name) return true;
    if (e.kind == Kind::choice) return is_exact(e.parts[1]) && is_exact(e.parts[2]);
    if (e.kind == Kind::member || e.kind == Kind::index) return is_exact(e.parts[0]);
    if (e.kind == Kind::unary || is_constructor(e)) return std::ranges::all_of(e.parts, is_exact);
    return false;
}

/// Returns what stands between two tokens, without comments.
std::string gap(std::string_view between) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(between, '\n'));
    if (lines == 0) return between.empty() ? "" : " ";
    return std::string(lines, '\n') + std::string(between.substr(between.find_last_not_of(" \t") + 1));
}

class Writer {
  public:
    Writer(const Module& module, const Unit& unit, std::string_view prefix)
        : source_(module.body), unit_(unit), prefix_(prefix) {
        for (const Parameter& parameter : module.parameters)
            for (const Choice& choice : parameter.choices) constants_.insert(choice_name(parameter, choice));
        for (const Statement& statement : unit.constants)
            for (const Declared& one : statement.declared)
                constants_.insert(std::string(unit.text(one.name_token)));
        for (const Function& function : unit.functions) functions_.insert(unit.text(function.name_token));
    }

    std::string run() {
        for (const Statement& statement : unit_.constants) {
            for (const Declared& one : statement.declared) {
                prepend_prefix(one.name_token);
                rename_in(one.value, false);
            }
        }
        for (const Function& function : unit_.functions) add(function);
        const Token& first = unit_.tokens.front();
        std::string result = gap(source_.substr(0, place(first)));
        if (unit_.tokens.size() > 1) result += written(0, unit_.tokens.size() - 2, false);
        return result + gap(after(unit_.tokens.size() - 2));
    }

  private:
    /// An expression that is computed before its statement, in a local of its own.
    struct Hoisted {
        std::size_t first = 0, last = 0;
        std::string name;
        std::string declaration;
    };

    std::size_t place(const Token& token) const {
        return static_cast<std::size_t>(token.text.data() - source_.data());
    }
    /// Returns what stands between a token and the next.
    std::string_view after(std::size_t token) const {
        const std::size_t end = place(unit_.tokens[token]) + unit_.text(token).size();
        return source_.substr(end, place(unit_.tokens[token + 1]) - end);
    }

    // --- what is changed --------------------------------------------------------------------------------

    void prepend_prefix(std::size_t token) { replaced_[token] = prefix_ + std::string(unit_.text(token)); }

    /// Renames what the expression names, converts arguments, and guards divisions. Those of global constants
    /// need no guard, which would be no constant and could not call a function: the check has excluded what
    /// traps.
    void rename_in(const Expression& e, bool guards = true) {
        const bool is_own = e.kind == Kind::name ? constants_.contains(std::string(e.text))
                                                 : e.kind == Kind::call && functions_.contains(e.text);
        if (is_own) prepend_prefix(e.token);
        convert_arguments(e);
        if (guards) guard_division(e);
        for (const Expression& part : e.parts) rename_in(part, guards);
    }

    /// Some drivers find no function for a float beside an integer, as in max(x, 1), because floats become
    /// doubles as easily as integers become floats.
    void convert_arguments(const Expression& e) {
        if (e.kind != Kind::call || is_constructor(e) || e.text == "ldexp") return;
        bool is_built_in = false;
        type_of_call(e.text, {}, is_built_in);
        const auto is_real = [](const Expression& part) { return part.type.is_real(); };
        if (!is_built_in || std::ranges::none_of(e.parts, is_real)) return;
        for (const Expression& part : e.parts) {
            Type type = part.type;
            if (type.base != Base::integer && type.base != Base::unsigned_integer) continue;
            type.base = Base::real;
            before_[part.first] += text(type) + '(';
            after_[part.last] += ')';
        }
    }

    /// Drivers that fold constants, and processors, trap where the least int is divided by -1.
    void guard_division(const Expression& e) {
        if (e.kind != Kind::binary || !is_guarded(e.text, e.type) || is_positive(e.parts[1])) return;
        const std::string type = text(e.type);
        before_[e.parts[0].first] += fmt::format("{}({}(", guard_of(e.text), type);
        replaced_[e.token] = fmt::format("), {}(", type);
        after_[e.parts[1].last] += "))";
    }

    /// Writes `x /= y` as `x = Quotient(x, y)`.
    void guard_assignment(const Statement& s) {
        if (s.kind != Statement::Kind::assignment || s.expressions.size() < 2) return;
        const Expression &target = s.expressions[0], &value = s.expressions[1];
        const std::string_view op = std::string_view(s.text).substr(0, s.text.size() - 1);
        if (!is_guarded(op, target.type) || is_positive(value)) return;
        const std::string type = text(target.type);
        replaced_[target.last + 1] = fmt::format("= {}({}({}), {}(", guard_of(op), type,
                                                 written(target.first, target.last, true), type);
        after_[value.last] += "))";
    }

    static bool is_guarded(std::string_view op, Type type) {
        return (op == "/" || op == "%") && type.base == Base::integer;
    }
    static std::string_view guard_of(std::string_view op) { return op == "/" ? "Quotient" : "Remainder"; }
    /// True of a literal from 1 on, by which every int can be divided.
    static bool is_positive(const Expression& e) {
        return e.kind == Kind::literal && e.text.find_first_not_of("0x") != std::string_view::npos;
    }

    /// Writes what the check has assumed of a loop's bounds into the loop: values of parameters are read on
    /// the GPU.
    void bound_loop(const Statement& s) {
        if (s.kind != Statement::Kind::loop) return;
        const auto limit = [&](const Expression& e, const Span& span, std::string_view function,
                               double value) {
            if (span.least == span.most) return;
            before_[e.first] += fmt::format("{}(int(", function);
            after_[e.last] += fmt::format("), {:.0f})", value);
        };
        limit(s.declared[0].value, s.bounds[0], "max", s.bounds[0].least);
        limit(s.expressions[0], s.bounds[1], "min", s.bounds[1].most);
        if (s.expressions.size() > 1) limit(s.expressions[1], s.bounds[2], "max", s.bounds[2].least);
    }

    void add(const Function& function) {
        prepend_prefix(function.name_token);
        for (const Formal& formal : function.formals) {
            const bool holds_reals = formal.type.is_real() || formal.type.base == Base::structure;
            if (formal.is_written && holds_reals) before_[formal.first] += precise;
            if (formal.type.structure == "Parameters") prepend_prefix(formal.type_token);
        }
        result_ = function.result;
        add(function.body);
    }

    void add(const Statement& s) {
        for (const Statement& inner : s.body) add(inner);
        if (s.kind == Statement::Kind::declaration) return add_declaration(s);
        const std::size_t begun = hoisted_.size();
        for (const Declared& one : s.declared) rename_in(one.value);
        bound_loop(s);
        for (const Expression& e : s.expressions) rename_in(e);
        guard_assignment(s);
        for (const Expression& e : s.expressions) hoist_from(e);
        if (s.kind == Statement::Kind::leave && !s.expressions.empty())
            hoist_unless_exact(s.expressions[0], result_);
        const std::string declarations = hoisted_declarations(begun);
        if (declarations.empty()) return;
        before_[s.first] += "{ " + declarations;
        after_[s.last] += " }";
    }

    /// A later name's value may need the names before it, so what it needs comes between them.
    void add_declaration(const Statement& s) {
        const std::string type = (s.is_const ? "const " : "") + text(s.type);
        const std::string_view mark = s.type.is_real() ? precise : "";
        for (std::size_t i = 0; i < s.declared.size(); ++i) {
            const std::size_t begun = hoisted_.size();
            rename_in(s.declared[i].value);
            hoist_from(s.declared[i].value);
            const std::string declarations = hoisted_declarations(begun);
            const std::size_t comma = s.declared[i].name_token - 1;
            if (i == 0)
                before_[s.first] += declarations + std::string(mark);
            else if (!declarations.empty())
                replaced_[comma] =
                    fmt::format("; {}{}{}{}", declarations, mark, type, after(comma).empty() ? " " : "");
        }
    }

    std::string hoisted_declarations(std::size_t begun) const {
        std::string all;
        for (std::size_t i = begun; i < hoisted_.size(); ++i) all += hoisted_[i].declaration;
        return all;
    }

    /// Hoists computed floats out of an expression where `precise` would not reach them, inner ones first.
    void hoist_from(const Expression& e) {
        for (const Expression& part : e.parts) hoist_from(part);
        bool is_built_in = false;
        if (e.kind == Kind::call) type_of_call(e.text, {}, is_built_in);
        const bool reaches = e.kind == Kind::call ? is_built_in && e.type.is_real() : !is_comparison(e);
        if (reaches) return;
        for (const Expression& part : e.parts) hoist_unless_exact(part, part.type);
    }

    void hoist_unless_exact(const Expression& e, Type type) {
        if (is_exact(e)) return;
        Hoisted hoisted{e.first, e.last, fmt::format("Exact{}", hoisted_.size() + 1), ""};
        hoisted.declaration =
            fmt::format("precise {} {} = {}; ", text(type), hoisted.name, written(e.first, e.last, true));
        hoisted_at_[e.first] = hoisted_.size();
        hoisted_.push_back(std::move(hoisted));
    }

    // --- what is written --------------------------------------------------------------------------------

    /// Returns the text of tokens, with the names of hoisted expressions in their place; in one line if
    /// `is_flat`.
    std::string written(std::size_t first, std::size_t last, bool is_flat) const {
        std::string result;
        for (std::size_t i = first; i <= last; ++i) {
            if (const auto found = hoisted_at_.find(i); found != hoisted_at_.end()) {
                const Hoisted& hoisted = hoisted_[found->second];
                result += hoisted.name;
                for (; i < hoisted.last; ++i) result += breaks(i, is_flat);
            } else {
                result += changed(i);
            }
            if (i < last) result += is_flat && !after(i).empty() ? " " : gap(after(i));
        }
        return result;
    }

    std::string breaks(std::size_t token, bool is_flat) const {
        if (is_flat) return "";
        return std::string(static_cast<std::size_t>(std::ranges::count(after(token), '\n')), '\n');
    }

    std::string changed(std::size_t token) const {
        const auto text_in = [token](const std::map<std::size_t, std::string>& changes) {
            const auto found = changes.find(token);
            return found == changes.end() ? std::string() : found->second;
        };
        const auto found = replaced_.find(token);
        const std::string itself = found == replaced_.end() ? std::string(unit_.text(token)) : found->second;
        return text_in(before_) + itself + text_in(after_);
    }

    std::string_view source_;
    const Unit& unit_;
    std::string prefix_;
    std::set<std::string> constants_;  // those of choices too
    std::set<std::string_view> functions_;
    Type result_;                                                   // of the function that is being written
    std::map<std::size_t, std::string> before_, after_, replaced_;  // by token
    std::vector<Hoisted> hoisted_;                                  // inner ones before outer ones
    std::map<std::size_t, std::size_t> hoisted_at_;                 // by first token: the outermost so far
};

}  // namespace
}  // namespace glsl

std::string prefix_of(const Module& module) {
    std::string prefix;
    char before = '-';
    for (const char c : module.name) {
        const bool is_letter = c >= 'a' && c <= 'z';
        if (before == '-') prefix += is_letter ? static_cast<char>(c - 'a' + 'A') : '_';
        if (c != '-' && (before != '-' || !is_letter)) prefix += c;
        before = c;
    }
    // Capitals alone could be the beginning of one of the engine's constants. No name leads to this ending.
    const bool has_small_letter = std::ranges::any_of(prefix, [](char c) { return c >= 'a' && c <= 'z'; });
    return prefix + (has_small_letter ? "_" : "_x_");
}

std::string parameters_text(const Module& module, std::string_view prefix) {
    std::string members, constants;
    for (const Parameter& parameter : module.parameters) {
        if (parameter.type == Type::attribute) continue;  // the stage's function has an argument for it
        members += fmt::format("    {} {};\n", glsl::text(glsl::type_of(parameter)), parameter.name);
        for (std::size_t i = 0; i < parameter.choices.size(); ++i)
            constants += fmt::format("const uint {}{} = {}u;\n", prefix,
                                     choice_name(parameter, parameter.choices[i]), i);
    }
    if (members.empty()) members = "    bool unused;\n";
    return fmt::format("struct {}Parameters {{\n{}}};\n{}", prefix, members, constants);
}

BodyText body_text(const Module& module, std::string_view prefix) {
    const glsl::Unit unit = check_body(module);
    BodyText result{glsl::Writer(module, unit, prefix).run(), unit.expansion, {}, {}};
    const auto is_own = [&](std::string_view name) {
        return std::ranges::any_of(unit.functions, [&](const glsl::Function& function) {
            return unit.text(function.name_token) == name;
        });
    };
    for (std::size_t i = 0; i + 1 < unit.tokens.size(); ++i) {
        if (unit.text(i) == ".") result.members.emplace(unit.text(i + 1));
        if (unit.tokens[i].kind == glsl::Token::Kind::name && unit.text(i + 1) == "(" &&
            !is_own(unit.text(i)))
            result.calls.emplace(unit.text(i));
    }
    return result;
}

std::shared_ptr<const BodyText> body_of(const std::shared_ptr<const Module>& module) {
    struct CachedBody {
        std::weak_ptr<const Module> module;
        std::shared_ptr<const BodyText> body;
    };
    static std::mutex mutex;
    static std::map<const Module*, CachedBody> bodies;
    const std::scoped_lock lock(mutex);
    std::erase_if(bodies, [](const auto& entry) { return entry.second.module.expired(); });
    CachedBody& cached = bodies[module.get()];
    if (!cached.body)
        cached = {module, std::make_shared<const BodyText>(body_text(*module, prefix_of(*module)))};
    return cached.body;
}

bool calls(const std::shared_ptr<const Module>& module, std::string_view function) {
    return body_of(module)->calls.contains(function);
}

}  // namespace winnow::effects
