#include "film/video.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "support/errors.h"
#include "support/places.h"

namespace winnow::film {

using render::encode_png, render::Image, render::read_png;
namespace {

namespace fs = std::filesystem;

/// Gives each test an empty directory of its own.
class VideoTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = test::output_folder() / info->name();
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

Image frame(gl::Size size, std::uint8_t red) {
    Image image(size);
    for (std::size_t i = 0; i < image.pixels.size(); i += Image::channels) {
        image.pixels[i] = red;
        image.pixels[i + 1] = static_cast<std::uint8_t>(i % 251);
    }
    return image;
}

std::string output_of(const std::string& command) {
    std::string text;
    FILE* pipe = ::popen(command.c_str(), "r");
    for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) text.push_back(static_cast<char>(c));
    if (pipe != nullptr) ::pclose(pipe);
    return text;
}

ExitStatus status_of(const std::string& output, gl::Size size = {8, 8}) {
    try {
        make_sink(output, {size, 30});
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        return error.status();
    }
    return ExitStatus::fine;
}

/// Lets no file grow beyond so many bytes for its lifetime, as a full disk does.
class LongestFile {
  public:
    explicit LongestFile(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~LongestFile() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    LongestFile(const LongestFile&) = delete;

  private:
    rlimit before_{};
};

/// Sets PATH for its lifetime.
class PathVariable {
  public:
    explicit PathVariable(const std::string& value) : before_(std::getenv("PATH")) {
        ::setenv("PATH", value.c_str(), 1);
    }
    ~PathVariable() { ::setenv("PATH", before_.c_str(), 1); }
    PathVariable(const PathVariable&) = delete;

