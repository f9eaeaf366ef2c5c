#include "cuda/support.h"

#include <span>

#include "cuda/runtime.h"
#include "gl/buffer.h"

namespace winnow::test {

void CudaStreamTest::SetUp() {
    DeviceTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    cuda::check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
}

void CudaStreamTest::TearDown() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
    DeviceTest::TearDown();
}

void SharedTest::SetUp() {
    if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
    GlTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const cuda::Match match = cuda::match_context(facts());
    if (!match.reason.empty()) GTEST_SKIP() << match.reason;
    runtime_ = std::make_shared<cuda::Runtime>(facts(), match.device);
}

void SharedTest::TearDown() {
    runtime_.reset();
    GlTest::TearDown();
}

void* DeviceCopies::place_of(const gl::Buffer* buffer, std::uint64_t word) {
    if (buffer == nullptr) return nullptr;
    const auto [entry, is_new] = copies_.try_emplace(buffer, buffer->bytes());
    std::byte* const copy = entry->second.data();
    if (is_new) to_device(copy, buffer->read_all<std::byte>(buffer->bytes()));
    // The tests' streams do not wait for the default stream.
    cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    return copy + word * gl::word_bytes;
}

void DeviceCopies::copy_back() {
    cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    for (const auto& [buffer, copy] : copies_) {
        const auto bytes = from_device<std::byte>(copy.data(), copy.count());
        buffer->write_all(std::span(bytes));
    }
}

void DeviceGuest::run(const scan::Request& request) {
    DeviceCopies copies;
    const auto place_of = [&](const auto& words) { return copies.place_of(words.buffer, words.index); };
    run_there({copies.place_of(request.input.buffer, request.input.first),
               copies.place_of(request.output.buffer, request.output.first), request.bound,
               static_cast<const std::uint32_t*>(place_of(request.count)), place_of(request.total)},
              request.kind);
    copies.copy_back();
}

void DeviceTest::SetUp() {
    if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
    GlTest::SetUp();
}

void FreshProcessTest::SetUp() {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    SharedTest::SetUp();
}

}  // namespace winnow::test
