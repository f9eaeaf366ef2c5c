#include "cuda/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>

#include "cuda/absence.h"
#include "cuda/devices.h"

namespace winnow::test {

void CudaTest::SetUp() {
    if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
}

void SharedTest::SetUp() {
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

std::string name_of(Pattern pattern) {
    switch (pattern) {
        case Pattern::zero:
            return "zero";
        case Pattern::one:
            return "one";
        case Pattern::alternating:
            return "alternating";
        case Pattern::random:
            return "random";
    }
    return "?";
}

Words make_words(Pattern pattern, std::size_t count, std::uint32_t seed) {
    Words words(count, pattern == Pattern::one ? 1 : 0);
    if (pattern == Pattern::alternating)
        for (std::size_t i = 0; i < count; ++i) words[i] = i % 2;
    if (pattern == Pattern::random) {
        std::mt19937 generator(seed);
        std::generate(words.begin(), words.end(), std::ref(generator));
    }
    return words;
}

std::string first_difference(const Words& expected, const Words& actual) {
    if (expected.size() != actual.size())
        return fmt::format("{} words instead of {}", actual.size(), expected.size());
    const auto [e, a] = std::mismatch(expected.begin(), expected.end(), actual.begin());
    if (e == expected.end()) return {};
    return fmt::format("word {}: {:#x} instead of {:#x}", e - expected.begin(), *a, *e);
}

}  // namespace winnow::test
