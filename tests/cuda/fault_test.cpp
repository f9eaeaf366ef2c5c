// A kernel that really traps, in a process of its own: CUDA is lost for good, but the program and OpenGL go
// on.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <span>

#include "compact/suite.h"
#include "cuda/support.h"
#include "cuda/testing/fault.h"
#include "gl/debug.h"
#include "gl/passes.h"
#include "gl/program.h"

namespace winnow::test {
namespace {

constexpr std::uint32_t CAPACITY = 1000;
constexpr int RUNS_BEFORE = 2;

void require(bool condition, const char* what) {
    if (condition) return;
    std::cerr << "this does not hold: " << what << '\n';
    std::_Exit(EXIT_FAILURE);
}

/// Ends the process, with success if every requirement held.
[[noreturn]] void fail_and_carry_on(const gl::Facts& facts, bool imported) {
    const auto suite = make_cuda_suite(facts);
    const auto plain = gl::plain_memory();
    gl::MemoryProvider& memory = imported && suite->memory() ? *suite->memory() : *plain;
    const auto compactor = suite->make_compactor(Compaction::staged, {});
    gl::Buffer votes = memory.allocate(CAPACITY * 4, "votes"), words = memory.allocate(12, "words");
    gl::Buffer source = memory.allocate(CAPACITY * 16, "source"),
               packed = memory.allocate(CAPACITY * 16, "packed");
    const Words content = verify::random_words(CAPACITY * 4);
    source.write_all(std::span(content));
    votes.fill(1);
    const std::array<std::uint32_t, 3> pool{0, CAPACITY, 0};
    words.write_all(std::span<const std::uint32_t>(pool));
    const std::array columns{compact::Column{&source, &packed}};
    const compact::Request request{{&votes, 0}, columns,     CAPACITY,   CAPACITY,
                                   {&words, 0}, {&words, 1}, {&words, 2}};

    cuda::fail_next_launch_after(RUNS_BEFORE);
    for (int i = 0; i < RUNS_BEFORE; ++i) {
        compactor->run(request);
        require(wait(*compactor) == compact::Progress::done, "runs before the fault succeed");
    }
    require(static_cast<bool>(suite->available()), "the suite is available before the fault");
    compactor->run(request);
    require(wait(*compactor) == compact::Progress::failed, "the run with the fault fails");
    std::cerr << compactor->failure() << '\n';
    require(compactor->failure().find("CUDA") == 0, "the failure is a sentence");
    require(suite->available().reason == compactor->failure(), "the suite gives the failure as its reason");
    compactor->run(request);
    compactor->reserve(CAPACITY);
    require(compactor->progress() == compact::Progress::failed, "a failure is permanent");
    require(source.read_all<std::uint32_t>(CAPACITY * 4) == content, "GL still reads the source, unharmed");
    packed.fill(verify::guard_word);
    require(packed.read_all<std::uint32_t>(CAPACITY * 4) == Words(CAPACITY * 4, verify::guard_word),
            "GL still writes");
    require(memory.allocate(CAPACITY, "later").bytes() == CAPACITY, "memory can still be allocated");
    require(gl::debug_report().errors == 0, "OpenGL reported no error");
    std::_Exit(EXIT_SUCCESS);
}

class FaultDeathTest : public FreshProcessTest {};

TEST_F(FaultDeathTest, AFailureIsReportedForEverAndSparesGlOnImportedMemory) {
    EXPECT_EXIT(fail_and_carry_on(facts(), true), ::testing::ExitedWithCode(EXIT_SUCCESS), "CUDA");
}

TEST_F(FaultDeathTest, AFailureIsReportedForEverAndSparesGlOnRegisteredMemory) {
    EXPECT_EXIT(fail_and_carry_on(facts(), false), ::testing::ExitedWithCode(EXIT_SUCCESS), "CUDA");
}

}  // namespace
}  // namespace winnow::test
