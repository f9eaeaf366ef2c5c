// Checks that a refused change leaves everything unchanged, wherever memory or the compilation of a shader
// fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "particles/one_change.h"
#include "session/session.h"
#include "support/errors.h"
#include "support/failing_compactor.h"
#include "support/family.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

using test::GlAnswer;
using test::hashes_of;
using test::run_steps;

constexpr int never = -1;
int left = never;  // number of calls that succeed before one fails
bool fails_now() {
    return left >= 0 && left-- == 0;
}

PFNGLNAMEDBUFFERSTORAGEPROC true_storage = nullptr;
void GLAD_API_PTR storage(GLuint name, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    if (!fails_now()) true_storage(name, bytes, data, flags);  // after a failure the buffer has no memory
}

PFNGLGETPROGRAMIVPROC true_program = nullptr;
void GLAD_API_PTR program(GLuint name, GLenum what, GLint* value) {
    true_program(name, what, value);
    if (what == GL_LINK_STATUS && fails_now()) *value = GL_FALSE;
}

using Act = std::function<void(Session&)>;

class RefusedChangeTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        left = never;
    }

    static effects::Settings settings() {
        effects::Settings settings = test::busy_settings(1000);
        settings.simulation.backend = Backend::glsl;
        settings.simulation.compaction = Compaction::staged;
        return settings;
    }

    static std::unique_ptr<Session> make() {
        auto session =
            std::make_unique<Session>(test::headless_context(), std::filesystem::path(), settings());
        session->simulation().set_hashing(true);
        return session;
    }

    /// Repeats an act with a failure that comes one call later each time, until the act succeeds. Returns how
    /// often it was refused.
    static int refusals(const Act& act) {
        const auto tried = make(), untouched = make();
        run_steps(*tried, 10);
        run_steps(*untouched, 10);
        for (int refused = 0;; ++refused) {
            const effects::Settings before = tried->settings();
            left = refused;
            try {
                act(*tried);
                left = never;
                act(*untouched);
                EXPECT_EQ(hashes_of(run_steps(*tried, 3)), hashes_of(run_steps(*untouched, 3)))
                    << "after the change";
                return refused;
            } catch (const Error&) {
                left = never;
            }
            EXPECT_EQ(tried->settings(), before);
            EXPECT_EQ(tried->simulation().capacity(), before.simulation.capacity);
            EXPECT_EQ(hashes_of(run_steps(*tried, 3)), hashes_of(run_steps(*untouched, 3)))
                << "after refusal " << refused;
        }
    }

    /// Returns `shared` if the columns are CUDA's memory: then the call that fails here makes fewer buffers.
    static int of_columns(int own, int shared) {
        return test::headless_context().facts().nvidia ? shared : own;
    }

    static Act adopting(const std::function<void(effects::Settings&)>& edit) {
        return [edit](Session& session) {
            effects::Settings next = session.settings();
            edit(next);
            session.adopt(next);
        };
    }

    /// Changes everything that allocates at once.
    static void edit_all(effects::Settings& s) {
        s.effect = test::family(2000);
        s.effect.when_full = effects::WhenFull::replace_oldest;
        s.simulation.capacity = 1500;
        s.simulation.density = 2;
        s.simulation.seed = 7;
        s.simulation.compaction = Compaction::bits;
        s.simulation.scan.block = BlockScan::blelloch;
        s.simulation.scan.grid = GridStrategy::reduce_then_scan;
    }
};

TEST_F(RefusedChangeTest, ForLackOfMemory) {
    true_storage = glad_glNamedBufferStorage;
    const GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage, storage);
    EXPECT_GE(refusals(adopting([](auto& s) { s.simulation.capacity = 3000; })), of_columns(9, 2));
    EXPECT_GE(refusals(adopting([](auto& s) { s.simulation.capacity = 300; })), of_columns(9, 0));
    EXPECT_GE(refusals(adopting([](auto& s) { s.effect = test::family(500); })), 2);
    EXPECT_GE(refusals(adopting([](auto& s) { s.simulation.compaction = Compaction::fused; })), 2);
    EXPECT_GE(refusals(adopting(edit_all)), of_columns(15, 7));
}

