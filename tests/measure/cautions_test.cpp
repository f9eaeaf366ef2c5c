// Cautions about figures that a reader should not simply trust, in the tables and in the JSON.
#include "measure/cautions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "measure/findings.h"
#include "measure/made_up_results.h"
#include "measure/scan_report.h"

namespace winnow::measure {
namespace {

/// True if one of the sentences begins with `beginning` and contains `part`.
bool says(const std::vector<std::string>& sentences, const std::string& beginning, const std::string& part) {
    for (const std::string& sentence : sentences)
        if (sentence.rfind(beginning, 0) == 0 && sentence.find(part) != std::string::npos) return true;
    return false;
}

/// Returns rows that need no caution.
ScanBench calm() {
    ScanBench bench = test::made_up_results().bench;
    for (ScanRow& row : bench.rows) row.of_copy = 0.5;
    return bench;
}

TEST(Cautions, CalmResultsHaveNone) {
    EXPECT_EQ(cautions(calm()), std::vector<std::string>());
    EXPECT_EQ(to_text(calm()).find("CAUTION"), std::string::npos);
}

TEST(Cautions, NameTheRowsOfFewSamples) {
    ScanBench bench = calm();
    bench.rows[0].runs = 19;
    EXPECT_TRUE(says(cautions(bench), "Fewer than 20 samples: glsl copy, 1,024 elements (19).", ""));
    for (ScanRow& row : bench.rows) row.runs = 3;
    EXPECT_TRUE(says(cautions(bench), "Fewer than 20 samples",
                     "; and " + std::to_string(bench.rows.size() - 3) + " more"));
    EXPECT_NE(to_text(bench).find("CAUTION: Fewer than 20 samples"), std::string::npos);
    EXPECT_EQ(to_json(bench)["cautions"], cautions(bench));
}

TEST(Cautions, NameTheWidestSpreadFirst) {
    ScanBench bench = calm();
    bench.rows[3].ms = {1, 0.9, 1.2};
    bench.rows[4].ms = {1, 0.5, 2.5};
    EXPECT_TRUE(says(cautions(bench), "More than 25 % of the median",
                     bench.rows[4].name + ", 1,024 elements (200 %); " + bench.rows[3].name));
    bench.rows[3].ms = bench.rows[4].ms = {1, 0.9, 1.14};
    EXPECT_EQ(cautions(bench).size(), 0u);
}

TEST(Cautions, SayWhatIsFasterThanItsCeiling) {
    ScanBench bench = calm();
    bench.rows[2].of_copy = 1.004;
    EXPECT_EQ(cautions(bench).size(), 0u);
    bench.rows[2].of_copy = 1.17;
    EXPECT_TRUE(says(cautions(bench), "Faster than a copy", "cub, 1,024 elements (1.17)"));
    BoundBench bound = test::made_up_compactions().bench;
    for (BoundRow& row : bound.rows) row.of_bound = row.algorithm == indices_alone ? 2 : 0.5;
    EXPECT_EQ(cautions(compact_topic, bound).size(), 0u);  // the bound does not apply to this row
    bound.rows[1].of_bound = 1.3;
    EXPECT_TRUE(says(cautions(compact_topic, bound), "Faster than the lower bound",
                     "glsl staged: 16,000,000 records of 48 bytes, 0 % survive, random (1.30)"));
    StepBench frames = test::made_up_steps().bench;
    frames.rows[0].copy_ms = 2 * frames.rows[0].ms.median;
    EXPECT_TRUE(
        says(cautions(frames), "Faster than a copy of the columns", "glsl fused, 100,000 alive (2.00)"));
}

TEST(Cautions, SayWherePassesDoNotAddUp) {
    StepBench bench = test::made_up_steps().bench;
    EXPECT_FALSE(says(cautions(bench), "Passes", ""));
    bench.rows[0].ms.median = 2 * bench.rows[0].passes_ms();
    EXPECT_TRUE(says(
        cautions(bench),
        "Passes that miss the whole step by more than 10 %: glsl fused, 100,000 alive (50 % of it)", ""));
    bench.rows[0].ms.median = 0.5 * bench.rows[0].passes_ms();
    EXPECT_TRUE(says(cautions(bench), "Passes", "(200 % of it)"));
}

TEST(Tables, SmallNumbersKeepTheirDigits) {
    EXPECT_EQ(significant(3924.6), "3925");
    EXPECT_EQ(significant(4.1), "4.10");
    EXPECT_EQ(significant(0.0123), "0.0123");
    EXPECT_EQ(significant(0), "0.00");
}

}  // namespace
}  // namespace winnow::measure
