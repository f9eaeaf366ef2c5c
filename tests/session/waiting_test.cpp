// Checks that a running simulation never makes the CPU wait for the GPU, allocates nothing, and names every
// pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "gl/debug.h"
#include "gl/fence.h"
#include "gl/passes.h"
#include "render/renderer.h"
#include "session/scene.h"
#include "session/session.h"
#include "support/family.h"
#include "support/gl_calls.h"
#include "support/gl_fixture.h"
#include "support/modules.h"

namespace winnow::test {
namespace {

constexpr int warm_up = 100, measured = 100;
constexpr gl::Size size{96, 54};

effects::Settings settings(Compaction compaction) {
    effects::Settings settings;
    settings.effect = jet_effect();
    settings.effect.emitters[0].rate = 20000;
    settings.effect.emitters[0].lifetime = {0.1f, 0.5f};
    settings.simulation.capacity = 16384;
    settings.simulation.compaction = compaction;
    return settings;
}

/// The culling and sorting of the frames.
struct Listing {
    const char* name;
    bool culls, sorts;
    std::uint32_t sort_every;

    friend void PrintTo(const Listing& listing, std::ostream* out) { *out << listing.name; }
};
constexpr Listing direct{"direct", false, false, 1};
constexpr Listing listings[]{{"culled", true, false, 1},
                             {"sorted", false, true, 1},
                             {"culled_and_sorted", true, true, 1},
                             {"sorted_every_third", true, true, 3}};

effects::Settings settings(Compaction compaction, const Listing& listing) {
    effects::Settings all = settings(compaction);
    all.effect.blend = effects::Blend::alpha;
    all.display.culling = listing.culls;
    all.display.sorting = listing.sorts ? effects::Sorting::on : effects::Sorting::off;
    all.display.sort_every = listing.sort_every;
    return all;
}

/// A session that draws a frame after every step, as the window does.
class Running {
  public:
    explicit Running(Compaction compaction, const Listing& listing = direct)
        : Running(settings(compaction, listing)) {}
    explicit Running(const effects::Settings& settings)
        : session_(headless_context(), {}, settings),
          renderer_(session_.facts(), session_.shaders(), session_.passes()),
          target_(size) {
        session_.simulation().set_hashing(true);
    }

    void step() {
        while (!session_.ready()) {
        }
        reports_ += session_.take_reports().size();
        session_.step();
        session_.passes().poll();
    }
    void frame() {
        render::Scene scene;
        scene.living = session_.simulation().living();
        scene.seconds = static_cast<double>(session_.simulation().steps());
        scene.order = session::order_of(session_);
        gl::Fence& earlier = shown_[frames_++ % shown_.size()];
        while (!earlier.passed()) {
        }
        renderer_.draw(scene, target_);
        earlier = gl::Fence::here();
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            step();
            frame();
        }
    }
    session::Session& session() { return session_; }
    std::uint32_t listed() { return renderer_.drawn().value_or(0); }
    std::size_t reports() const { return reports_; }

  private:
    session::Session session_;
    render::Renderer renderer_;
    render::TargetImage target_;
    std::array<gl::Fence, 4> shown_;  // a window is at most so many frames ahead
    std::size_t frames_ = 0, reports_ = 0;
};

class WaitingTest : public GlTest, public ::testing::WithParamInterface<Compaction> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        session::Session session(headless_context(), {}, settings(Compaction::automatic));
        if (const auto here = session.suites().of(Backend::glsl).offers(GetParam(), {}); !here)
            GTEST_SKIP() << here.reason;
    }
};

void expect_silence(const GlCalls& calls) {
    for (const CallKind kind : {CallKind::waits, CallKind::allocates, CallKind::asks, CallKind::uploads})
        EXPECT_EQ(calls.made(kind), "");
}

TEST_P(WaitingTest, NothingWaitsAndNothingIsAllocated) {
    Running running(GetParam());
    GlCalls calls;  // it must see when the timers' queries are issued
    running.run(warm_up);
    calls.reset();
    running.run(measured);
    expect_silence(calls);
    EXPECT_GT(running.reports(), 0u);
}

class ChildrenWaitingTest : public GlTest {};

TEST_F(ChildrenWaitingTest, NothingWaitsAndNothingIsAllocated) {
    effects::Settings with_children = settings(Compaction::automatic);
    with_children.effect = family(3000);
    Running running(with_children);
    GlCalls calls;
    running.run(warm_up);
    calls.reset();
    running.run(measured);
    expect_silence(calls);
    EXPECT_EQ(std::count(calls.groups().begin(), calls.groups().end(), "children"), measured);
}

class ListedWaitingTest : public GlTest, public ::testing::WithParamInterface<Listing> {};

TEST_P(ListedWaitingTest, NothingWaitsAndNothingIsAllocated) {
    Running running(Compaction::automatic, GetParam());
    GlCalls calls;
    running.run(warm_up);
    calls.reset();
    running.run(measured);
    expect_silence(calls);
    EXPECT_GT(running.listed(), 0u);
}

