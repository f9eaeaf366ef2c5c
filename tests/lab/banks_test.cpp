// Bank conflicts of trees in shared memory: a source's tables, and what paddings leave.
#include "lab/banks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "lab/lesson.h"
#include "lab/lesson_text.h"

namespace winnow::lab {
namespace {

using Indices = std::vector<std::uint32_t>;

/// The left operands of some threads.
struct Table {
    Indices places, banks;
};
Table table_of(Padding padding, std::uint32_t stride, const Indices& threads) {
    const SharedTree tree{2048, 32, padding};
    Table table;
    for (const std::uint32_t thread : threads) {
        table.places.push_back(tree.place((2 * thread + 1) * stride - 1));
        table.banks.push_back(table.places.back() % tree.banks);
    }
    return table;
}

// The four tables of the article. Its text says bank 0 for elements 1, 33, 65 and 97; its table says 1.
TEST(BankTables, WithoutPaddingAtStride1) {
    const auto [places, banks] = table_of(Padding::none, 1, {0, 1, 2, 15, 16, 17, 18, 30, 31});
    EXPECT_EQ(places, (Indices{0, 2, 4, 30, 32, 34, 36, 60, 62}));
    EXPECT_EQ(banks, (Indices{0, 2, 4, 30, 0, 2, 4, 28, 30}));
}

TEST(BankTables, WithoutPaddingAtStride2) {
    const auto [places, banks] = table_of(Padding::none, 2, {0, 1, 2, 7, 8, 9, 15, 16, 17, 18, 30, 31});
    EXPECT_EQ(places, (Indices{1, 5, 9, 29, 33, 37, 61, 65, 69, 73, 121, 125}));
    EXPECT_EQ(banks, (Indices{1, 5, 9, 29, 1, 5, 29, 1, 5, 9, 25, 29}));
    EXPECT_EQ(table_of(Padding::none, 2, {0, 8, 16, 24}).banks, (Indices{1, 1, 1, 1}));
}

TEST(BankTables, PaddedAtStride1) {
    const auto [places, banks] = table_of(Padding::one_level, 1, {0, 1, 2, 15, 16, 17, 18, 30, 31});
    EXPECT_EQ(places, (Indices{0, 2, 4, 30, 33, 35, 37, 61, 63}));
    EXPECT_EQ(banks, (Indices{0, 2, 4, 30, 1, 3, 5, 29, 31}));
}

TEST(BankTables, PaddedAtStride2) {
    const auto [places, banks] = table_of(Padding::one_level, 2, {0, 1, 2, 7, 8, 9, 15, 16, 17, 18, 30, 31});
    EXPECT_EQ(places, (Indices{1, 5, 9, 29, 34, 38, 62, 67, 71, 75, 124, 128}));
    EXPECT_EQ(banks, (Indices{1, 5, 9, 29, 2, 6, 30, 3, 7, 11, 28, 0}));
}

/// Returns the turns of the worst access by stride.
std::map<std::uint32_t, std::uint32_t> turns_of(const SharedTree& tree) {
    std::map<std::uint32_t, std::uint32_t> turns;
    for (std::uint32_t stride = 1; stride < tree.leaves; stride *= 2)
        turns[stride] = worst_access(tree, stride).turns;
    return turns;
}

std::uint32_t worst_of(const SharedTree& tree) {
    std::uint32_t worst = 0;
    for (const auto& [stride, turns] : turns_of(tree)) worst = std::max(worst, turns);
    return worst;
}

TEST(Banks, OneLevelLeavesConflictsInLargerTrees) {
    for (const auto& [stride, turns] : turns_of({2048, 32, Padding::one_level}))
        EXPECT_EQ(turns, stride >= 32 && stride <= 512 ? 2u : 1u) << "stride " << stride;
    EXPECT_EQ(worst_of({1024, 32, Padding::one_level}), 1u);
    EXPECT_EQ(worst_of({1024, 16, Padding::one_level}), 2u) << "elements of 8 bytes";
    EXPECT_EQ(worst_of({8192, 32, Padding::one_level}), 8u);
}

TEST(Banks, WithoutPaddingAWholeWarpSharesABank) {
    EXPECT_EQ(worst_of({2048, 32, Padding::none}), 32u);
    EXPECT_EQ(worst_of({2048, 16, Padding::none}), 16u);
}

TEST(Banks, TheKernelsPlacesHaveNoConflict) {
    for (std::uint32_t leaves = 2; leaves <= max_leaves; leaves *= 2)
        for (const std::uint32_t banks : {16u, 32u}) {
            if (leaves == max_leaves && banks == 16) continue;  // more than a block's shared memory holds
            EXPECT_EQ(worst_of({leaves, banks, Padding::kernels}), 1u) << leaves << " leaves, " << banks;
        }
}

// Each thread asks one bank for one word of each operand.
TEST(Banks, AnAccessAsksForAWordOfEachThread) {
    for (const Padding padding : {Padding::none, Padding::one_level, Padding::kernels})
        for (std::uint32_t stride = 1; stride < 2048; stride *= 2) {
            const Access access = worst_access({2048, 32, padding}, stride);
            std::uint32_t words = 0;
            for (const std::uint32_t of_bank : access.bank_words) words += of_bank;
            EXPECT_EQ(words, access.leaves.size());
            EXPECT_EQ(words, std::min(32u, 1024 / stride));
        }
}

TEST(Banks, TheWorstAccessIsThatOfAnyWarpAndOperand) {
    for (const Padding padding : {Padding::none, Padding::one_level, Padding::kernels})
        for (const std::uint32_t banks : {16u, 32u})
            for (std::uint32_t stride = 1; stride < 4096; stride *= 2) {
                const SharedTree tree{4096, banks, padding};
                std::uint32_t worst = 0;
                std::map<std::array<std::uint32_t, 3>, std::uint32_t> words;  // by warp, operand and bank
                for (std::uint32_t i = 0; i < 4096 / stride; ++i)
                    worst = std::max(
                        worst, ++words[{i / 2 / banks, i % 2, tree.place((i + 1) * stride - 1) % banks}]);
                EXPECT_EQ(worst_access(tree, stride).turns, worst) << "stride " << stride;
            }
}

TEST(Banks, AGpuTakesTheTurnsOfTheModel) {
    int compared = 0;
    for (const Padding padding : {Padding::none, Padding::one_level, Padding::kernels})
        for (const std::uint32_t banks : {16u, 32u})
            for (std::uint32_t leaves = 2; leaves <= max_leaves; leaves *= 2)
                for (std::uint32_t stride = 1; stride < leaves; stride *= 2) {
                    const SharedTree tree{leaves, banks, padding};
                    const auto measured = measured_turns(tree, stride);
                    EXPECT_EQ(measured.has_value(), leaves >= 64);
                    if (!measured) continue;
                    EXPECT_EQ(measured->turns, turns_of_step(tree, stride))
                        << leaves << " leaves, " << banks << " banks, stride " << stride;
                    ++compared;
                }
    EXPECT_EQ(compared, 456);
}

// The article adds a BUFFER of 255 to its 8 * 1,024 leaves.
TEST(Banks, TheArrayEndsBehindTheLastLeaf) {
    EXPECT_EQ((SharedTree{8192, 32, Padding::one_level}.elements()), 8192u + 255u);
    EXPECT_EQ((SharedTree{8192, 32, Padding::none}.elements()), 8192u);
    EXPECT_EQ((SharedTree{8192, 32, Padding::kernels}.elements()), 8192u + 255u + 7u);
    EXPECT_EQ((SharedTree{16, 32, Padding::one_level}.elements()), 16u);
    const Lesson& lesson = lesson_named("banks-padded");
    Parameters parameters;
    parameters.leaves = 1024;
    const std::vector<std::string> lines = notes(lesson, execute(lesson, parameters));
    EXPECT_NE(
        std::ranges::find(
            lines,
            "The array needs 1,055 elements of 4 bytes: 1,024 leaves and 31 of padding before the last "
            "of them. The article reserves leaves + BUFFER = 1,024 + 255 = 1,279: its BUFFER is made for "
            "its own 8 × 1,024 leaves, which need exactly 8,447."),
        lines.end());
}

TEST(Banks, ALessonShowsTheTurnsOfEveryStride) {
    const Execution run = execute(lesson_named("banks-padded"), {});
    ASSERT_EQ(run.frames.size(), 11u);
    EXPECT_EQ(run.rows[5].name, "stride 32: 2×");
    EXPECT_TRUE(run.rows[5].cells[1].wrong);
    EXPECT_EQ(run.rows[5].cells[1].value, 2);
    EXPECT_EQ(
        run.frames[0].sentence,
        "Threads 0 to 31 read leaves 0, 2, 4, ..., 62 at 0, 2, 4, ..., 30 | 33, 35, 37, ..., 63 in banks "
        "0, 2, 4, ..., 30 | 1, 3, 5, ..., 31, each from another bank, in one turn; no other access of "
        "this step takes more. All reads of the step take 64 turns; Nsight Compute counted 64 on an "
        "NVIDIA H200.");
    EXPECT_EQ(run.frames.back().counts.turns, 146u);
    EXPECT_EQ(execute(lesson_named("banks-two-level"), {}).frames.back().counts.turns, 136u);
    const std::string plain = execute(lesson_named("banks-none"), {}).frames[1].sentence;
    EXPECT_NE(plain.find("leaves 1, 5, 9, ..., 125 in banks 1, 5, 9, ..., 29 | 1, 5, 9, ..., 29 | "),
              plain.npos);
    EXPECT_NE(run.frames[2].sentence.find("in banks 3, 11, 19, 27 | 4, 12, 20, 28 | ..., each"), plain.npos);
    Parameters small;
    small.leaves = 8;
    EXPECT_TRUE(execute(lesson_named("banks-none"), small).frames[0].sentence.ends_with("by this model."));
}

}  // namespace
}  // namespace winnow::lab
