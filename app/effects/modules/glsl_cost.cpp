#include "effects/modules/glsl_cost.h"

#include <string>

#include "effects/modules/glsl_tree.h"
#include "effects/modules/glsl_types.h"

namespace winnow::effects::glsl {
namespace {

struct Weight {
    std::string_view names;
    double operations;  // for each number of the widest argument
};
constexpr Weight weights[] = {
    {" abs sign min max floor ceil trunc fract round roundEven step mix mod clamp fma radians degrees isnan "
     "isinf any all not lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual transpose "
     "matrixCompMult floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat ",
     2},
    {" sqrt inversesqrt dot cross ", 5},
    {" length distance normalize faceforward smoothstep determinant ", 8},
    {" reflect ", 10},
    {" inverse ", 22},
    {" refract ", 30},
    {" sin cos exp exp2 log log2 asin acos ", 35},
    {" pow sinh cosh tanh tan asinh acosh atanh ", 60},
    {" atan ", 80},
};
constexpr double operations_of_whole_division = 50;  // by parts of a vector, and guarded

double numbers_in(Type type) {
    return type.rows * type.columns;
}

double of_call(const Expression& e) {
    double widest = 1;
    for (const Expression& part : e.parts) widest = std::max(widest, numbers_in(part.type));
    return widest * operations_of_function(e.text);
}

}  // namespace

double operations_of_binary(std::string_view op, const Type& left, const Type& right, const Type& result) {
    const double widest = std::max(numbers_in(left), numbers_in(right));
    if (op == "*" && (left.is_matrix() || right.is_matrix()) && !left.is_scalar() && !right.is_scalar()) {
        const int shared = left.is_matrix() ? left.columns : right.rows;
        return numbers_in(result) * (2 * shared - 1);
    }
    const bool divides = op == "/" || op == "%";
    return widest * (divides && !result.is_real() ? operations_of_whole_division : 1);
}

double operations_of_function(std::string_view name) {
    if (type_named(name)) return 1;
    const std::string word = ' ' + std::string(name) + ' ';
    for (const Weight& row : weights)
        if (row.names.find(word) != std::string_view::npos) return row.operations;
    return 0;
}

double operations_of(const Expression& e) {
    switch (e.kind) {
        case Expression::Kind::literal:
        case Expression::Kind::name:
        case Expression::Kind::member:
        case Expression::Kind::index:
            return 0;
        case Expression::Kind::call:
            return of_call(e);
        case Expression::Kind::binary:
            return operations_of_binary(e.text, e.parts[0].type, e.parts[1].type, e.type);
        case Expression::Kind::unary:
        case Expression::Kind::choice:
            break;
    }
    return numbers_in(e.type);
}

}  // namespace winnow::effects::glsl
