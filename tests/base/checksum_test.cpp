#include "base/checksum.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

// Uses the published test vectors of the algorithm.
TEST(Checksum, IsFnv1a64) {
    EXPECT_EQ(fnv1a64(""), 0xCBF29CE484222325u);
    EXPECT_EQ(fnv1a64("a"), 0xAF63DC4C8601EC8Cu);
    EXPECT_EQ(fnv1a64("foobar"), 0x85944171F73967E8u);
    EXPECT_EQ(fnv1a64("\xFF"), 0xAF64724C8602EB6Eu);
}

TEST(Checksum, TakesPieces) {
    Fnv1a64 sum;
    sum.add("foo");
    sum.add("bar");
    EXPECT_EQ(sum.value(), fnv1a64("foobar"));
}

}  // namespace
}  // namespace winnow
