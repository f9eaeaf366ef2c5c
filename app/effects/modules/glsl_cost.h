// The cost of a module: the work on the GPU, and the operations that a compiler has before it once it has
// replaced calls by functions and unrolled loops.
//
// The weights are the times of Mesa's llvmpipe, in additions of two numbers. Its time grows faster than the
// operations; max_expansion (module_check.h) and max_step_expansion (program_text.h) keep it to seconds.
#pragma once

#include <algorithm>
#include <string_view>

namespace winnow::effects::glsl {

struct Expression;
struct Type;

inline constexpr double tokens_of_long_function = 300;  // of the engine, roughly
inline constexpr double operations_of_long_function = 400;
inline constexpr double operations_of_kept_loop = 1000;  // beside its body; compilers follow its variables
inline constexpr double operations_of_branch = 10;
inline constexpr double operations_of_leaving = 60;  // early: what follows becomes a branch
inline constexpr double max_unrolled = 32;           // passes of a loop that a compiler writes out

/// The cost of a function.
struct Cost {
    double work = 0;        // tokens that run for one particle
    double operations = 0;  // once calls are replaced and loops are unrolled
    double loops = 0;       // once calls are replaced
    double iterations = 1;  // the largest product of nested loops

    /// Returns what a compiler has before it.
    double expansion() const { return operations + operations_of_kept_loop * loops; }
};

/// Returns the cost of a function of the engine that repeats its work so many times, and is for a compiler as
/// long as so many long functions.
constexpr Cost repeated(double times, double functions = 1) {
    return {tokens_of_long_function * times, operations_of_long_function * functions, times > 1 ? 1.0 : 0.0,
            times};
}

/// Returns the operations of the expression without those of its parts and of the functions of the engine or
/// the module. Precondition: it and its parts have their types.
double operations_of(const Expression& e);

/// The same of `left op right`.
double operations_of_binary(std::string_view op, const Type& left, const Type& right, const Type& result);

/// Returns the operations of one of GLSL's functions for each number of its arguments, constructors
/// included; 0 if there is no such function.
double operations_of_function(std::string_view name);

}  // namespace winnow::effects::glsl
