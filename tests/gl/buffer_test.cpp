#include "gl/buffer.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gl/context.h"
#include "gl/debug.h"
#include "gl/fence.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/words.h"

namespace winnow::gl {
namespace {

using test::expect_error;
using test::Words;

class BufferTest : public test::GlTest {};

bool is_buffer(unsigned name) {
    return glIsBuffer(name) == GL_TRUE;
}

TEST_F(BufferTest, IsEmptyWithoutAnObject) {
    const Buffer buffer;
    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.bytes(), 0u);
}

TEST_F(BufferTest, OwnsItsObjectAndMovesIt) {
    Buffer first = plain_memory()->allocate(64, "test first");
    const unsigned name = first.name();
    Buffer second(std::move(first));
    EXPECT_TRUE(first.empty());  // NOLINT(bugprone-use-after-move): tests the moved-from object
    EXPECT_EQ(first.bytes(), 0u);
    EXPECT_EQ(second.name(), name);
    EXPECT_EQ(second.bytes(), 64u);
    EXPECT_EQ(second.label(), "test first");

    Buffer third = plain_memory()->allocate(32, "test third");
    const unsigned replaced = third.name();
    third = std::move(second);
    EXPECT_FALSE(is_buffer(replaced));
    EXPECT_EQ(third.name(), name);
    EXPECT_TRUE(is_buffer(name));
    third = Buffer();
    EXPECT_FALSE(is_buffer(name));
}

TEST_F(BufferTest, OwnsTheTextureOfItsWords) {
    constexpr unsigned unit = 3;
    const auto bound = [&] {
        GLint name = 0;
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetIntegerv(GL_TEXTURE_BINDING_BUFFER, &name);
        return static_cast<unsigned>(name);
    };
    Buffer buffer = test::upload({1, 2, 3, 4}, "test rows");
    buffer.bind_words(unit);
    const unsigned texture = bound();
    GLint held = 0;
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &held);
    EXPECT_EQ(static_cast<unsigned>(held), buffer.name());
    Buffer moved(std::move(buffer));
    moved.bind_words(unit);
    EXPECT_EQ(bound(), texture);
    moved = Buffer();
    EXPECT_EQ(glIsTexture(texture), GL_FALSE);
}

TEST_F(BufferTest, IsLabelled) {
    const Buffer buffer = plain_memory()->allocate(4, "test label");
    char label[64] = {};
    glGetObjectLabel(GL_BUFFER, buffer.name(), sizeof label, nullptr, label);
    EXPECT_STREQ(label, "test label");
}

TEST_F(BufferTest, HoldsAtLeastAWord) {
    EXPECT_EQ(plain_memory()->allocate(0, "test nothing").bytes(), 4u);
    EXPECT_EQ(plain_memory()->allocate(5, "test five").bytes(), 5u);
}

TEST_F(BufferTest, WritesAndReadsRanges) {
    const Buffer buffer = test::upload({1, 2, 3, 4, 5, 6}, "test words");
    const Words middle{30, 40};
    buffer.write_all(std::span(middle), 2 * 4);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(6), (Words{1, 2, 30, 40, 5, 6}));
    EXPECT_EQ(buffer.read_all<std::uint32_t>(3, 3 * 4), (Words{40, 5, 6}));
    EXPECT_EQ(buffer.read_all<std::uint8_t>(1, 8).front(), 30);
    EXPECT_TRUE(buffer.read_all<std::uint32_t>(0, 24).empty());
}

// The CPU reads at most 64 MiB per copy.
TEST_F(BufferTest, ReadsMoreThanIsCopiedAtOnce) {
    constexpr std::uint64_t max_words = std::uint64_t{16} << 20;
    const Buffer buffer = plain_memory()->allocate((max_words + 1) * 4, "test words");
    buffer.fill(7);
    const std::uint32_t last = 9;
    buffer.write_all(std::span(&last, 1), max_words * 4);
    const auto words = buffer.read_all<std::uint32_t>(max_words + 1);
    EXPECT_EQ(words.front(), 7u);
    EXPECT_EQ(words[max_words - 1], 7u);
    EXPECT_EQ(words.back(), last);
}

TEST_F(BufferTest, FillsRanges) {
    const Buffer buffer = test::upload({1, 2, 3, 4}, "test words");
    buffer.fill(9, 4, 8);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(4), (Words{1, 9, 9, 4}));
    buffer.fill(0xFFFFFFFF);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(4), Words(4, 0xFFFFFFFF));
    buffer.fill(7, 16, 0);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(4), Words(4, 0xFFFFFFFF));
}

