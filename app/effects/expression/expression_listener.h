// Hears what parse_expression() reads and what it knows there, for those who help to write expressions.
#pragma once

#include <functional>
#include <span>

#include "effects/expression/expression.h"
#include "effects/model/document.h"

namespace winnow::effects {

/// An expression that was read without a fault. All is valid during the call only.
struct HeardExpression {
    const Path& path;
    std::span<const ExpressionName> names;  // that are known there, also those that are absent
    const Expression& expression;
};

/// While it lives, it is called for each expression that its thread reads. Of several in a thread, each
/// hears.
class ExpressionListener {
  public:
    using Hear = std::function<void(const HeardExpression&)>;
    explicit ExpressionListener(Hear hear);
    ~ExpressionListener();
    ExpressionListener(const ExpressionListener&) = delete;
    ExpressionListener& operator=(const ExpressionListener&) = delete;

    /// Calls the listeners of this thread.
    static void tell(const HeardExpression& heard);

  private:
    Hear hear_;
    ExpressionListener* before_;
};

}  // namespace winnow::effects
