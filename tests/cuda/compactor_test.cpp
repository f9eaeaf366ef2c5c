// Every CUDA compactor against the reference, on memory of both kinds.
#include "cuda/compact/gl_compactor.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "cuda/support.h"
#include "shaders/shared.h"
#include "verify/checkers/compact_check.h"

namespace winnow::test {
namespace {

using compact::Progress;
using verify::CompactCase;
using verify::Votes;

constexpr std::uint32_t seed = 17;

struct CompactorVariant {
    const char* name;
    Compaction compaction;
    ScanChoice scan;
    bool imported = true;  // memory that CUDA made; otherwise OpenGL's, registered
};

const CompactorVariant variants[] = {
    {"staged", Compaction::staged, {}},
    {"staged_registered", Compaction::staged, {}, false},
    {"staged_textbook", Compaction::staged, textbook},
    {"bits", Compaction::bits, {}},
    {"bits_reduce_then_scan", Compaction::bits, reducing},
    {"fused", Compaction::fused, {}},
    {"fused_registered", Compaction::fused, {}, false},
    {"fused_chained", Compaction::fused, chained},
    {"atomic", Compaction::atomic, {}},
};

class CompactorTest : public SharedTest, public ::testing::WithParamInterface<CompactorVariant> {
  protected:
    void SetUp() override {
        SharedTest::SetUp();
        if (IsSkipped()) return;
        plain_ = gl::plain_memory();
        provider_ = GetParam().imported ? runtime_->imported_memory() : plain_.get();
        if (provider_) checker_.emplace(*provider_, seed);
        if (!provider_) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
        compactor_ = std::make_unique<cuda::GlCompactor>(
            runtime_, cuda::make_device_compaction(GetParam().compaction, GetParam().scan),
            cuda::make_device_scan(GetParam().scan), GetParam().name);
    }
    void TearDown() override {
        checker_.reset();
        compactor_.reset();
        SharedTest::TearDown();
    }

    gl::Buffer make(std::uint64_t bytes) { return provider_->allocate(bytes, "test"); }

    void expect_no_fault(std::uint32_t bound, const std::vector<CompactCase>& cases) {
        EXPECT_EQ(checker_->find_fault(*compactor_, bound, cases, keeps_order(GetParam().compaction)), "")
            << bound << " votes";
        EXPECT_EQ(compactor_->progress(), Progress::done);
    }

