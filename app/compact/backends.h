// The factory of what NVIDIA's half offers; defined in cuda/ when the build has it.
#pragma once

#include <memory>

#include "compact/suite.h"

namespace winnow {

std::unique_ptr<Suite> make_cuda_suite(const SuiteContext& context);
CudaDevices enumerate_cuda_devices();

}  // namespace winnow
