// What the tests of the CUDA room share: fixtures that skip with the reason, and inputs.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cuda/runtime.h"
#include "support/gl_fixture.h"

namespace winnow::test {

using Words = std::vector<std::uint32_t>;

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

enum class Pattern { zero, one, alternating, random };
constexpr Pattern patterns[] = {Pattern::zero, Pattern::one, Pattern::alternating, Pattern::random};
std::string name_of(Pattern pattern);

/// `random` covers all 32 bits and is the same for the same seed.
Words make_words(Pattern pattern, std::size_t count, std::uint32_t seed = 1);

/// Index of the first difference as text, empty if there is none. Lengths must agree.
std::string first_difference(const Words& expected, const Words& actual);

}  // namespace winnow::test
