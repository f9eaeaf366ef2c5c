// Saved states, broken in every part of their format, most of them with lengths and a checksum that fit
// again.
#pragma once

#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// `state` is whole and valid (state_file.h has the format).
std::string mutate_state(const std::string& state, Chance& chance);

}  // namespace winnow::test
