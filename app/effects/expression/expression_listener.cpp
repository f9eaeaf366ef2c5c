#include "effects/expression/expression_listener.h"

#include <utility>

namespace winnow::effects {
namespace {

thread_local ExpressionListener* newest = nullptr;

}  // namespace

ExpressionListener::ExpressionListener(Hear hear)
    : hear_(std::move(hear)), before_(std::exchange(newest, this)) {}

ExpressionListener::~ExpressionListener() {
    newest = before_;
}

void ExpressionListener::tell(const HeardExpression& heard) {
    for (const ExpressionListener* one = newest; one != nullptr; one = one->before_) one->hear_(heard);
}

}  // namespace winnow::effects
