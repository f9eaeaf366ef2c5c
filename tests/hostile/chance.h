// The random choices of a mutation: the same seed makes the same choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>

namespace winnow::test {

class Chance {
  public:
    explicit Chance(std::uint64_t seed) : engine_(seed) {}

    /// Returns a number from 0 to n - 1; 0 if n is 0.
    std::size_t below(std::size_t n) { return n == 0 ? 0 : engine_() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }
    /// Returns one of the choices. Precondition: there is at least one.
    template <typename Choices>
    auto& pick(Choices& choices) {
        return choices[below(std::size(choices))];
    }

  private:
    std::mt19937_64 engine_;
};

}  // namespace winnow::test
