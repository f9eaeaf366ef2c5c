// The dice of a mutation: the same seed makes the same choices.
#pragma once

#include <cstdint>
#include <random>

namespace winnow::test {

class Chance {
  public:
    explicit Chance(std::uint64_t seed) : engine_(seed) {}

    /// From 0 to n - 1; 0 of nothing.
    std::size_t below(std::size_t n) { return n == 0 ? 0 : engine_() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }
    /// One of them; there is one at least.
    template <typename Choices>
    auto& pick(Choices& choices) {
        return choices[below(std::size(choices))];
    }

  private:
    std::mt19937_64 engine_;
};

}  // namespace winnow::test
