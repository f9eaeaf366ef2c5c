// Checks that files are examined before they are read.
#include "base/input_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

class InputFileTest : public ::testing::Test {
  protected:
    std::string file(const std::string& text) const {
        const std::string path = (folder_.path() / "x").string();
        std::ofstream(path) << text;
        return path;
    }

    test::TemporaryDirectory folder_;
};

TEST_F(InputFileTest, IsReadWholeOrItsBeginning) {
    const std::string path = file("twelve bytes");
    EXPECT_EQ(read_file(path, 12), "twelve bytes");
    EXPECT_EQ(read_beginning(path, 6), "twelve");
    EXPECT_EQ(read_beginning(path, 99), "twelve bytes");
}

TEST_F(InputFileTest, TextHasLineFeedsAndNoByteOrderMark) {
    EXPECT_EQ(read_text_file(file("\xEF\xBB\xBF"
                                  "one\rtwo\r\nthree\n\r\rfour\r"),
                             99),
              "one\ntwo\nthree\n\n\nfour\n");
    EXPECT_EQ(plain_text("\r\n"), "\n");
    EXPECT_EQ(plain_text("\xEF\xBB"), "\xEF\xBB") << "half a mark is none";
    EXPECT_EQ(plain_text(""), "");
}

TEST_F(InputFileTest, WhatIsTooLargeIsRefusedUnread) {
    const std::string path = file("twelve bytes");
    test::expect_error(ExitStatus::bad_input, "12 bytes is too large; 11 bytes",
                       [&] { read_file(path, 11); });
    std::filesystem::resize_file(path, std::uintmax_t{1} << 40);  // a sparse file takes no space
    test::expect_error(ExitStatus::bad_input, "too large", [&] { read_file(path, 1 << 20); });
    EXPECT_EQ(read_beginning(path, 6), "twelve");
}

TEST_F(InputFileTest, WhatIsNoFileIsRefused) {
    for (const std::string& path :
         {folder_.path().string(), std::string("/dev/zero"), std::string("/nowhere/x")}) {
        test::expect_error(ExitStatus::bad_input, path, [&] { read_file(path, 100); });
        test::expect_error(ExitStatus::bad_input, path, [&] { read_beginning(path, 100); });
    }
}

TEST_F(InputFileTest, EveryRefusalHasItsReason) {
    const std::string folder = folder_.path().string(), loop = folder + "/loop";
    std::filesystem::create_symlink("loop", loop);
    const std::pair<std::string, const char*> refusals[] = {{folder, "it is a directory"},
                                                            {loop, "Too many levels of symbolic links"},
                                                            {folder + "/none", "No such file or directory"},
                                                            {file("x") + "/below", "Not a directory"},
                                                            {std::string(300, 'x'), "File name too long"},
                                                            {"/dev/zero", "must be a regular file"}};
    for (const auto& [path, reason] : refusals)
        test::expect_error(ExitStatus::bad_input, path + ": " + reason,
                           [&path = path] { read_file(path, 100); });
    test::expect_error(ExitStatus::bad_input, folder + ": Is a directory", [&] { read_stream(folder, 100); });
}

TEST_F(InputFileTest, StreamsAreReadToTheirEnd) {
    const std::string long_text((std::size_t{3} << 20) + 7, 'y');
    EXPECT_EQ(read_stream(file(long_text), 1 << 30), long_text);
    EXPECT_EQ(read_stream("/dev/null", 1), "");
    test::expect_error(ExitStatus::bad_input, "too large", [] { read_stream("/dev/zero", 1000); });
}

}  // namespace
}  // namespace winnow
