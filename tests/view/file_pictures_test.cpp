// Checks that pictures of files come from another process, are kept by what the file holds, and stay within
// bounds. The process is a script that writes a picture and counts how often it ran.
#include "view/file_pictures.h"

#include <iterator>

#include <gtest/gtest.h>

#include <glad/gl.h>

#include "base/input_file.h"
#include "base/output_file.h"
#include "gl/fence.h"
#include "render/image.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::view {
namespace {

namespace fs = std::filesystem;

class FilePicturesTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        render::Image image({8, 4});
        image.pixels.assign(image.pixels.size(), 200);
        render::write_png(path("picture.png"), image);
        write_program("cp " + path("picture.png") + " \"${10}\"");
        write_file(path("a.json"), "one effect");
    }
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    fs::path cache() const { return folder_.path() / "cache"; }
    /// The output is the last of the words after `render`.
    void write_program(const std::string& work) const {
        write_file(path("program"), "#!/bin/sh\necho \"$2\" >> " + path("runs") + "\n" + work + "\n");
        fs::permissions(path("program"), fs::perms::owner_all);
    }
    int runs() const {
        std::error_code none;
        if (!fs::exists(path("runs"), none)) return 0;
        const std::string text = read_file(path("runs"), 1 << 20);
        return static_cast<int>(std::ranges::count(text, '\n'));
    }
    template <typename Condition>
    static void frames_until(FilePictures& pictures, const Condition& holds) {
        for (const gl::Deadline deadline; !holds(); deadline.check()) {
            pictures.look(true);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    /// Asks for the file's picture and waits for the answer. Returns OpenGL's name of it; 0: there is none.
    static unsigned picture(FilePictures& pictures, const std::string& file) {
        pictures.want({{file, ""}});
        frames_until(pictures, [&] { return pictures.has_news(); });
        pictures.look(true);
        ui::DocumentModel shown;
        pictures.describe(shown);
        for (const ui::FilePicture& one : shown.pictures)
            if (one.file == file) return static_cast<unsigned>(one.image);
        return 0;
    }
    std::size_t kept() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(cache()), {}));
    }

    test::TemporaryDirectory folder_;
};

TEST_F(FilePicturesTest, APictureIsRenderedOnceForWhatTheFileHolds) {
    FilePictures pictures(cache(), path("program"));
    const unsigned name = picture(pictures, path("a.json"));
    ASSERT_NE(name, 0u);
    GLint width = 0;
    glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 8);
    EXPECT_EQ(runs(), 1);
    EXPECT_NE(picture(pictures, path("a.json")), 0u);
    FilePictures later(cache(), path("program"));
    EXPECT_NE(picture(later, path("a.json")), 0u);
    EXPECT_EQ(runs(), 1) << "it is in the cache";
    write_file(path("a.json"), "another effect");
    EXPECT_NE(picture(later, path("a.json")), 0u);
    EXPECT_EQ(runs(), 2);
    EXPECT_EQ(kept(), 2u);
}

TEST_F(FilePicturesTest, AFileThatTheEffectNamesIsAPartOfIt) {
    write_file(path("a.json"), R"({"emitters": [{"modules": [{"module": "own", "mesh": "box.obj"}]}]})");
    for (const char* name : {"own.glsl", "box.obj", "other.obj"}) write_file(path(name), "1");
    FilePictures pictures(cache(), path("program"));
    const auto runs_after = [&](const char* changed) {
        write_file(path(changed), "longer");
        picture(pictures, path("a.json"));
        return runs();
    };
    picture(pictures, path("a.json"));
    EXPECT_EQ(runs_after("other.obj"), 1) << "the effect does not name it";
    EXPECT_EQ(runs_after("own.glsl"), 2);
    EXPECT_EQ(runs_after("box.obj"), 3);
}

TEST_F(FilePicturesTest, WhereThereIsNoneNothingIsShownAndNothingTriedAgain) {
    write_program("exit 2");
    FilePictures pictures(cache(), path("program"));
    EXPECT_EQ(picture(pictures, path("a.json")), 0u);
    EXPECT_EQ(picture(pictures, path("a.json")), 0u);
    EXPECT_EQ(runs(), 1);
    EXPECT_EQ(picture(pictures, path("absent.json")), 0u);
    EXPECT_EQ(kept(), 0u);
    FilePictures without_program(cache(), path("no-such-program"));
    EXPECT_EQ(picture(without_program, path("a.json")), 0u);
}

TEST_F(FilePicturesTest, TheCacheIsBoundedInNumberAndBytes) {
    fs::create_directories(cache());
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    const auto add = [&](int number, std::size_t bytes) {
        const fs::path file = cache() / fmt::format("{:016x}.png", number);
        write_file(file.string(), std::string(bytes, 'x'));
        fs::last_write_time(file, old + std::chrono::seconds(number));
    };
    for (int i = 0; i < 100; ++i) add(i, 10);
    FilePictures pictures(cache(), path("program"));
    EXPECT_NE(picture(pictures, path("a.json")), 0u);
    EXPECT_EQ(kept(), FilePictures::max_files);
    EXPECT_FALSE(fs::exists(cache() / fmt::format("{:016x}.png", 0))) << "the oldest go first";
    EXPECT_TRUE(fs::exists(cache() / fmt::format("{:016x}.png", 99)));
    for (int i = 0; i < 10; ++i) add(i, FilePictures::max_bytes / 4);
    write_file(path("a.json"), "another effect");
    EXPECT_NE(picture(pictures, path("a.json")), 0u);
    std::uint64_t bytes = 0;
    for (const fs::directory_entry& one : fs::directory_iterator(cache())) bytes += one.file_size();
    EXPECT_LE(bytes, FilePictures::max_bytes);
}

TEST_F(FilePicturesTest, NothingBeginsWhileTheWindowIsBusyAndClosingWaitsForNobody) {
    write_program("touch \"${10}.part\"; sleep 100");
    const auto begin = std::chrono::steady_clock::now();
    {
        FilePictures pictures(cache(), path("program"));
        pictures.want({{path("a.json"), ""}, {path("gone.json"), "", "this file no longer exists"}});
        pictures.look(false);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        EXPECT_EQ(runs(), 0);
        frames_until(pictures, [&] { return runs() > 0; });
        EXPECT_FALSE(pictures.has_news());
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
    EXPECT_EQ(kept(), 0u) << "what the process had begun to write is gone";
    FilePictures without_cache({}, path("program"));
    without_cache.want({{path("a.json"), ""}});
    without_cache.look(true);
    EXPECT_FALSE(without_cache.has_news());
}

}  // namespace
}  // namespace winnow::view
