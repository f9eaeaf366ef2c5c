// The claims about the padded block scans' bank conflicts, checked by the usual model with the places that
// the kernels use. Needs no device.
#include "support/bank_conflicts.h"

#include <gtest/gtest.h>

#include "cuda/leaf_places.h"

namespace winnow::test {
namespace {

TEST(CudaBankConflicts, AreThoseThatTheCatalogueNames) {
    for (const std::size_t bytes : {4u, 8u})
        for (std::uint32_t leaves = 64; leaves <= (bytes == 4 ? 8192u : 4096u); leaves *= 2) {
            SCOPED_TRACE(::testing::Message() << leaves << " leaves of " << bytes << " bytes");
            const auto places = padded_leaf_places(leaves, bytes);
            expect_few_conflicts(places, bytes);
        }
}

}  // namespace
}  // namespace winnow::test
