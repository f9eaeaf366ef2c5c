// Checks effects by name and by file, and the files that are refused before they are read.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

namespace fs = std::filesystem;

class Load : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) const {
        return directory_.write(name, text).string();
    }
    std::string path(const std::string& name = "") const { return (directory_.path() / name).string(); }
    static std::string refusal(const std::string& name) {
        return message_of([&name] { load(name); });
    }

    test::TemporaryDirectory directory_;
};

constexpr const char* minimal = R"({"format": 2, "name": "mine"})";

TEST_F(Load, ReadsAFile) {
    const std::string file = write("mine.json", minimal);
    EXPECT_EQ(load(file).name, "mine");
    EXPECT_TRUE(is_file(file));
    EXPECT_EQ(load(write("no extension", minimal)).name, "mine");
}

TEST_F(Load, PrefersTheBuiltInForALoneName) {
    const fs::path before = fs::current_path();
    fs::current_path(directory_.path());
    write("fountain", minimal);
    write("other", minimal);
    EXPECT_EQ(load("fountain").name, "Fountain");
    EXPECT_FALSE(is_file("fountain"));
    EXPECT_EQ(load("./fountain").name, "mine");
    EXPECT_TRUE(is_file("./fountain"));
    EXPECT_EQ(load("other").name, "mine");
    EXPECT_TRUE(is_file("other"));
    EXPECT_FALSE(is_file("absent"));
    EXPECT_FALSE(is_file("."));
    fs::current_path(before);
}

TEST_F(Load, NamesTheBuiltInWhenNothingIsThere) {
    const std::vector<std::string> names = built_in_names();
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string must = "; must be " + join_or(views) + " (built in) or a JSON file";
    const std::string mistaken = ": no such effect or file (did you mean fountain?)" + must;
    EXPECT_EQ(refusal("fontain"), "fontain" + mistaken);
    EXPECT_EQ(refusal("fountain.json"), "fountain.json" + mistaken);
    EXPECT_EQ(refusal(path("zzz.json")), path("zzz.json") + ": no such effect or file" + must);
    EXPECT_EQ(refusal(""), "\"\": no such effect or file" + must);
}

TEST_F(Load, NamesFileLineAndPointer) {
    const std::string file = write("bad.json", "{\"format\": 2,\n\"emitters\": [{\"rate\": -5}]}");
    EXPECT_EQ(refusal(file), file + ":2: /emitters/0/rate: must be 0 to 1e+09 births per second, not -5");
    EXPECT_EQ(refusal(write("empty.json", "")), path("empty.json") + ": is empty; must be a JSON object");
}

TEST_F(Load, RefusesWhatIsNotAFile) {
    const std::string wanted = "; must be an effect's JSON file";
    EXPECT_EQ(refusal(directory_.path()), directory_.path().string() + ": is a directory" + wanted);
    ASSERT_EQ(::mkfifo(path("fifo.json").c_str(), 0600), 0);
    EXPECT_EQ(refusal(path("fifo.json")), path("fifo.json") + ": is a FIFO" + wanted);
    EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: is a device" + wanted);
    EXPECT_EQ(refusal("/dev/null"), "/dev/null: is a device" + wanted);
    fs::create_symlink(path("loop"), path("loop"));
    EXPECT_EQ(refusal(path("loop")), path("loop") + ": Too many levels of symbolic links" + wanted);
    EXPECT_EQ(refusal(write("file", "") + "/below"), path("file") + "/below: Not a directory" + wanted);
    EXPECT_NE(refusal(std::string(5000, 'x')).find("File name too long"), std::string::npos);
}

TEST_F(Load, RefusesAGigabyteWithoutReadingIt) {
    const std::string file = write("large.json", "");
    fs::resize_file(file, std::uintmax_t{1} << 30);  // sparse
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(refusal(file), file + ": too large; must be at most 128.0 MiB, not 1.00 GiB");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(50));
    fs::resize_file(file, (std::uintmax_t{128} << 20) + 1);
    EXPECT_NE(refusal(file).find("too large"), std::string::npos);
    fs::resize_file(file, std::uintmax_t{128} << 20);
    EXPECT_EQ(refusal(file).find("too large"), std::string::npos);
}

