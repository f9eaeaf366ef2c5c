// The scan inside the blocks of an array, which several lessons begin with.
#pragma once

#include "lab/executor.h"

namespace winnow::lab {

/// Executes Kogge-Stone in every block of `length` lanes at once.
void scan_blocks(Executor& executor, std::uint32_t length);

}  // namespace winnow::lab
