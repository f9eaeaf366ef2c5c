// The baselines of the compaction and sorting benchmarks do the work for which they are timed.
#include "cuda/measure/compact_baselines.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <span>

#include "base/error.h"
#include "compact/reference_compaction.h"
#include "cuda/base/device_array.h"
#include "cuda/measure/cub.h"
#include "cuda/measure/records.h"
#include "cuda/measure/thrust_remove.h"
#include "cuda/support.h"

namespace winnow::test {
namespace {

using cuda::DeviceArray;

constexpr std::uint32_t COUNT = 50021;

Words random_votes() {
    return verify::make_votes(verify::Votes::random, 7, COUNT);
}

/// Flagged records on the device, and the records that must remain.
struct Flagged {
    explicit Flagged(std::uint32_t columns) {
        const Words votes = random_votes();
        const std::vector<std::uint8_t> bytes(votes.begin(), votes.end());
        const auto content = verify::make_column(columns, std::uint64_t{COUNT} * columns);
        for (std::size_t i = 0; i < COUNT; ++i)
            if (votes[i] != 0)
                expected.insert(expected.end(), content.begin() + static_cast<std::ptrdiff_t>(i * columns),
                                content.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns));
        records = DeviceArray<shared::uvec4>(content.size());
        packed = DeviceArray<shared::uvec4>(content.size());
        flags = DeviceArray<std::uint8_t>(COUNT);
        survivors = DeviceArray<std::uint32_t>(1);
        to_device(records.data(), content);
        to_device(flags.data(), bytes);
        view = {columns, COUNT, records.data(), packed.data(), flags.data(), survivors.data()};
    }

    std::vector<compact::Element> expected;
    DeviceArray<shared::uvec4> records, packed;
    DeviceArray<std::uint8_t> flags;
    DeviceArray<std::uint32_t> survivors;
    cuda::FlaggedRecords view;
};

class OthersKernels : public CudaTest {};

TEST_F(OthersKernels, CubSelectsWholeRecords) {
    for (std::uint32_t columns = 1; columns <= cuda::MAX_BASELINE_COLUMNS; ++columns) {
        SCOPED_TRACE(columns);
        const Flagged flagged(columns);
        std::size_t bytes = 0;
        cuda::cub_select(nullptr, nullptr, bytes, flagged.view);
        const DeviceArray<std::byte> scratch(bytes);
        cuda::cub_select(nullptr, scratch.data(), bytes, flagged.view);
        EXPECT_EQ(from_device<std::uint32_t>(flagged.survivors.data(), 1).front() * columns,
                  flagged.expected.size());
        EXPECT_TRUE(from_device<compact::Element>(flagged.packed.data(), flagged.expected.size()) ==
                    flagged.expected);
    }
}

TEST_F(OthersKernels, ThrustRemovesWholeRecords) {
    cuda::ThrustRemove remove;
    for (std::uint32_t columns = 1; columns <= cuda::MAX_BASELINE_COLUMNS; ++columns) {
        SCOPED_TRACE(columns);
        const Flagged flagged(columns);
        EXPECT_EQ(remove.run(nullptr, flagged.view) * columns, flagged.expected.size());
        EXPECT_TRUE(from_device<compact::Element>(flagged.records.data(), flagged.expected.size()) ==
                    flagged.expected);
    }
}

TEST_F(OthersKernels, IndexListsHoldEveryIndexOnce) {
    const Words votes = random_votes(), bits = verify::stored_votes(votes, VoteFormat::bits);
    const auto device_votes = on_device<std::uint32_t>(bits);
    const DeviceArray<std::uint32_t> alive(COUNT), alive_out(COUNT), dead(COUNT), counts(2);
    cuda::fill_with_indices(nullptr, alive.data(), COUNT);
    for (int again = 0; again < 2; ++again)
        cuda::update_index_lists(nullptr, {device_votes.data(), alive.data(), alive_out.data(), dead.data(),
                                           counts.data(), COUNT});
    std::array<Words, 2> expected;
    for (std::uint32_t i = 0; i < COUNT; ++i) expected[votes[i] != 0 ? 0 : 1].push_back(i);
    const Words found = from_device<std::uint32_t>(counts.data(), 2);
    ASSERT_EQ(found, (Words{static_cast<std::uint32_t>(expected[0].size()),
                            static_cast<std::uint32_t>(expected[1].size())}));
    for (std::size_t list = 0; list < 2; ++list) {
        Words indices = from_device<std::uint32_t>((list == 0 ? alive_out : dead).data(), found[list]);
        std::sort(indices.begin(), indices.end());
        EXPECT_EQ(indices, expected[list]);
    }
}

/// A batch of two runs over the same records.
class CompactBaselinesTest : public SharedTest {
  protected:
    void SetUp() override {
        SharedTest::SetUp();
        if (IsSkipped()) return;
        words_ = upload(votes_, "words");
        bits_ = upload(verify::stored_votes(votes_, VoteFormat::bits), "bits");
        ring_ = upload({0, COUNT, poison, poison}, "ring");
        for (auto* buffers : {&sources_, &destinations_}) buffers->reserve(shared::MAX_COLUMNS);
        for (std::uint32_t c = 0; c < shared::MAX_COLUMNS; ++c) {
            content_.push_back(verify::make_column(c, COUNT));
            for (auto* buffers : {&sources_, &destinations_})
                buffers->push_back(gl::plain_memory()->allocate(COUNT * sizeof(compact::Element), "column"));
            sources_[c].write_all(std::span<const compact::Element>(content_[c]));
            columns_.push_back({&sources_[c], &destinations_[c]});
        }
    }
    void TearDown() override {
        columns_.clear();
        for (auto* buffers : {&sources_, &destinations_}) buffers->clear();
        for (gl::Buffer* buffer : {&words_, &bits_, &ring_}) *buffer = {};
        SharedTest::TearDown();
    }

