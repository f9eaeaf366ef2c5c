// The compaction library for OpenGL keeps its header's promises, on buffers that the tests own.
#include "winnow/compact.h"

#include <glad/gl.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "library/gl_state.h"
#include "library/immutable_buffer.h"
#include "library/library_fixture.h"
#include "scan/catalogue.h"
#include "support/words.h"
#include "verify/checkers/compact_check.h"

namespace winnow {
namespace {

using test::ImmutableBuffer;
using test::poison;
using test::thrown_by;
using test::Words;
using verify::CompactCase;
using verify::Votes;
using Failure = ScanError::Kind;

/// Where the ring's first index and count are stored.
enum class Ring { in_one_buffer, in_two_buffers, on_host, first_on_host };
constexpr Ring every_ring[] = {Ring::in_one_buffer, Ring::in_two_buffers, Ring::on_host, Ring::first_on_host};

/// Wraps the library as a compact::Compactor, so that the checker applies the same rules to it.
class CompactGuest : public compact::Compactor {
  public:
    CompactGuest(GlCompact& library, Ring ring) : library_(library), ring_(ring) {}

    VoteFormat vote_format() const override { return library_.vote_format(); }
    void reserve(std::uint32_t bound) override { library_.reserve(bound); }
    void poison_scratch(std::uint32_t) override {}

    void run(const compact::Request& request) override {
        std::vector<GlColumn> columns;
        for (const compact::Column& column : request.columns)
            columns.push_back({column.source->name(), column.destination->name()});
        GlCompactRequest asked;
        asked.columns = columns.data();
        asked.column_count = static_cast<unsigned>(columns.size());
        asked.capacity = request.capacity;
        asked.bound = request.bound;
        asked.votes = {request.votes.buffer->name(), request.votes.first};
        asked.survivors = place_of(request.survivors);
        const std::uint32_t first = test::read_word(*request.first.buffer, request.first.index);
        const std::uint32_t count = test::read_word(*request.count.buffer, request.count.index);
        const gl::Buffer apart = test::upload({0, 0, count}, "test count apart");
        asked.first = place_of(request.first);
        asked.count = place_of(request.count);
        if (ring_ == Ring::in_two_buffers) asked.count = {apart.name(), 2};
        if (ring_ == Ring::on_host) asked.bound = std::min(request.bound, count), asked.count = {};
        if (ring_ == Ring::on_host || ring_ == Ring::first_on_host)
            asked.first_index = first, asked.first = {};
        library_.run(asked);
    }

  private:
    static GlPlace place_of(const gl::Word& word) { return {word.buffer->name(), word.index}; }

    GlCompact& library_;
    Ring ring_;
};

constexpr std::uint32_t wrapped_bound = 2950;

CompactCase wrapped_ring(std::uint32_t columns, Votes votes = Votes::random) {
    return {.votes = votes, .columns = columns, .capacity = 3000, .first = 2500, .count = 2900};
}

class GlCompactTest : public test::LibraryContextTest {
  protected:
    void expect_no_fault(GlCompact& library, Ring ring, const CompactCase& one,
                         std::uint32_t bound = wrapped_bound) {
        CompactGuest guest(library, ring);
        EXPECT_EQ(checker_.find_fault(guest, bound, {&one, 1}, keeps_order(library.compaction())), "");
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::CompactChecker checker_{*memory_, 17};

    /// Calls `check` with every compaction that this machine offers.
    void for_each(const std::function<void(GlCompact&)>& check) const {
        for (const auto& kind : compactions) {
            SCOPED_TRACE(std::string(kind.name));
            ASSERT_EQ(GlCompact::absence(context(), {kind.value, {}}), "");
            GlCompact library(context(), {kind.value, {}});
            check(library);
        }
    }
};

TEST_F(GlCompactTest, EveryCompactionPacksAWrappedRingWhereverItIsDescribed) {
    for_each([&](GlCompact& library) {
        for (const Ring ring : every_ring) {
            SCOPED_TRACE("ring " + std::to_string(static_cast<int>(ring)));
            expect_no_fault(library, ring, wrapped_ring(2));
        }
    });
}

TEST_F(GlCompactTest, EveryCompactionMovesUpToFiveColumns) {
    for_each([&](GlCompact& library) {
        for (const std::uint32_t columns : {1u, 5u})
            expect_no_fault(library, Ring::on_host, wrapped_ring(columns, Votes::clustered));
    });
}

TEST_F(GlCompactTest, AllAndNoneAndNobodySurvive) {
    for_each([&](GlCompact& library) {
        for (const Votes votes : {Votes::all, Votes::none})
            expect_no_fault(library, Ring::in_two_buffers, wrapped_ring(1, votes));
        for (const Ring ring : every_ring) expect_no_fault(library, ring, {.capacity = 50, .first = 7}, 0);
    });
}

TEST_F(GlCompactTest, ACountBeyondTheBoundIsTheBound) {
    const CompactCase one{.capacity = 300, .first = 290, .count = 300};
    for_each([&](GlCompact& library) { expect_no_fault(library, Ring::in_two_buffers, one, 200); });
}

TEST_F(GlCompactTest, SaysWhatItIsAndWhatItTakes) {
    const auto format = [&](Compaction kind) { return GlCompact(context(), {kind, {}}).vote_format(); };
    EXPECT_EQ(format(Compaction::staged), VoteFormat::words);
    EXPECT_EQ(format(Compaction::bits), VoteFormat::bits);
    EXPECT_EQ(format(Compaction::fused), VoteFormat::bits);
    const Compaction chosen = GlCompact(context()).compaction();
    EXPECT_NE(chosen, Compaction::automatic);
    EXPECT_TRUE(keeps_order(chosen));
}

TEST_F(GlCompactTest, WhatIsNotOfferedIsAbsentWithItsReason) {
    const GlCompactOptions waits_for_nobody{Compaction::fused,
                                            {BlockScan::blelloch, GridStrategy::reduce_then_scan}};
    const std::string reason = GlCompact::absence(context(), waits_for_nobody);
    EXPECT_NE(reason, "");
    const auto thrown = thrown_by([&] { const GlCompact none(context(), waits_for_nobody); });
    EXPECT_EQ(thrown.kind, Failure::absent);
    EXPECT_NE(thrown.text.find(reason), std::string::npos) << thrown.text;
    EXPECT_NE(GlCompact::absence(context(), {Compaction{5}, {}}), "") << "a cast made it";
}

TEST_F(GlCompactTest, OutlivesTheHandleOfItsContextAndMoves) {
    auto gone = std::make_unique<GlContext>(make_context());
    GlCompact first(*gone);
    gone.reset();
    GlCompact second(std::move(first));
    second.reserve(5000);
    expect_no_fault(second, Ring::on_host, wrapped_ring(1));
    first = std::move(second);
    expect_no_fault(first, Ring::on_host, wrapped_ring(1));
}

/// Four records, of which two survive, in buffers without any storage flag.
struct FourRecords {
    ImmutableBuffer source{{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4}};
    ImmutableBuffer destination{Words(16, 9)};
    ImmutableBuffer words{{0, 1, 0, 1}}, bits{{0b1010}};
    GlColumn column{source.name(), destination.name()};

