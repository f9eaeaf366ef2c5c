// Which CUDA devices this machine has, and which of them a GL context can work with.
#pragma once

#include <string>

#include "compact/suite.h"
#include "gl/context.h"

namespace winnow::cuda {

/// The device beneath the current GL context, or the sentence that says why there is none and what to do.
struct Match {
    int device = -1;
    std::string reason;  // empty: there is one
};
Match match_context(const gl::Facts& facts);

/// 0 where absence() has a reason.
int device_count();

BackendDevice describe_device(int device);

}  // namespace winnow::cuda