TEST_F(BufferTest, RefusesRangesBeyondItsEnd) {
    const Buffer buffer = test::upload({1, 2, 3, 4}, "test words");
    const Words two{8, 9};
    constexpr std::uint64_t far = ~std::uint64_t{0} - 3;  // offset + size would wrap to a small number
    EXPECT_THROW(buffer.write_all(std::span(two), 12), std::out_of_range);
    EXPECT_THROW(buffer.write_all(std::span(two), far), std::out_of_range);
    EXPECT_THROW(buffer.read_all<std::uint32_t>(2, 12), std::out_of_range);
    EXPECT_THROW(buffer.read_all<std::uint32_t>(2, far), std::out_of_range);
    EXPECT_THROW(buffer.fill(0, 12, 8), std::out_of_range);
    EXPECT_THROW(buffer.fill(0, 2, 4), std::out_of_range);
    EXPECT_THROW(buffer.fill(0, 0, 3), std::out_of_range);
    EXPECT_THROW(copy_small(buffer, 12, buffer, 0, 8), std::out_of_range);
    EXPECT_THROW(copy_small(buffer, 0, buffer, 12, 8), std::out_of_range);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(4), (Words{1, 2, 3, 4}));
}

TEST_F(BufferTest, CopiesSmallRanges) {
    const Buffer from = test::upload({1, 2, 3}, "test from"), to = test::upload({7, 8, 9}, "test to");
    copy_small(from, 4, to, 0, 8);
    EXPECT_EQ(to.read_all<std::uint32_t>(3), (Words{2, 3, 9}));
}

/// Notes the order in which objects are destroyed.
struct Noting : Attachment {
    Noting(std::vector<std::string>& log, std::string what, unsigned buffer)
        : log_(log), what_(std::move(what)), buffer_(buffer) {}
    ~Noting() override {
        log_.push_back(what_ + (is_buffer(buffer_) ? " before the buffer" : " after the buffer"));
    }
    std::vector<std::string>& log_;
    std::string what_;
    unsigned buffer_;
};

TEST_F(BufferTest, ReleasesARegistrationBeforeAndMemoryAfterTheObject) {
    std::vector<std::string> log;
    unsigned name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, 4, nullptr, 0);
    {
        Buffer buffer(name, 4, "test attached", std::make_unique<Noting>(log, "memory", name));
        buffer.set_registration(std::make_unique<Noting>(log, "registration", name));
        const Buffer moved(std::move(buffer));
        EXPECT_TRUE(log.empty());
        EXPECT_NE(moved.memory(), nullptr);
        EXPECT_NE(moved.registration(), nullptr);
    }
    EXPECT_EQ(log, (std::vector<std::string>{"registration before the buffer", "memory after the buffer"}));
}

TEST_F(BufferTest, IsReadByTheCpuWithoutACopyCall) {
    const Buffer from = test::upload({11, 12, 13}, "test from");
    const ReadbackBuffer mapped(8, "test mapped");
    copy_small(from, 4, mapped.buffer(), 0, 8);
    Fence::here().wait();
    Words read(2);
    std::memcpy(read.data(), mapped.data(), 8);
    EXPECT_EQ(read, (Words{12, 13}));
}

TEST_F(BufferTest, ProvidersSayTheirNames) {
    EXPECT_EQ(plain_memory()->name(), "plain GL");
    Facts facts;
    facts.nvidia = false;
    facts.extensions = {"GL_ARB_sparse_buffer"};
    EXPECT_EQ(fastest_gl_memory(facts)->name(), "plain GL") << "only NVIDIA's plain buffers are slow";
    facts.nvidia = true;
    EXPECT_EQ(fastest_gl_memory(facts)->name(), "sparse GL");
    facts.extensions = {};
    EXPECT_EQ(fastest_gl_memory(facts)->name(), "plain GL");
}

TEST_F(BufferTest, SparseMemoryIsCommittedWhole) {
    if (!facts().has("GL_ARB_sparse_buffer")) GTEST_SKIP() << "GL_ARB_sparse_buffer is absent";
    Facts assumed = facts();
    assumed.nvidia = true;
    const auto memory = fastest_gl_memory(assumed);
    constexpr std::uint64_t size =
        (std::uint64_t{256} << 20) + 20;  // large enough to be sparse, and not a whole number of pages
    const Buffer buffer = memory->allocate(size, "test sparse");
    const Words words{1, 2, 3, 4, 5};
    for (const std::uint64_t offset : {std::uint64_t{0}, size / 2 / 4 * 4, size - 20}) {
        buffer.write_all(std::span(words), offset);
        EXPECT_EQ(buffer.read_all<std::uint32_t>(5, offset), words) << offset;
    }
}