    GlCompactRequest request(VoteFormat format) const {
        GlCompactRequest request;
        request.columns = &column;
        request.column_count = 1;
        request.capacity = request.bound = 4;
        request.votes = {(format == VoteFormat::words ? words : bits).name(), 0};
        return request;
    }
};

TEST_F(GlCompactTest, BuffersNeedNoStorageFlagsAndTheCountNeedNotBeWanted) {
    for_each([&](GlCompact& library) {
        const FourRecords records;
        const ImmutableBuffer survivors({7, 7});
        GlCompactRequest request = records.request(library.vote_format());
        if (keeps_order(library.compaction())) {
            library.run(request);
            EXPECT_EQ(records.destination.values(), (Words{2, 2, 2, 2, 4, 4, 4, 4, 9, 9, 9, 9, 9, 9, 9, 9}));
        }
        request.survivors = {survivors.name(), 1};
        library.run(request);
        EXPECT_EQ(survivors.values(), (Words{7, 2}));
    });
}

TEST_F(GlCompactTest, BuffersKeepTheirLabels) {
    const FourRecords records;
    glObjectLabel(GL_BUFFER, records.destination.name(), -1, "the caller's label");
    {
        GlCompact library(context());
        library.run(records.request(library.vote_format()));
    }
    char label[64] = {};
    glGetObjectLabel(GL_BUFFER, records.destination.name(), sizeof label, nullptr, label);
    EXPECT_STREQ(label, "the caller's label");
}

TEST_F(GlCompactTest, TheStateIsAsItWasAfterEveryCall) {
    const FourRecords records;
    const test::BusyContext busy;
    const test::State before = test::query_state();
    for_each([&](GlCompact& library) {
        EXPECT_EQ(test::changes_since(before), "") << "after it was made";
        library.reserve(10000);
        EXPECT_EQ(test::changes_since(before), "") << "after reserve";
        library.run(records.request(library.vote_format()));
        EXPECT_EQ(test::changes_since(before), "") << "after a run";
        EXPECT_THROW(library.run({}), ScanError);
        EXPECT_EQ(test::changes_since(before), "") << "after an error";
    });
    EXPECT_EQ(test::changes_since(before), "") << "after the last was destroyed";
}

/// Tests change one part of a request over two columns of `capacity` records.
class GlCompactRefusalTest : public GlCompactTest {
  protected:
    static constexpr std::uint32_t capacity = 50;

    void SetUp() override {
        GlCompactTest::SetUp();
        if (IsSkipped()) return;
        for (GlColumn& column : columns_) column = {fresh(capacity * 4), fresh(capacity * 4)};
        votes_ = fresh(capacity + 10);
        places_ = fresh(4);
        library_.emplace(context(), GlCompactOptions{Compaction::staged, {}});
    }

    unsigned fresh(std::size_t words) {
        buffers_.push_back(test::upload(Words(words, poison), "test buffer"));
        return buffers_.back().name();
    }

