#include "effects/expression/expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "effects/expression/expression_operations.h"

namespace winnow::effects {
namespace {

using NodeKind = ExpressionNode::Kind;

/// A piece of GLSL on the stack.
struct Written {
    ExpressionType type = ExpressionType::number;
    std::string text;   // a primary or postfix expression
    std::string exact;  // likewise, of doubles, where it follows from a long time; else empty
};

std::string declared(ExpressionType type) {
    constexpr std::array types{"bool", "precise float", "precise vec2", "precise vec3", "precise vec4"};
    return types[static_cast<std::size_t>(type)];
}

std::string doubles_of(ExpressionType type) {
    return components_of(type) == 1 ? "double" : fmt::format("dvec{}", components_of(type));
}

/// Returns the operand in the components of an operation that computes each component alone.
std::string widened(const ExpressionNode& node, const Written& operand, std::string text,
                    std::string_view vector) {
    const int components = components_of(node.type);
    const bool widens = node.operation->each && components > components_of(operand.type);
    return widens ? fmt::format("{}{}({})", vector, components, text) : std::move(text);
}

std::string exact_text(const Written& operand) {
    if (operand.type == ExpressionType::boolean || !operand.exact.empty())
        return operand.exact.empty() ? operand.text : operand.exact;
    return fmt::format("{}({})", doubles_of(operand.type), operand.text);
}

std::string operation_text(const ExpressionNode& node, std::span<const Written> operands, bool of_doubles) {
    std::array<std::string, 4> texts;
    for (std::size_t i = 0; i < operands.size(); ++i)
        texts[i] = widened(node, operands[i], of_doubles ? exact_text(operands[i]) : operands[i].text,
                           of_doubles ? "dvec" : "vec");
    return fmt::format(fmt::runtime(node.operation->glsl), texts[0], texts[1], texts[2], texts[3]);
}

/// Writes the statements of operations.
class StatementWriter {
  public:
    explicit StatementWriter(std::string_view prefix) : prefix_(prefix) {}

    /// Declares the truth that a time is long.
    void declare_long(const std::set<std::string>& conditions) {
        if (conditions.empty()) return;
        statements_.push_back(fmt::format("const bool {}long = {};", prefix_, fmt::join(conditions, " || ")));
    }

    Written operation(const ExpressionNode& node, std::span<const Written> operands) {
        using Kind = LongGlsl::Kind;
        const Kind kind = node.operation->where_long.kind;
        const bool is_long = std::ranges::any_of(operands, [](const Written& o) { return !o.exact.empty(); });
        Written written{node.type, fmt::format("{}{}", prefix_, count_++), {}};
        if (is_long && kind == Kind::reduced) {
            reduced(node, operands.front(), written);
            return written;
        }
        declare(node, written, operation_text(node, operands, false));
        if (is_long && kind != Kind::floats) add_doubles(node, operands, written);
        return written;
    }

    std::vector<std::string> take() { return std::move(statements_); }

  private:
    void declare(const ExpressionNode& node, const Written& written, std::string_view text) {
        statements_.push_back(fmt::format("{} {} = {};", declared(node.type), written.text, text));
    }
    void where_long(std::string_view statement) {
        statements_.push_back(fmt::format("if ({}long) {{ {} }}", prefix_, statement));
    }
    void add_doubles(const ExpressionNode& node, std::span<const Written> operands, Written& written) {
        const bool constructs = node.operation->where_long.kind == LongGlsl::Kind::doubles_of_double_type;
        const std::string text = (constructs ? "d" : "") + operation_text(node, operands, true);
        if (node.type == ExpressionType::boolean) {
            where_long(fmt::format("{} = {};", written.text, text));
            return;
        }
        written.exact = written.text + "_exact";
        const std::string doubles = doubles_of(node.type);
        statements_.push_back(fmt::format("precise {0} {1} = {0}(0.0);", doubles, written.exact));
        where_long(fmt::format("{0} = {1}; {2} = {3}({0});", written.exact, text, written.text,
                               doubles == "double" ? "float" : doubles.substr(1)));
    }
    /// Writes an operation of an operand that is made small first.
    void reduced(const ExpressionNode& node, const Written& operand, const Written& written) {
        const LongGlsl& how = node.operation->where_long;
        const std::string local = written.text + "_small";
        const std::string type =
            how.reduced_type.empty() ? declared(operand.type) : std::string(how.reduced_type);
        statements_.push_back(fmt::format("{} {} = {}({});", type, local, how.reduction, operand.text));
        where_long(fmt::format("{} = {}({});", local, how.reduction, operand.exact));
        declare(node, written, fmt::format(fmt::runtime(node.operation->glsl), local));
    }

