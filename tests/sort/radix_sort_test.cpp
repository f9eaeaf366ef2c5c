// The radix sort with its real kernels against std::stable_sort: sizes around every edge; inputs that are
// ordered, reversed, equal and random; stability, with the input's places as values.
#include "sort/radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <ostream>
#include <vector>

#include "scan/glsl_scan.h"
#include "support/errors.h"
#include "support/gl_calls.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"
#include "support/words.h"
#include "verify/checkers/inputs.h"

namespace winnow::sort {
namespace {

using verify::Input;
using winnow::test::expect_error;
using winnow::test::GuardedWords;
using winnow::test::poison;
using winnow::test::Words;

/// The tuning of this device, or small tiles that rank in one of the two ways.
enum class Kind { device, threads, subgroups };

void PrintTo(Kind kind, std::ostream* out) {
    *out << (kind == Kind::device ? "device" : kind == Kind::threads ? "threads" : "subgroups");
}

Words places(std::size_t count) {
    Words values(count);
    std::iota(values.begin(), values.end(), 0u);
    return values;
}

/// The bits by which a key is ordered.
struct Bits {
    std::uint32_t first = 0, count = 32;
    std::uint32_t of(std::uint32_t key) const {
        const std::uint32_t shifted = key >> first;
        return count == 32 ? shifted : shifted & ((1u << count) - 1);
    }
};

Words sorted_places(const Words& keys, Bits bits) {
    Words order = places(keys.size());
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return bits.of(keys[a]) < bits.of(keys[b]); });
    return order;
}

Words gathered(const Words& keys, const Words& order) {
    Words result(keys.size());
    std::transform(order.begin(), order.end(), result.begin(), [&](std::uint32_t i) { return keys[i]; });
    return result;
}

/// The buffers of one sort, each with guards.
struct Buffers {
    explicit Buffers(const Words& input)
        : keys(input, "test keys", GuardedWords::unaligned),
          values(places(input.size()), "test values"),
          other_keys(Words(input.size(), poison), "test scratch keys"),
          other_values(Words(input.size(), poison), "test scratch values", GuardedWords::unaligned) {}

    Request request(Bits bits) const {
        Request r;
        r.pairs = {keys.range(), values.range()};
        r.scratch = {other_keys.range(), other_values.range()};
        r.bound = keys.count();
        r.first_bit = bits.first;
        r.bits = bits.count;
        return r;
    }

    bool guards_untouched() const {
        return keys.guards_untouched() && values.guards_untouched() && other_keys.guards_untouched() &&
               other_values.guards_untouched();
    }

    GuardedWords keys, values, other_keys, other_values;
};

class RadixSortTest : public winnow::test::GlTest, public ::testing::WithParamInterface<Kind> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        if (GetParam() == Kind::subgroups && facts().limits.subgroup_size != 32)
            GTEST_SKIP() << "no subgroups of 32 that are known to keep their size";
        sort_ = std::make_unique<RadixSort>(facts(), shaders_,
                                            scan::make_glsl_scan(facts(), shaders_, ScanChoice{}), variant());
    }

    RadixVariant variant() const {
        switch (GetParam()) {
            case Kind::threads:
                return {64, 4, 4, 0};
            case Kind::subgroups:
                return {256, 4, 8, 32};
            case Kind::device:
                break;
        }
        return radix_variant(facts());
    }

    void expect_sorted(const Words& input, Bits bits = {}) {
        const Buffers buffers(input);
        sort_->run(buffers.request(bits));
        const Words order = sorted_places(input, bits);
        EXPECT_EQ(winnow::test::first_difference(gathered(input, order), buffers.keys.values()), "");
        EXPECT_EQ(winnow::test::first_difference(order, buffers.values.values()), "") << "not stable";
        EXPECT_TRUE(buffers.guards_untouched());
    }

    std::uint64_t tile() const { return sort_->tile(); }

    gl::ShaderLibrary shaders_;
    std::unique_ptr<RadixSort> sort_;
};

TEST_P(RadixSortTest, SortsAtEveryEdge) {
    const std::uint64_t t = tile();
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{31},
                                     std::uint64_t{33}, t - 1, t, t + 1, 2 * t - 1, 3 * t + 7}) {
        SCOPED_TRACE(size);
        expect_sorted(verify::random_words(size, 7));
    }
}

TEST_P(RadixSortTest, SortsWhatIsOrderedReversedOrEqual) {
    const std::size_t size = 2 * tile() + 5;
    Words rising = verify::random_words(size, 3);
    std::sort(rising.begin(), rising.end());
    expect_sorted(rising);
    expect_sorted(Words(rising.rbegin(), rising.rend()));
    for (const Input input : {Input::zero, Input::alternating, Input::largest})
        expect_sorted(verify::make_values<std::uint32_t>(input, 1, size));
}

TEST_P(RadixSortTest, OrdersByTheBitsAskedForAlone) {
    const Words input = verify::random_words(2 * tile() + 1, 11);
    for (const Bits bits : {Bits{0, 16}, Bits{16, 16}, Bits{8, 16}, Bits{0, 32}}) {
        SCOPED_TRACE(bits.first);
        expect_sorted(input, bits);
    }
}