    GlCompactRequest good() const {
        GlCompactRequest request;
        request.columns = columns_;
        request.column_count = 2;
        request.capacity = request.bound = capacity;
        request.votes = {votes_, 10};
        request.first = {places_, 0};
        request.count = {places_, 1};
        request.survivors = {places_, 2};
        return request;
    }

    void expect_refused(const std::string& part, const std::function<void(GlCompactRequest&)>& spoil) {
        GlCompactRequest request = good();
        spoil(request);
        const auto thrown = thrown_by([&] { library_->run(request); });
        EXPECT_EQ(thrown.kind, Failure::bad_input);
        EXPECT_NE(thrown.text.find(part), std::string::npos) << thrown.text;
        EXPECT_EQ(thrown.text.find('\n'), std::string::npos) << thrown.text;
        for (const gl::Buffer& buffer : buffers_) {
            const std::uint64_t words = buffer.bytes() / sizeof poison;
            EXPECT_EQ(buffer.read_all<std::uint32_t>(words), Words(words, poison));
        }
    }

    void expect_column_refused(const std::string& part, GlColumn column) {
        const GlColumn spoilt[] = {columns_[0], column};
        expect_refused(part, [&](GlCompactRequest& r) { r.columns = spoilt; });
    }

    std::vector<gl::Buffer> buffers_;
    GlColumn columns_[2];
    unsigned votes_ = 0, places_ = 0;
    std::optional<GlCompact> library_;
};

TEST_F(GlCompactRefusalTest, TooFewAndTooMany) {
    expect_refused("0 columns; 1 to 5", [](GlCompactRequest& r) { r.column_count = 0; });
    expect_refused("6 columns; 1 to 5", [](GlCompactRequest& r) { r.column_count = 6; });
    expect_refused("the list of columns is null", [](GlCompactRequest& r) { r.columns = nullptr; });
    expect_refused("capacity 0", [](GlCompactRequest& r) { r.capacity = r.bound = 0; });
    expect_refused("134217727", [](GlCompactRequest& r) { r.capacity = std::uint64_t{1} << 32; });
    expect_refused("exceed the capacity", [](GlCompactRequest& r) { r.bound = capacity + 1; });
    EXPECT_EQ(thrown_by([&] { library_->reserve(std::uint64_t{1} << 60); }).kind, Failure::bad_input);
}

TEST_F(GlCompactRefusalTest, WhatIsMissingOrTooSmall) {
    expect_refused("no buffer of votes", [](GlCompactRequest& r) { r.votes = {}; });
    expect_refused("exceed", [](GlCompactRequest& r) { r.votes.first = 11; });
    expect_refused("exceed", [](GlCompactRequest& r) { r.votes.first = ~std::uint64_t{0}; });
    expect_column_refused("column 1 has no source", {0, columns_[1].destination});
    expect_column_refused("column 1 has no source", {columns_[1].source, 0});
    expect_column_refused("no buffer object has the name", {4'000'000'000u, columns_[1].destination});
    expect_column_refused("smaller than the capacity", {columns_[1].source, fresh(capacity * 4 - 1)});
    for (GlPlace GlCompactRequest::*place :
         {&GlCompactRequest::first, &GlCompactRequest::count, &GlCompactRequest::survivors}) {
        expect_refused("outside", [&](GlCompactRequest& r) { (r.*place).first = 4; });
        expect_refused("4294967295", [&](GlCompactRequest& r) { (r.*place).first = std::uint64_t{1} << 32; });
    }
}

TEST_F(GlCompactRefusalTest, WhatWouldBeOverwritten) {
    const char* another_part = "is also used elsewhere";
    expect_column_refused(another_part, {columns_[1].source, columns_[0].source});
    expect_column_refused(another_part, {columns_[1].source, columns_[0].destination});
    const unsigned packed = columns_[1].destination;
    expect_refused(another_part, [&](GlCompactRequest& r) { r.votes = {packed, 0}; });
    expect_refused(another_part, [&](GlCompactRequest& r) { r.first = {packed, 0}; });
    expect_refused(another_part, [&](GlCompactRequest& r) { r.count = {packed, 0}; });
    expect_refused(another_part, [&](GlCompactRequest& r) { r.survivors = {packed, 0}; });
    expect_refused("would overwrite", [&](GlCompactRequest& r) { r.survivors = r.first; });
    expect_refused("would overwrite", [&](GlCompactRequest& r) { r.survivors = r.count; });
    expect_refused("would overwrite", [&](GlCompactRequest& r) {
        r.survivors = {votes_, 10 + capacity - 1};
    });
    expect_refused("would overwrite", [&](GlCompactRequest& r) { r.survivors = {columns_[0].source, 0}; });
}

TEST_F(GlCompactRefusalTest, WhereOneOfTheRingsWordsIsTheHosts) {
    expect_refused("outside", [](GlCompactRequest& r) { r.first = {}, r.count.first = 4; });
    expect_refused("would overwrite", [](GlCompactRequest& r) { r.count = {}, r.survivors = r.first; });
    expect_refused("is also used elsewhere", [&](GlCompactRequest& r) {
        r.first = {columns_[0].destination, 0}, r.count = {};
    });
}

}  // namespace
}  // namespace winnow
