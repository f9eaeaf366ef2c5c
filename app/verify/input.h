// The inputs that scans and compactors are checked and measured on.
#pragma once

#include <array>
#include <string_view>

#include "scan/catalogue.h"

namespace winnow::verify {

enum class Input { zero, one, alternating, random };

inline constexpr std::array inputs{
    Named<Input>{Input::zero, "zero", "nothing but 0"},
    Named<Input>{Input::one, "one", "nothing but 1"},
    Named<Input>{Input::alternating, "alternating", "0, 1, 0, 1..."},
    Named<Input>{Input::random, "random", "a hash of seed and place, over the type's whole range"},
};

/// How those that survive lie among those that do not.
enum class VoteSpread { random, clustered };

inline constexpr std::array vote_spreads{
    Named<VoteSpread>{VoteSpread::random, "random", "each record lives or dies by itself"},
    Named<VoteSpread>{VoteSpread::clustered, "clustered", "runs of 1,024 records live or die together"},
};

inline constexpr std::string_view name_of(Input input) {
    return winnow::name_of(inputs, input);
}

}  // namespace winnow::verify
