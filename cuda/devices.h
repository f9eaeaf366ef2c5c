// The CUDA devices of this machine, and the one that a GL context can work with.
#pragma once

#include <string>

#include "compact/suite.h"
#include "gl/context.h"

namespace winnow::cuda {

/// The CUDA device of the current GL context, or a sentence that says why there is none and what to do.
struct Match {
    int device = -1;
    std::string reason;  // empty: there is a device
};
Match match_context(const gl::Facts& facts);

/// Returns 0 if absence() has a reason.
int device_count();

BackendDevice describe_device(int device);

}  // namespace winnow::cuda
