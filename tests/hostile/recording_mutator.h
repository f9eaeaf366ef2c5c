// Recordings, broken line by line.
#pragma once

#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// `recording` is whole and valid (recording.h has the format).
std::string mutate_recording(const std::string& recording, Chance& chance);

}  // namespace winnow::test
