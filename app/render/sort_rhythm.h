// When an order is made anew, and when it is kept.
#pragma once

#include <cstdint>
#include <optional>

namespace winnow::render {

class SortRhythm {
  public:
    /// Asked once a picture, with the step that is shown: whether to sort now. Every so-manieth picture, and
    /// whenever the particles cannot be those that were sorted: time went back, or leapt.
    bool is_due(std::uint32_t every, std::uint64_t step) {
        const bool follows = step_ && step >= *step_ && step - *step_ <= most_steps;
        step_ = step;
        since_ = follows && since_ + 1 < every ? since_ + 1 : 0;
        return since_ == 0;
    }
    /// Nothing is sorted any more.
    void forget() { step_.reset(); }

  private:
    static constexpr std::uint64_t most_steps = 64;  // of one picture: more are a leap
    std::optional<std::uint64_t> step_;
    std::uint32_t since_ = 0;  // pictures
};

}  // namespace winnow::render