TEST_F(BufferTest, VeryLargeBuffersAreNotSparse) {
    if (!facts().has("GL_ARB_sparse_buffer")) GTEST_SKIP() << "GL_ARB_sparse_buffer is absent";
    Facts assumed = facts();
    assumed.nvidia = true;
    const Buffer buffer = fastest_gl_memory(assumed)->allocate((std::uint64_t{1} << 30) + 4, "test large");
    GLint flags = 0;
    glGetNamedBufferParameteriv(buffer.name(), GL_BUFFER_STORAGE_FLAGS, &flags);
    EXPECT_EQ(flags & GL_SPARSE_STORAGE_BIT_ARB, 0) << "committing its pages takes many seconds";
}

/// Notes what is asked of it, and makes small buffers.
struct NotingMemory : MemoryProvider {
    std::string_view name() const override { return "noting"; }
    Buffer allocate(std::uint64_t bytes, std::string_view label) override {
        asked.push_back(bytes);
        return plain_memory()->allocate(4, label);
    }
    std::vector<std::uint64_t> asked;
};

TEST_F(BufferTest, OnlyLargeBuffersComeFromTheFastestMemory) {
    NotingMemory fastest;
    EXPECT_EQ(allocate_by_size(fastest, 100, "small").bytes(), 100u);
    EXPECT_TRUE(fastest.asked.empty());
    allocate_by_size(fastest, plain_is_fast_bytes, "large");
    EXPECT_EQ(fastest.asked, std::vector{plain_is_fast_bytes});
}

TEST_F(BufferTest, MemoryThatDoesNotKeepWhatIsWrittenIsRefused) {
    if (!facts().has("GL_ARB_sparse_buffer")) GTEST_SKIP() << "GL_ARB_sparse_buffer is absent";
    unsigned name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, static_cast<GLsizeiptr>(plain_is_fast_bytes), nullptr,
                         GL_SPARSE_STORAGE_BIT_ARB);
    const Buffer without_pages(name, plain_is_fast_bytes, "without pages");
    expect_error(ExitStatus::bad_input, "without pages: ", [&] { require_backed(without_pages); });
}

TEST_F(BufferTest, TooMuchIsRefusedBeforeItIsAllocated) {
    const std::uint64_t limit = facts().limits.storage_block_bytes;
    EXPECT_NO_THROW(check_fits(facts(), "x", limit, 1));
    expect_error(ExitStatus::bad_input, "capacity 9: a buffer of",
                 [&] { check_fits(facts(), "capacity 9", limit + 1, 1); });
    expect_error(ExitStatus::bad_input, "GL_MAX_SHADER_STORAGE_BLOCK_SIZE of ",
                 [&] { check_fits(facts(), "x", ~std::uint64_t{0}, 1); });
    if (!facts().free_bytes()) GTEST_SKIP() << "this driver does not tell how much memory is free";
    EXPECT_GT(*facts().free_bytes(), 0u);
    expect_error(ExitStatus::bad_input, "of memory are free",
                 [&] { check_fits(facts(), "x", 4, *facts().free_bytes() * 2); });
}

TEST_F(BufferTest, RefusesToBindMoreThanAShaderCanSee) {
    Facts small = facts();
    small.limits.storage_block_bytes = 16;
    EXPECT_NO_THROW(check_bindable(small, plain_memory()->allocate(16, "test fits")));
    expect_error(ExitStatus::bad_input, "test exceeds: a buffer of 20 bytes exceeds",
                 [&] { check_bindable(small, plain_memory()->allocate(20, "test exceeds")); });
}

#ifndef __SANITIZE_ADDRESS__  // the sanitizer ends a process that asks for this much
// NVIDIA's driver defers memory until it is used and refuses nothing; code that allocates much therefore asks
// for the free memory first.
TEST_F(BufferTest, AllocationThatFailsIsAnError) {
    constexpr std::uint64_t huge = std::uint64_t{1} << 46;
    const int before = debug_report().errors;
    const auto allocate = [] { plain_memory()->allocate(huge, "test huge"); };
    if (facts().nvidia)
        EXPECT_THROW(check_fits(facts(), "test huge", huge, huge), Error);
    else
        expect_error(ExitStatus::bad_input, "test huge: 65536.00 GiB do not fit into this device's memory",
                     allocate);
    expect_gl_errors(debug_report().errors - before);
}
#endif

}  // namespace
}  // namespace winnow::gl
