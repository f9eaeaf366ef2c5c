// The counters, which are counted while a lesson is executed, against the sources' formulas and figures.
#include <gtest/gtest.h>

#include "lab/lesson.h"

namespace winnow::lab {
namespace {

Counts counts_of(std::string_view id, std::uint32_t count, std::uint32_t threads = 4) {
    const Lesson& lesson = lesson_named(id);
    return execute(lesson, {example_values(lesson, count), Operator::add, threads}).frames.back().counts;
}

TEST(Counts, EveryClaimHoldsUnlessItIsAnErratum) {
    for (const Lesson& lesson : lessons())
        for (const std::uint32_t n : {4u, 8u, 16u, 64u, 256u}) {
            const Counts counts = counts_of(lesson.id, n);
            for (const Claim& claim : lesson.claims) {
                const std::uint64_t claimed = claim.value(n, Parameters{}.threads);
                if (claim.erratum.empty())
                    EXPECT_EQ(counts.*claim.counter, claimed)
                        << lesson.id << ' ' << n << ' ' << claim.formula;
                else
                    EXPECT_NE(counts.*claim.counter, claimed)
                        << lesson.id << ' ' << n << ' ' << claim.formula;
            }
        }
}

TEST(Counts, TheSourcesFiguresFor1024Values) {
    EXPECT_EQ(counts_of("sequential", 1024), (Counts{1023, 1023, 0}));
    EXPECT_EQ(counts_of("kogge-stone", 1024), (Counts{9217, 10, 20}));
    EXPECT_EQ(counts_of("kogge-stone-exclusive", 1024), (Counts{9217, 10, 20}));
    EXPECT_EQ(counts_of("kogge-stone-double-buffered", 1024), (Counts{9217, 10, 10}));
    EXPECT_EQ(counts_of("brent-kung", 1024), (Counts{2036, 19, 20}));
    EXPECT_EQ(counts_of("blelloch", 1024), (Counts{2046, 20, 21}));
    const Counts three_phase = counts_of("three-phase", 1024, 64);
    EXPECT_EQ(three_phase.operations, 2226u);  // the notes estimate 2,367
    EXPECT_EQ(three_phase.steps, 22u);
}

TEST(Counts, GrowFromFrameToFrame) {
    const Execution run = execute(lesson_named("brent-kung"), {lesson_named("brent-kung").example});
    std::vector<std::uint64_t> operations;
    for (const Frame& frame : run.frames) operations.push_back(frame.counts.operations);
    EXPECT_EQ(operations, (std::vector<std::uint64_t>{0, 4, 6, 7, 8, 11}));
}

}  // namespace
}  // namespace winnow::lab