TEST_P(RadixSortTest, KeepsTheOrderOfManyEqualKeys) {
    Words input = verify::random_words(3 * tile() + 1, 5);
    for (std::uint32_t& key : input) key &= 0x03000003;
    expect_sorted(input);
}

TEST_P(RadixSortTest, TakesTheCountFromTheGpu) {
    const std::uint64_t bound = 3 * tile();
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, tile(), tile() + 3, bound + 10}) {
        SCOPED_TRACE(count);
        const std::uint64_t sorted = std::min(count, bound);
        const Words input = verify::random_words(bound, 13);
        const Buffers buffers(input);
        const gl::Buffer place = winnow::test::upload({poison, static_cast<std::uint32_t>(count)}, "count");
        Request request = buffers.request({});
        request.count = {&place, 1};
        sort_->run(request);
        Words order = sorted_places(Words(input.begin(), input.begin() + static_cast<long>(sorted)), {});
        for (std::uint64_t i = sorted; i < bound; ++i) order.push_back(static_cast<std::uint32_t>(i));
        EXPECT_EQ(buffers.values.values(), order);
        EXPECT_EQ(buffers.keys.values(), gathered(input, order));
        EXPECT_TRUE(buffers.guards_untouched());
    }
}

TEST_P(RadixSortTest, DependsOnNoScratch) {
    sort_->reserve(4 * tile());
    sort_->poison_scratch(poison);
    expect_sorted(verify::random_words(4 * tile(), 17));
    sort_->poison_scratch(0xFFFFFFFF);
    expect_sorted(verify::random_words(tile() + 1, 19));
}

TEST_P(RadixSortTest, AllocatesNothingThatIsReserved) {
    sort_->reserve(8 * tile());
    const Buffers buffers(verify::random_words(8 * tile(), 31));
    const winnow::test::GlCalls calls;
    sort_->run(buffers.request({}));
    EXPECT_EQ(calls.made(winnow::test::CallKind::allocates), "");
}

INSTANTIATE_TEST_SUITE_P(Ways, RadixSortTest, ::testing::Values(Kind::device, Kind::threads, Kind::subgroups),
                         ::testing::PrintToStringParamName());

class RadixSortOfThisDevice : public winnow::test::GlTest {};

TEST_F(RadixSortOfThisDevice, SortsAMillion) {
    gl::ShaderLibrary shaders;
    RadixSort sort(facts(), shaders, scan::make_glsl_scan(facts(), shaders, ScanChoice{}));
    const Words input = verify::random_words(1'000'003, 23);
    const Buffers buffers(input);
    sort.run(buffers.request({0, 16}));
    EXPECT_EQ(winnow::test::first_difference(sorted_places(input, {0, 16}), buffers.values.values()), "");
}

TEST_F(RadixSortOfThisDevice, SortsWhereGroupsLieInSeveralRows) {
    const winnow::test::ShippedShaders folder;
    folder.replace("shared/limits.h", "FOLDED_GROUPS = 32768u", "FOLDED_GROUPS = 3u");
    gl::ShaderLibrary shaders(folder.path());
    RadixSort sort(facts(), shaders, scan::make_glsl_scan(facts(), shaders, ScanChoice{}), {64, 4, 4, 0});
    for (const std::uint64_t tiles : {3u, 4u, 10u}) {
        const Words input = verify::random_words(tiles * sort.tile() - 1, 29);
        const Buffers buffers(input);
        sort.run(buffers.request({}));
        EXPECT_EQ(winnow::test::first_difference(sorted_places(input, {}), buffers.values.values()), "");
    }
}

TEST_F(RadixSortOfThisDevice, RefusesWhatItCannotSort) {
    gl::ShaderLibrary shaders;
    RadixSort sort(facts(), shaders, scan::make_glsl_scan(facts(), shaders, ScanChoice{}));
    const Buffers buffers(verify::random_words(100));
    const auto expect_refused = [&](const char* part, auto&& change) {
        Request request = buffers.request({});
        change(request);
        expect_error(ExitStatus::bad_input, part, [&] { sort.run(request); });
    };
    expect_refused("16 or 32 bits", [](Request& r) { r.bits = 8; });
    expect_refused("exceed the 32 bits of a key", [](Request& r) { r.first_bit = 1; });
    expect_refused("no buffer for the values", [](Request& r) { r.pairs.values = {}; });
    expect_refused("exceed the 228 words", [](Request& r) { r.bound = 165; });
    for (const int by : {-40, -1, 0, 1, 40})
        expect_refused("overlap", [by](Request& r) {
            r.scratch.keys = r.pairs.keys;
            r.scratch.keys.first += static_cast<std::uint64_t>(by);
        });
    expect_refused("the count lies within the keys", [](Request& r) {
        r.count = {r.pairs.keys.buffer, static_cast<std::uint32_t>(r.pairs.keys.first)};
    });
    expect_refused("outside its buffer", [](Request& r) { r.count = {r.pairs.keys.buffer, 100'000}; });
}

}  // namespace
}  // namespace winnow::sort
