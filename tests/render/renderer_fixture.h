// A renderer, and scenes of a field of particles, for the tests of what frames show.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "effects/model/effect.h"
#include "gl/passes.h"
#include "render/field.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "support/shader_fixture.h"

namespace winnow::render {

inline constexpr effects::View far{{0, 0.9f, 0}, 5, 20, 14, 1};  // shows the whole field

inline Scene scene_of(const particles::ParticleView& living, const effects::View& view = far) {
    Scene scene;
    scene.living = living;
    scene.camera = Camera(view);
    return scene;
}
inline Scene scene_of(const test::Field& field, const effects::View& view = far) {
    return scene_of(field.living(), view);
}

/// Returns the scene of a field of which all particles cover what lies behind them.
inline Scene covering_scene_of(const test::Field& field, const effects::View& view = far) {
    Scene scene = scene_of(field.covers(true, true), view);
    scene.covers = true;
    return scene;
}

inline Image frame_of(Renderer& renderer, const Scene& scene, gl::Size size) {
    const TargetImage target(size);
    renderer.draw(scene, target);
    return target.read();
}

inline Image transparent_frame_of(Renderer& renderer, const Scene& scene, gl::Size size) {
    const TargetImage target(size);
    renderer.draw(scene, target);
    return target.read(true);
}

/// Returns the red, green and blue of a pixel, 0 to 255, counted from the upper left.
inline glm::ivec3 pixel(const Image& image, int x, int y) {
    const auto at = static_cast<std::size_t>(y * image.size.width + x) * Image::channels;
    return {image.pixels.at(at), image.pixels.at(at + 1), image.pixels.at(at + 2)};
}

/// Names the instances of tests whose parameter is true by tiles.
inline std::string path_of_drawing(const testing::TestParamInfo<bool>& tested) {
    return tested.param ? "ByTiles" : "ByTriangles";
}

class RendererTest : public test::ShaderTest {
  protected:
    static constexpr gl::Size size{160, 90};

    void SetUp() override {
        ShaderTest::SetUp();
        if (!IsSkipped()) renderer_ = std::make_unique<Renderer>(facts(), shaders_, *passes_);
    }

    Image draw(const Scene& scene, gl::Size of = size) const { return frame_of(*renderer_, scene, of); }

    /// Returns the milliseconds of the pass with this name, which must be declared.
    std::optional<double> time_of(std::string_view name) const {
        for (const gl::Passes::Row& row : passes_->rows())
            if (row.name == name) return row.milliseconds;
        ADD_FAILURE() << "there is no pass " << name;
        return std::nullopt;
    }

    std::unique_ptr<Renderer> renderer_;  // null if the test is skipped
};

}  // namespace winnow::render
