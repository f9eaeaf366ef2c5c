#include "base/numbered_name.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace winnow {
namespace {

TEST(NumberedNameTest, ARunOfMarksIsTheNumber) {
    EXPECT_EQ(NumberedName("a_#.ply", "--output").of(7), "a_00007.ply");
    EXPECT_EQ(NumberedName("a_##.ply", "--output").of(7), "a_00007.ply");
    EXPECT_EQ(NumberedName("a_#######.ply", "--output").of(7), "a_0000007.ply");
    EXPECT_EQ(NumberedName("#", "--output").of(1234567), "1234567");
}

TEST(NumberedNameTest, FoldersKeepTheirMarks) {
    EXPECT_EQ(NumberedName("take#2/a#b.ply", "--output").of(3), "take#2/a00003b.ply");
    EXPECT_FALSE(NumberedName("take#2/a.ply", "--output").has_number());
    EXPECT_EQ(NumberedName("take#2/a.ply", "--output").of(3), "take#2/a.ply");
}

TEST(NumberedNameTest, TwoNumbersAreRefused) {
    test::expect_error(ExitStatus::bad_input, "--output a#b#.ply: only one run of # can stand for the number",
                       [] { NumberedName("a#b#.ply", "--output"); });
}

}  // namespace
}  // namespace winnow
