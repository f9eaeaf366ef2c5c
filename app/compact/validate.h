// What is wrong with requests, beyond what compactor.h asks.
#pragma once

#include "compact/compactor.h"

namespace winnow::compact {

/// validate(), but that the ring's first index and its count may lie in two buffers.
void validate_scattered(const Request& request, VoteFormat format);

}  // namespace winnow::compact
