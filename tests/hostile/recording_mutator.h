// Mutates recordings line by line.
#pragma once

#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// Precondition: `recording` is complete and valid (recording.h describes the format).
std::string mutate_recording(const std::string& recording, Chance& chance);

}  // namespace winnow::test
