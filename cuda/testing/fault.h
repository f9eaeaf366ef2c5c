// A deliberate fault, for tests of what follows a failure of CUDA.
#pragma once

namespace winnow::cuda {

/// A compactor's run number `runs` from now (0: the next) launches a kernel that traps: CUDA is then
/// of no more use to this process.
void fail_next_launch_after(int runs);

}  // namespace winnow::cuda
