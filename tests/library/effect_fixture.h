// Effects as other programs use them: a stage in a context of its own, and a host's picture.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <glad/gl.h>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "library/library_fixture.h"
#include "winnow/effect.h"

namespace winnow::test {

inline constexpr int side = 64;  // pixels of a picture

/// Slow, wide particles that stand still, of which a tenth of a second has some hundred.
inline constexpr const char* cloud =
    R"({"format": 2, "name": "cloud", "properties": [{"name": "size", "value": 0.3, "range": [0.1, 2]}],
    "emitters": [{"rate": 2000, "lifetime": 10, "modules": [{"module": "ball", "radius": 0.5},
        {"module": "size", "diameter": "size"}, {"module": "colour", "colour": [0.2, 0.1, 0.05, 1]}]}]})";

/// A framebuffer with a colour and a depth, as a program has one.
class HostPicture {
  public:
    explicit HostPicture(GLenum format = GL_RGBA8) {
        glCreateTextures(GL_TEXTURE_2D, 1, &color_);
        glTextureStorage2D(color_, 1, format, side, side);
        glCreateTextures(GL_TEXTURE_2D, 1, &depth_);
        glTextureStorage2D(depth_, 1, GL_DEPTH_COMPONENT24, side, side);
        glCreateFramebuffers(1, &framebuffer_);
        glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, color_, 0);
        glNamedFramebufferTexture(framebuffer_, GL_DEPTH_ATTACHMENT, depth_, 0);
    }
    ~HostPicture() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &color_);
        glDeleteTextures(1, &depth_);
    }
    HostPicture(const HostPicture&) = delete;

    void clear(float depth, float level = 0) const {
        const float color[4] = {level, level, level, 1};
        glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, color);
        glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &depth);
    }
    std::vector<std::uint8_t> read() const {
        std::vector<std::uint8_t> pixels(std::size_t{side} * side * 4);
        glGetTextureImage(color_, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.size()),
                          pixels.data());
        return pixels;
    }
    unsigned framebuffer() const { return framebuffer_; }
    unsigned depth() const { return depth_; }
    unsigned color() const { return color_; }

  private:
    unsigned color_ = 0, depth_ = 0, framebuffer_ = 0;
};

inline double sum_of(const std::vector<std::uint8_t>& pixels) {
    double sum = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (i % 4 != 3) sum += pixels[i];
    return sum;
}

inline double difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
    return sum / static_cast<double>(a.size());
}

class EffectLibraryTest : public GlTest {
  protected:
    explicit EffectLibraryTest(WinnowDrawing drawing = WINNOW_DRAW_AUTO) : drawing_(drawing) {}

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        WinnowStageOptions options{};
        options.size = sizeof options;
        options.loader = loader_;
        options.drawing = drawing_;
        options.state = state_mode_;
        ASSERT_EQ(winnow_stage_create(&options, &stage_), WINNOW_OK) << winnow_message();
    }
    void TearDown() override {
        if (stage_ != 0) {
            EXPECT_EQ(winnow_stage_destroy(stage_), WINNOW_OK) << winnow_message();
        }
        EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        GlTest::TearDown();
    }

    static WinnowEffectSource source(const char* text, const char* name = "test") {
        WinnowEffectSource source{};
        source.size = sizeof source;
        source.text = text;
        source.name = name;
        return source;
    }
    WinnowEffect load(const char* text, const char* name = "test") const {
        WinnowEffect effect = 0;
        const WinnowEffectSource from = source(text, name);
        EXPECT_EQ(winnow_effect_load(stage_, &from, &effect), WINNOW_OK) << winnow_message();
        std::int32_t ready = 0;
        while (ready == 0 && winnow_effect_ready(stage_, effect, &ready) == WINNOW_OK)
            std::this_thread::yield();
        return effect;
    }
    static WinnowPlay play_at(float x, float y = 0, float z = 0, float scale = 0) {
        WinnowPlay play{};
        play.size = sizeof play;
        play.transform.position[0] = x;
        play.transform.position[1] = y;
        play.transform.position[2] = z;
        play.transform.scale = scale;
        return play;
    }
    WinnowInstance play(WinnowEffect effect, const WinnowPlay* asked = nullptr) const {
        WinnowInstance instance = 0;
        EXPECT_EQ(winnow_play(stage_, effect, asked, &instance), WINNOW_OK) << winnow_message();
        return instance;
    }
    void steps(int count) const {
        for (int i = 0; i < count; ++i) ASSERT_EQ(winnow_step(stage_), WINNOW_OK) << winnow_message();
    }
    std::uint64_t hash(WinnowInstance instance) const {
        std::uint64_t hash = 0;
        EXPECT_EQ(winnow_instance_hash(stage_, instance, &hash), WINNOW_OK) << winnow_message();
        return hash;
    }
    /// Returns the figures of the last step.
    WinnowInstanceFigures figures(WinnowInstance instance) const {
        hash(instance);  // waits
        WinnowInstanceFigures figures{};
        figures.size = sizeof figures;
        EXPECT_EQ(winnow_instance_figures(stage_, instance, &figures), WINNOW_OK) << winnow_message();
        return figures;
    }
    bool exists(WinnowInstance instance) const {
        std::int32_t exists = -1;
        EXPECT_EQ(winnow_exists(stage_, instance, &exists), WINNOW_OK);
        return exists == 1;
    }

    static WinnowPicture picture(const HostPicture& host, const glm::mat4& projection = usual()) {
        WinnowPicture picture{};
        picture.size = sizeof picture;
        picture.framebuffer = host.framebuffer();
        picture.width = picture.height = side;
        const glm::mat4 view = glm::translate(glm::mat4(1), glm::vec3(0, 0, -5));
        std::memcpy(picture.view, &view, sizeof view);
        std::memcpy(picture.projection, &projection, sizeof projection);
        picture.depth_texture = host.depth();
        return picture;
    }
    static glm::mat4 usual() { return glm::perspective(glm::radians(40.0f), 1.0f, 0.5f, 50.0f); }
    std::vector<std::uint8_t> drawn(const HostPicture& host, const WinnowPicture& picture,
                                    float depth = 1) const {
        host.clear(depth);
        EXPECT_EQ(winnow_draw(stage_, &picture), WINNOW_OK) << winnow_message();
        return host.read();
    }

    /// Expects that a call was refused with this code, in one sentence that has these words.
    static void refused(WinnowResult result, WinnowResult code, const std::string& words) {
        EXPECT_EQ(result, code) << words;
        EXPECT_NE(std::string(winnow_message()).find(words), std::string::npos) << winnow_message();
        EXPECT_EQ(std::string(winnow_message()).find('\n'), std::string::npos);
    }

    const WinnowDrawing drawing_;
    WinnowStateMode state_mode_ = WINNOW_STATE_RESTORE;
    WinnowLoader loader_ = load_function;
    WinnowStage stage_ = 0;
};

}  // namespace winnow::test
