// Every program that a session, its sorted and culled pictures and their lamp may build, held to the table of
// limits: it asks for no more than they need, and for no less.
#include "gl/limits.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "commands/session.h"
#include "render/renderer.h"
#include "support/errors.h"
#include "support/family.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow {
namespace {

using test::GlAnswer;

PFNGLLINKPROGRAMPROC true_link = nullptr;
std::int64_t compute_blocks = 0, vertex_blocks = 0, program_blocks = 0;  // the most of one program

std::int64_t blocks_of(GLuint program, GLenum stage) {
    GLint blocks = 0;
    glGetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blocks);
    std::int64_t referenced = 0;
    for (GLint block = 0; block < blocks; ++block) {
        GLint answer = 0;
        glGetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, static_cast<GLuint>(block), 1, &stage, 1,
                               nullptr, &answer);
        referenced += answer;
    }
    return referenced;
}

void GLAD_API_PTR link_and_count(GLuint program) {
    true_link(program);
    const std::int64_t compute = blocks_of(program, GL_REFERENCED_BY_COMPUTE_SHADER);
    const std::int64_t vertex = blocks_of(program, GL_REFERENCED_BY_VERTEX_SHADER);
    const std::int64_t fragment = blocks_of(program, GL_REFERENCED_BY_FRAGMENT_SHADER);
    EXPECT_EQ(fragment, 0) << "the table asks for none";
    compute_blocks = std::max(compute_blocks, compute);
    vertex_blocks = std::max(vertex_blocks, vertex);
    program_blocks = std::max(program_blocks, compute + vertex);
}

std::int64_t needed(GLenum what) {
    const auto limits = gl::limits();
    return std::find_if(limits.begin(), limits.end(), [&](const auto& l) { return l.what == what; })->needed;
}

class LimitsOfProgramsTest : public test::GlTest {};

TEST_F(LimitsOfProgramsTest, AreTheTables) {
    true_link = glad_glLinkProgram;
    const GlAnswer<PFNGLLINKPROGRAMPROC> answer(glad_glLinkProgram, link_and_count);
    effects::Settings settings;
    settings.effect = test::family(100);
    settings.simulation.capacity = 100;
    settings.simulation.backend = Backend::glsl;
    Session session(test::headless_context(), std::filesystem::path(), settings);
    session.simulation().set_hashing(true);
    for (const char* compaction : {"staged", "bits", "fused", "atomic"}) {
        session.apply({"/simulation/compaction", compaction});
        test::run_steps(session, 2);
    }
    render::Renderer renderer(session.facts(), session.shaders(), session.passes());
    render::Scene scene{.living = session.simulation().living()};
    scene.blend = effects::Blend::alpha;
    scene.shaded = true;
    scene.camera = render::Camera(effects::View{});
    scene.order = {.culls = true, .sorts = true, .sort_every = 2, .frozen = scene.camera};
    renderer.draw(scene, render::TargetImage({64, 64}));
    EXPECT_EQ(compute_blocks, needed(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS));
    EXPECT_EQ(program_blocks, needed(GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS));
    EXPECT_EQ(vertex_blocks, needed(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS));
}

/// Drawing needs what OpenGL does not promise, and says so; the rest goes on without.
TEST_F(LimitsOfProgramsTest, OfDrawingAreAskedWhenItIsAskedFor) {
    const GlAnswer<PFNGLGETINTEGER64VPROC> answer(glad_glGetInteger64v,
                                                  [](GLenum, GLint64* value) { *value = 0; });
    gl::ShaderLibrary shaders;
    gl::Passes passes(facts());
    test::expect_error(ExitStatus::absent, "GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS is 0",
                       [&] { render::Renderer(facts(), shaders, passes); });
}

}  // namespace
}  // namespace winnow
