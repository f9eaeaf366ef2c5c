// Simulations of ribbons, whose state tests change, and their frames.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compact/suite.h"
#include "effects/format/effect_file.h"
#include "render/renderer_fixture.h"
#include "render/ribbons.h"
#include "scan/glsl_scan.h"
#include "support/temporary_directory.h"

namespace winnow::render {

/// Two upright lines of births, 2 m apart, which are the two strands of one emitter and take turns.
inline std::string effect_text(const std::string& count, const std::string& look, const std::string& more) {
    return R"j({"format": 2, "floor": {"enabled": false}, "scenery": {"sky": "black"}, )j" + more +
           R"j("emitters": [{"name": "lines", "rate": 0, "lifetime": 99, "bursts": [{"count": )j" + count +
           R"j(}], "modules": [{"module": "strands", "count": 2},
{"module": "point", "centre": "vec3(strand * 2 - 1, time * 120, 0)"}, )j" +
           look + R"j({"module": "ribbon"}]}]})j";
}

class RibbonsTest : public RendererTest {
  protected:
    static constexpr std::uint32_t births = 120, capacity = 100 + births;
    static constexpr effects::View front{{0, 1, 0}, 5, 0, 0, 1};

    /// Returns a simulation after one step, whose state `change` has changed.
    particles::Simulation& simulate(
        const std::string& text,
        const std::function<void(particles::State&)>& change = [](particles::State&) {},
        std::uint32_t room = capacity, int steps = 1) {
        suites_.emplace(gl::Tools{facts(), shaders_, *passes_});
        memory_ = gl::plain_memory();
        made_.push_back(std::make_unique<particles::Simulation>(
            gl::Tools{facts(), shaders_, *passes_}, *memory_,
            effects::compile(effects::parse(text, "test", folder_.path().string())), room, 1,
            suites_->make_compactor({Backend::glsl, {}, Compaction::staged}),
            [this] { return scan::make_glsl_scan(facts(), shaders_, ScanChoice{}); }));
        particles::Simulation& simulation = *made_.back();
        for (int i = 0; i < steps; ++i) {
            simulation.settle();
            simulation.step();
        }
        particles::State state = simulation.save();
        change(state);
        simulation.restore(state);
        return simulation;
    }

    /// Removes the particles of these numbers.
    static void remove(particles::State& state, std::size_t from, std::size_t to) {
        for (auto& column : state.columns)
            column.erase(column.begin() + static_cast<std::ptrdiff_t>(from),
                         column.begin() + static_cast<std::ptrdiff_t>(to));
    }

    Scene scene_of(particles::Simulation& simulation, const effects::View& view = front) const {
        Scene scene = render::scene_of(simulation.living(), view);
        scene.plane.enabled = false;
        scene.scenery = {effects::Ground::none, effects::Sky::black, 1};
        scene.bloom = false;
        return scene;
    }
    Image frame(particles::Simulation& simulation, const effects::View& view = front) const {
        return draw(scene_of(simulation, view));
    }

    /// Returns the greatest of the bytes of a pixel, by its place in shares of the frame.
    static int light_at(const Image& image, double x, double y) {
        const auto column = static_cast<std::size_t>(x * image.size.width);
        const auto row = static_cast<std::size_t>(y * image.size.height);
        const std::size_t at = 3 * (row * static_cast<std::size_t>(image.size.width) + column);
        return std::max({image.pixels.at(at), image.pixels.at(at + 1), image.pixels.at(at + 2)});
    }
    static int max_light(const Image& image) { return *std::ranges::max_element(image.pixels); }

    test::TemporaryDirectory folder_;  // of the effect
    std::optional<Suites> suites_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::vector<std::unique_ptr<particles::Simulation>> made_;
};

}  // namespace winnow::render
