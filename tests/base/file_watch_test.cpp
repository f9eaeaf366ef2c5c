// Checks that a change is noticed however an editor saves, and that a file is not reported while it is being
// written.
#include "base/file_watch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

namespace fs = std::filesystem;

class FileWatchTest : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_.write("a.glsl", "a");
        folder_.write("scan/b.glsl", "b");
    }
    fs::path path(const std::string& name) const { return folder_.path() / name; }

    test::TemporaryDirectory folder_;
};

TEST_F(FileWatchTest, SeesNothingWhereNothingHappens) {
    FileWatch watch(folder_.path());
    EXPECT_FALSE(watch.poll());
    EXPECT_EQ(test::text_of(path("a.glsl")), "a");  // reading is not a change
    EXPECT_FALSE(watch.poll());
}

TEST_F(FileWatchTest, SeesFilesWrittenRenamedRemovedAndLinked) {
    FileWatch watch(folder_.path());
    const auto sees = [&](const char* what) {
        EXPECT_TRUE(watch.poll()) << what;
        EXPECT_FALSE(watch.poll()) << what << ", once";
    };
    folder_.write("a.glsl", "changed");
    sees("written");
    folder_.write("scan/b.glsl", "changed");
    sees("written below");
    fs::rename(path("a.glsl"), path("c.glsl"));
    sees("renamed");
    fs::remove(path("scan/b.glsl"));
    sees("removed");
    fs::create_symlink("c.glsl", path("link.glsl"));
    sees("linked");
}

TEST_F(FileWatchTest, WaitsUntilAFileIsWholyWritten) {
    FileWatch watch(folder_.path());
    std::ofstream file(path("new.glsl"));
    file << "half" << std::flush;
    EXPECT_FALSE(watch.poll());
    file.close();
    EXPECT_TRUE(watch.poll());
}

TEST_F(FileWatchTest, SeesFilesInFoldersThatAppearLater) {
    FileWatch watch(folder_.path());
    fs::create_directories(path("x/y/z"));
    EXPECT_TRUE(watch.poll());
    folder_.write("x/y/z/deep.glsl", "1");
    EXPECT_TRUE(watch.poll());

    test::TemporaryDirectory elsewhere;
    elsewhere.write("moved/in.glsl", "1");
    fs::rename(elsewhere.path() / "moved", path("moved"));
    EXPECT_TRUE(watch.poll());
    folder_.write("moved/in.glsl", "2");
    EXPECT_TRUE(watch.poll());
}

TEST_F(FileWatchTest, SurvivesFoldersThatComeAndGo) {
    FileWatch watch(folder_.path());
    for (int i = 0; i < 50; ++i) {
        fs::create_directories(path("passing/by"));
        fs::remove_all(path("passing"));
    }
    EXPECT_TRUE(watch.poll());
    fs::remove_all(path("scan"));
    EXPECT_TRUE(watch.poll());
    folder_.write("scan/b.glsl", "back");
    EXPECT_TRUE(watch.poll());
    folder_.write("scan/b.glsl", "again");
    EXPECT_TRUE(watch.poll());
}

TEST_F(FileWatchTest, WatchesOneFileByItsName) {
    FileWatch watch(path("a.glsl"));
    folder_.write("other.glsl", "1");
    EXPECT_FALSE(watch.poll());
    folder_.write("a.glsl", "changed");
    EXPECT_TRUE(watch.poll());
    folder_.write("a.glsl.new", "renamed over it");
    EXPECT_FALSE(watch.poll());
    fs::rename(path("a.glsl.new"), path("a.glsl"));
    EXPECT_TRUE(watch.poll());
    fs::rename(path("a.glsl"), path("a.glsl~"));
    EXPECT_TRUE(watch.poll());
    folder_.write("a.glsl", "the editor kept a backup");
    EXPECT_TRUE(watch.poll());
}

TEST_F(FileWatchTest, MaySeeAFileThatDoesNotExistYet) {
    FileWatch watch(path("later.json"));
    folder_.write("later.json", "{}");
    EXPECT_TRUE(watch.poll());
}

TEST_F(FileWatchTest, RefusesWhatItCannotWatch) {
    test::expect_error(ExitStatus::bad_input, "cannot watch", [&] { FileWatch(path("no/such/file")); });
    test::expect_error(ExitStatus::bad_input, "Not a directory", [&] { FileWatch(path("a.glsl/x")); });
}

}  // namespace
}  // namespace winnow
