// Runs effects whose modules read files and follow splines.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "gl/texture.h"
#include "particles/simulation_fixture.h"
#include "support/data_samples.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

class FilesTest : public SimulationTest {
  protected:
    FilesTest() {
        folder_.write("box.obj", test::box_obj());
        folder_.write("ball.obj", test::ball_obj(8));
        folder_.write("swirl.fga", test::fga({4, 4, 4}, glm::vec3(-2), glm::vec3(2),
                                             [](glm::vec3 p) { return glm::vec3(-p.z, 0.5f, p.x); }));
        folder_.write("a.png",
                      test::png(8, 4, [](int x, int y) { return glm::u8vec4(x * 32, y * 64, 99, 255); }));
    }

    effects::Effect parsed(const std::string& emitters) const {
        return effects::parse(
            "{\"format\": 2, \"floor\": {\"enabled\": false}, \"emitters\": [" + emitters + "]}", "test",
            folder_.path().string());
    }
    static std::string emitter(const std::string& modules) {
        return "{\"rate\": 3000, \"lifetime\": [0.2, 0.6], \"modules\": [" + modules + "]}";
    }
    /// Uses every kind of file and a spline, and two files of a kind.
    effects::Effect all() const {
        return parsed(
            emitter(R"({"module": "mesh-surface", "mesh": "ball.obj", "speed": 3},
                                 {"module": "collide-mesh", "mesh": "box.obj", "inside": true, "scale": 1.2})") +
            "," +
            emitter(
                R"({"module": "image", "image": "a.png"}, {"module": "vector-field", "field": "swirl.fga"},
                                 {"module": "colour", "colour": "tint"})") +
            "," +
            emitter(
                R"({"module": "mesh-edges", "mesh": "box.obj"}, {"module": "attractor-mesh", "mesh": "ball.obj"},
                                 {"module": "attractor-spline"}, {"module": "gravity"})") +
            "," + emitter(R"({"module": "spline", "speed": 2})"));
    }
    std::uint64_t hash_after(Simulation& simulation, int steps) { return run(simulation, steps).back().hash; }

    test::TemporaryDirectory folder_;
};

TEST_F(FilesTest, GiveTheSameFoldedUnfoldedAndByTheTextbook) {
    auto& textbook = make(all(), 16384);
    auto& folded = make(all(), 16384);
    auto& unfolded = make(all(), 16384);
    for (Simulation* one : {&folded, &unfolded})
        set_compactors(*one, compactor(Backend::glsl, Compaction::fused),
                       compactor(Backend::glsl, Compaction::fused));
    set_folding(unfolded, false);
    for (int k = 0; k < 4; ++k) {
        const std::uint64_t expected = hash_after(textbook, 10);
        EXPECT_EQ(hash_after(folded, 10), expected);
        EXPECT_EQ(hash_after(unfolded, 10), expected);
    }
}

TEST_F(FilesTest, ContinueFromASavedState) {
    auto& whole = make(all(), 16384);
    run(whole, 20);
    const State state = whole.save();
    const std::uint64_t expected = hash_after(whole, 20);
    auto& resumed = make(all(), 16384);
    resumed.restore(state);
    EXPECT_EQ(hash_after(resumed, 20), expected);
}

TEST_F(FilesTest, AnotherFileOfAKindCompilesNothing) {
    const auto of = [&](const std::string& surface, const std::string& points) {
        return parsed(emitter(R"({"module": "mesh-surface", "mesh": ")" + surface +
                              R"("}, {"module": "spline", "points": )" + points + "}"));
    };
    const std::string two = "[[0, 0, 0], [1, 0, 0]]", three = "[[0, 0, 0], [1, 0, 0], [1, 1, 0]]";
    const auto text = [](const effects::Effect& effect) { return effects::program_of(effect).step.path(); };
    const std::string box = text(of("box.obj", two));
    EXPECT_EQ(text(of("ball.obj", two)), box);
    EXPECT_EQ(text(of("", two)), box);
    EXPECT_EQ(text(of("box.obj", three)), box);
    EXPECT_EQ(text(of("box.obj", R"({"points": )" + three + R"(, "closed": true})")), box);
}

TEST_F(FilesTest, ChangeWhileTheSimulationRuns) {
    const auto of = [&](const std::string& mesh) {
        return parsed(emitter(R"({"module": "mesh-surface", "mesh": ")" + mesh + "\"}"));
    };
    const auto farthest = [](Simulation& simulation) {
        float most = 0;
        for (const Particle& p : simulation.read_living())
            if (p.age == 0)
                most = std::max(most, glm::length(glm::vec3(p.position[0], p.position[1], p.position[2])));
        return most;
    };
    auto& simulation = make(of("ball.obj"), 16384);
    run(simulation, 3);
    EXPECT_NEAR(farthest(simulation), 1, 0.01);
    set_effect(simulation, of("box.obj"));
    run(simulation, 1);
    EXPECT_GT(farthest(simulation), 1.2f) << "births are on the box";
    folder_.write("box.obj", test::box_obj(glm::vec3(3)));
    set_effect(simulation, of("box.obj"));
    run(simulation, 1);
    EXPECT_GT(farthest(simulation), 3.2f) << "births are on the larger box";
    folder_.write("box.obj", "v 0 0 0\n");
    set_effect(simulation, of("box.obj"));
    run(simulation, 1);
    EXPECT_GT(farthest(simulation), 3.2f) << "it runs on as it was";
}

TEST_F(FilesTest, AreUploadedOnceForEachUse) {
    const effects::StackProgram program = effects::program_of(all());
    EXPECT_EQ(program.files.all().size(), 6u) << "two meshes, two distances, an image and a field";
    std::uint32_t next = 1;
    for (const auto& [first, data] : program.files.all()) {
        EXPECT_EQ(first, next);
        next += static_cast<std::uint32_t>(data->size());
    }
    EXPECT_EQ(program.files, effects::program_of(all()).files) << "so nothing is uploaded again";
}

TEST_F(FilesTest, ThatAreTooManyForATextureAreRefused) {
    test::expect_error(ExitStatus::bad_input, "GL_MAX_TEXTURE_BUFFER_SIZE is",
                       [] { gl::RowTexture(std::uint64_t{1} << 40, "the effect's files"); });
}

}  // namespace
}  // namespace winnow::particles
