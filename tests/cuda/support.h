// What the tests of the CUDA room share: fixtures that skip with the reason, and marked words.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "cuda/runtime.h"
#include "support/gl_fixture.h"
#include "support/words.h"

namespace winnow::test {

constexpr std::uint32_t guard_word = 0xC0DEC0DE;   // lies where nothing may be written
constexpr std::uint32_t poison_word = 0xDEADBEEF;  // lies in scratch before a run
constexpr std::size_t guard_words = 64;

/// Skips with the reason unless this process can use CUDA.
class CudaTest : public ::testing::Test {
  protected:
    void SetUp() override;
};

/// Skips with the reason unless CUDA can work on the GL context's memory.
class SharedTest : public GlTest {
  protected:
    void SetUp() override;
    void TearDown() override;

    std::shared_ptr<cuda::Runtime> runtime_;
};

}  // namespace winnow::test