    std::unique_ptr<gl::MemoryProvider> plain_;
    gl::MemoryProvider* provider_ = nullptr;
    std::unique_ptr<cuda::GlCompactor> compactor_;
    std::optional<verify::CompactChecker> checker_;
};

TEST_P(CompactorTest, KeepsWhomTheVotesKeep) {
    constexpr std::uint32_t capacity = 10007;
    std::vector<CompactCase> cases;
    for (const auto& votes : verify::vote_patterns) cases.push_back({votes.value, 3, capacity, 0, capacity});
    expect_no_fault(capacity, cases);
}

TEST_P(CompactorTest, HasNoFault) {
    for (const std::uint32_t bound : {10007u, 4096u, 33u, 0u})
        EXPECT_EQ(checker_->find_fault(*compactor_, bound, keeps_order(GetParam().compaction)), "") << bound;
}

TEST_P(CompactorTest, ReadsTheSourceAsARing) {
    constexpr std::uint32_t capacity = 5000;
    std::vector<CompactCase> cases;
    for (const std::uint32_t first : {1u, 2500u, capacity - 1})
        for (const std::uint32_t count : {0u, 1u, 2u, 2500u, capacity - 1, capacity})
            cases.push_back({Votes::random, 3, capacity, first, count});
    expect_no_fault(capacity, cases);
}

TEST_P(CompactorTest, ClampsTheCountToTheBound) {
    for (const std::uint32_t bound : {0u, 1u, 33u, 4095u, 4096u, 4097u}) {
        std::vector<CompactCase> cases;
        for (const std::uint32_t count : {bound, bound + 1, 0xFFFFFFFFu})
            cases.push_back({Votes::random, 3, 5000, 17, count});
        expect_no_fault(bound, cases);
    }
}

TEST_P(CompactorTest, ScansNumbersBesideTheVotes) {
    constexpr std::uint32_t capacity = 20000;
    for (const std::uint32_t bound : {0u, 1u, 4095u, 4097u, capacity}) {
        std::vector<CompactCase> cases;
        for (const std::uint32_t count : {0u, 1u, bound, bound + 1})
            cases.push_back({Votes::random, 3, capacity, 19999, count, true});
        expect_no_fault(bound, cases);
    }
}

TEST_P(CompactorTest, ScansManyNumbersRunAfterRun) {
    constexpr std::uint32_t capacity = 1u << 21;
    std::vector<CompactCase> cases;
    for (const bool second : {true, false, true})
        cases.push_back({Votes::all_but_one, 1, capacity, 5, capacity - 3, second});
    expect_no_fault(capacity, cases);
}

TEST_P(CompactorTest, MovesAnyNumberOfColumns) {
    std::vector<CompactCase> cases;
    for (std::uint32_t columns = 1; columns <= shared::MAX_COLUMNS; ++columns)
        cases.push_back({Votes::random, columns, 3001, 3000, 3001});
    expect_no_fault(3001, cases);
}

TEST_P(CompactorTest, MovesMany) {
    constexpr std::uint32_t capacity = 1u << 21;
    expect_no_fault(capacity, {{Votes::random, 3, capacity, capacity / 3, capacity}});
}

TEST_P(CompactorTest, MovesMoreThan64Mi) {
    constexpr std::uint32_t capacity = (1u << 26) + 12345;
    constexpr std::uint64_t needed = std::uint64_t{capacity} * (2 * shared::COLUMN_BYTES + 8);
    if (!GetParam().imported || GetParam().scan != ScanChoice{})
        GTEST_SKIP() << "one variant of each kind is enough";
    if (facts().free_bytes().value_or(0) < 2 * needed) GTEST_SKIP() << "the GPU has too little free memory";
    expect_no_fault(capacity, {{Votes::random, 1, capacity, capacity - 77, capacity}});
}

/// Returns the offsets that the scan leaves: for each vote, or each word of votes, the number of survivors
/// before it.
Words offsets_of(VoteFormat format, const Words& votes) {
    const std::size_t each = format == VoteFormat::words ? 1 : 32;
    Words offsets;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (i % each == 0) offsets.push_back(sum);
        sum += votes[i];
    }
    return offsets;
}

TEST_P(CompactorTest, LeavesItsStagesAndTimesBehind) {
    constexpr std::uint32_t capacity = 4099;
    EXPECT_FALSE(compactor_->times().hand_over.has_value()) << "nothing has run";
    expect_no_fault(capacity, {{Votes::random, 3, capacity, 0, capacity}});
    const gl::Words stage = compactor_->stages().offsets;
    const auto times = compactor_->times();
    ASSERT_TRUE(times.hand_over);
    EXPECT_GE(*times.hand_over, 0.0);
    EXPECT_FALSE(times.second_scan.has_value()) << "there was none";
    const Compaction kind = GetParam().compaction;
    if (kind == Compaction::fused || kind == Compaction::atomic) {
        EXPECT_EQ(stage.buffer, nullptr) << "it has no such stage";
        ASSERT_TRUE(times.compact && !times.scan && !times.move);
        EXPECT_GT(*times.compact, 0.0);
        return;
    }
    const Words offsets =
        offsets_of(compactor_->vote_format(), verify::make_votes(Votes::random, seed, capacity));
    EXPECT_EQ(
        first_difference(offsets, stage.buffer->read_all<std::uint32_t>(offsets.size(), stage.first * 4)),
        "");
    ASSERT_TRUE(times.scan && times.move && !times.compact);
    EXPECT_GT(*times.scan, 0.0);
    EXPECT_GT(*times.move, 0.0);
}

TEST_P(CompactorTest, TellsTheTimeOfASecondScan) {
    constexpr std::uint32_t capacity = 4099;
    expect_no_fault(capacity, {{Votes::random, 3, capacity, 0, capacity, true}});
    const auto times = compactor_->times();
    ASSERT_TRUE(times.second_scan);
    EXPECT_GT(*times.second_scan, 0.0);
}

TEST_P(CompactorTest, RefusesWhatReachesBeyondItsBuffers) {
    gl::Buffer column = make(16 * 10), other = make(16 * 10), words = make(4 * 4);
    const std::array columns{compact::Column{&column, &other}};
    const auto request = [&](std::uint32_t capacity, std::uint32_t bound) {
        return compact::Request{{&words, 0}, columns, capacity, bound, {&words, 0}, {&words, 1}, {&words, 2}};
    };
    EXPECT_THROW(compactor_->run(request(11, 1)), Error) << "columns too small";
    EXPECT_THROW(compactor_->run(request(2, 3)), Error) << "bound above capacity";
    if (compactor_->vote_format() == VoteFormat::words) {
        EXPECT_THROW(compactor_->run(request(10, 4)), Error) << "votes too short";
    }
    const compact::Fold fold{"particles/step.glsl", {}, {}};
    compact::Request folded = request(10, 1);
    folded.fold = &fold;
    EXPECT_THROW(compactor_->run(folded), Error) << "CUDA computes no records";
    EXPECT_EQ(compactor_->progress(), Progress::done) << "a refused request is not a failure of CUDA";
}

INSTANTIATE_TEST_SUITE_P(Variants, CompactorTest, ::testing::ValuesIn(variants),
                         [](const auto& variant) { return std::string(variant.param.name); });

TEST(DeviceCompaction, AutomaticIsFusedUnlessTheScanIsNone) {
    using cuda::resolve_device_compaction;
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, {}), Compaction::fused);
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, chained), Compaction::fused);
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, textbook), Compaction::bits);
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, {BlockScan::kogge_stone, {}}),
              Compaction::bits);
    EXPECT_EQ(resolve_device_compaction(Compaction::staged, {}), Compaction::staged);
}

TEST(DeviceCompaction, WhatIsAbsentIsExplained) {
    using cuda::device_compaction_absence;
    for (const auto& compaction : compactions) EXPECT_EQ(device_compaction_absence(compaction.value, {}), "");
    for (const auto& compaction : {Compaction::automatic, Compaction::staged, Compaction::bits})
        EXPECT_EQ(device_compaction_absence(compaction, textbook), "");
    const std::string block = device_compaction_absence(Compaction::fused, {BlockScan::kogge_stone, {}});
    EXPECT_NE(block.find("kogge-stone"), std::string::npos) << block;
    const std::string grid =
        device_compaction_absence(Compaction::fused, {BlockScan::subgroup, GridStrategy::reduce_then_scan});
    EXPECT_NE(grid.find("reduce-then-scan"), std::string::npos) << grid;
    EXPECT_THROW(cuda::make_device_compaction(Compaction::fused, textbook), std::invalid_argument);
}

}  // namespace
}  // namespace winnow::test
