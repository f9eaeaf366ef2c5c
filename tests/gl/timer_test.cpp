// Checks that times are true, arrive without being asked for, and are never waited for.
#include "gl/passes.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "gl/fence.h"
#include "gl/program.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"
#include "support/words.h"

namespace winnow::gl {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

constexpr GLsizei frame_size = 512;

class TimerTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        folder_.write("work.comp", R"(
            layout(local_size_x = 64) in;
            layout(std430, binding = 0) buffer Out { uint result[]; };
            uniform uint rounds;
            void main() {
                uint x = gl_GlobalInvocationID.x;
                for (uint i = 0u; i < rounds; ++i) x = x * 1664525u + 1013904223u;
                result[gl_GlobalInvocationID.x] = x;
            })");
        folder_.write("work.vert", R"(
            void main() {
                gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
            })");
        folder_.write("work.frag", R"(
            layout(location = 0) out vec4 color;
            uniform uint rounds;
            void main() {
                uint x = uint(gl_FragCoord.x);
                for (uint i = 0u; i < rounds; ++i) x = x * 1664525u + 1013904223u;
                color = vec4(float(x & 255u) / 255.0);
            })");
        library_ = std::make_unique<ShaderLibrary>(folder_.path());
        compute_ = library_->load_compute("work.comp");
        draw_ = library_->load(
            {"test draw", {{ShaderStage::vertex, "work.vert"}, {ShaderStage::fragment, "work.frag"}}, {}});
        out_ = plain_memory()->allocate(words * 4, "test results");
        make_target();
        submit_compute(1);  // drivers finish compiling at the first use
        submit_draw(1);
        finish();
    }

    void TearDown() override {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &texture_);
        glDeleteVertexArrays(1, &vertices_);
        GlTest::TearDown();
    }

    void submit_compute(std::uint32_t rounds) const {
        out_.bind_storage(0);
        compute_.set("rounds", rounds);
        compute_.dispatch({words / 64});
    }

    void submit_draw(std::uint32_t rounds) const {
        draw_.set("rounds", rounds);
        draw_.use();
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    /// Returns the number of rounds that keep the device busy for about `wanted` milliseconds.
    template <typename Submit>
    std::uint32_t rounds_for(double wanted, Submit&& submit) const {
        for (std::uint32_t rounds = 64;; rounds *= 2) {
            const auto begin = Clock::now();
            submit(rounds);
            finish();
            if (milliseconds_since(begin) >= wanted || rounds >= 1u << 24) return rounds;
        }
    }

    /// Returns the time of one submission by the timers and by the clock.
    template <typename Submit>
    void expect_true_time(Work work, Submit&& submit) {
        const std::uint32_t rounds = rounds_for(20.0, submit);
        Timers timers(facts(), 1);
        finish();
        const auto begin = Clock::now();
        timers.begin(0, work);
        submit(rounds);
        timers.end(0);
        timers.wait();
        const double clock = milliseconds_since(begin);
        ASSERT_TRUE(timers.milliseconds(0).has_value());
        EXPECT_LE(*timers.milliseconds(0), clock * 1.01);
        EXPECT_GE(*timers.milliseconds(0), clock * 0.5);
        EXPECT_EQ(timers.finished(0), 1u);
    }

    static constexpr std::uint32_t words = 1 << 14;
    test::TemporaryDirectory folder_;
    std::unique_ptr<ShaderLibrary> library_;
    Program compute_, draw_;
    Buffer out_;

  private:
    void make_target() {
        glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
        glTextureStorage2D(texture_, 1, GL_RGBA8, frame_size, frame_size);
        glCreateFramebuffers(1, &framebuffer_);
        glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glViewport(0, 0, frame_size, frame_size);
        glCreateVertexArrays(1, &vertices_);
        glBindVertexArray(vertices_);
    }

    unsigned texture_ = 0, framebuffer_ = 0, vertices_ = 0;
};

TEST_F(TimerTest, TimesComputeTruly) {
    expect_true_time(Work::compute, [&](std::uint32_t rounds) { submit_compute(rounds); });
}

TEST_F(TimerTest, TimesDrawsTruly) {
    expect_true_time(Work::draw, [&](std::uint32_t rounds) { submit_draw(rounds); });
}

