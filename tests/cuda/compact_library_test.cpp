// The CUDA library's compactions: the rules of their requests, for which addresses are only compared, and
// their results on the tests' own memory and stream.
#include <cuda_runtime_api.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cuda/library/validate.h"
#include "cuda/support.h"
#include "scan/catalogue.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "verify/checkers/compact_check.h"
#include "winnow/cuda_compact.h"

namespace winnow::test {
namespace {

constexpr std::uint32_t capacity = 1000;

std::uint32_t* word_at(std::uintptr_t address) {
    return reinterpret_cast<std::uint32_t*>(address);
}

class CudaCompactRequestTest : public ::testing::Test {
  protected:
    CudaCompactRequestTest() {
        request_.columns = columns_.data();
        request_.column_count = 2;
        request_.capacity = request_.bound = capacity;
        request_.votes = word_at(0x90000);
        request_.first = word_at(0xA0000);
        request_.count = word_at(0xA0004);
        request_.survivors = word_at(0xA0008);
    }

    void expect_refused(const std::string& part, const std::function<void()>& spoil) {
        const auto columns = columns_;
        const CudaCompactRequest request = request_;
        spoil();
        expect_error(ExitStatus::bad_input, part, [&] { library::validate(request_, VoteFormat::words); });
        columns_ = columns;
        request_ = request;
    }

    std::array<CudaColumn, 2> columns_{CudaColumn{word_at(0x10000), word_at(0x20000)},
                                       CudaColumn{word_at(0x30000), word_at(0x40000)}};
    CudaCompactRequest request_;
};

TEST_F(CudaCompactRequestTest, WhatTheHeaderAllowsIsAccepted) {
    EXPECT_NO_THROW(library::validate(request_, VoteFormat::words));
    request_.first = request_.count = nullptr;
    request_.bound = 0;
    request_.votes = nullptr;
    EXPECT_NO_THROW(library::validate(request_, VoteFormat::bits));
}

TEST_F(CudaCompactRequestTest, WhatIsMissingOrTooMuchIsRefused) {
    expect_refused("0 columns", [&] { request_.column_count = 0; });
    expect_refused("6 columns", [&] { request_.column_count = 6; });
    expect_refused("columns", [&] { request_.columns = nullptr; });
    expect_refused("capacity 0", [&] { request_.capacity = 0; });
    expect_refused("2147483648", [&] { request_.capacity = (std::uint64_t{1} << 31) + 1; });
    expect_refused("exceed the capacity", [&] { request_.bound = capacity + 1; });
    expect_refused("no memory of votes", [&] { request_.votes = nullptr; });
    expect_refused("survivors", [&] { request_.survivors = nullptr; });
    expect_refused("has no source", [&] { columns_[1].source = nullptr; });
    expect_refused("destination", [&] { columns_[0].destination = nullptr; });
}

TEST_F(CudaCompactRequestTest, WhatIsMisalignedIsRefused) {
    expect_refused("votes at 0x90002 is not aligned to 4 bytes", [&] { request_.votes = word_at(0x90002); });
    expect_refused("source at 0x10008 is not aligned to 16 bytes",
                   [&] { columns_[0].source = word_at(0x10008); });
    expect_refused("destination", [&] { columns_[1].destination = word_at(0x40004); });
    expect_refused("survivors", [&] { request_.survivors = word_at(0xA0009); });
}

TEST_F(CudaCompactRequestTest, WhatWouldBeOverwrittenIsRefused) {
    constexpr std::uintptr_t end = capacity * 16;
    expect_refused("column 0", [&] { columns_[0].destination = word_at(0x30000 + end - 16); });
    expect_refused("column 0", [&] { columns_[0].destination = word_at(0x40000); });
    expect_refused("column 1", [&] { request_.votes = word_at(0x40000 + end - 4); });
    expect_refused("column 1", [&] { request_.count = word_at(0x40000); });
    expect_refused("survivors", [&] { request_.survivors = word_at(0x90000 + capacity * 4 - 4); });
    expect_refused("survivors", [&] { request_.survivors = word_at(0xA0004); });
}

TEST(CudaCompactLibraryWithoutDevice, SaysWhyNot) {
    expect_absent_without_device<CudaCompactor>(cuda_compact_absence());
}

/// Wraps the library as a compact::Compactor, so that the checker applies the same rules to it.
class CudaCompactGuest : public compact::Compactor {
  public:
    CudaCompactGuest(CudaCompactor& library, cudaStream_t stream) : library_(library), stream_(stream) {}

    VoteFormat vote_format() const override { return library_.vote_format(); }
    void reserve(std::uint32_t bound) override { library_.reserve(bound); }
    void poison_scratch(std::uint32_t) override {}

    void run(const compact::Request& request) override {
        DeviceCopies copies;
        std::vector<CudaColumn> columns;
        for (const compact::Column& column : request.columns)
            columns.push_back({copies.place_of(column.source, 0), copies.place_of(column.destination, 0)});
        const auto word = [&](const gl::Buffer* buffer, std::uint64_t index) {
            return static_cast<std::uint32_t*>(copies.place_of(buffer, index));
        };
        library_.run(stream_, {columns.data(), static_cast<unsigned>(columns.size()), request.capacity,
                               request.bound, word(request.votes.buffer, request.votes.first),
                               word(request.first.buffer, request.first.index),
                               word(request.count.buffer, request.count.index),
                               word(request.survivors.buffer, request.survivors.index)});
        copies.copy_back();
    }

  private:
    CudaCompactor& library_;
    cudaStream_t stream_;
};

class CudaCompactLibraryTest : public CudaStreamTest {};

TEST_F(CudaCompactLibraryTest, HasNoFault) {
    const auto memory = gl::plain_memory();
    verify::CompactChecker checker(*memory, 1);
    for (const auto& kind : compactions) {
        SCOPED_TRACE(std::string(kind.name));
        ASSERT_EQ(cuda_compact_absence(kind.value), "");
        CudaCompactor made(kind.value);
        EXPECT_NE(made.compaction(), Compaction::automatic);
        made.reserve(capacity);
        CudaCompactor compactor(std::move(made));
        CudaCompactGuest guest(compactor, stream_);
        auto cases = verify::compact_cases(capacity, false);
        std::erase_if(cases, [](const auto& one) { return one.planes > 1; });  // the library has none
        EXPECT_EQ(checker.find_fault(guest, capacity, cases, keeps_order(kind.value)), "");
    }
}

TEST_F(CudaCompactLibraryTest, WhatIsNotOfferedIsAbsentWithAReason) {
    const ScanChoice hierarchical{BlockScan::blelloch, GridStrategy::reduce_then_scan};
    EXPECT_NE(cuda_compact_absence(Compaction::fused, hierarchical), "");
    EXPECT_THROW(CudaCompactor(Compaction::fused, hierarchical), ScanError);
    EXPECT_EQ(CudaCompactor(Compaction::automatic, hierarchical).compaction(), Compaction::bits);
    EXPECT_THROW(CudaCompactor().run(stream_, {}), ScanError);
}

}  // namespace
}  // namespace winnow::test