TEST_F(Load, RefusesAFileThatCannotBeRead) {
    const std::string file = write("secret.json", minimal);
    fs::permissions(directory_.path(),
                    fs::perms::owner_all | fs::perms::others_exec | fs::perms::others_read);
    fs::permissions(file, fs::perms::none);
    constexpr uid_t somebody = 65534;  // another user, because root reads every file
    const bool root = ::geteuid() == 0;
    ASSERT_EQ(root ? ::seteuid(somebody) : 0, 0);
    EXPECT_EQ(refusal(file), file + ": Permission denied; must be an effect's JSON file");
    ASSERT_EQ(root ? ::seteuid(0) : 0, 0);
}

/// Returns the text of an effect with this module.
std::string with_module(const std::string& name) {
    return "{\"format\": 2, \"emitters\": [{\"modules\": [{\"module\": \"" + name + "\"}]}]}";
}

TEST_F(Load, UsesBuiltInModulesWhateverTheConfigurationHas) {
    write("winnow/modules/drag.glsl", "not a module");
    write("winnow/modules/own.glsl",
          "/*{\"name\": \"own\", \"stage\": \"look\", \"does\": \"A test's.\"}*/\n"
          "void look(Particle p, Parameters a, Moment m, inout Look look) {}\n");
    ::setenv("XDG_CONFIG_HOME", path().c_str(), 1);
    EXPECT_NO_THROW(load("fountain"));
    EXPECT_NO_THROW(load(write("effects/e.json", with_module("own"))));
    EXPECT_EQ(own_modules(""), std::vector<std::string>{"own"});
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST_F(Load, ReadsAModuleWithAnyLineEndsAndAByteOrderMark) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        write("own.glsl",
              "\xEF\xBB\xBF/*{\"name\": \"own\", \"stage\": \"look\", \"does\": \"A test's.\"}*/" + end +
                  "// a comment" + end + "void look(Particle p, Parameters a, Moment m, inout Look look) {}" +
                  end);
        EXPECT_NO_THROW(load(write("e.json", with_module("own"))));
    }
}

TEST_F(Load, NamesThePlaceOfAModuleWhoseFileIsRefused) {
    const std::string place = path("e.json") + ":1: /emitters/0/modules/0/module: ";
    const auto message = [&](const std::string& module) {
        return refusal(write("e.json", with_module(module)));
    };
    write("large.glsl", std::string(max_module_bytes + 1, ' '));
    EXPECT_EQ(message("large").find(place + path("large.glsl: ")), 0u) << message("large");
    ASSERT_EQ(::mkfifo(path("pipe.glsl").c_str(), 0600), 0);
    EXPECT_EQ(message("pipe").find(place + path("pipe.glsl: ")), 0u) << message("pipe");
    write("../outside.glsl", "");
    fs::create_symlink("../outside.glsl", path("link.glsl"));
    EXPECT_EQ(message("link"), place + "link.glsl: must be a file below the effect's folder");
    fs::remove(path("../outside.glsl"));
}

TEST(Fountain, IsWhatTheDemoNeeds) {
    const Effect effect = load("fountain");
    double rate = 0, alive = 0;
    for (const Emitter& emitter : effect.emitters) {
        const double births = *constant_number(emitter.rate.value);
        rate += births;
        alive += births * (emitter.lifetime.least + emitter.lifetime.most) / 2;
    }
    EXPECT_NEAR(rate, 9000, 500);
    EXPECT_NEAR(alive, 30000, 2000);
    EXPECT_TRUE(effect.plane.enabled);
    const std::vector<std::string> names = built_in_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "fountain"), 1);
}

}  // namespace
}  // namespace winnow::effects