TEST_F(TimerTest, NeverWaitsAndLosesSpansInstead) {
    const std::uint32_t rounds = rounds_for(10.0, [&](std::uint32_t r) { submit_draw(r); });
    Timers timers(facts(), 1);
    finish();
    double asking = 0.0;
    const auto begin = Clock::now();
    constexpr std::uint64_t spans = 30;
    for (std::uint64_t i = 0; i < spans; ++i) {
        auto call = Clock::now();
        timers.begin(0, Work::draw);
        asking += milliseconds_since(call);
        submit_draw(rounds);
        call = Clock::now();
        timers.end(0);
        timers.poll();
        asking += milliseconds_since(call);
    }
    timers.wait();
    EXPECT_LT(asking, 0.5 * milliseconds_since(begin));
    EXPECT_GE(timers.finished(0), 1u);
    EXPECT_LE(timers.finished(0), spans);
}

TEST_F(TimerTest, SpansMayOverlapAndStandApart) {
    Timers timers(facts(), 3);
    timers.begin(0, Work::draw);
    timers.begin(1, Work::compute);
    submit_compute(200);
    timers.end(1);
    timers.end(0);
    timers.wait();
    EXPECT_TRUE(timers.milliseconds(0).has_value());
    EXPECT_TRUE(timers.milliseconds(1).has_value());
    EXPECT_FALSE(timers.milliseconds(2).has_value());
    EXPECT_EQ(timers.finished(2), 0u);
}

TEST_F(TimerTest, BeginningTwiceIsAMistake) {
    Timers timers(facts(), 1);
    for (const Work work : {Work::compute, Work::draw}) {
        timers.begin(0, work);
        EXPECT_THROW(timers.begin(0, work), std::logic_error);
        timers.end(0);
        EXPECT_NO_THROW(timers.end(0));  // a second end has nothing to end
    }
    EXPECT_THROW(timers.begin(1, Work::compute), std::out_of_range);
}

TEST_F(TimerTest, ManySpansComeBackInTheEnd) {
    Timers timers(facts(), 1);
    for (int i = 0; i < 50; ++i) {
        timers.begin(0, Work::draw);
        submit_draw(1);
        timers.end(0);
        timers.wait();
    }
    EXPECT_EQ(timers.finished(0), 50u);
}

class PassesTest : public TimerTest {};

TEST_F(PassesTest, ArePlacedInTheOrderOfTheirDeclaration) {
    Passes passes(facts());
    const PassId scan = passes.declare("scan", "sums", Work::compute);
    const PassId draw = passes.declare("draw", "frame", Work::draw);
    EXPECT_EQ(passes.declare("scan", "said twice", Work::compute).index, scan.index);
    const auto rows = passes.rows();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, "scan");
    EXPECT_EQ(rows[0].summary, "sums");
    EXPECT_EQ(rows[1].name, "draw");
    EXPECT_FALSE(passes.milliseconds(draw).has_value());
}

TEST_F(PassesTest, AreLimitedInNumber) {
    Passes passes(facts());
    for (int i = 0; i < Passes::capacity; ++i) passes.declare(std::to_string(i), "", Work::compute);
    EXPECT_THROW(passes.declare("one more", "", Work::compute), std::logic_error);
    EXPECT_NO_THROW(passes.declare("0", "", Work::compute));
}

TEST_F(PassesTest, TimeWhatIsSubmittedInTheirScope) {
    Passes passes(facts());
    const PassId id = passes.declare("work", "", Work::compute);
    {
        const PassScope scope(passes, id);
        submit_compute(1000);
    }
    passes.wait();
    ASSERT_TRUE(passes.milliseconds(id).has_value());
    EXPECT_GT(*passes.milliseconds(id), 0.0);
}

TEST_F(PassesTest, TakeNoTimeWhileTheyAreNotTimed) {
    Passes passes(facts());
    const PassId id = passes.declare("work", "", Work::compute);
    const auto is_timed = [&] {
        {
            const PassScope scope(passes, id);
            submit_compute(1);
        }
        passes.wait();
        return passes.milliseconds(id).has_value();
    };
    {
        const UntimedScope untimed(passes);
        EXPECT_FALSE(is_timed());
    }
    EXPECT_TRUE(is_timed());
}