    std::array<measure::CompactRun, 2> runs(std::uint32_t columns) const {
        measure::CompactRun run;
        run.request.columns = std::span(columns_).first(columns);
        run.request.capacity = run.request.bound = COUNT;
        run.request.first = {&ring_, 0};
        run.request.count = {&ring_, 1};
        run.request.survivors = {&ring_, 2};
        run.words = {&words_, 0};
        run.bits = {&bits_, 0};
        return {run, run};
    }

    std::uint32_t survivors() const {
        return static_cast<std::uint32_t>(std::count(votes_.begin(), votes_.end(), 1u));
    }

    const Words votes_ = random_votes();
    std::vector<std::vector<compact::Element>> content_;
    std::vector<gl::Buffer> sources_, destinations_;
    std::vector<compact::Column> columns_;
    gl::Buffer words_, bits_, ring_;
};

TEST_F(CompactBaselinesTest, FindWhoSurvives) {
    std::set<std::string> names;
    for (const auto& baseline : cuda::make_compact_baselines(runtime_)) {
        SCOPED_TRACE(baseline->name());
        names.insert(baseline->name());
        for (std::uint32_t columns = 1; columns <= shared::MAX_COLUMNS; ++columns) {
            if (!baseline->offers(columns, COUNT)) continue;
            const auto two = runs(columns);
            baseline->prepare({two, {}});
            for (int again = 0; again < 2; ++again) EXPECT_GT(baseline->run({two, {}}), 0.0);
            EXPECT_EQ(baseline->survivors(), survivors());
        }
        baseline->release();
    }
    EXPECT_EQ(names, (std::set<std::string>{"cub select", "index list", "thrust remove_if"}));
}

TEST_F(CompactBaselinesTest, OursPackTheBatchsBuffers) {
    for (const auto& compaction : compactions) {
        SCOPED_TRACE(std::string(compaction.name));
        const auto baseline = cuda::make_timed_compactor(
            runtime_, cuda::make_device_compaction(compaction.value, {}), keeps_order(compaction.value));
        const auto two = runs(3);
        for (const gl::Buffer& destination : destinations_) destination.fill(verify::guard_word);
        baseline->prepare({two, {}});
        EXPECT_GT(baseline->run({two, {}}), 0.0);
        EXPECT_EQ(baseline->survivors(), survivors());
        if (!baseline->keeps_order()) continue;
        for (std::uint32_t c = 0; c < 3; ++c)
            EXPECT_TRUE(destinations_[c].read_all<compact::Element>(survivors()) ==
                        compact::reference_compact(content_[c], 0, votes_));
    }
}

TEST_F(CompactBaselinesTest, SortsAreStableAndAscending) {
    const Words keys = verify::random_words(COUNT, 3);
    Words values(COUNT);
    std::iota(values.begin(), values.end(), 0u);
    const gl::Buffer from_keys = upload(keys, "keys"), from_values = upload(values, "values");
    const gl::Buffer to_keys = upload(keys, "sorted keys"), to_values = upload(values, "sorted values");
    const measure::SortRun run{&from_keys, &from_values, &to_keys, &to_values};
    for (const auto& baseline : cuda::make_sort_baselines(runtime_))
        for (const std::uint32_t bits : {32u, 16u}) {
            SCOPED_TRACE(fmt::format("{}, {} bits", baseline->name(), bits));
            const std::uint32_t mask = bits == 32 ? 0xFFFFFFFF : (1u << bits) - 1;
            Words expected = values;
            std::stable_sort(expected.begin(), expected.end(),
                             [&](auto a, auto b) { return (keys[a] & mask) < (keys[b] & mask); });
            EXPECT_GT(baseline->run({std::span(&run, 1), COUNT, bits, {}}), 0.0);
            EXPECT_EQ(first_difference(expected, to_values.read_all<std::uint32_t>(COUNT)), "");
            EXPECT_THROW(baseline->run({std::span(&run, 1), COUNT + 1, bits, {}}), Error);
        }
}

}  // namespace
}  // namespace winnow::test
