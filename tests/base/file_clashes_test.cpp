#include "base/file_clashes.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/output_file.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

using test::expect_error;

TEST(FileClashes, AnOutputIsNotReadByTheEffect) {
    const test::TemporaryDirectory folder;
    const std::string module = folder.write("own.glsl", "x").string(),
                      other = folder.write("other.glsl", "x").string();
    std::filesystem::create_hard_link(module, folder.path() / "link.glsl");
    FileClashes files;
    files.add_output("--trace", module);
    files.refuse_input(other);
    for (const std::string& path :
         {module, (folder.path() / "link.glsl").string(), (folder.path() / "." / "own.glsl").string()})
        expect_error(ExitStatus::bad_input, "--trace cannot write to " + module,
                     [&] { files.refuse_input(path); });
}

TEST(FileClashes, FramesAreNotReadByTheEffect) {
    const test::TemporaryDirectory folder;
    const std::string frame = folder.write("frame_00001.png", "x").string(),
                      mask = folder.write("mask.png", "x").string();
    FileClashes files;
    files.add_output("--output", folder.path().string());
    files.refuse_input(mask);
    expect_error(ExitStatus::bad_input, "--output cannot write frames to",
                 [&] { files.refuse_input(frame); });
}

TEST(FrameNames, HaveFiveDigitsOrMore) {
    EXPECT_EQ(frame_name(1), "frame_00001.png");
    EXPECT_TRUE(is_frame_name(frame_name(1)));
    EXPECT_TRUE(is_frame_name(frame_name(1'000'000)));
    for (const char* name :
         {"frame_1.png", "frame_0000a.png", "frame_00001.jpg", "a_frame_00001.png", "frame_"})
        EXPECT_FALSE(is_frame_name(name)) << name;
}

}  // namespace
}  // namespace winnow
