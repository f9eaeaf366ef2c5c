// The factory of what NVIDIA's half offers; defined in cuda/ when the build has it, as list_cuda_devices()
// is.
#pragma once

#include <memory>

#include "compact/suite.h"

namespace winnow {

std::unique_ptr<Suite> make_cuda_suite(const gl::Facts& facts);

}  // namespace winnow
