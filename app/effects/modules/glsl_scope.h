// The meaning of names at a place of a module's body: variables, functions, and the types of expressions.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "effects/modules/glsl_tree.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module.h"

namespace winnow::effects::glsl {

struct Symbol {
    enum class Kind { constant, input, written, local, counter };  // written: an inout parameter
    Type type;
    Kind kind = Kind::local;
    std::optional<Span> span;  // of a whole constant
};

/// Every function throws Refused where the body breaks a rule.
class Scope {
  public:
    /// Both must outlive the scope.
    Scope(const Module& module, const Unit& unit);

    template <typename... Values>
    [[noreturn]] void refuse(std::size_t token, fmt::format_string<Values...> format,
                             Values&&... values) const {
        throw Refused{unit_.place(token), fmt::format(format, std::forward<Values>(values)...)};
    }

    /// Adds a name that lives until the end of the body.
    void add(std::size_t token, const Symbol& symbol);
    /// Adds a name that lives until it is forgotten.
    void add_local(std::size_t token, const Symbol& symbol);
    std::size_t locals() const { return locals_.size(); }
    /// Forgets the youngest local names but `count`.
    void forget_locals(std::size_t count);

    /// The function may be called from now on.
    void add_function(Signature signature);
    /// Refuses the token's name if a function has it.
    void require_free_function(std::size_t token) const;
    const Signature* function(std::string_view name) const;

    /// Returns the expression's type and notes it, and those of its parts.
    Type typed(Expression& e);
    /// Checks a call that is a statement of its own, and so may write its arguments.
    void check_call_statement(Expression& e) { called(e, true); }
    void require_writable(const Expression& target) const;
    /// Refuses what a global constant cannot be made from. Precondition: the expression has its type.
    void require_constant(const Expression& e) const;
    /// True if any whole number can be divided by the value: C++ and drivers that fold constants trap where
    /// the least int is divided by -1.
    bool is_safe_divisor(const Expression& e) const;
    /// Returns nullopt if the numbers are not known. Precondition: the expression has its type.
    std::optional<Span> span_of(const Expression& e) const;

    /// Costs of the function that is being checked. `enter_loop` multiplies the cost of what follows.
    void begin_function();
    void count_tokens(std::size_t first, std::size_t last);
    void count_operations(double operations) { cost_.operations += operations * unrolled_; }
    void enter_loop(std::size_t token, double iterations);
    void leave_loop(double iterations);
    /// Refuses the function if its costs are too high.
    void limit_cost(std::size_t name_token) const;
    const Cost& cost() const { return cost_; }

  private:
    void add_choices(const Parameter& parameter);
    void check_new(std::size_t token) const;
    void count_iterations(std::size_t token, double iterations);

    Type literal(const Expression& e) const;
    Type name(const Expression& e) const;
    Type member(Expression& e);
    Type index(Expression& e);
    Type unary(Expression& e);
    Type binary(Expression& e);
    Type choice(Expression& e);
    Type called(Expression& e, bool is_statement);
    Type built_in_called(const Expression& e, const std::vector<Type>& given, bool is_statement) const;
    void check_argument(const Expression& call, std::size_t i, const Signature::Formal& formal,
                        bool is_statement) const;
    void check_written_once(const Expression& call, const Signature& signature) const;
    [[noreturn]] void refuse_function(const Expression& e) const;

    const Module& module_;
    const Unit& unit_;
    std::set<std::string> choice_names_;
    std::map<std::string_view, Symbol> symbols_;
    std::map<std::string_view, Signature> functions_;
    std::vector<std::string_view> locals_;  // among the symbols, in the order of their declaration
    Cost cost_;
    double factor_ = 1;    // the product of the loops around
    double unrolled_ = 1;  // the same, of as many passes as compilers unroll
};

}  // namespace winnow::effects::glsl