TEST_F(RefusedChangeTest, ForAShaderThatDoesNotBuild) {
    true_program = glad_glGetProgramiv;
    const GlAnswer<PFNGLGETPROGRAMIVPROC> answer(glad_glGetProgramiv, program);
    EXPECT_GE(refusals(adopting([](auto& s) { test::values_of(s.effect.emitters[0], "gusts"); })), 1);
    EXPECT_GE(refusals(adopting(edit_all)), 5);
}

/// Programs that were begun beside the steps are those that the change needs.
TEST_F(RefusedChangeTest, NothingIsBuiltTwice) {
    const auto session = make();
    session->shaders().keep_programs();
    effects::Settings next = session->settings();
    next.effect = test::family(2000);
    next.simulation.compaction = Compaction::fused;
    const auto before = hashes_of(run_steps(*make(), 10));
    const test::LinkCount links;
    session->begin_building(next);
    EXPECT_GT(links.take(), 0);
    EXPECT_EQ(hashes_of(run_steps(*session, 10)), before) << "the old programs run on";
    EXPECT_FALSE(session->shaders().is_building()) << "a CPU builds at once";
    session->adopt(next);
    run_steps(*session, 3);
    EXPECT_EQ(links.take(), 0);
}

TEST_F(RefusedChangeTest, OfARunThatIsRestored) {
    const auto earlier = make();
    adopting([](auto& s) { s.effect = test::family(500); })(*earlier);  // else only columns are allocated
    run_steps(*earlier, 25);
    const state::SavedState saved = earlier->save();
    true_storage = glad_glNamedBufferStorage;
    const GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage, storage);
    EXPECT_GE(refusals([&](Session& session) { session.restore(saved, 1000); }), 2);
    EXPECT_GE(refusals([&](Session& session) { session.restore(saved, 2000); }), of_columns(9, 4));
}

/// A fallback is needed in the middle of a step, where nothing can be refused.
TEST_F(RefusedChangeTest, NeverOfAFallback) {
    const auto session = make();
    auto& simulation = session->simulation();
    Suite& glsl = session->suites().of(Backend::glsl);
    set_compactors(simulation,
                   std::make_unique<test::FailingCompactor>(glsl.make_compactor(Compaction::staged, {}), 2),
                   glsl.make_compactor(Compaction::staged, {}));
    true_storage = glad_glNamedBufferStorage;
    const GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage, storage);
    true_program = glad_glGetProgramiv;
    const GlAnswer<PFNGLGETPROGRAMIVPROC> built(glad_glGetProgramiv, program);
    left = 0;
    for (int i = 0; i < 5; ++i) {
        simulation.settle();
        simulation.step();
    }
    simulation.settle();
    EXPECT_EQ(left, 0) << "nothing was allocated or built";
    EXPECT_EQ(simulation.failure(), test::FailingCompactor::why);
}

TEST_F(RefusedChangeTest, ALostContextEndsARun) {
    const auto session = make();
    run_steps(*session, 2);
    {
        const GlAnswer<PFNGLGETGRAPHICSRESETSTATUSPROC> reset(
            glad_glGetGraphicsResetStatus, []() -> GLenum { return GL_UNKNOWN_CONTEXT_RESET; });
        test::expect_error(ExitStatus::absent, "the GPU was reset for a reason that the driver does not know",
                           [&] { session->step(); });
    }
    {
        const GlAnswer<PFNGLCLIENTWAITSYNCPROC> waits(
            glad_glClientWaitSync, [](GLsync, GLbitfield, GLuint64) -> GLenum { return GL_TIMEOUT_EXPIRED; });
        session->step();
        session->take_reports();  // the figures are on their way
    }
    const GlAnswer<PFNGLCLIENTWAITSYNCPROC> waits(
        glad_glClientWaitSync, [](GLsync, GLbitfield, GLuint64) -> GLenum { return GL_WAIT_FAILED; });
    test::expect_error(ExitStatus::absent, "cannot wait for the GPU",
                       [&] { session->simulation().settle(); });
    test::expect_error(ExitStatus::absent, "cannot wait for the GPU", [&] { session->wait_reports(); });
}

}  // namespace
}  // namespace winnow::session
