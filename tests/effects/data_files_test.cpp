// Checks which files effects may name, how they are read again, and how they are part of an effect.
#include "effects/data/data_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "effects/compile/compiled_effect.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "settings/settings.h"
#include "shaders/effects/rows.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

namespace fs = std::filesystem;

class DataFilesTest : public ::testing::Test {
  protected:
    DataFilesTest() {
        fs::create_directory(root_.path() / "effect");
        box("effect/box.obj");
    }

    void box(const std::string& name, float size = 1) const {
        root_.write(name, test::box_obj(glm::vec3(size)));
    }
    std::string folder() const { return (root_.path() / "effect").string(); }
    fs::path place(const std::string& name) const { return fs::path(folder()) / name; }

    Effect parsed(const std::string& file, const std::string& module = "mesh-surface") const {
        return parse("{\"format\": 2, \"emitters\": [{\"modules\": [\n{\"module\": \"" + module +
                         "\", \"mesh\": \"" + file + "\"}]}]}",
                     "effect.json", folder());
    }
    /// Returns why the effect is refused, behind the place of the file's name.
    std::string refusal(const std::string& file) const {
        const std::string message = message_of([&] { parsed(file); });
        const std::string before = "effect.json:2: /emitters/0/modules/0/mesh: ";
        EXPECT_EQ(message.substr(0, before.size()), before);
        return message.substr(std::min(before.size(), message.size()));
    }

    test::TemporaryDirectory root_;
};

TEST_F(DataFilesTest, OnlyFilesBelowTheFolderAreRead) {
    const std::string outside = ": must be a file below the effect's folder";
    box("outside.obj");
    EXPECT_EQ(refusal("../outside.obj"), "../outside.obj" + outside);
    EXPECT_EQ(refusal("../nothing.obj"), place("../nothing.obj").string() + ": No such file or directory");
    EXPECT_EQ(refusal(place("box.obj").string()), place("box.obj").string() + outside);
    EXPECT_EQ(refusal("/dev/zero"), "/dev/zero" + outside);
    fs::create_symlink(root_.path() / "outside.obj", place("link.obj"));
    EXPECT_EQ(refusal("link.obj"), "link.obj" + outside);
    fs::create_directory_symlink(root_.path(), place("up"));
    EXPECT_EQ(refusal("up/outside.obj"), "up/outside.obj" + outside);
    fs::create_symlink("/dev/zero", place("zero.obj"));
    EXPECT_EQ(refusal("zero.obj"), "zero.obj" + outside);
    box("effect/below/box.obj");
    fs::create_symlink("below/box.obj", place("inner.obj"));
    for (const char* fine : {"box.obj", "./below/../box.obj", "below/box.obj", "inner.obj", ""})
        EXPECT_NO_THROW(parsed(fine)) << fine;
    EXPECT_NE(message_of([&] {
                  parse(R"({"format": 2, "emitters": [{"modules": [
        {"module": "mesh-surface", "mesh": "box.obj"}]}]})",
                        "x");
              }).find("once it is a file itself"),
              std::string::npos);
}

TEST_F(DataFilesTest, AMeshThatIsDrawnForEachParticleHasNotTooManyTriangles) {
    const auto write = [&](std::uint32_t triangles) {
        std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
        for (std::uint32_t i = 0; i < triangles; ++i) text += "f 1 2 3\n";
        root_.write("effect/many.obj", text);
    };
    write(shared::MAX_SOLID_TRIANGLES);
    EXPECT_EQ(program_of(parsed("many.obj", "mesh")).solids.max_triangles, shared::MAX_SOLID_TRIANGLES);
    write(shared::MAX_SOLID_TRIANGLES + 1);
    EXPECT_NO_THROW(parsed("many.obj"));
    EXPECT_EQ(
        message_of([&] { parsed("many.obj", "mesh"); }),
        "effect.json:2: /emitters/0/modules/0/mesh: many.obj: has 65537 triangles; a mesh that is drawn for "
        "each particle has at most 65536");
}

TEST_F(DataFilesTest, OnlySomeStacksHaveSolids) {
    const auto of = [&](const std::string& module) { return program_of(parsed("box.obj", module)); };
    EXPECT_FALSE(of("mesh-surface").solids.any);
    EXPECT_FALSE(of("mesh-surface").stacks[0].is_solid);
    EXPECT_TRUE(of("mesh").solids.any);
    EXPECT_TRUE(of("mesh").stacks[0].is_solid);
    EXPECT_EQ(of("mesh").solids.max_triangles, 12u);
    EXPECT_EQ(program_of(parsed("", "mesh")).solids.max_triangles, shared::OCTAHEDRON_TRIANGLES);
}

