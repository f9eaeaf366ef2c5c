// Whether this process can use CUDA at all.
#pragma once

#include <string>

namespace winnow::cuda {

/// The sentence that says why not and what to do; empty if it can. No GL context is needed.
std::string absence();

}  // namespace winnow::cuda
