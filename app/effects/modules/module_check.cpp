#include "effects/modules/module_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "effects/model/document.h"
#include "effects/modules/glsl_scope.h"

namespace winnow::effects {
namespace glsl {
namespace {

/// Whole numbers that a loop's variable can have; their sums cannot overflow an int.
constexpr double max_counted = 1 << 20;

/// True if no way through the statement goes on after it.
bool returns(const Statement& s) {
    if (s.kind == Statement::Kind::leave) return s.text == "return";
    if (s.kind == Statement::Kind::branch)
        return s.body.size() == 2 && returns(s.body[0]) && returns(s.body[1]);
    return s.kind == Statement::Kind::block && !s.body.empty() && returns(s.body.back());
}

class Checker {
  public:
    Checker(const Module& module, Unit& unit) : module_(module), unit_(unit), scope_(module, unit) {}

    void run() {
        auto constant = unit_.constants.begin();
        for (Function& function : unit_.functions) {
            for (; constant != unit_.constants.end() && constant->first < function.first; ++constant)
                add_constants(*constant);
            check(function);
        }
        for (; constant != unit_.constants.end(); ++constant) add_constants(*constant);
        check_stage();
    }

  private:
    void add_constants(Statement& statement) {
        for (Declared& one : statement.declared) {
            initialise(statement, one);
            scope_.require_constant(one.value);
            auto span = statement.type.is_scalar() ? scope_.span_of(one.value) : std::nullopt;
            if (span && span->least < 0 && statement.type == unsigned_integer) span.reset();  // it wraps
            scope_.add(one.name_token, {statement.type, Symbol::Kind::constant, span});
        }
    }

    // --- functions --------------------------------------------------------------------------------------

    void check(Function& function) {
        const std::string_view name = unit_.text(function.name_token);
        scope_.require_free_function(function.name_token);
        Signature signature{name, function.result, {}};
        for (const Formal& formal : function.formals) {
            const std::string_view structure = formal.type.structure;
            const bool is_writable = structure.empty() || structure == "Particle" || structure == "Look";
            if (formal.is_written && !is_writable)
                scope_.refuse(formal.type_token, "{} cannot be inout", structure);
            signature.formals.push_back({formal.type, formal.is_written});
            const auto kind = formal.is_written ? Symbol::Kind::written : Symbol::Kind::input;
            scope_.add_local(formal.name_token, {formal.type, kind, {}});
        }
        result_ = function.result;
        scope_.begin_function();
        check(function.body);
        scope_.forget_locals(0);
        if (function.result != nothing && !returns(function.body))
            scope_.refuse(function.body.last, "{} must return a value on every way", name);
        scope_.limit_cost(function.name_token);
        signature.cost = scope_.cost();
        scope_.add_function(std::move(signature));
    }

    void check_stage() {
        const Signature wanted = stage_function(module_);
        const Signature* const found = scope_.function(wanted.name);
        const auto fits = [](const Signature::Formal& a, const Signature::Formal& b) {
            return a.type == b.type && a.is_written == b.is_written;
        };
        if (found != nullptr && found->result == nothing &&
            std::ranges::equal(found->formals, wanted.formals, fits)) {
            unit_.expansion = found->cost.expansion();
            return refuse_other_stages();
        }
        std::string list;
        for (const Signature::Formal& formal : wanted.formals)
            list += fmt::format("{}{}{}", list.empty() ? "" : ", ", formal.is_written ? "inout " : "",
                                text(formal.type));
        Place place = module_.begin;
        for (const Function& function : unit_.functions)
            if (unit_.text(function.name_token) == wanted.name) place = unit_.place(function.name_token);
        throw Refused{place, fmt::format("the module must have the function void {}({})", wanted.name, list)};
    }

    /// A module runs in one stage: another stage's function would never be called.
    void refuse_other_stages() const {
        for (const auto& stage : names<Stage>) {
            if (stage.value == module_.stage) continue;
            const auto same = [&](const Function& f) { return unit_.text(f.name_token) == stage.name; };
            for (const Function& function : unit_.functions)
                if (same(function) && !function.formals.empty() &&
                    function.formals[0].type.structure == "Particle")
                    scope_.refuse(
                        function.name_token,
                        "{} is never run, because the stage of the module is {}; a second stage needs a "
                        "module of its own",
                        stage.name, winnow::name_of(names<Stage>, module_.stage));
        }
    }

    // --- statements -------------------------------------------------------------------------------------

    /// A declaration's names live on after it.
    void check(Statement& s) {
        if (s.kind == Statement::Kind::declaration) return check_declaration(s);
        const std::size_t outside = scope_.locals();
        check_closed(s);
        scope_.forget_locals(outside);
    }

    void check_closed(Statement& s) {
        switch (s.kind) {
            case Statement::Kind::block:
                for (Statement& inner : s.body) check(inner);
                break;
            case Statement::Kind::assignment:
                scope_.count_tokens(s.first, s.last);
                check_assignment(s);
                break;
            case Statement::Kind::call:
                scope_.count_tokens(s.first, s.last);
                scope_.check_call_statement(s.expressions[0]);
                break;
            case Statement::Kind::branch:
                check_branch(s);
                break;
            case Statement::Kind::loop:
                check_loop(s);
                break;
            case Statement::Kind::leave:
                scope_.count_tokens(s.first, s.last);
                check_leave(s);
                break;
            case Statement::Kind::declaration:
                break;  // check() does it
        }
    }

