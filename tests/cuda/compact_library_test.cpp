// The CUDA library's compactions: the rules of their requests, for which addresses are only compared, and
// what they do on the tests' own memory and stream.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "compact/reference.h"
#include "cuda/base/check.h"
#include "cuda/library/validate.h"
#include "cuda/support.h"
#include "scan/catalogue.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "winnow/cuda_compact.h"

namespace winnow::test {
namespace {

using compact::Element;
using cuda::check;

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

class CudaCompactLibraryTest : public CudaStreamTest {};

TEST_F(CudaCompactLibraryTest, EveryCompactionPacksARing) {
    constexpr std::uint32_t first = 900, count = 950;
    std::vector<Element> ring(capacity);
    Words votes(capacity), bits(vote_words(VoteFormat::bits, capacity), 0);
    for (std::uint32_t i = 0; i < capacity; ++i) {
        ring[i] = {i, ~i, 3, 4};
        votes[i] = i * 2654435761u >> 31;
        bits[i / 32] |= votes[i] << i % 32;
    }
    auto expected = compact::reference_compact(ring, first, std::span(votes).first(count));
    const auto source = on_device<shared::uvec4>(ring);
    const auto device_words = on_device<std::uint32_t>(votes), device_bits = on_device<std::uint32_t>(bits);
    const auto places = on_device<std::uint32_t>(Words{first, count, poison_word});
    for (const auto& kind : compactions) {
        SCOPED_TRACE(std::string(kind.name));
        ASSERT_EQ(cuda_compact_absence(kind.value), "");
        CudaCompactor made(kind.value);
        EXPECT_NE(made.compaction(), Compaction::automatic);
        made.reserve(capacity);
        CudaCompactor compactor(std::move(made));
        const auto packed = on_device<shared::uvec4>(std::vector<Element>(capacity));
        const CudaColumn column{source.data(), packed.data()};
        const bool words = compactor.vote_format() == VoteFormat::words;
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        compactor.run(stream_, {&column, 1, capacity, capacity, (words ? device_words : device_bits).data(),
                                places.data(), places.data() + 1, places.data() + 2});
        wait();
        auto actual = from_device<Element>(packed.data(), capacity);
        EXPECT_EQ(from_device<std::uint32_t>(places.data(), 3),
                  (Words{first, count, static_cast<std::uint32_t>(expected.size())}));
        const auto survivors_end = actual.begin() + static_cast<std::ptrdiff_t>(expected.size());
        EXPECT_TRUE(
            std::all_of(survivors_end, actual.end(), [](const Element& e) { return e == Element{}; }));
        actual.erase(survivors_end, actual.end());
        auto wanted = expected;
        if (!keeps_order(kind.value)) {
            std::sort(actual.begin(), actual.end());
            std::sort(wanted.begin(), wanted.end());
        }
        EXPECT_TRUE(actual == wanted);
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
