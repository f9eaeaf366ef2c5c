// Memory shared by OpenGL and CUDA: both see the same bytes in the same places, and each other's writes in
// order.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/error.h"
#include "cuda/base/cuda_error.h"
#include "cuda/memory/hand_over.h"
#include "cuda/memory/imported.h"
#include "cuda/scan/gl_scan.h"
#include "cuda/support.h"
#include "gl/fence.h"
#include "gl/program.h"
#include "scan/glsl_scan.h"
#include "scan/reference_scan.h"

namespace winnow::test {
namespace {

constexpr std::size_t MiB_words = (std::size_t{1} << 20) / sizeof(std::uint32_t);

class MemoryTest : public SharedTest {
  protected:
    gl::MemoryProvider* imported() const { return runtime_->imported_memory(); }

    /// Lets CUDA copy between the buffer and the host, in a hand-over of its own.
    Words read_by_cuda(const gl::Buffer& buffer, std::size_t count) {
        Words words(count);
        copy_by_cuda(buffer, [&](void* address) {
            return cudaMemcpyAsync(words.data(), address, count * sizeof(std::uint32_t),
                                   cudaMemcpyDeviceToHost, runtime_->stream());
        });
        return words;
    }
    void write_by_cuda(const gl::Buffer& buffer, const Words& words) {
        copy_by_cuda(buffer, [&](void* address) {
            return cudaMemcpyAsync(address, words.data(), words.size() * sizeof(std::uint32_t),
                                   cudaMemcpyHostToDevice, runtime_->stream());
        });
    }

    void expect_same_bytes(gl::MemoryProvider& provider, std::size_t count) {
        SCOPED_TRACE(fmt::format("{} words, {}", count, provider.name()));
        gl::Buffer buffer = provider.allocate(count * sizeof(std::uint32_t), "shared");
        EXPECT_EQ(&provider == imported(), cuda::imported_address(buffer) != nullptr) << "silently plain";
        const Words first = verify::random_words(count, 1), second = verify::random_words(count, 2);
        buffer.write_all(std::span(first));
        EXPECT_EQ(first_difference(first, read_by_cuda(buffer, count)), "") << "written by GL, read by CUDA";
        write_by_cuda(buffer, second);
        EXPECT_EQ(first_difference(second, buffer.read_all<std::uint32_t>(count)), "")
            << "written by CUDA, read by GL";
    }

    void expect_alternation(gl::MemoryProvider& provider, std::size_t count, int rounds);

