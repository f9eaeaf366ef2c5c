// Effects whose particles collide with the scenery or with what the camera sees: what is refused, and which
// runs cannot be replayed.
#include <gtest/gtest.h>

#include <string>

#include "effects/compile/compiled_effect.h"
#include "effects/compile/replayable.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

std::string text_of(const std::string& objects, const std::string& modules) {
    return R"({"format": 2, "scenery": {"objects": [)" + objects +
           R"(]}, "emitters": [{"name": "first", "modules": [{"module": "jet", "enabled": false}, )" +
           modules + "]}]}";
}

Effect parsed(const std::string& objects, const std::string& modules, const std::string& folder = {}) {
    return parse(text_of(objects, modules), "e.json", folder);
}

std::string collision_refusal(const std::string& objects, const std::string& modules,
                              const std::string& folder = {}) {
    return message_of([&] { parsed(objects, modules, folder); });
}

constexpr const char* scenery_module = R"({"module": "collide-scenery"})";
constexpr const char* depth_module = R"({"module": "collide-depth"})";

TEST(Collisions, WithTheSceneryNeedAnObjectThatCollides) {
    const std::string expected =
        "e.json:1: /emitters/0/modules/1: collide-scenery needs an object in the scenery whose \"collides\" "
        "is "
        "true";
    EXPECT_EQ(collision_refusal("", scenery_module), expected);
    EXPECT_EQ(collision_refusal(R"({"collides": false})", scenery_module), expected);
    EXPECT_EQ(program_of(parsed("{}", scenery_module)).objects.size(), 5u) << "a head, and four rows";
    EXPECT_TRUE(program_of(parsed("", R"({"module": "collide-scenery", "enabled": false})")).objects.empty());
}

TEST(Collisions, TakeAsManyObjectsAsASceneryHas) {
    std::string objects = "{}";
    for (int i = 1; i < 256; ++i) objects += ", {}";
    EXPECT_EQ(program_of(parsed(objects, scenery_module)).objects.size(), 1u + 4 * 256);
    EXPECT_EQ(collision_refusal(objects + ", {}", scenery_module),
              "e.json:1: /scenery/objects: must have 0 to 256 elements, not 257");
}

TEST(Collisions, WithAMeshNeedAClosedOne) {
    const test::TemporaryDirectory folder;
    folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("closed.obj", test::box_obj());
    const std::string here = folder.path().string();
    const std::string message =
        collision_refusal(R"({}, {"shape": "mesh", "mesh": "open.obj"})", scenery_module, here);
    EXPECT_EQ(message.find("e.json:1: /scenery/objects/1/mesh: "), 0u) << message;
    EXPECT_NE(message.find("must be a closed mesh"), std::string::npos) << message;
    EXPECT_NE(message.find("\"collides\" is false"), std::string::npos) << message;
    parsed(R"({}, {"shape": "mesh", "mesh": "open.obj", "collides": false})", scenery_module, here);
    parsed(R"({}, {"shape": "mesh", "mesh": "open.obj"})", depth_module, here);
    const StackProgram program =
        program_of(parsed(R"({"shape": "mesh", "mesh": "closed.obj"})", scenery_module, here));
    EXPECT_EQ(program.files.all().size(), 1u);
}

TEST(Collisions, WithDepthHaveAThicknessOfItsRange) {
    EXPECT_EQ(collision_refusal("", R"({"module": "collide-depth", "thickness": -0.5})"),
              "e.json:1: /emitters/0/modules/1/thickness: must be 0 to 100000 m, not -0.5");
    EXPECT_NE(collision_refusal("", R"({"module": "collide-depth", "thickness": NaN})"), "");
    EXPECT_NE(collision_refusal("", R"({"module": "collide-depth", "thickness": "NaN"})"), "");
}

TEST(Collisions, WithDepthAreNotForSolidParticles) {
    const std::string message =
        collision_refusal("", std::string(depth_module) + R"(, {"module": "sphere"})");
    EXPECT_EQ(message.find("e.json:1: /emitters/0/modules/1: collide-depth: "), 0u) << message;
    EXPECT_NE(message.find("collide with themselves"), std::string::npos) << message;
}

TEST(Collisions, WithDepthCannotBeReplayed) {
    const std::string why = why_not_replayable(parsed("", depth_module));
    EXPECT_NE(why.find("collide-depth of the emitter \"first\""), std::string::npos) << why;
    EXPECT_NE(why.find("cannot be replayed"), std::string::npos) << why;
    EXPECT_EQ(message_of([] { require_replayable(parsed("", depth_module)); }), why);
    EXPECT_EQ(why_not_replayable(parsed("", R"({"module": "collide-depth", "enabled": false})")), "");
    EXPECT_EQ(why_not_replayable(parsed("{}", scenery_module)), "");
    EXPECT_FALSE(program_of(parsed("{}", scenery_module)).sees_depth);
    EXPECT_TRUE(program_of(parsed("{}", depth_module)).sees_depth);
}

TEST(Collisions, ThatAnOwnModuleMakesCannotBeReplayedEither) {
    const test::TemporaryDirectory folder;
    folder.write("touch.glsl", R"(/*{"name": "touch", "stage": "react", "does": "Dies on what is seen."}*/
void react(inout Particle p, Parameters a, Moment m) {
    if (seen_surface(p.position, 1.0).w > 0.0) kill(p);
}
)");
    const Effect effect = parsed("", R"({"module": "touch"})", folder.path().string());
    EXPECT_NE(why_not_replayable(effect).find("touch of the emitter"), std::string::npos);
}

TEST(Collisions, AllBuiltInEffectsCanBeReplayed) {
    for (const std::string& name : built_in_names()) EXPECT_EQ(why_not_replayable(load(name)), "") << name;
}

TEST(Collisions, HaveTheTextOfRollingOnlyWhereSomethingRolls) {
    const auto rolls = [](const std::string& rolling) {
        const std::string modules = R"({"module": "collide-plane", "rolling": )" + rolling + "}";
        return program_of(parsed("", modules)).step.files[0].text.find("#define ROLLS\n") !=
               std::string::npos;
    };
    EXPECT_FALSE(rolls("0"));
    EXPECT_TRUE(rolls("0.5"));
    EXPECT_TRUE(rolls(R"("0 * time")"));
}

}  // namespace
}  // namespace winnow::effects
