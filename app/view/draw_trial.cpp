#include "view/draw_trial.h"

namespace winnow::view {

bool DrawTrial::is_due(std::uint32_t alive) const {
    if (!loser_) return alive <= max_untried;
    return alive / growth >= loser_->alive || alive <= loser_->alive / growth;
}

/// The renderer that drew before comes back unless this one was faster.
void DrawTrial::finish(const DrawnSoFar& seen) {
    const double tried = *seen.milliseconds;
    loser_ = {seen.alive, tried < *before_ ? *before_ : tried};
    if (tried >= *before_) by_tiles_ = !by_tiles_;
    before_.reset();
    frames_ = 0;
}

bool DrawTrial::next(const DrawnSoFar& seen) {
    if (seen.effect != effect_) {
        *this = DrawTrial(rule_);
        effect_ = seen.effect;
    }
    if (++frames_ < frames_of_trial || !seen.milliseconds || seen.alive == 0) return by_tiles_;
    if (before_) {
        finish(seen);
    } else if (is_due(seen.alive)) {
        constexpr double max_slower = 2;
        if (loser_ && loser_->expected(seen.alive) > max_slower * *seen.milliseconds) {
            loser_ = {seen.alive, loser_->expected(seen.alive)};
        } else {
            before_ = seen.milliseconds;
            by_tiles_ = !by_tiles_;
            frames_ = 0;
        }
    }
    return by_tiles_;
}

}  // namespace winnow::view
