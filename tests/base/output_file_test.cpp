// Checks that files are written completely or not at all.
#include "base/output_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

namespace fs = std::filesystem;
using test::expect_error;
using test::text_of;

class OutputFileTest : public ::testing::Test {
  protected:
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(folder_.path()), {}); }

    test::TemporaryDirectory folder_;
};

TEST_F(OutputFileTest, IsThereOnlyAfterTheCommit) {
    OutputFile file(path("a.json"));
    file.write("{");
    file.flush();
    EXPECT_FALSE(fs::exists(path("a.json")));
    file.write("}");
    file.commit();
    EXPECT_EQ(text_of(path("a.json")), "{}");
    EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFileTest, LeavesNothingWithoutACommit) {
    folder_.write("old.json", "old");
    {
        OutputFile fresh(path("a.json")), replacement(path("old.json"));
        fresh.write("half");
        replacement.write("half");
    }
    EXPECT_EQ(entries(), 1);
    EXPECT_EQ(text_of(path("old.json")), "old");
}

TEST_F(OutputFileTest, ReplacesAWholeFile) {
    folder_.write("a.json", "much longer than what follows");
    write_file(path("a.json"), "new");
    EXPECT_EQ(text_of(path("a.json")), "new");
    EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFileTest, KeepsALinkAndReplacesWhatItLeadsTo) {
    folder_.write("real.json", "old");
    fs::create_symlink("real.json", path("link.json"));
    write_file(path("link.json"), "new");
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
    EXPECT_EQ(text_of(path("real.json")), "new");
}

TEST_F(OutputFileTest, MakesWhatALinkLeadsToIfItIsNotThere) {
    fs::create_directory(path("below"));
    fs::create_symlink("below/second", path("link"));
    fs::create_symlink("real", path("below/second"));
    write_file(path("link"), "new");
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_TRUE(fs::is_symlink(path("below/second")));
    EXPECT_EQ(text_of(path("below/real")), "new");
}

mode_t mode_of(const std::string& file) {
    struct stat found {};
    EXPECT_EQ(::stat(file.c_str(), &found), 0);
    return found.st_mode & 07777;
}

TEST_F(OutputFileTest, KeepsTheModeOfWhatItReplaces) {
    for (const mode_t mode : {0600, 0640, 0755, 0666}) {
        const std::string file = folder_.write("a", "old");
        ::chmod(file.c_str(), mode);
        write_file(file, "new");
        EXPECT_EQ(mode_of(file), mode);
    }
}

TEST_F(OutputFileTest, NobodyElseReadsAPrivateFileWhileItIsReplaced) {
    const std::string file = folder_.write("a", "old");
    ::chmod(file.c_str(), 0600);
    OutputFile replacement(file);
    replacement.write("new");
    for (const auto& entry : fs::directory_iterator(folder_.path())) EXPECT_EQ(mode_of(entry.path()), 0600u);
}

TEST_F(OutputFileTest, NewFilesObeyTheUmask) {
    const mode_t before = ::umask(027);
    write_file(path("a"), "new");
    ::umask(before);
    EXPECT_EQ(mode_of(path("a")), 0640u);
}

TEST_F(OutputFileTest, KeepsTheOwnerWhereItMay) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
    constexpr uid_t somebody = 65534;
    const std::string file = folder_.write("a", "old");
    ASSERT_EQ(::chown(file.c_str(), somebody, somebody), 0);
    write_file(file, "new");
    struct stat found {};
    ASSERT_EQ(::stat(file.c_str(), &found), 0);
    EXPECT_EQ(found.st_uid, somebody);
    EXPECT_EQ(found.st_gid, somebody);
}

TEST_F(OutputFileTest, NamesMayBeAsLongAsTheSystemAllows) {
    const std::string same(254, 'x');  // two names that differ only at the end
    OutputFile first(path(same + "1")), second(path(same + "2"));
    first.write("1");
    second.write("2");
    first.commit();
    second.commit();
    EXPECT_EQ(text_of(path(same + "1")), "1");
    EXPECT_EQ(text_of(path(same + "2")), "2");
}

