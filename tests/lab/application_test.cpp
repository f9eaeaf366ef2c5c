// The lessons on what scans are good for, against computations of another kind, and worked examples, row by
// row.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "lab/executor.h"
#include "lab/runs.h"

namespace winnow::lab {
namespace {

constexpr std::array sizes{1u, 2u, 3u, 7u, 8u, 13u, 32u, 64u};

/// Executes the lesson with some values of every size and compares its last row with `computed(values)`.
template <typename F>
void expect_results(std::string_view id, F&& computed) {
    const Lesson& lesson = lesson_named(id);
    for (const std::uint32_t size : sizes) {
        if (size < lesson.fewest_values) continue;
        SCOPED_TRACE(size);
        const Words values = some_values(lesson, Operator::add, size);
        const Execution run = execute(lesson, {values});
        const Words expected = computed(values);
        EXPECT_EQ(result_of(run, expected.size()), expected);
        EXPECT_FALSE(is_compared(run));
    }
}

/// Returns the lanes where segments begin.
std::vector<std::uint32_t> segments(const Execution& run, std::uint32_t number) {
    std::vector<std::uint32_t> lanes;
    for (std::uint32_t i = 0; i < run.width; ++i)
        if (run.rows[number].cells[i].begins_segment) lanes.push_back(i);
    return lanes;
}

std::string labels(const Execution& run, std::uint32_t number) {
    std::string text;
    for (const Cell& cell : run.rows[number].cells) text += cell.label;
    return text;
}

/// Sorts by removing the smallest again and again.
Words sorted_by_selection(Words values) {
    Words result;
    while (!values.empty()) {
        const auto smallest = std::min_element(
            values.begin(), values.end(), [](Word left, Word right) { return left.value < right.value; });
        result.push_back(*smallest);
        values.erase(smallest);
    }
    return result;
}

TEST(Application, ThreeSortsSort) {
    for (const std::string_view id : {"quicksort", "histogram", "radix-sort"})
        expect_results(id, sorted_by_selection);
}

TEST(Application, APolynomialIsTheSumOfItsTerms) {
    expect_results("polynomial", [](const Words& values) {
        std::uint32_t sum = 0, power = 1;
        for (std::size_t i = 1; i < values.size(); ++i) {
            sum += power * static_cast<std::uint32_t>(values[i].value);
            power *= static_cast<std::uint32_t>(values[0].value);
        }
        return Words{static_cast<std::int32_t>(sum)};
    });
    EXPECT_EQ(result_of(run_values("polynomial", "-2,5,0,3"), 1), Words{17});
    EXPECT_EQ(result_of(run_values("polynomial", "9,4"), 1), Words{4}) << "a constant";
    EXPECT_EQ(result_of(run_values("polynomial", "65536,7,1,1"), 1), Words{65536 + 7}) << "modulo 2^32";
}

TEST(Application, ARecurrenceIsWhatALoopGives) {
    expect_results("recurrence", [](const Words& values) {
        Words results;
        std::int64_t x = 0;
        for (const Word& pair : values)
            results.push_back(static_cast<std::int32_t>(x = *pair.lead * x + pair.value));
        return results;
    });
    EXPECT_EQ(result_of(run_values("recurrence", "9:1,2:1,2:1,2:1,-1:0"), 5), (Words{1, 3, 7, 15, -15}));
    EXPECT_EQ(result_of(run_values("recurrence", "0:3,65536:0,65536:5"), 3), (Words{3, 196608, 5}))
        << "modulo 2^32";
}

TEST(Application, ASegmentedScanIsAScanOfEachSegment) {
    expect_results("segmented-scan", [](const Words& values) {
        Words sums;
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::int32_t sum = values[i].value;
            for (std::size_t j = i; j > 0 && *values[j].lead == 0; --j) sum += values[j - 1].value;
            sums.push_back(sum);
        }
        return sums;
    });
}

TEST(Application, StringsCompareAsInADictionary) {
    for (const auto& [strings, order] :
         std::vector<std::pair<std::string, int>>{{"strategy,stratification", -1},
                                                  {"b,a", 1},
                                                  {"a,b", -1},
                                                  {"same,same", 0},
                                                  {"scan,scanner", -1},
                                                  {"scanner,scan", 1},
                                                  {"abcz,abda", -1},
                                                  {"a,", 1},
                                                  {",a", -1},
                                                  {"Z,a", -1}}) {
        const Execution run = run_values("string-comparison", strings);
        EXPECT_EQ(result_of(run, 1), Words{order}) << strings;
        EXPECT_FALSE(is_compared(run));
    }
    expect_results("string-comparison", [](const Words& pairs) {
        for (const Word& pair : pairs)
            if (*pair.lead != pair.value) return Words{*pair.lead < pair.value ? -1 : 1};
        return Words{0};
    });
}

TEST(Application, DepthsAreTheNumbersOfAncestors) {
    expect_results("tree-depths", [](const Words& parents) {
        Words result;
        for (Word node : parents) {
            std::int32_t ancestors = 0;
            for (; node != -1; ++ancestors) node = parents[static_cast<std::size_t>(node.value)];
            result.push_back(ancestors);
        }
        return result;
    });
    EXPECT_EQ(result_of(run_values("tree-depths", "-1,0,1,2,-1,4"), 6), (Words{0, 1, 2, 3, 0, 1}))
        << "two trees";
}

TEST(Application, SizesAreTheNumbersOfNodesBelow) {
    expect_results("subtree-sizes", [](const Words& parents) {
        Words result(parents.size(), 0);
        for (std::size_t node = 0; node < parents.size(); ++node)
            for (auto above = static_cast<std::int32_t>(node); above != -1;
                 above = parents[static_cast<std::size_t>(above)].value)
                result[static_cast<std::size_t>(above)].value++;
        return result;
    });
    EXPECT_EQ(result_of(run_values("subtree-sizes", "-1,0,1,2,-1,4"), 6), (Words{4, 3, 2, 1, 2, 1}))
        << "two trees";
}

// Whatever a lesson computes, a last row that is wrong is marked and compared.
TEST(Application, AWrongResultIsMarked) {
    for (const std::string_view id :
         {"quicksort", "histogram", "radix-sort", "polynomial", "recurrence", "segmented-scan",
          "string-comparison", "tree-depths", "subtree-sizes"}) {
        Lesson broken = lesson_named(id);
        broken.execute = [](Executor& executor, const Parameters&) {
            executor.begin_empty_row("all 77");
            for (std::uint32_t i = 0; i < executor.width(); ++i) executor.set(i, 77, Mark::computed);
            executor.end_frame("Wrong", "Nothing was computed.");
        };
        const Execution run = execute(broken, {broken.example});
        EXPECT_TRUE(is_compared(run)) << id;
        EXPECT_EQ(wrong_lanes(run).size(), expected_result(broken, run.parameters).size()) << id;
        EXPECT_TRUE(run.frames.back().sentence.ends_with(".")) << run.frames.back().sentence;
        EXPECT_EQ(run.frames.back().sentence.find("because"), std::string::npos)
            << "there is no known reason";
    }
}

TEST(Application, ShiftingAndShiftingBackGivesTheInclusiveScanAgain) {
    for (const OperatorFacts& op : operators()) {
        const Lesson& lesson = lesson_named("shift");
        const Execution run = execute(lesson, {some_values(lesson, op.op, 9), op.op});
        EXPECT_EQ(row(run, 3), row(run, 1)) << op.name;
        EXPECT_EQ(row(run, 2).front(), op.identity) << op.name;
    }
}

// --- worked examples --------------------------------------------------------------------------------------

// Blelloch sorts 6.4 9.2 3.4 1.6 8.7 4.1 9.2 3.4; here they are tenths.
TEST(ApplicationExample, QuicksortOfEightInTwoRounds) {
    const Execution run = run_example("quicksort");
    EXPECT_EQ(labels(run, 2), "=><<><><");
    EXPECT_EQ(row(run, 5), (Words{34, 16, 41, 34, 64, 92, 87, 92}));
    EXPECT_EQ(segments(run, 5), (std::vector<std::uint32_t>{0, 4, 5}));
    EXPECT_EQ(row(run, 6), (Words{34, 34, 34, 34, 92, 92, 92}));
    EXPECT_EQ(labels(run, 7), "=<>==<=");
    EXPECT_EQ(row(run, 10), (Words{16, 34, 34, 41, 64, 87, 92, 92}));
    EXPECT_EQ(segments(run, 10), (std::vector<std::uint32_t>{0, 1, 3, 4, 5, 6}));
    EXPECT_EQ(run.result_row, 10u);
}

TEST(ApplicationExample, QuicksortOfSortedValuesNeedsARoundForEach) {
    const Execution run = run_values("quicksort", "1,2,3,4,5");
    EXPECT_EQ(run.result_row, 5u * 4) << "five rows a round; the last value is alone after four";
    EXPECT_EQ(run_values("quicksort", "4,4,4").result_row, 0u) << "equal values need none";
}

// Blelloch splits 5 7 3 1 4 2 7 2 by bit 0, 1 and 2.
TEST(ApplicationExample, RadixSortOfEightByThreeBits) {
    const Execution run = run_example("radix-sort");
    EXPECT_EQ(row(run, 1), (Words{1, 1, 1, 1, 0, 0, 1, 0}));
    EXPECT_EQ(row(run, 3), (Words{4, 2, 2, 5, 7, 3, 1, 7}));
    EXPECT_EQ(row(run, 6), (Words{4, 5, 1, 2, 2, 7, 3, 7}));
    EXPECT_EQ(row(run, 9), (Words{1, 2, 2, 3, 4, 5, 7, 7}));
}

// Blelloch's a = 5 1 3 4 3 9 2 6 with flags 1 0 1 0 0 0 1 0.
TEST(ApplicationExample, SegmentedScanOfEight) {
    const Execution run = run_example("segmented-scan");
    EXPECT_EQ(row(run, 1), (Words{{1, 5}, {1, 6}, {1, 3}, {1, 7}, {0, 7}, {0, 12}, {1, 2}, {1, 8}}));
    EXPECT_EQ(row(run, 4), (Words{5, 6, 3, 7, 10, 19, 2, 8}));
    EXPECT_EQ(segments(run, 4), (std::vector<std::uint32_t>{0, 2, 6}));
}

TEST(ApplicationExample, HistogramOfEight) {
    const Execution run = run_example("histogram");
    EXPECT_EQ(row(run, 1), (Words{1, 2, 0, 2, 1, 0, 1, 1}));
    EXPECT_EQ(row(run, 2), (Words{0, 1, 3, 3, 5, 6, 6, 7}));
    EXPECT_EQ(row(run, 3), (Words{3, 1, 7, 0, 5, 2, 6, 4}));
    EXPECT_EQ(run_values("histogram", "9,2").width, 10u) << "a lane for each bucket";
}

TEST(ApplicationExample, PolynomialOfDegreeSevenAtTwo) {
    const Execution run = run_example("polynomial");
    EXPECT_EQ(row(run, 4), (Words{1, 2, 4, 8, 16, 32, 64, 128}));
    EXPECT_EQ(row(run, 5), (Words{3, 2, 28, 0, 64, 32, 384, 384}));
    EXPECT_EQ(row(run, 6), (Words{5, 28, 96, 768}));
    EXPECT_EQ(row(run, 8), Words{897});
}

TEST(ApplicationExample, RecurrenceComposesMaps) {
    const Execution run = run_example("recurrence");
    EXPECT_EQ(row(run, 1), (Words{{2, 1}, {2, 4}, {-1, 1}, {-2, 8}, {2, -5}, {-1, 12}, {-2, 13}, {2, 3}}));
    EXPECT_EQ(row(run, 4), (Words{1, 4, 0, 0, -5, 12, 23, 27}));
}

TEST(ApplicationExample, StrategyComesBeforeStratification) {
    const Execution run = run_example("string-comparison");
    EXPECT_EQ(labels(run, 0), "strategyendendendendendend");
    EXPECT_EQ(labels(run, 2), "=====<>><<<<<<");
    EXPECT_EQ(labels(run, 3), "==<><<<");
    EXPECT_NE(run.frames.back().sentence.find("\"strategy\" comes before \"stratification\""),
              std::string::npos);
}

TEST(ApplicationExample, TourThroughATreeOfEight) {
    const Execution run = run_example("tree-depths");
    EXPECT_EQ(labels(run, 0), "ABC/CD/D/BEF/FGH/H/G/E/A");
    EXPECT_EQ(row(run, 1), (Words{1, 1, 1, -1, 1, -1, -1, 1, 1, -1, 1, 1, -1, -1, -1, -1}));
    EXPECT_EQ(row(run, 6), (Words{0, 1, 2, 3, 2, 3, 2, 1, 2, 3, 2, 3, 4, 3, 2, 1}));
    EXPECT_EQ(labels(run, 7), "A 0B 1C 2D 2E 1F 2G 2H 3");
}

TEST(ApplicationExample, SubtreesOfATreeOfEight) {
    const Execution run = run_example("subtree-sizes");
    EXPECT_EQ(labels(run, 0), "ABC/CD/D/BEF/FGH/H/G/E/A");
    EXPECT_EQ(row(run, 1), (Words{1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(row(run, 6), (Words{0, 1, 2, 3, 3, 4, 4, 4, 5, 6, 6, 7, 8, 8, 8, 8}));
    EXPECT_EQ(labels(run, 7), "A 8B 3C 1D 1E 4F 1G 2H 1");
}

}  // namespace
}  // namespace winnow::lab
