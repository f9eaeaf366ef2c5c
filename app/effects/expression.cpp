#include "effects/expression.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "effects/expression_operations.h"

namespace winnow::effects {
namespace {

using NodeKind = ExpressionNode::Kind;

/// A piece of GLSL on the stack.
struct Written {
    ExpressionType type = ExpressionType::number;
    std::string text;  // a primary or postfix expression
};

std::string declared(ExpressionType type) {
    constexpr std::array types{"bool", "precise float", "precise vec2", "precise vec3", "precise vec4"};
    return types[static_cast<std::size_t>(type)];
}

std::string operation_text(const ExpressionNode& node, std::span<const Written> operands) {
    std::array<std::string, 4> texts;
    const int components = components_of(node.type);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool widens = node.operation->each && components > components_of(operands[i].type);
        texts[i] = widens ? fmt::format("vec{}({})", components, operands[i].text) : operands[i].text;
    }
    return fmt::format(fmt::runtime(node.operation->glsl), texts[0], texts[1], texts[2], texts[3]);
}

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

glm::vec4 components_on(const ExpressionNode& node, const glm::vec4& whole) {
    glm::vec4 part(0);
    for (int i = 0; i < components_of(node.type); ++i)
        part[i] = whole[node.components[static_cast<std::size_t>(i)]];
    return part;
}

}  // namespace

ExpressionGlsl Expression::emit(std::string_view prefix, const LiteralText& literal_text,
                                const NameText& name_text) const {
    std::vector<std::string> statements;
    std::vector<Written> stack;
    for (const ExpressionNode& node : nodes) {
        Written written{node.type, {}};
        if (node.kind == NodeKind::literal) {
            written.text = literal_text(node.index);
        } else if (node.kind == NodeKind::name) {
            written.text = name_text(names[node.index]);
        } else if (node.kind == NodeKind::components) {
            written.text = stack.back().text + '.' + letters_of(node);
        } else {
            written.text = fmt::format("{}{}", prefix, statements.size());
            statements.push_back(fmt::format("{} {} = {};", declared(node.type), written.text,
                                             operation_text(node, operands_on(stack, node))));
        }
        replace_operands(stack, node, std::move(written));
    }
    return {std::move(statements), std::move(stack.back().text)};
}

std::optional<glm::vec4> Expression::evaluate(const NameValue& name_value) const {
    std::vector<ExpressionValue> stack;
    for (const ExpressionNode& node : nodes) {
        ExpressionValue result{node.type, glm::vec4(0)};
        if (node.kind == NodeKind::literal) {
            result.value = glm::vec4(literals[node.index]);
        } else if (node.kind == NodeKind::name) {
            const auto known = name_value ? name_value(names[node.index]) : std::nullopt;
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

}  // namespace winnow::effects