TEST_F(OutputFileTest, AWriteThatFailsIsToldAtTheEndAndFreesItsRoomAtOnce) {
    const std::string file = folder_.write("a", "old");
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{1000, limit.rlim_max};
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
    OutputFile output(file);
    output.write(std::string(1 << 20, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, handler);
    EXPECT_TRUE(output.failed());
    EXPECT_EQ(entries(), 1) << "the partial file was removed";
    output.write("more");
    expect_error(ExitStatus::bad_input, "/a: File too large", [&] { output.commit(); });
    EXPECT_EQ(text_of(file), "old");
}

TEST_F(OutputFileTest, ARenameThatFailsNamesTheFile) {
    OutputFile output(path("a"));
    output.write("x");
    fs::create_directory(path("a"));
    expect_error(ExitStatus::bad_input, "/a: Is a directory", [&] { output.commit(); });
}

TEST_F(OutputFileTest, Moves) {
    OutputFile first(path("a.json"));
    first.write("one ");
    OutputFile second(std::move(first));
    second.write("two");
    second.commit();
    EXPECT_EQ(text_of(path("a.json")), "one two");
}

TEST_F(OutputFileTest, SaysAtOnceWhatCannotBeWritten) {
    expect_error(ExitStatus::bad_input, "it is a directory", [&] { OutputFile(folder_.path().string()); });
    expect_error(ExitStatus::bad_input, "no/such/a.json: No such file or directory",
                 [&] { OutputFile(path("no/such/a.json")); });
    expect_error(ExitStatus::bad_input, "needs a file name", [] { OutputFile(""); });
    expect_error(ExitStatus::bad_input, "File name too long",
                 [&] { OutputFile(path(std::string(5000, 'x'))); });
    folder_.write("file", "");
    expect_error(ExitStatus::bad_input, "Not a directory", [&] { OutputFile(path("file/a.json")); });
    fs::create_symlink("loop", path("loop"));
    expect_error(ExitStatus::bad_input, "Too many levels of symbolic links",
                 [&] { OutputFile(path("loop")); });
    EXPECT_EQ(entries(), 2);
}

TEST_F(OutputFileTest, DoesNotReplaceWhatIsWriteProtected) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    const auto file = folder_.write("kept.json", "kept");
    ::chmod(file.c_str(), 0444);
    expect_error(ExitStatus::bad_input, "Permission denied", [&] { OutputFile(file.string()); });
    EXPECT_EQ(text_of(file), "kept");
}

TEST_F(OutputFileTest, ReportsAFullDisk) {
    expect_error(ExitStatus::bad_input, "/dev/full: No space left on device",
                 [] { write_file("/dev/full", "x"); });
    expect_error(ExitStatus::bad_input, "/dev/full: No space left on device",
                 [] { write_file("/dev/full", std::string(1 << 20, 'x')); });
}

TEST_F(OutputFileTest, WritesAPipeInPlace) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = text_of(path("pipe")); });
    write_file(path("pipe"), "through the pipe");
    reader.join();
    EXPECT_EQ(read, "through the pipe");
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(OutputFileTest, OnlyRegularFilesAreReplacedInAWindow) {
    const std::string pipe = path("pipe"), file = folder_.write("file", "x");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_NO_THROW(require_regular_or_absent(file));
    EXPECT_NO_THROW(require_regular_or_absent(path("absent")));
    for (const std::string& other : {pipe, folder_.path().string(), std::string("/dev/null")})
        EXPECT_THROW(require_regular_or_absent(other), Error) << other;
}

TEST_F(OutputFileTest, ADashIsStandardOutputAndStaysOpen) {
    ::testing::internal::CaptureStdout();
    write_file("-", "one\n");
    write_file("-", "two\n");
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "one\ntwo\n");
}

}  // namespace
}  // namespace winnow
