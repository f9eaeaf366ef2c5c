// A deliberate fault, for tests of CUDA's failure.
#pragma once

namespace winnow::cuda {

/// Makes a compactor's run number `runs` from now (0: the next) launch a kernel that traps. Afterwards CUDA
/// cannot be used in this process.
void fail_next_launch_after(int runs);

}  // namespace winnow::cuda