    /// Checks the body of a branch or a loop, whose names end with it, even if it is a lone declaration.
    void check_body(Statement& s) {
        const std::size_t outside = scope_.locals();
        ++bodies_;
        check(s);
        --bodies_;
        scope_.forget_locals(outside);
    }

    void initialise(const Statement& s, Declared& one) {
        const Type given = scope_.typed(one.value);
        if (!converts(given, s.type))
            scope_.refuse(one.name_token, "{} is {}, but its value is {}", unit_.text(one.name_token),
                          text(s.type), text(given));
    }

    void check_declaration(Statement& s) {
        scope_.count_tokens(s.first, s.last);
        scope_.count_operations(s.type.rows * s.type.columns * static_cast<double>(s.declared.size()));
        for (Declared& one : s.declared) {
            initialise(s, one);
            const auto kind = s.is_const ? Symbol::Kind::constant : Symbol::Kind::local;
            scope_.add_local(one.name_token, {s.type, kind, {}});
        }
    }

    void check_assignment(Statement& s) {
        Expression& target = s.expressions[0];
        const Type type = scope_.typed(target);
        scope_.count_operations(type.rows * type.columns);
        scope_.require_writable(target);
        if (s.expressions.size() < 2) {  // ++ and --
            if (!type.is_number()) scope_.refuse(s.first, "{} does not fit {}", s.text, text(type));
            return;
        }
        const Type given = scope_.typed(s.expressions[1]);
        std::optional<Type> result = given;
        const std::string_view op = s.text.substr(0, s.text.size() - 1);
        if (!op.empty()) result = type_of_binary(op, type, given);
        if (type.base == Base::structure || !result || !converts(*result, type))
            scope_.refuse(target.last, "{} {} {} does not fit", text(type), s.text, text(given));
        if (!op.empty()) scope_.count_operations(operations_of_binary(op, type, given, *result));
    }

    void check_branch(Statement& s) {
        scope_.count_tokens(s.first, s.expressions[0].last);
        scope_.count_operations(operations_of_branch);
        const Type type = scope_.typed(s.expressions[0]);
        if (type != truth) scope_.refuse(s.first, "a condition must be bool, not {}", text(type));
        for (Statement& inner : s.body) check_body(inner);
    }

    void check_leave(Statement& s) {
        scope_.count_operations(bodies_ > 0 ? operations_of_leaving : 1);
        if (s.text != "return") {
            if (loops_ == 0) scope_.refuse(s.first, "{} outside a loop", s.text);
            return;
        }
        const Type given = s.expressions.empty() ? nothing : scope_.typed(s.expressions[0]);
        if (given != result_ && !converts(given, result_))
            scope_.refuse(s.first, "the function returns {}, not {}", text(result_), text(given));
    }

    // --- loops ------------------------------------------------------------------------------------------

    Span bound(Expression& e) {
        scope_.typed(e);
        const auto span = scope_.span_of(e);
        if (!span)
            scope_.refuse(e.first,
                          "a loop's bound must be a whole number, a global constant with such a value, "
                          "or a parameter of type whole");
        if (std::max(span->most, -span->least) > max_counted)
            scope_.refuse(e.first, "a loop's bound can be {}; at most {}", span->most, max_counted);
        return *span;
    }

    void check_loop(Statement& s) {
        Declared& variable = s.declared[0];
        scope_.count_tokens(s.first, s.expressions.back().last);
        const Span from = bound(variable.value), to = bound(s.expressions[0]);
        const Span by = s.expressions.size() > 1 ? bound(s.expressions[1]) : Span{1, 1};
        const double step = by.least;
        s.bounds = {from, to, by};
        if (variable.value.type != integer) scope_.refuse(variable.value.first, "a loop begins at an int");
        if (s.expressions[0].type == unsigned_integer && from.least < 0)
            scope_.refuse(s.expressions[0].first, "a loop that begins below 0 ends at an int");
        if (step < 1) scope_.refuse(s.expressions[1].first, "a loop's step must be at least 1");
        if (s.expressions.size() > 1 && s.expressions[1].type != integer)
            scope_.refuse(s.expressions[1].first, "a loop's step is an int");
        const double iterations = std::max(1.0, std::ceil((to.most - from.least) / step));
        scope_.add_local(variable.name_token, {integer, Symbol::Kind::counter, {}});
        scope_.enter_loop(s.first, iterations);
        ++loops_;
        check_body(s.body[0]);
        --loops_;
        scope_.leave_loop(iterations);
    }

    const Module& module_;
    Unit& unit_;
    Scope scope_;
    Type result_;     // of the function that is being checked
    int loops_ = 0;   // around the statement that is being checked
    int bodies_ = 0;  // of branches and loops around it
};

}  // namespace
}  // namespace glsl

glsl::Unit check_body(const Module& module) {
    try {
        glsl::Unit unit = glsl::tree_of(module.body, module.begin);
        glsl::Checker(module, unit).run();
        return unit;
    } catch (const glsl::Refused& refused) {
        refuse(module.origin, refused.place, {"", refused.message});
    }
}

}  // namespace winnow::effects
