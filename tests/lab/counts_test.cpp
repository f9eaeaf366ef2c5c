// The counters, which are counted while a lesson is executed, against the sources' formulas and figures.
#include <gtest/gtest.h>

#include <regex>

#include "lab/lesson.h"
#include "lab/lesson_text.h"

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
    EXPECT_EQ(counts_of("coarsened-tree", 1024, 128), (Counts{2036, 19, 20})) << "as many as Brent-Kung's";
    EXPECT_EQ(counts_of("sequential-exclusive", 1024), (Counts{1024, 1024, 0}));
    const Counts three_phase = counts_of("three-phase", 1024, 64);
    EXPECT_EQ(three_phase.operations, 2226u);  // the notes estimate 2,367
    EXPECT_EQ(three_phase.steps, 22u);
}

/// Returns the time in the note on processors, and the speed-up; with the source's if it has an estimate.
std::vector<std::string> times_of(std::string_view id, std::uint32_t processors, std::uint32_t threads = 4) {
    const Lesson& lesson = lesson_named(id);
    const Parameters parameters{example_values(lesson, 1024), Operator::add, threads, processors};
    std::vector<std::string> found;
    for (const std::string& note : notes(lesson, execute(lesson, parameters))) {
        if (!note.starts_with("On ")) continue;
        const std::regex numbers("(\\d[\\d,]*) time unit|= (\\d+),|(\\d+\\.\\d) times as fast");
        for (std::sregex_iterator match(note.begin(), note.end(), numbers), end; match != end; ++match)
            found.push_back((*match)[1].str() + (*match)[2].str() + (*match)[3].str());
    }
    return found;
}

// The sources' 320 and 3.2, 2,560 and 0.4, 304 and 3.4, 74 and 13.8 come last; before them what is executed.
TEST(Counts, TheSourcesTimesFor1024Values) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(times_of("kogge-stone", 32), (Texts{"289", "3.5", "320", "3.2"}));
    EXPECT_EQ(times_of("kogge-stone", 4), (Texts{"2,305", "0.4", "2560", "0.4"}));
    EXPECT_EQ(times_of("kogge-stone", 1024), (Texts{"10", "102.4", "10", "102.4"}));
    EXPECT_EQ(times_of("brent-kung", 32), (Texts{"71", "14.4", "304", "3.4"}));
    EXPECT_EQ(times_of("three-phase", 32, 64), (Texts{"71", "14.4", "74", "13.8"}));
    EXPECT_EQ(times_of("coarsened-tree", 32, 32), (Texts{"71", "14.4"})) << "as many rounds as Brent-Kung's";
    EXPECT_EQ(times_of("sequential", 32), (Texts{"1,023", "1.0"}));
}

TEST(Counts, GrowFromFrameToFrame) {
    const Execution run = execute(lesson_named("brent-kung"), {lesson_named("brent-kung").example});
    std::vector<std::uint64_t> operations;
    for (const Frame& frame : run.frames) operations.push_back(frame.counts.operations);
    EXPECT_EQ(operations, (std::vector<std::uint64_t>{0, 4, 6, 7, 8, 11}));
}

}  // namespace
}  // namespace winnow::lab