TEST_F(PassesTest, ShowTheTimeThatWasReportedUntilTheyAreSubmittedHere) {
    Passes passes(facts());
    const PassId id = passes.declare("work", "", Work::compute);
    passes.report(id, 4321.0);
    EXPECT_EQ(passes.milliseconds(id), 4321.0);
    passes.poll();
    EXPECT_EQ(passes.milliseconds(id), 4321.0);
    {
        const PassScope scope(passes, id);
        submit_compute(1);
    }
    passes.wait();
    ASSERT_TRUE(passes.milliseconds(id).has_value());
    EXPECT_LT(*passes.milliseconds(id), 4321.0);
}

TEST_F(PassesTest, ForgetThePassThatNoLongerHappens) {
    Passes passes(facts());
    const PassId id = passes.declare("work", "", Work::compute);
    const auto submit = [&] {
        const PassScope scope(passes, id);
        submit_compute(1);
    };
    submit();
    passes.wait();
    passes.forget(id);
    EXPECT_FALSE(passes.milliseconds(id).has_value());
    submit();
    passes.wait();
    EXPECT_TRUE(passes.milliseconds(id).has_value());
    passes.report(id, 1.0);
    passes.forget(id);
    EXPECT_FALSE(passes.milliseconds(id).has_value());
}

class PassesOnATimeLine : public PassesTest {
  protected:
    std::string path() const { return (folder_.path() / "line.json").string(); }

    /// Returns the spans of the completed line by name.
    std::map<std::string, nlohmann::json> spans() const {
        std::map<std::string, nlohmann::json> found;
        const auto document = nlohmann::json::parse(test::text_of(path()));
        for (const auto& event : document.at("traceEvents"))
            if (event.at("ph") == "X") found.emplace(event.at("name"), event);
        return found;
    }
};

TEST_F(PassesOnATimeLine, LieWhereTheHostSawThem) {
    const std::uint32_t rounds = rounds_for(5.0, [&](std::uint32_t r) { submit_draw(r); });
    TimeLine line(path());
    Passes passes(facts());
    EXPECT_EQ(passes.time_line(), nullptr);
    passes.show_on(line);
    const PassId compute = passes.declare("compute", "", Work::compute);
    const PassId outer = passes.declare("outer", "", Work::draw),
                 inner = passes.declare("inner", "", Work::draw);
    finish();
    {
        const HostSpan host(passes.time_line(), "host", {"step", 5});
        {
            const PassScope scope(passes, compute);
            submit_compute(rounds);
        }
        {
            const PassScope scope(passes, outer);
            const PassScope nested(passes, inner);
            submit_draw(rounds);
        }
        finish();
    }
    passes.finish_time_line();
    auto found = spans();
    ASSERT_EQ(found.size(), 4u);
    const auto begin = [&](const char* name) { return found.at(name).at("ts").get<double>(); };
    const auto end = [&](const char* name) { return begin(name) + found.at(name).at("dur").get<double>(); };
    constexpr double rounding = 0.002, clocks = 500;  // microseconds; clocks: how far the two may be apart
    for (const char* name : {"compute", "outer", "inner"}) {
        EXPECT_GE(begin(name), begin("host") - clocks) << name;
        EXPECT_LE(end(name), end("host") + clocks) << name;
        EXPECT_GT(end(name), begin(name)) << name;
        EXPECT_EQ(found.at(name).at("args"), nlohmann::json({{"step", 5}})) << name;
    }
    EXPECT_GE(begin("inner"), begin("outer") - rounding);
    EXPECT_LE(end("inner"), end("outer") + rounding);
    EXPECT_LE(end("compute"), begin("outer") + clocks);
}

TEST_F(PassesOnATimeLine, CountTheSpansThatWereNotTimed) {
    const std::uint32_t rounds = rounds_for(10.0, [&](std::uint32_t r) { submit_draw(r); });
    TimeLine line(path());
    Passes passes(facts());
    passes.show_on(line);
    const PassId draw = passes.declare("draw", "", Work::draw);
    for (int i = 0; i < 12; ++i) {  // without a poll, the queries run out
        const PassScope scope(passes, draw);
        submit_draw(rounds);
    }
    ::testing::internal::CaptureStderr();
    passes.finish_time_line();
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("4 passes are missing"), std::string::npos);
}

TEST_F(PassesOnATimeLine, AreShownNowhereIfNobodyWantsThem) {
    TimeLine line("");
    Passes passes(facts());
    passes.show_on(line);
    EXPECT_EQ(passes.time_line(), nullptr);
    EXPECT_NO_THROW(passes.finish_time_line());
}

}  // namespace
}  // namespace winnow::gl