  private:
    template <typename Copy>
    void copy_by_cuda(const gl::Buffer& buffer, Copy copy) {
        const std::array buffers{&buffer};
        cuda::HandOver hand_over(*runtime_, buffers);
        cuda::check(copy(hand_over.pointer<std::byte>(&buffer)), "cudaMemcpyAsync");
        cuda::check(cudaStreamSynchronize(runtime_->stream()), "cudaStreamSynchronize");
        hand_over.finish();
    }
};

/// GL's shader and CUDA's kernel scan the same memory in turns, and the host never waits.
void MemoryTest::expect_alternation(gl::MemoryProvider& provider, std::size_t count, int rounds) {
    SCOPED_TRACE(fmt::format("{} words, {}", count, provider.name()));
    gl::ShaderLibrary shaders;
    const auto by_gl = scan::make_glsl_scan(facts(), shaders, ScanChoice{});
    cuda::GlScan by_cuda(runtime_, cuda::make_device_scan({}));
    Words expected = verify::random_words(count);
    gl::Buffer a = provider.allocate(count * sizeof(std::uint32_t), "a");
    gl::Buffer b = provider.allocate(count * sizeof(std::uint32_t), "b");
    a.write_all(std::span<const std::uint32_t>(expected));
    for (int round = 0; round < rounds; ++round) {
        scan::Request request;
        request.kind = scan::Kind::inclusive;
        request.bound = count;
        request.input = {&a, 0};
        request.output = {&b, 0};
        by_gl->run(request);
        std::swap(request.input, request.output);
        by_cuda.run(request);
    }
    for (int scans = 0; scans < 2 * rounds; ++scans)
        scan::reference_scan(scan::Kind::inclusive, expected, expected);
    EXPECT_EQ(first_difference(expected, a.read_all<std::uint32_t>(count)), "")
        << "after " << rounds << " rounds";
}

TEST_F(MemoryTest, ImportedMemoryHasTheSameBytesOnBothSides) {
    if (!imported()) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
    for (const std::size_t count :
         {std::size_t{1}, MiB_words, MiB_words + 5, 64 * MiB_words, 64 * MiB_words + 3})
        expect_same_bytes(*imported(), count);
}

TEST_F(MemoryTest, RegisteredMemoryHasTheSameBytesOnBothSides) {
    const auto plain = gl::plain_memory();
    for (const std::size_t count : {std::size_t{1}, MiB_words + 5, 64 * MiB_words})
        expect_same_bytes(*plain, count);
}

TEST_F(MemoryTest, ImportedMemoryKeepsTheOrderOfWrites) {
    if (!imported()) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
    expect_alternation(*imported(), MiB_words, 100);
    expect_alternation(*imported(), 64 * MiB_words, 5);
}

TEST_F(MemoryTest, RegisteredMemoryKeepsTheOrderOfWrites) {
    expect_alternation(*gl::plain_memory(), MiB_words, 50);
    expect_alternation(*gl::plain_memory(), 64 * MiB_words, 5);
}

TEST_F(MemoryTest, ImportedMemoryIsFilledAndCopiedByGlLikeAnyOther) {
    if (!imported()) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
    gl::Buffer from = imported()->allocate(MiB_words * 4, "from"),
               to = imported()->allocate(MiB_words * 4, "to");
    from.fill(verify::guard_word);
    gl::copy_small(from, 0, to, 0, MiB_words * 4);
    EXPECT_EQ(first_difference(Words(MiB_words, verify::guard_word), read_by_cuda(to, MiB_words)), "");
}

TEST_F(MemoryTest, ReadingDoesNotPartTheTwoSides) {
    constexpr std::size_t count = 24;
    constexpr std::uint32_t rounds = 100;  // a driver moves a buffer after the CPU has read it a few times
    const auto plain = gl::plain_memory();
    for (gl::MemoryProvider* provider : {imported(), plain.get()}) {
        if (provider == nullptr) continue;
        const gl::Buffer buffer = provider->allocate(count * sizeof(std::uint32_t), "often read");
        for (std::uint32_t i = 0; i < rounds; ++i) {
            const Words by_gl(count, 2 * i), by_cuda(count, 2 * i + 1);
            buffer.write_all(std::span(by_gl));
            ASSERT_EQ(read_by_cuda(buffer, count), by_gl) << provider->name() << ", round " << i;
            write_by_cuda(buffer, by_cuda);
            ASSERT_EQ(buffer.read_all<std::uint32_t>(count), by_cuda) << provider->name() << ", round " << i;
        }
    }
}

TEST_F(MemoryTest, ImportedMemoryIsGivenBack) {
    if (!imported()) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
    const auto free_bytes = [] {
        gl::finish();
        std::size_t free = 0, total = 0;
        cuda::check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        return free;
    };
    constexpr std::uint64_t bytes = std::uint64_t{256} << 20;
    { const gl::Buffer warm_up = imported()->allocate(bytes, "warm-up"); }
    const std::size_t before = free_bytes();
    for (int i = 0; i < 20; ++i) {
        const gl::Buffer buffer = imported()->allocate(bytes, "given back");
        ASSERT_NE(cuda::imported_address(buffer), nullptr);
    }
    EXPECT_GT(free_bytes() + 2 * bytes, before) << "20 allocations of 256 MiB were made and destroyed";
}

TEST_F(MemoryTest, WhatDoesNotFitIsRefusedByName) {
    if (!imported()) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
    try {
        imported()->allocate(std::uint64_t{1} << 50, "a petabyte");
        FAIL() << "a petabyte was allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
        EXPECT_NE(std::string(error.what()).find("a petabyte"), std::string::npos) << error.what();
    }
}

TEST_F(MemoryTest, ABufferIsRegisteredOnceAndOutlivesItsRegistration) {
    gl::Buffer buffer = gl::plain_memory()->allocate(4096, "registered");
    const cudaGraphicsResource_t first = cuda::registration_of(buffer);
    gl::Buffer moved = std::move(buffer);
    EXPECT_EQ(cuda::registration_of(moved), first) << "a registration moves with its buffer";
    moved.set_registration(nullptr);
    moved.fill(7);
    EXPECT_EQ(moved.read_all<std::uint32_t>(1)[0], 7u);
}

}  // namespace
}  // namespace winnow::test
