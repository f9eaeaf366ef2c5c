// Files of effects that the caller reads, or that the effect brings with it.
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "library/effect_fixture.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"
#include "winnow/effect.hpp"

namespace winnow::test {
namespace {

constexpr const char* on_a_box =
    R"({"format": 2, "emitters": [{"rate": 600, "modules": [{"module": "mesh-surface", "mesh": "box.obj"}]}]})";

/// The caller's archive.
struct Archive {
    std::map<std::string, std::string> files{{"box.obj", box_obj()}};
    std::string asked;  // the paths, one after another
    bool is_broken = false;

    static std::int32_t read(void* user, const char* path, const void** bytes, std::uint64_t* length) {
        auto& self = *static_cast<Archive*>(user);
        self.asked += std::string(path) + ' ';
        const auto found = self.files.find(path);
        if (found == self.files.end()) return 0;
        *bytes = self.is_broken ? nullptr : found->second.data();
        *length = found->second.size();
        return 1;
    }
};

class EffectFilesTest : public EffectLibraryTest {
  protected:
    WinnowEffectSource from_archive(const char* text) {
        WinnowEffectSource from = source(text, "box.json");
        from.read = &Archive::read;
        from.user = &archive_;
        return from;
    }
    std::uint64_t hash_of(const WinnowEffectSource& from) {
        WinnowEffect effect = 0;
        EXPECT_EQ(winnow_effect_load(stage_, &from, &effect), WINNOW_OK) << winnow_message();
        while (!is_ready(effect)) std::this_thread::yield();
        const WinnowInstance instance = play(effect);
        steps(5);
        return hash(instance);
    }
    bool is_ready(WinnowEffect effect) const {
        std::int32_t ready = 1;
        EXPECT_EQ(winnow_effect_ready(stage_, effect, &ready), WINNOW_OK) << winnow_message();
        return ready != 0;
    }

    Archive archive_;
};

TEST_F(EffectFilesTest, AreTheSameFromAnArchiveAFolderAndTheEffect) {
    const std::uint64_t expected = hash_of(from_archive(on_a_box));
    EXPECT_EQ(archive_.asked, "box.obj ");
    const TemporaryDirectory folder;
    folder.write("box.obj", box_obj());
    const std::string path = folder.path().string();
    WinnowEffectSource from = source(on_a_box, "box.json");
    from.folder = path.c_str();
    EXPECT_EQ(hash_of(from), expected);
    auto json = nlohmann::json::parse(on_a_box);
    json["files"] = {{"box.obj", box_obj()}};
    const std::string packed = json.dump();
    EXPECT_EQ(hash_of(source(packed.c_str(), "packed.json")), expected);
    archive_.files["box.obj"] = box_obj(glm::vec3(3));
    EXPECT_NE(hash_of(from_archive(on_a_box)), expected) << "the file counts";
}

TEST_F(EffectFilesTest, RefusesWhatTheArchiveHasNot) {
    WinnowEffect effect = 0;
    const auto refuses = [&](const WinnowEffectSource& from, const char* words) {
        refused(winnow_effect_load(stage_, &from, &effect), WINNOW_BAD_INPUT, words);
    };
    refuses(source(on_a_box, "box.json"), "box.obj: an effect names files only once it is a file itself");
    archive_.is_broken = true;
    refuses(from_archive(on_a_box), "box.obj: the caller has given no bytes");
    archive_.is_broken = false;
    archive_.files["box.obj"] = "f 1 2 3\n";
    refuses(from_archive(on_a_box), "box.obj:1");
    archive_.files.clear();
    refuses(from_archive(on_a_box), "box.json:1:81: /emitters/0/modules/0/mesh: box.obj: no such file comes");
    refuses(from_archive(R"({"format": 2, "emitters": [{"modules": [{"module": "own"}]}]})"),
            "no module is called own");
    EXPECT_NE(archive_.asked.find("own.glsl"), std::string::npos);
    WinnowEffectSource both = from_archive(on_a_box);
    both.folder = "/";
    refuses(both, "read: a folder is given too");
    EXPECT_EQ(effect, 0u);
}

TEST_F(EffectFilesTest, AFunctionOfCppMayThrow) {
    const WinnowEffect loaded = load(cloud);
    winnow::Stage stage({load_function});
    winnow::EffectSource source{"box.json", on_a_box};
    source.read = [](const std::string& path) -> std::optional<std::string> {
        throw std::runtime_error("no " + path);
    };
    try {
        stage.load(source);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "no box.obj");
    }
    source.read = [](const std::string& path) {
        return path == "box.obj" ? std::optional(box_obj()) : std::nullopt;
    };
    EXPECT_NE(stage.load(source).handle(), 0u);
    EXPECT_TRUE(is_ready(loaded));
}

}  // namespace
}  // namespace winnow::test
