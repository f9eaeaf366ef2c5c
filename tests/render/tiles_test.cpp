#include "render/tiles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "render/field.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "support/shader_fixture.h"

namespace winnow::render {
namespace {

class TilesTest : public test::ShaderTest {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (!IsSkipped()) renderer_ = std::make_unique<Renderer>(facts(), shaders_, *passes_);
    }

    static Scene scene_of(const test::Field& field) {
        Scene scene;
        scene.living = field.living();
        scene.camera = Camera(effects::View{{0, 0.9f, 0}, 5, 20, 14, 1});
        scene.order.bounds.brightest_color = 6;
        return scene;
    }

    Image draw(Scene scene, bool by_tiles, gl::Size of = {320, 180}) const {
        scene.by_tiles = by_tiles;
        const TargetImage target(of);
        renderer_->draw(scene, target);
        return target.read();
    }

    std::unique_ptr<Renderer> renderer_;
};

struct Difference {
    double mean = 0;      // of 8-bit values
    double beyond_4 = 0;  // share of the pixels of which a channel differs by more
    int largest = 0;
};

Difference difference(const Image& a, const Image& b) {
    Difference result;
    std::size_t beyond = 0, pixels = 0;
    for (std::size_t i = 0; i + 3 < a.pixels.size(); i += 4, ++pixels) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const int d = std::abs(int{a.pixels[i + c]} - int{b.pixels[i + c]});
            result.mean += d;
            most = std::max(most, d);
        }
        beyond += most > 4;
        result.largest = std::max(result.largest, most);
    }
    result.mean /= 3.0 * static_cast<double>(pixels);
    result.beyond_4 = static_cast<double>(beyond) / static_cast<double>(pixels);
    return result;
}

TEST_F(TilesTest, ShowTheSameAsTriangles) {
    const test::Field field(2000);
    for (const gl::Size size : {gl::Size{320, 180}, gl::Size{333, 77}, gl::Size{64, 300}, gl::Size{960, 540}}) {
        const auto d = difference(draw(scene_of(field), true, size), draw(scene_of(field), false, size));
        std::printf("%d: mean %f beyond %f largest %d\n", size.width, d.mean, d.beyond_4, d.largest);
        EXPECT_LT(d.mean, 1) << size.width;
        EXPECT_LT(d.beyond_4, 0.001) << d.largest;
    }
}

}  // namespace
}  // namespace winnow::render
