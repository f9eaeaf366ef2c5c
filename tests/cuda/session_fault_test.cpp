// A kernel that really traps in mid-run: the step is repeated in GLSL, and the hashes go on as if nothing had
// happened. It runs in a process of its own, because CUDA is lost for good.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "cuda/support.h"
#include "cuda/testing/fault.h"
#include "support/family.h"
#include "support/session_runs.h"

namespace winnow::test {
namespace {

constexpr int STEPS = 60;
constexpr int STEPS_BEFORE_FAULT = 25;

effects::Effect alone() {
    effects::Effect effect = jet_effect();
    effect.emitters[0].rate = 60000;
    effect.emitters[0].lifetime = {0.1f, 0.5f};
    return effect;
}

std::vector<session::StepReport> run(const effects::Effect& effect, Backend backend, std::string* notice) {
    effects::Settings settings;
    settings.effect = effect;
    settings.simulation.backend = backend;
    session::Session session(headless_context(), {}, settings);
    session.simulation().set_hashing(true);
    auto reports = run_steps(session, STEPS);
    if (notice != nullptr) *notice = session.notice();
    return reports;
}

[[noreturn]] void end_if_wrong(bool right, const char* what) {
    if (!right) std::cerr << "this does not hold: " << what << '\n';
    std::_Exit(right ? EXIT_SUCCESS : EXIT_FAILURE);
}

[[noreturn]] void fail_in_mid_run(const effects::Effect& effect) {
    const auto expected = hashes_of(run(effect, Backend::glsl, nullptr));
    cuda::fail_next_launch_after(STEPS_BEFORE_FAULT);
    std::string notice;
    const auto reports = run(effect, Backend::cuda, &notice);
    std::cerr << notice << '\n';
    if (reports[STEPS_BEFORE_FAULT - 1].by.backend != Backend::cuda)
        end_if_wrong(false, "CUDA computed until the fault");
    if (reports[STEPS_BEFORE_FAULT].by.backend != Backend::glsl)
        end_if_wrong(false, "GLSL repeated the step");
    end_if_wrong(hashes_of(reports) == expected && gl::debug_report().errors == 0, "the hashes go on");
}

class SessionFaultDeathTest : public FreshProcessTest {};

TEST_F(SessionFaultDeathTest, ATrapInMidRunChangesNoHash) {
    EXPECT_EXIT(fail_in_mid_run(alone()), ::testing::ExitedWithCode(EXIT_SUCCESS), "cuda failed");
}

/// The trap comes when the children's counts have been scanned in place.
TEST_F(SessionFaultDeathTest, ATrapInMidRunCostsNoChildren) {
    EXPECT_EXIT(fail_in_mid_run(family(20000)), ::testing::ExitedWithCode(EXIT_SUCCESS), "cuda failed");
}

}  // namespace
}  // namespace winnow::test
