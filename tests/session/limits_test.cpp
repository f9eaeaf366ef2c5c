// Checks the table of limits against every program that a session, its sorted and culled frames and their
// lamp can build: the table asks for exactly what they need.
#include "gl/limits.h"
#include "particles/one_change.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "render/renderer.h"
#include "session/session.h"
#include "support/errors.h"
#include "support/family.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

using test::GlAnswer;

PFNGLLINKPROGRAMPROC true_link = nullptr;
std::int64_t compute_blocks = 0, vertex_blocks = 0;  // most blocks of one program

bool has_compute_shader(GLuint program) {
    GLuint shader = 0;
    GLint type = 0;
    glGetAttachedShaders(program, 1, nullptr, &shader);
    glGetShaderiv(shader, GL_SHADER_TYPE, &type);
    return type == GL_COMPUTE_SHADER;
}

/// Counts every vertex and fragment block of a drawing program as a vertex block, because no fragment shader
/// has blocks. (Mesa 22.3 does not tell which stage an array of blocks belongs to.)
void GLAD_API_PTR link_and_count(GLuint program) {
    true_link(program);
    GLint blocks = 0;
    glGetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blocks);
    std::int64_t& most = has_compute_shader(program) ? compute_blocks : vertex_blocks;
    most = std::max<std::int64_t>(most, blocks);
}

std::int64_t needed(GLenum what) {
    const auto limits = gl::requirements();
    return std::find_if(limits.begin(), limits.end(), [&](const auto& l) { return l.what == what; })->needed;
}

class LimitsOfProgramsTest : public test::GlTest {};

TEST_F(LimitsOfProgramsTest, AreTheTables) {
    true_link = glad_glLinkProgram;
    const GlAnswer<PFNGLLINKPROGRAMPROC> answer(glad_glLinkProgram, link_and_count);
    effects::Settings settings;
    settings.effect = test::family(100, effects::On::death);
    settings.effect.emitters.front().modules.push_back({"ageing"});  // it has an attribute
    test::values_of(settings.effect.emitters.back(), "gusts");       // it is heavy
    settings.simulation.capacity = 100;
    settings.simulation.backend = Backend::glsl;
    Session session(test::headless_context(), std::filesystem::path(), settings);
    session.simulation().set_hashing(true);
    for (const char* compaction : {"staged", "bits", "fused", "atomic"}) {
        session.apply({"/simulation/compaction", compaction});
        test::run_steps(session, 2);
    }
    session.apply({"/simulation/compaction", "fused"});
    set_peeling(session.simulation(), true);
    EXPECT_TRUE(session.simulation().peels());
    test::run_steps(session, 2);
    render::Renderer renderer(session.facts(), session.shaders(), session.passes());
    render::Scene scene;
    scene.living = session.simulation().living();
    scene.covers = true;
    scene.shaded = true;
    scene.camera = render::Camera(effects::View{});
    scene.order.culls = scene.order.sorts = true;
    scene.order.sort_every = 2;
    scene.order.frozen = scene.camera;
    renderer.draw(scene, render::TargetImage({64, 64}));
    scene.by_tiles = true;
    for (const bool covers : {false, true}) {
        scene.covers = covers;
        renderer.draw(scene, render::TargetImage({64, 64}));
        EXPECT_TRUE(renderer.drew_by_tiles());
    }
    EXPECT_EQ(needed(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS), needed(GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS));
    EXPECT_LE(compute_blocks, needed(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS));
    EXPECT_LE(vertex_blocks, needed(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS));
    if (!facts().software) return;  // other drivers omit blocks that a program declares but does not use
    EXPECT_EQ(compute_blocks, needed(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS));
    EXPECT_EQ(vertex_blocks, needed(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS));
}

/// Drawing needs more than OpenGL guarantees and names the limit; everything else works without it.
TEST_F(LimitsOfProgramsTest, OfDrawingAreAskedWhenItIsAskedFor) {
    const GlAnswer<PFNGLGETINTEGER64VPROC> answer(glad_glGetInteger64v,
                                                  [](GLenum, GLint64* value) { *value = 0; });
    gl::ShaderLibrary shaders;
    gl::Passes passes(facts());
    test::expect_error(ExitStatus::absent, "GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS is 0",
                       [&] { render::Renderer(facts(), shaders, passes); });
}

}  // namespace
}  // namespace winnow::session