TEST_P(WaitingTest, EveryPassIsNamedAndInItsOrder) {
    Running running(GetParam());
    running.run(2);
    running.session().take_reports();  // submits the hash of the last step
    GlCalls calls;
    running.step();
    const auto hashes = [&] { return std::count(calls.groups().begin(), calls.groups().end(), "hash"); };
    EXPECT_EQ(hashes(), 0) << "a frame need not wait for the hash";
    running.session().take_reports();
    EXPECT_EQ(hashes(), 1);
    const std::vector<std::string> step = calls.groups();
    EXPECT_EQ(calls.outside_groups(), "");
    std::vector<std::string> declared;
    for (const auto& row : running.session().passes().rows()) declared.push_back(row.name);
    std::vector<std::string> passes;
    for (const std::string& name : step)
        if (std::find(declared.begin(), declared.end(), name) != declared.end()) passes.push_back(name);
    const bool one_pass = GetParam() == Compaction::fused || GetParam() == Compaction::atomic;
    for (const char* name : {one_pass ? "compact" : "move", "spawn"})
        EXPECT_EQ(std::count(passes.begin(), passes.end(), name), 1) << name;
    auto at = declared.begin();
    for (const std::string& name : passes) {
        at = std::find(at, declared.end(), name);
        EXPECT_NE(at, declared.end()) << name << " is not declared in the order of the step";
        if (at == declared.end()) break;
    }
    calls.reset();
    running.frame();
    EXPECT_EQ(calls.outside_groups(), "");
    EXPECT_FALSE(calls.groups().empty());
}

INSTANTIATE_TEST_SUITE_P(Every, WaitingTest,
                         ::testing::Values(Compaction::staged, Compaction::bits, Compaction::fused,
                                           Compaction::atomic),
                         [](const auto& test) { return std::string(name_of(test.param)); });

INSTANTIATE_TEST_SUITE_P(Every, ListedWaitingTest, ::testing::ValuesIn(listings),
                         [](const auto& test) { return std::string(test.param.name); });

class GlCallsTest : public GlTest {};

TEST_F(GlCallsTest, EveryCounterCounts) {
    EXPECT_EQ(GlCalls::uncounted(), "");
}

TEST_F(GlCallsTest, WhatWaitsIsSeen) {
    const auto memory = gl::plain_memory();
    gl::Passes passes(facts());
    gl::Timers timers(facts(), 1);
    GlCalls calls;
    const gl::Buffer buffer = memory->allocate(64, "test");
    EXPECT_EQ(calls.count("glNamedBufferStorage"), 1);
    const std::array words{1, 2, 3};
    buffer.write_all(std::span(words));
    EXPECT_EQ(calls.count("glNamedBufferSubData"), 1);
    EXPECT_EQ(calls.made(CallKind::waits), "");
    buffer.read_all<std::uint32_t>(1);
    EXPECT_EQ(calls.made(CallKind::waits), "glGetNamedBufferSubData 1");
    calls.reset();
    const gl::Fence fence = gl::Fence::here();
    fence.passed();
    EXPECT_EQ(calls.made(CallKind::waits), "");
    fence.wait();
    EXPECT_GE(calls.count("glClientWaitSync"), 1);
    calls.reset();
    passes.wait();
    EXPECT_EQ(calls.made(CallKind::waits), "glFinish 1");
}

/// A timer fetches its times once they are available, and not before.
TEST_F(GlCallsTest, ResultsOfQueriesThatAreThereDoNotWait) {
    gl::Timers timers(facts(), 1);
    GlCalls calls;
    for (int i = 0; i < 3; ++i) {
        timers.begin(0, gl::Work::draw);
        timers.end(0);
    }
    gl::finish();
    calls.reset();
    timers.poll();
    EXPECT_EQ(timers.finished(0), 3u);
    EXPECT_EQ(calls.made(CallKind::waits), "");
}

/// The number of queries does not depend on how late the times arrive.
TEST_F(GlCallsTest, ATimerMakesItsQueriesWhenItIsFirstUsed) {
    gl::Timers timers(facts(), 1);
    GlCalls calls;
    const auto measure = [&] {
        timers.begin(0, gl::Work::draw);
        timers.end(0);
    };
    measure();
    EXPECT_EQ(calls.count("glCreateQueries"), 8);
    calls.reset();
    for (int i = 0; i < 20; ++i) measure();
    EXPECT_EQ(calls.made(CallKind::allocates), "");
    timers.wait();
    EXPECT_EQ(timers.finished(0), 8u);
}

TEST_F(GlCallsTest, WorkOutsideOfGroupsIsSeen) {
    GlCalls calls;
    gl::ShaderLibrary shaders;
    const auto memory = gl::plain_memory();
    const gl::Buffer arguments = memory->allocate(16, "arguments");
    arguments.fill(0);
    const gl::Program copy = shaders.load_compute("measure/baselines.comp#copy");
    {
        const gl::DebugGroup outer("outer"), inner("inner");
        copy.dispatch_indirect(arguments, 0);
    }
    EXPECT_EQ(calls.groups(), std::vector<std::string>{"inner"});
    EXPECT_EQ(calls.outside_groups(), "");
    copy.dispatch_indirect(arguments, 0);
    EXPECT_EQ(calls.outside_groups(), "glDispatchComputeIndirect 1");
}

}  // namespace
}  // namespace winnow::test
