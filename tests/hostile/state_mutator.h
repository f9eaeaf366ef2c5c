// Mutates saved states in every part of their format, most of them with correct lengths and checksum
// afterwards.
#pragma once

#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// Precondition: `state` is complete and valid (state_file.h describes the format).
std::string mutate_state(const std::string& state, Chance& chance);

}  // namespace winnow::test
