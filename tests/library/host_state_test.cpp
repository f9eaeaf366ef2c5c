// What becomes of the caller's OpenGL state in the modes of a stage, and that the units that are saved are
// those which shaders use.
#include <glad/gl.h>

#include <regex>
#include <span>
#include <string>

#include "base/embedded.h"
#include "library/effect_fixture.h"
#include "library/gl_state.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_shaders;

namespace winnow::test {
namespace {

/// Calls everything that uses OpenGL, and `look` after each call.
template <typename Look>
void call_everything(WinnowStage stage, const HostPicture& host, const WinnowPicture& into,
                     const Look& look) {
    WinnowEffectSource source{};
    source.size = sizeof source;
    source.name = "ink";
    WinnowEffect effect = 0;
    ASSERT_EQ(winnow_effect_load(stage, &source, &effect), WINNOW_OK) << winnow_message();
    look("load");
    for (std::int32_t ready = 0; ready == 0;)
        ASSERT_EQ(winnow_effect_ready(stage, effect, &ready), WINNOW_OK) << winnow_message();
    look("ready");
    WinnowInstance instance = 0;
    ASSERT_EQ(winnow_play(stage, effect, nullptr, &instance), WINNOW_OK) << winnow_message();
    ASSERT_EQ(winnow_step(stage), WINNOW_OK) << winnow_message();
    look("step");
    host.clear(1);
    ASSERT_EQ(winnow_draw(stage, &into), WINNOW_OK) << winnow_message();
    look("draw");
    std::uint64_t hash = 0;
    ASSERT_EQ(winnow_instance_hash(stage, instance, &hash), WINNOW_OK) << winnow_message();
    look("hash");
}

class UndeclaredStateTest : public EffectLibraryTest {
  protected:
    UndeclaredStateTest() { state_mode_ = WINNOW_STATE_NONE; }
};

/// True if WinnowStateMode's list has this state, by its name in query_state().
bool is_listed(const std::string& name) {
    static const std::regex listed(
        R"((program|vertex array|framebuffer|read framebuffer|active texture)"
        R"(|depth (test|func|mask)|cull face|stencil test|rasterizer discard|logic op|sample mask|sample coverage)"
        R"(|alpha to (coverage|one)|sample shading|depth clamp|primitive restart|fixed restart|offset fill)"
        R"(|clip distance [0-7]|polygon (smooth|mode)|offset (factor|units)|clip (origin|depth)|provoking|front face)"
        R"(|(un)?pack [a-z ]+|pixel (un)?pack|storage buffer|uniform buffer|(dispatch|draw) indirect)"
        R"(|(storage|uniform)\[([0-9]|1[0-5])\].*|(blend|viewport|depth (near|far)|scissor)\[0\].*|color mask\[.*)"
        R"(|depth (near|far)\[0\]|unit\[([0-9]|1[0-9]|2[0-2])\](2D|3D|buffer|multisample|sampler)|image\[[01]\].*))");
    return std::regex_match(name, listed);
}

TEST_F(UndeclaredStateTest, WhatIsNotListedDoesNotChange) {
    const HostPicture host;
    const BusyContext busy;
    State before = query_state();
    const bool has_changed = [&] {
        bool any = false;
        call_everything(stage_, host, picture(host), [&](const char* what) {
            for (const auto& [name, value] : query_state()) {
                any = any || value != before.at(name);
                if (is_listed(name)) continue;
                EXPECT_EQ(value, before.at(name)) << name << " after " << what;
            }
        });
        return any;
    }();
    EXPECT_TRUE(has_changed) << "nothing is restored";
}

class DeclaredStateTest : public EffectLibraryTest {
  protected:
    DeclaredStateTest() { state_mode_ = WINNOW_STATE_DECLARED; }
};

TEST_F(DeclaredStateTest, IsWhatTheCallerSaid) {
    const HostPicture host;
    GLuint vertices = 0;
    glCreateVertexArrays(1, &vertices);
    const auto declare = [&](const WinnowState& state) {
        ASSERT_EQ(winnow_declare_state(stage_, &state), WINNOW_OK) << winnow_message();
    };
    WinnowState state{};
    state.size = sizeof state;
    state.viewport[2] = state.viewport[3] = side;
    glViewport(0, 0, side, side);
    glBindVertexArray(0);
    declare(state);
    const State initial = query_state();
    call_everything(stage_, host, picture(host), [&](const char* what) {
        EXPECT_EQ(changes_since(initial), "") << what << ", initially";
    });

    state.switches = WINNOW_BLEND | WINNOW_DEPTH_TEST | WINNOW_SCISSOR_TEST | WINNOW_DEPTH_CLAMP;
    state.vertex_array = vertices;
    state.draw_framebuffer = host.framebuffer();
    state.viewport[0] = 5;
    state.active_unit = 3;
    state.depth_func = GL_GEQUAL;
    state.depth_read_only = 1;
    state.blend[0] = state.blend[2] = GL_SRC_ALPHA;
    state.blend[1] = GL_ONE_MINUS_SRC_ALPHA;
    state.blend_equation[0] = GL_MAX;
    state.front_face = GL_CW;
    state.upper_left = state.zero_to_one = 1;
    declare(state);
    for (const GLenum one : {GL_DEPTH_TEST, GL_DEPTH_CLAMP}) glEnable(one);
    for (const GLenum one : {GL_BLEND, GL_SCISSOR_TEST}) glEnablei(one, 0);
    glBindVertexArray(vertices);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, host.framebuffer());
    glViewport(5, 0, side, side);
    glActiveTexture(GL_TEXTURE3);
    glDepthFunc(GL_GEQUAL);
    glDepthMask(GL_FALSE);
    glBlendFuncSeparatei(0, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_SRC_ALPHA, GL_ZERO);
    glBlendEquationSeparatei(0, GL_MAX, GL_FUNC_ADD);
    glFrontFace(GL_CW);
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    const State said = query_state();
    call_everything(stage_, host, picture(host),
                    [&](const char* what) { EXPECT_EQ(changes_since(said), "") << what << ", as declared"; });