  private:
    std::string before_;
};

TEST_F(VideoTest, ADirectoryGetsEveryFrame) {
    const auto sink = make_sink(path("a/b"), {{6, 4}, 30});
    EXPECT_FALSE(sink->last_only());
    for (std::uint8_t red : {10, 20, 30}) sink->write(frame({6, 4}, red));
    sink->finish();
    EXPECT_EQ(read_png(path("a/b/frame_00001.png")), frame({6, 4}, 10));
    EXPECT_EQ(read_png(path("a/b/frame_00003.png")), frame({6, 4}, 30));
    EXPECT_FALSE(fs::exists(path("a/b/frame_00004.png")));
}

TEST_F(VideoTest, ARangeOfAFilmKeepsItsFramesNumbers) {
    const auto sink = make_sink(path("range"), {{6, 4}, 30, 99999});
    for (std::uint8_t red : {10, 20}) sink->write(frame({6, 4}, red));
    sink->finish();
    EXPECT_EQ(read_png(path("range/frame_99999.png")), frame({6, 4}, 10));
    EXPECT_EQ(read_png(path("range/frame_100000.png")), frame({6, 4}, 20));
    EXPECT_FALSE(fs::exists(path("range/frame_00001.png")));
}

TEST_F(VideoTest, AFrameFileIsTheLastFrame) {
    const auto sink = make_sink(path("x.png"), {{6, 4}, 30});
    EXPECT_TRUE(sink->last_only());
    sink->write(frame({6, 4}, 10));
    sink->write(frame({6, 4}, 20));
    EXPECT_FALSE(fs::exists(path("x.png")));
    sink->finish();
    EXPECT_EQ(read_png(path("x.png")), frame({6, 4}, 20));
}

TEST_F(VideoTest, WithoutFinishNothingIsLeftBehind) {
    for (const char* name : {"x.png", "x.mp4", "x.webm", "new"}) {
        const std::string output = path(name);
        const std::string kind = fs::path(name).extension();
        if ((kind == ".mp4" || kind == ".webm") && output_of("command -v ffmpeg").empty()) continue;
        { const auto sink = make_sink(output, {{16, 16}, 30}); }
        EXPECT_EQ(files(), 0u) << name;
    }
    if (output_of("command -v ffmpeg").empty()) GTEST_SKIP() << "no ffmpeg here";
    {
        const auto sink = make_sink(path("y.mp4"), {{16, 16}, 30});
        // ffmpeg creates its file after a few frames.
        for (int i = 0; i < 5000 && files() == 0; ++i) sink->write(frame({16, 16}, 10));
        ASSERT_EQ(files(), 1u);
    }
    EXPECT_EQ(files(), 0u);
}

TEST_F(VideoTest, ADirectoryThatCouldTakeNoFrameIsNotLeftBehind) {
    std::string said;
    try {
        const LongestFile limit(10);
        const auto sink = make_sink(path("new"), {{16, 16}, 30});
        sink->write(frame({16, 16}, 10));
        sink->finish();
    } catch (const Error& error) {
        said = error.what();
    }
    EXPECT_NE(said.find("frame_00001.png"), std::string::npos) << said;
    EXPECT_EQ(files(), 0u);
}

TEST_F(VideoTest, WhatCannotBeWrittenIsSaidAtOnce) {
    EXPECT_EQ(status_of(""), ExitStatus::bad_input);
    EXPECT_EQ(status_of(path("x.jpg")), ExitStatus::bad_input);
    EXPECT_EQ(status_of(path("missing/x.png")), ExitStatus::bad_input);
    EXPECT_EQ(status_of(path("missing/x.mp4")), ExitStatus::bad_input);
    EXPECT_EQ(status_of(path("missing/x.webm")), ExitStatus::bad_input);
    EXPECT_EQ(status_of("/proc/x.png"), ExitStatus::bad_input);
    EXPECT_EQ(status_of("/proc/pictures"), ExitStatus::bad_input);
    for (const gl::Size odd : {gl::Size{1, 1}, gl::Size{64, 33}, gl::Size{65, 32}})
        EXPECT_EQ(status_of(path("x.mp4"), odd), ExitStatus::bad_input);
    std::ofstream(path("file")) << "x";
    EXPECT_EQ(status_of(path("file")), ExitStatus::bad_input);
    EXPECT_EQ(status_of(path("file/x")), ExitStatus::bad_input);
    EXPECT_EQ(files(), 1u);
}

TEST_F(VideoTest, WithoutFfmpegThePackageIsNamed) {
    const PathVariable empty(folder_.string());
    try {
        make_sink(path("x.mp4"), {{16, 16}, 30});
        FAIL() << "a video was started without ffmpeg";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::absent);
        EXPECT_NE(std::string(error.what()).find("package ffmpeg"), std::string::npos) << error.what();
    }
    EXPECT_EQ(files(), 0u);
}

TEST_F(VideoTest, AFailingFfmpegIsReportedInItsOwnWords) {
    fs::create_directories(folder_ / "bin");
    std::ofstream(path("bin/ffmpeg")) << "#!/bin/sh\necho 'no room on the moon' >&2\nexit 1\n";
    fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
    const PathVariable broken(path("bin") + ":" + std::getenv("PATH"));
    try {
        const auto sink = make_sink(path("x.mp4"), {{64, 64}, 30});
        for (int i = 0; i < 200; ++i) sink->write(frame({64, 64}, 10));
        sink->finish();
        FAIL() << "the failure was not reported";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
        EXPECT_NE(std::string(error.what()).find("no room on the moon"), std::string::npos) << error.what();
    }
    EXPECT_EQ(files(), 1u) << "only the false ffmpeg remains";
}

// ffmpeg says so, but it may end as if all were well.
TEST_F(VideoTest, AFilmThatADiskHasNoRoomForIsNoFilm) {
    if (output_of("command -v ffmpeg").empty()) GTEST_SKIP() << "no ffmpeg here";
    for (const char* name : {"x.mp4", "x.webm"}) {
        std::ofstream(path(name)) << "the film of before";
        const LongestFile limit(20'000);
        test::expect_error(ExitStatus::bad_input, name, [&] {
            const auto sink = make_sink(path(name), {{256, 256}, 30});
            for (std::uint8_t i = 0; i < 40; ++i) {
                Image noise({256, 256});
                for (std::size_t at = 0; at < noise.pixels.size(); ++at)
                    noise.pixels[at] = static_cast<std::uint8_t>((at + i) * 2654435769u >> 13);
                sink->write(noise);
            }
            sink->finish();
        });
        std::ifstream kept(path(name));
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "the film of before") << name;
    }
    EXPECT_EQ(files(), 2u);
}

TEST_F(VideoTest, AnFfmpegThatWroteNothingIsSaid) {
    fs::create_directories(folder_ / "bin");
    for (const std::string rest : {"exit 0", "for last; do :; done; rm \"${last#file:}\""}) {
        std::ofstream(path("bin/ffmpeg")) << "#!/bin/sh\ncat >/dev/null\n" << rest << "\n";
        fs::permissions(path("bin/ffmpeg"), fs::perms::owner_all);
        const PathVariable broken(path("bin") + ":" + std::getenv("PATH"));
        const auto sink = make_sink(path("x.mp4"), {{64, 64}, 30});
        sink->write(frame({64, 64}, 10));
        test::expect_error(ExitStatus::bad_input, "x.mp4: ffmpeg ended without having written anything",
                           [&] { sink->finish(); });
    }
    EXPECT_EQ(files(), 1u) << "only the false ffmpeg remains";
}

TEST_F(VideoTest, AVideoTakesThePlaceOfAFileAsEveryOutputDoes) {
    if (output_of("command -v ffmpeg").empty()) GTEST_SKIP() << "no ffmpeg here";
    std::ofstream(path("x.mp4")) << "old";
    fs::permissions(path("x.mp4"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("x.mp4", path("link.mp4"));
    const auto sink = make_sink(path("link.mp4"), {{64, 32}, 25});
    sink->write(frame({64, 32}, 9));
    sink->finish();
    EXPECT_TRUE(fs::is_symlink(path("link.mp4")));
    EXPECT_GT(fs::file_size(path("x.mp4")), 100u);
    EXPECT_EQ(fs::status(path("x.mp4")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(VideoTest, OddSidesAreRefusedWithTheNearestEven) {
    for (const char* name : {"x.mp4", "x.webm"})
        test::expect_error(ExitStatus::bad_input, "66x34, not 65x33", [&] {
            make_sink(path(name), {{65, 33}, 25});
        });
    EXPECT_EQ(files(), 0u);
}

TEST_F(VideoTest, AVideoHasEveryFrame) {
    if (output_of("command -v ffmpeg").empty() || output_of("command -v ffprobe").empty())
        GTEST_SKIP() << "no ffmpeg or ffprobe here";
    for (const auto& [name, codec] : {std::pair{"x.mp4", "h264"}, std::pair{"x.WebM", "vp9"}}) {
        const auto sink = make_sink(path(name), {{64, 32}, 25});
        for (int i = 0; i < 50; ++i) sink->write(frame({64, 32}, static_cast<std::uint8_t>(5 * i)));
        EXPECT_FALSE(fs::exists(path(name)));
        sink->finish();
        const std::string said = output_of(
            "ffprobe -v error -count_frames -show_entries stream=width,height,"
            "pix_fmt,codec_name,color_space,r_frame_rate,nb_read_frames -of csv=p=0 '" +
            path(name) + "'");
        EXPECT_EQ(said, codec + std::string(",64,32,yuv420p,bt709,25/1,50\n"));
    }
    EXPECT_EQ(files(), 2u);
}

TEST_F(VideoTest, AVideoKeepsAlpha) {
    if (output_of("command -v ffmpeg").empty()) GTEST_SKIP() << "no ffmpeg here";
    Film film{{64, 32}, 25};
    film.transparent = true;
    const auto sink = make_sink(path("x.webm"), film);
    Image image = frame(film.size, 200);
    image.alpha.assign(64 * 32, 255);
    std::fill_n(image.alpha.begin(), 64 * 16, std::uint8_t{40});  // the upper half
    for (int i = 0; i < 3; ++i) sink->write(image);
    sink->finish();
    const std::string alpha = output_of("ffmpeg -v error -c:v libvpx-vp9 -i '" + path("x.webm") +
                                        "' -vf alphaextract -pix_fmt gray -f rawvideo -");
    ASSERT_EQ(alpha.size(), 3u * 64 * 32);
    EXPECT_NEAR(static_cast<unsigned char>(alpha[64 * 4 + 32]), 40, 8);
    EXPECT_NEAR(static_cast<unsigned char>(alpha[64 * 28 + 32]), 255, 8);
}

TEST_F(VideoTest, AnMp4IsNotTransparent) {
    Film film{{64, 32}, 25};
    film.transparent = true;
    test::expect_error(ExitStatus::bad_input, "H.264 has no alpha", [&] { make_sink(path("x.MP4"), film); });
    EXPECT_EQ(files(), 0u);
}

TEST_F(VideoTest, StandardOutputGetsPngAfterPng) {
    const std::string stream = path("stream");
    const int before = ::dup(STDOUT_FILENO);
    std::fflush(stdout);
    ASSERT_NE(std::freopen(stream.c_str(), "wb", stdout), nullptr);
    {
        const auto sink = make_sink("-", {{6, 4}, 30});
        sink->write(frame({6, 4}, 10));
        sink->write(frame({6, 4}, 20));
        sink->finish();
    }
    ::dup2(before, STDOUT_FILENO);
    ::close(before);
    std::ifstream file(stream, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::string expected = encode_png(frame({6, 4}, 10)) + encode_png(frame({6, 4}, 20));
    EXPECT_EQ(bytes, expected);
}

}  // namespace
}  // namespace winnow::film
