// The documentation of expressions: a sentence for each name and each function.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "effects/compile/stack_names.h"
#include "effects/expression/expression_operations.h"
#include "effects/reference.h"

namespace winnow::effects {
namespace {

struct Explained {
    std::string_view name, text;
    int operands = 0;  // of a function
    std::string_view arguments = "";
};

constexpr Explained explained_names[] = {
    {"position", "The particle's place, in metres; y is up."},
    {"velocity", "Its velocity, in metres per second."},
    {"speed", "The length of its velocity."},
    {"age", "Seconds since its birth."},
    {"lifetime", "Seconds from its birth to its death."},
    {"life", "The share of its life that it has lived, 0 to 1."},
    {"travelled", "The way since its birth by its velocity, in metres."},
    {"time", "Seconds of simulated time."},
    {"seconds", "The length of a step, in seconds."},
    {"random", "A number from 0 to 1 that a particle keeps; each time it is written, it is another one."},
    {"pi", "3.14159265."},
};

constexpr Explained explained_functions[] = {
    {"abs", "`x` without its sign.", 1, "x"},
    {"sign", "-1, 0 or 1.", 1, "x"},
    {"floor", "The greatest whole number that is not above `x`.", 1, "x"},
    {"ceil", "The least whole number that is not below `x`.", 1, "x"},
    {"fract", "`x - floor(x)`.", 1, "x"},
    {"sqrt", "The square root.", 1, "x"},
    {"exp", "2.718 to the power of `x`.", 1, "x"},
    {"log", "The natural logarithm.", 1, "x"},
    {"sin", "The sine of an angle in radians.", 1, "x"},
    {"cos", "The cosine of an angle in radians.", 1, "x"},
    {"tan", "The tangent of an angle in radians.", 1, "x"},
    {"asin", "The angle with this sine; `x` is limited to -1 to 1.", 1, "x"},
    {"acos", "The angle with this cosine; `x` is limited to -1 to 1.", 1, "x"},
    {"atan", "The angle with this tangent.", 1, "x"},
    {"atan", "The angle of the point (`x`, `y`), -pi to pi; 0 for the origin.", 2, "y, x"},
    {"pow", "`x` to the power of `y`; of a negative `x`, 0 unless `y` is whole.", 2, "x, y"},
    {"mod", "`x - y * floor(x / y)`, as `x % y`; 0 if `y` is 0.", 2, "x, y"},
    {"min", "The lesser of both.", 2, "x, y"},
    {"max", "The greater of both.", 2, "x, y"},
    {"clamp", "`x`, limited to `least` to `most`.", 3, "x, least, most"},
    {"mix", "From `a` to `b`, as `share` goes from 0 to 1.", 3, "a, b, share"},
    {"step", "0 if `x` is below the edge, else 1.", 2, "edge, x"},
    {"smoothstep", "From 0 to 1, as `x` goes from `least` to `most`, smooth at both ends.", 3,
     "least, most, x"},
    {"length", "The length of a vector.", 1, "v"},
    {"distance", "The length of `v - w`.", 2, "v, w"},
    {"dot", "The dot product.", 2, "v, w"},
    {"cross", "The cross product.", 2, "v, w"},
    {"normalize", "The vector of length 1 in the same direction; zero stays zero.", 1, "v"},
    {"noise", "A smooth random number that depends on the place, -1 to 1.", 1, "place"},
    {"vec3", "A vector of three equal numbers.", 1, "x"},
    {"vec3", "A vector of its parts, such as `vec3(position.xz, 0)`.", 2, "a, b"},
    {"vec3", "A vector of three numbers.", 3, "x, y, z"},
    {"vec4", "A colour of four equal numbers.", 1, "x"},
    {"vec4", "A colour of its parts, such as `vec4(vec3(1), 0.5)`.", 2, "a, b"},
    {"vec4", "A colour of its parts.", 3, "a, b, c"},
    {"vec4", "A colour of red, green, blue and alpha.", 4, "r, g, b, a"},
};

const Explained& find_explained(std::span<const Explained> table, std::string_view name, int operands) {
    const auto found = std::ranges::find_if(
        table, [&](const Explained& row) { return row.name == name && row.operands == operands; });
    if (found == table.end()) throw std::logic_error(fmt::format("{} is not explained", name));
    return *found;
}

}  // namespace

std::string expression_reference_markdown() {
    std::string text = "| name | |\n| --- | --- |\n";
    for (const ExpressionName& known : common_names())
        text +=
            fmt::format("| `{}` | {} |\n", known.name, find_explained(explained_names, known.name, 0).text);
    text += "\n| function | takes | |\n| --- | --- | --- |\n";
    for (const std::string_view name : function_names())
        for (const int operands : operand_counts(name)) {
            const Explained& row = find_explained(explained_functions, name, operands);
            const auto& takes = find_operation(name, static_cast<std::size_t>(operands))->takes;
            text += fmt::format("| `{}({})` | {} | {} |\n", name, row.arguments, takes, row.text);
        }
    return text;
}

}  // namespace winnow::effects