TEST_F(DataFilesTest, SurfacesSayWhatMeshesHaveBesideAColour) {
    root_.write("effect/plain.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    root_.write("effect/mapped.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
    root_.write("effect/smooth.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n");
    root_.write("effect/white.png", test::png(2, 2, [](int, int) { return glm::u8vec4(255); }));
    const auto modules = [&](const std::string& text) {
        return parse("{\"format\": 2, \"emitters\": [{\"modules\": [\n" + text + "]}]}", "effect.json",
                     folder());
    };
    const auto with = [&](const std::string& values, const std::string& more = "") {
        return program_of(modules("{\"module\": \"mesh\"" + values + "}" + more)).solids;
    };
    const std::string mapped = R"(, "mesh": "mapped.obj")", picture = R"(, "picture": "white.png")";
    for (const char* plain :
         {"", R"(, "mesh": "plain.obj")", R"(, "roughness": 1)", R"(, "sides": "two")", R"(, "glow": 2)"}) {
        EXPECT_TRUE(with(plain).any) << plain;
        EXPECT_EQ(with(plain).surfaces, 0u) << plain;
    }
    EXPECT_FALSE(with("").have_spheres);
    EXPECT_TRUE(program_of(modules(R"({"module": "sphere"})")).solids.have_spheres);
    EXPECT_EQ(with(mapped).surfaces, 0u) << "coordinates without a picture";
    for (const char* colours :
         {R"(, "roughness": 0.5)", R"(, "sides": "one")", R"(, "roughness": {"random": [0, 1]})"})
        EXPECT_EQ(with(colours).surfaces, shared::SURFACE_COLORS) << colours;
    EXPECT_EQ(with("", R"(, {"module": "mesh-colour"})").surfaces, shared::SURFACE_COLORS);
    const std::string smooth = R"(, "mesh": "smooth.obj")";
    EXPECT_EQ(with(smooth).surfaces, shared::SURFACE_NORMALS);
    EXPECT_EQ(with(mapped + picture).surfaces, shared::SURFACE_PICTURES);
    EXPECT_EQ(with(smooth, ", {\"module\": \"mesh\"" + mapped + picture + "}").surfaces,
              shared::SURFACE_NORMALS | shared::SURFACE_PICTURES);
    const auto refused = [&](const std::string& values) {
        return message_of([&] { modules("{\"module\": \"mesh\"" + values + "}"); });
    };
    const std::string place = "effect.json:2: /emitters/0/modules/0/";
    EXPECT_EQ(refused(R"(, "mesh": "smooth.obj")" + picture),
              place +
                  "picture: must have a mesh with texture coordinates; its file has no lines vt, or no "
                  "corner such as 1/2");
    EXPECT_EQ(refused(picture), place + "picture: must have a mesh that it lies on, an OBJ file");
    EXPECT_EQ(refused(mapped + R"(, "picture": "gone.png")"),
              place + "picture: " + this->place("gone.png").string() + ": No such file or directory");
    EXPECT_EQ(refused(R"(, "roughness": 1.5)").find(place + "roughness: must be "), 0u)
        << refused(R"(, "roughness": 1.5)");
    EXPECT_EQ(refused(R"(, "sides": "three")").find(place + "sides: "), 0u);
}

TEST_F(DataFilesTest, NothingHangsOrIsTooLarge) {
    const std::string file = place("x.obj").string();
    EXPECT_EQ(refusal("x.obj"), file + ": No such file or directory");
    fs::create_directory(file);
    EXPECT_EQ(refusal("x.obj"), file + ": it is a directory, and must be a regular file");
    fs::remove(file);
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    EXPECT_EQ(refusal("x.obj"), file + ": must be a regular file");
    fs::remove(file);
    root_.write("effect/x.obj", "");
    EXPECT_EQ(refusal("x.obj"), file + ": is empty");
    fs::resize_file(file, max_data_bytes + 1);
    EXPECT_NE(refusal("x.obj").find("too large"), std::string::npos);
    root_.write("effect/x.obj", "v 0 0 0\nv 1 0\n");
    EXPECT_EQ(refusal("x.obj"), file + ":2: a point must have three numbers, not 2");
    fs::create_symlink("x.obj", place("y.obj"));
    fs::remove(file);
    fs::create_symlink("y.obj", file);
    EXPECT_NE(refusal("x.obj").find("Too many levels"), std::string::npos);
    EXPECT_EQ(refusal(std::string(5000, 'x')).find("must be at most 4096 bytes"), 0u);
}

TEST_F(DataFilesTest, AFileIsReadAgainOnlyWhenItHasChanged) {
    const auto first = read_data(folder(), "box.obj", FileKind::mesh);
    EXPECT_EQ(read_data(folder(), "box.obj", FileKind::mesh), first) << "the same object";
    box("effect/box.obj", 1);
    EXPECT_EQ(read_data(folder(), "box.obj", FileKind::mesh), first) << "written anew with the same text";
    EXPECT_NE(read_data(folder(), "box.obj", FileKind::distance), first);
    box("effect/box.obj", 2);  // a text of the same length, perhaps at the same time
    const auto second = read_data(folder(), "box.obj", FileKind::mesh);
    EXPECT_NE(*second, *first);
    root_.write("effect/box.obj", "v 0 0 0\n");
    EXPECT_EQ(*read_data(folder(), "box.obj", FileKind::mesh), *second) << "what it held while it was good";
    {
        const RefusingFaults strictly;
        EXPECT_THROW(read_data(folder(), "box.obj", FileKind::mesh), Error);
    }
    box("effect/box.obj", 2);
    EXPECT_EQ(*read_data(folder(), "box.obj", FileKind::mesh), *second);
}

TEST_F(DataFilesTest, WhatAFileHoldsIsAPartOfTheEffect) {
    const Effect before = parsed("box.obj");
    EXPECT_EQ(parsed("box.obj"), before);
    EXPECT_NE(before.folder.contents, 0u);
    EXPECT_EQ(parsed("").folder.contents, 0u);
    box("effect/box.obj", 2);
    EXPECT_NE(parsed("box.obj"), before);
    EXPECT_EQ(own_files(before), std::vector{place("box.obj").string()});
    Effect gone = before;
    fs::remove(place("box.obj"));
    set_folder(gone, folder());
    EXPECT_TRUE(own_files(gone).empty());
}

TEST_F(DataFilesTest, AnEditThatNamesAFaultyFileIsRefused) {
    Settings settings;
    settings.effect = parsed("box.obj");
    root_.write("effect/x.obj", "f 1 2 3\n");
    const std::string pointer = "/effect/emitters/0/modules/0/mesh";
    EXPECT_EQ(message_of([&] {
                  apply(settings, {pointer, "x.obj"});
              }).find(pointer + ": " + place("x.obj").string()),
              0u);
    box("effect/y.obj", 2);
    EXPECT_NE(apply(settings, {pointer, "y.obj"}).effect.folder, settings.effect.folder);
}

/// Returns the meshes that are listed beside three files of the effect: its own, and those that come with
/// Winnow.
std::vector<std::string> listed_meshes() {
    return {"a/c.obj",
            "box.obj",
            "built-in/crystal.obj",
            "built-in/drifts.obj",
            "built-in/fir.obj",
            "built-in/fir_snow.obj",
            "built-in/fold.obj",
            "built-in/grip.obj",
            "built-in/heap.obj",
            "built-in/hilt.obj",
            "built-in/leaf.obj",
            "built-in/log.obj",
            "built-in/rock.obj",
            "built-in/rocket.obj",
            "built-in/roof_snow.obj",
            "built-in/town.obj",
            "built-in/town_windows.obj",
            "built-in/tree.obj",
            "built-in/twigs.obj",
            "built-in/winnower.obj",
            "built-in/winnower_arms.obj",
            "built-in/wood.obj",
            "built-in/wreck.obj"};
}

TEST_F(DataFilesTest, ThoseOfAKindAreListed) {
    for (const char* name : {"effect/b.png", "effect/a/c.obj", "effect/d.fga", "effect/e.txt"})
        root_.write(name, "x");
    EXPECT_EQ(data_files_below(folder(), FileKind::mesh), listed_meshes());
    EXPECT_EQ(data_files_below(folder(), FileKind::distance), data_files_below(folder(), FileKind::mesh));
    EXPECT_EQ(data_files_below(folder(), FileKind::image), (std::vector<std::string>{"b.png",
                                                                                     "built-in/bark.png",
                                                                                     "built-in/billow.png",
                                                                                     "built-in/caustic.png",
                                                                                     "built-in/cloud.png",
                                                                                     "built-in/crack.png",
                                                                                     "built-in/disc.png",
                                                                                     "built-in/drop.png",
                                                                                     "built-in/dust.png",
                                                                                     "built-in/ember.png",
                                                                                     "built-in/flake.png",
                                                                                     "built-in/flame.png",
                                                                                     "built-in/foam.png",
                                                                                     "built-in/forest.png",
                                                                                     "built-in/leaf.png",
                                                                                     "built-in/meadow.png",
                                                                                     "built-in/ring.png",
                                                                                     "built-in/scorch.png",
                                                                                     "built-in/shafts.png",
                                                                                     "built-in/smoke.png",
                                                                                     "built-in/spark.png",
                                                                                     "built-in/spray.png",
                                                                                     "built-in/star.png",
                                                                                     "built-in/strands.png",
                                                                                     "built-in/tufts.png",
                                                                                     "built-in/twigs.png",
                                                                                     "built-in/woods.png"}));
    EXPECT_EQ(data_files_below(folder(), FileKind::field), std::vector<std::string>{"d.fga"});
    EXPECT_TRUE(data_files_below("", FileKind::field).empty());
    EXPECT_TRUE(data_files_below("/nowhere", FileKind::field).empty());
}

}  // namespace
}  // namespace winnow::effects
