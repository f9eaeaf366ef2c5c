// The benchmark of compactors: its bound counts what it says, and a wrong result is not timed.
#include "measure/bound_report.h"
#include "measure/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "compact/reference_compaction.h"
#include "measure/bound_cases.h"
#include "measure/compact_cases.h"
#include "measure/glsl_baselines.h"
#include "measure/measured.h"
#include "session/machine.h"
#include "support/errors.h"
#include "support/gl_fixture.h"

namespace winnow::measure {
namespace {

using compact::VoteFormat;

double share_of(const std::vector<std::uint32_t>& votes) {
    return std::accumulate(votes.begin(), votes.end(), 0.0) / static_cast<double>(votes.size());
}

TEST(CompactVotes, KeepTheirShare) {
    constexpr std::uint64_t records = 200'000;
    for (const auto& spread : vote_spreads)
        for (const std::uint32_t percent : {0u, 1u, 10u, 50u, 99u, 100u}) {
            const auto votes = make_votes(spread.value, percent, 7, records);
            ASSERT_EQ(votes.size(), records);
            const double exact = percent % 100 == 0 ? 0 : 1;
            EXPECT_NEAR(share_of(votes), percent / 100.0, 0.1 * exact) << spread.name << ' ' << percent;
            EXPECT_TRUE(
                std::all_of(votes.begin(), votes.end(), [](std::uint32_t vote) { return vote <= 1; }));
        }
}

TEST(CompactVotes, ClustersLiveOrDieTogether) {
    const auto votes = make_votes(VoteSpread::clustered, 50, 7, 10 * vote_cluster + 5);
    for (std::size_t i = 0; i < votes.size(); ++i)
        ASSERT_EQ(votes[i], votes[i / vote_cluster * vote_cluster]) << i;
    EXPECT_GT(share_of(votes), 0);
    EXPECT_LT(share_of(votes), 1);
    const auto apart = make_votes(VoteSpread::random, 50, 7, vote_cluster);
    EXPECT_NEAR(share_of(apart), 0.5, 0.1);
}

TEST(CompactVotes, ArePackedBitByBit) {
    const auto votes = make_votes(VoteSpread::random, 50, 3, 1003);
    const auto bits = verify::stored_votes(votes, VoteFormat::bits);
    ASSERT_EQ(bits.size(), 32u);
    for (std::size_t i = 0; i < votes.size(); ++i) EXPECT_EQ(bits[i / 32] >> i % 32 & 1, votes[i]) << i;
    const auto survivors = survivors_of(votes);
    for (std::size_t s = 0; s < survivors.size(); ++s) EXPECT_EQ(votes[survivors[s]], 1u);
    EXPECT_EQ(survivors.size(), std::accumulate(votes.begin(), votes.end(), 0u));
}

/// Counts sector by sector and byte by byte.
std::uint64_t bound_by_hand(const std::vector<std::uint32_t>& votes, VoteFormat format,
                            std::uint32_t columns) {
    std::uint64_t bytes = format == VoteFormat::words ? 4 * votes.size() : (votes.size() + 31) / 32 * 4;
    for (std::uint32_t c = 0; c < columns; ++c) {
        std::set<std::uint64_t> sectors;
        for (std::uint64_t i = 0; i < votes.size(); ++i) {
            if (votes[i] == 0) continue;
            for (std::uint64_t byte = 16 * i; byte < 16 * i + 16; ++byte) sectors.insert(byte / 32);
            bytes += 16;
        }
        bytes += 32 * sectors.size();
    }
    return bytes;
}

TEST(CompactBound, IsCountedFromTheVotes) {
    for (const std::uint64_t records : {1u, 2u, 31u, 1000u, 4097u})
        for (const std::uint32_t percent : {0u, 10u, 50u, 90u, 100u})
            for (const auto& spread : vote_spreads) {
                const auto votes = make_votes(spread.value, percent, 5, records);
                for (const VoteFormat format : {VoteFormat::words, VoteFormat::bits})
                    EXPECT_EQ(compact_bound_bytes(votes, format, 3), bound_by_hand(votes, format, 3))
                        << records << ' ' << percent << ' ' << spread.name;
            }
    EXPECT_EQ(compact_bound_bytes(std::vector<std::uint32_t>{0, 1, 1, 0, 0, 0}, VoteFormat::words, 1),
              6 * 4 + 2 * 32 + 2 * 16u);
}

BoundRow row_of(RowKind kind, const std::string& name, double bytes, double ms) {
    BoundRow row;
    row.kind = kind;
    row.name = name;
    row.bound_bytes = bytes;
    row.ms = {ms, ms, ms};
    return row;
}

TEST(Bound, IsTheBytesOverTheBestCopysBandwidth) {
    std::vector<BoundRow> rows{row_of(RowKind::copy, "slow copy", 1000, 2),
                               row_of(RowKind::copy, "copy", 1000, 1), row_of(RowKind::scan, "glsl", 500, 1),
                               row_of(RowKind::baseline, "cub DeviceSelect", 500, 3)};
    hold_to_bound(rows);
    EXPECT_DOUBLE_EQ(rows[0].of_bound, 0.5);
    EXPECT_DOUBLE_EQ(rows[1].of_bound, 1);
    EXPECT_DOUBLE_EQ(rows[2].bound_ms, 0.5);
    EXPECT_DOUBLE_EQ(rows[2].of_bound, 0.5);
    EXPECT_DOUBLE_EQ(rows[2].against_cub.value(), 3);
    EXPECT_DOUBLE_EQ(rows[3].against_cub.value(), 1);
    EXPECT_FALSE(rows[1].against_cub);
}

TEST(CompactCases, TheDefaultIsSmallAndAllIsAll) {
    CompactBenchChoice options;
    const auto usual = compact_groups(options, false);
    ASSERT_EQ(usual.size(), 2u);
    EXPECT_EQ(usual[0].columns, 3u);
    EXPECT_EQ(usual[1].columns, 4u);
    EXPECT_EQ(usual[0].records, 16'000'000u);
    EXPECT_EQ(usual[0].votes.size(), 7u + 1);
    EXPECT_EQ(compact_groups(options, true)[0].records, 65'536u);
    options.all = true;
    const auto all = compact_groups(options, false);
    EXPECT_EQ(all.size(), 4u * 4);
    EXPECT_EQ(all[0].votes.size(), 2u * 7);
    options = {};
    options.survivors = {50, 10, 50};
    options.votes = VoteSpread::clustered;
    options.sizes = {500};
    options.record_bytes = {16};
    const auto asked = compact_groups(options, false);
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked[0].votes,
              (std::vector<CompactGroup::Votes>{{VoteSpread::clustered, 10}, {VoteSpread::clustered, 50}}));
}

class CompactBench : public test::GlTest {
  protected:
    static CompactVotes votes(std::uint64_t records) {
        CompactVotes made;
        made.words = make_votes(VoteSpread::random, 50, 3, records);
        made.bits = verify::stored_votes(made.words, VoteFormat::bits);
        made.survivors = survivors_of(made.words);
        return made;
    }
};

TEST_F(CompactBench, AWrongResultIsFound) {
    constexpr std::uint32_t records = 3000;
    const auto memory = gl::plain_memory();
    const CompactSets sets(*memory, facts(), 2, records);
    const CompactVotes made = votes(records);
    sets.set_votes(made);
    sets.poison();
    EXPECT_NE(sets.fault(made, true), "");
    compact::make_cpu_compactor()->run(sets.run(0).with(VoteFormat::words));
    EXPECT_EQ(sets.fault(made, true), "");
    EXPECT_EQ(sets.fault(made, false), "");
    const CompactRun run = sets.run(0);
    const auto swap = [&](std::uint32_t column) {
        const gl::Buffer& packed = *run.request.columns[column].destination;
        auto pair = packed.read_all<compact::Element>(2, 32);
        std::swap(pair[0], pair[1]);
        packed.write_all(std::span(pair), 32);
    };
    swap(0);
    EXPECT_NE(sets.fault(made, false), "");  // one record is torn into two
    swap(1);
    EXPECT_NE(sets.fault(made, true), "");
    EXPECT_EQ(sets.fault(made, false), "");  // out of order, and whole
    const auto first = run.request.columns[0].destination->read_all<compact::Element>(1);
    for (const compact::Column& column : run.request.columns) {
        const auto doubled = column.destination->read_all<compact::Element>(1);
        column.destination->write_all(std::span(doubled), 16);
    }
    EXPECT_NE(sets.fault(made, false).find("twice"), std::string::npos);
    run.request.survivors.buffer->fill(7);
    EXPECT_NE(sets.fault(made, false).find("7 survived, should be"), std::string::npos);
}

TEST_F(CompactBench, TheDeadAreSkipped) {
    constexpr std::uint32_t records = 1000, change = 3;
    const auto memory = gl::plain_memory();
    const CompactSets sets(*memory, facts(), 3, records);
    const CompactVotes made = votes(records);
    sets.set_votes(made);
    const CompactRun run = sets.run(0);
    const auto before = run.request.columns[2].source->read_all<compact::Element>(records);
    gl::ShaderLibrary shaders;
    SkipDead(shaders).run(run, change);
    const auto after = run.request.columns[2].source->read_all<compact::Element>(records);
    for (std::uint32_t i = 0; i < records; ++i)
        for (std::size_t word = 0; word < 4; ++word)
            ASSERT_EQ(after[i][word], before[i][word] + change * made.words[i]) << i;
}

TEST_F(CompactBench, EveryCompactorHereHasARowInEveryCase) {
    CompactBenchChoice options = quick_options<CompactBenchChoice>({3001});
    options.record_bytes = {32};
    options.survivors = {0, 50, 100};
    const BoundBench bench = measured(bench_compact, options);
    EXPECT_EQ(bench.faults, std::vector<std::string>{});
    EXPECT_EQ(cases_of(bench.rows).size(), 2u * 3);
    for (const BoundCase& of : cases_of(bench.rows)) {
        const auto has = [&](std::string_view name, std::string_view algorithm) {
            return std::count_if(bench.rows.begin(), bench.rows.end(), [&](const BoundRow& row) {
                return row.of == of && row.name == name && row.algorithm == algorithm;
            });
        };
        EXPECT_EQ(has("glsl copy", ""), 1);
        EXPECT_EQ(has("no removal", ""), 1);
        for (const Compaction one : members(compactions))
            EXPECT_EQ(has("glsl", name_of(one)), 1) << name_of(one);
    }
    for (const BoundRow& row : bench.rows) {
        EXPECT_EQ(row.runs, 20u);
        EXPECT_GT(row.ms.median, 0);
        EXPECT_GT(row.of_bound, 0);
        EXPECT_NEAR(row.of_bound, row.bound_ms / row.ms.median, 1e-9);
    }
    const auto json = to_json(compact_topic, bench);
    for (const char* key :
         {"kind", "name", "algorithm", "records", "record_bytes", "survivors_percent", "votes", "keeps_order",
          "ms", "floor_bytes", "floor_ms", "of_floor", "per_second"})
        EXPECT_TRUE(json["rows"][1].contains(key)) << key;
    EXPECT_NE(to_text(compact_topic, bench).find("3,001 records of 32 bytes, 50 % survive, clustered"),
              std::string::npos);
}

TEST_F(CompactBench, RecordsThatDoNotFitAreRefused) {
    CompactBenchChoice options;
    options.sizes = {4'000'000'000};
    test::expect_error(ExitStatus::bad_input, "4000000000 records of",
                       [&] { measured(bench_compact, options); });
}

}  // namespace
}  // namespace winnow::measure