    std::string_view prefix_;
    std::vector<std::string> statements_;
    std::size_t count_ = 0;
};

/// Removes the operands of a node from the end of the stack, and puts its result there.
template <typename Element>
void replace_operands(std::vector<Element>& stack, const ExpressionNode& node, Element result) {
    stack.resize(stack.size() - node.operands);
    stack.push_back(std::move(result));
}

template <typename Element>
std::span<const Element> operands_on(const std::vector<Element>& stack, const ExpressionNode& node) {
    return std::span(stack).last(node.operands);
}

template <typename Real>
glm::vec<4, Real> components_on(const ExpressionNode& node, const glm::vec<4, Real>& whole) {
    glm::vec<4, Real> part(0);
    for (int i = 0; i < components_of(node.type); ++i)
        part[i] = whole[node.components[static_cast<std::size_t>(i)]];
    return part;
}

/// Computes an expression; empty if `name_value` knows no value for a name.
template <typename Real, typename NameValue>
std::optional<glm::vec<4, Real>> computed(const Expression& expression, const NameValue& name_value) {
    using Vector = glm::vec<4, Real>;
    std::vector<ExpressionValueOf<Real>> stack;
    for (const ExpressionNode& node : expression.nodes) {
        ExpressionValueOf<Real> result{node.type, Vector(0)};
        if (node.kind == NodeKind::literal) {
            result.value = Vector(expression.literals[node.index]);
        } else if (node.kind == NodeKind::name) {
            const std::optional<Vector> known = name_value(expression.names[node.index]);
            if (!known) return std::nullopt;
            result = value_of(node.type, *known);
        } else if (node.kind == NodeKind::components) {
            result = value_of(node.type, components_on(node, stack.back().value));
        } else {
            result = compute(*node.operation, node.type, operands_on(stack, node));
        }
        replace_operands(stack, node, result);
    }
    return stack.back().value;
}

}  // namespace

ExpressionGlsl Expression::emit(std::string_view prefix, const LiteralText& literal_text,
                                const NameText& name_text, const LongName& long_name) const {
    const auto long_text = [&](const std::string& name) {
        return long_name ? long_name(name) : std::optional<LongText>();
    };
    StatementWriter statements(prefix);
    std::set<std::string> conditions;
    for (const std::string& name : names)
        if (const auto text = long_text(name)) conditions.insert(text->is_long);
    statements.declare_long(conditions);
    std::vector<Written> stack;
    for (const ExpressionNode& node : nodes) {
        Written written{node.type, {}, {}};
        if (node.kind == NodeKind::literal) {
            written.text = literal_text(node.index);
        } else if (node.kind == NodeKind::name) {
            written.text = name_text(names[node.index]);
            if (const auto text = long_text(names[node.index])) written.exact = text->exact;
        } else if (node.kind == NodeKind::components) {
            const Written& whole = stack.back();
            written.text = whole.text + '.' + letters_of(node);
            if (!whole.exact.empty()) written.exact = whole.exact + '.' + letters_of(node);
        } else {
            written = statements.operation(node, operands_on(stack, node));
        }
        replace_operands(stack, node, std::move(written));
    }
    return {statements.take(), std::move(stack.back().text)};
}

std::optional<glm::vec4> Expression::evaluate(const NameValue& name_value) const {
    return computed<float>(*this, [&](const std::string& name) {
        return name_value ? name_value(name) : std::optional<glm::vec4>();
    });
}

glm::dvec4 Expression::evaluate_long(const LongValue& name_value) const {
    return *computed<double>(*this, [&](const std::string& name) { return std::optional(name_value(name)); });
}

}  // namespace winnow::effects