    refused(winnow_step(0), WINNOW_BAD_HANDLE, "no stage");
    EXPECT_EQ(changes_since(said), "") << "a refused call";
    state = {};
    state.size = sizeof state;
    declare(state);
    steps(1);
    glViewport(0, 0, side, side);
    EXPECT_EQ(changes_since(initial), "") << "so that the next test finds what it expects";
    glDeleteVertexArrays(1, &vertices);
}

TEST_F(DeclaredStateTest, RefusesWhatOpenGlHasNot) {
    const auto refuses = [&](const char* words, auto change) {
        WinnowState state{};
        state.size = sizeof state;
        change(state);
        refused(winnow_declare_state(stage_, &state), WINNOW_BAD_INPUT, words);
    };
    refuses("size", [](WinnowState& state) { state.size = 4; });
    refuses("switches: 0x400", [](WinnowState& state) { state.switches = 1024; });
    refuses("program: there is none with the name 12345", [](WinnowState& state) { state.program = 12345; });
    refuses("draw_framebuffer", [](WinnowState& state) { state.draw_framebuffer = 12345; });
    refuses("viewport", [](WinnowState& state) { state.viewport[2] = -1; });
    refuses("active_unit", [](WinnowState& state) { state.active_unit = 100000; });
    refuses("depth_func", [](WinnowState& state) { state.depth_func = GL_TRIANGLES; });
    refuses("blend: must not be 0x0009", [](WinnowState& state) { state.blend[1] = 9; });
    refuses("blend_equation", [](WinnowState& state) { state.blend_equation[1] = 1; });
    refuses("front_face", [](WinnowState& state) { state.front_face = 1; });
    refuses("zero_to_one", [](WinnowState& state) { state.zero_to_one = 2; });
    steps(1);
}

TEST_F(EffectLibraryTest, DeclaresNoStateWhereItIsRestored) {
    WinnowState state{};
    state.size = sizeof state;
    refused(winnow_declare_state(stage_, &state), WINNOW_BAD_INPUT, "WINNOW_STATE_DECLARED");
}

/// What the library saves of units: a buffer's rows or a plane, at two of them samples and a volume.
TEST(TextureUnits, HoldWhatIsSavedOfThem) {
    const std::regex declared(R"(binding = (TEXTURE_\w+)\) uniform [iu]?(sampler\w+) )");
    int found = 0;
    for (const EmbeddedFile& file : winnow_embedded_shaders) {
        const std::string text(file.contents());
        for (std::sregex_iterator at(text.begin(), text.end(), declared), end; at != end; ++at, ++found) {
            const std::string unit = (*at)[1], kind = (*at)[2];
            const bool is_saved =
                kind == "sampler2D" || (kind == "sampler2DMS" && unit == "TEXTURE_FRAME") ||
                (kind == "sampler3D" && unit == "TEXTURE_SCATTERED") ||
                (kind == "samplerBuffer" && unit != "TEXTURE_FRAME" && unit != "TEXTURE_SCATTERED");
            EXPECT_TRUE(is_saved) << file.path << ": " << unit << " " << kind;
        }
    }
    EXPECT_GT(found, 30);
}

}  // namespace
}  // namespace winnow::test
