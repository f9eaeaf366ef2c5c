// The reference against the worked examples by which the scan is taught, value by value.
#include "scan/reference_scan.h"

#include <gtest/gtest.h>

#include <vector>

namespace winnow::scan {
namespace {

using Values = std::vector<std::uint32_t>;

struct Result {
    Values output;
    std::uint32_t total;
};

Result scanned(Kind kind, const Values& input) {
    Result result{Values(input.size()), 0};
    result.total = reference_scan(kind, input, result.output);
    return result;
}

const Values of_eight{3, 1, 7, 0, 4, 1, 6, 3};
const Values of_sixteen{2, 1, 5, 8, 9, 0, 4, 6, 3, 4, 5, 4, 1, 7, 7, 2};

TEST(Reference, ScansEightInclusively) {
    const auto [output, total] = scanned(Kind::inclusive, of_eight);
    EXPECT_EQ(output, (Values{3, 4, 11, 11, 15, 16, 22, 25}));
    EXPECT_EQ(total, 25u);
}

TEST(Reference, ScansEightExclusively) {
    const auto [output, total] = scanned(Kind::exclusive, of_eight);
    EXPECT_EQ(output, (Values{0, 3, 4, 11, 11, 15, 16, 22}));
    EXPECT_EQ(total, 25u);
}

// The article with this example prints 58 as the fourteenth value: 51 + 1 + 7 = 59.
TEST(Reference, ScansSixteenInclusively) {
    const auto [output, total] = scanned(Kind::inclusive, of_sixteen);
    EXPECT_EQ(output, (Values{2, 3, 8, 16, 25, 25, 29, 35, 38, 42, 47, 51, 52, 59, 66, 68}));
    EXPECT_EQ(total, 68u);
}

TEST(Reference, ScansSixteenExclusively) {
    const auto [output, total] = scanned(Kind::exclusive, of_sixteen);
    EXPECT_EQ(output, (Values{0, 2, 3, 8, 16, 25, 25, 29, 35, 38, 42, 47, 51, 52, 59, 66}));
    EXPECT_EQ(total, 68u);
}

TEST(Reference, ScansNothingToATotalOfZero) {
    EXPECT_EQ(scanned(Kind::exclusive, {}).total, 0u);
    EXPECT_EQ(scanned(Kind::inclusive, {}).total, 0u);
}

TEST(Reference, WrapsModuloTwoToThe32) {
    const auto [output, total] = scanned(Kind::inclusive, {0xFFFFFFFFu, 1u, 0x80000000u, 0x80000001u});
    EXPECT_EQ(output, (Values{0xFFFFFFFFu, 0u, 0x80000000u, 1u}));
    EXPECT_EQ(total, 1u);
}

TEST(Reference, ScansInPlace) {
    Values values = of_eight;
    EXPECT_EQ(reference_scan(Kind::exclusive, values, values), 25u);
    EXPECT_EQ(values, (Values{0, 3, 4, 11, 11, 15, 16, 22}));
}

}  // namespace
}  // namespace winnow::scan
