#include "ui/config.h"

#include <cstdlib>
#include <fstream>

#include "base/error.h"
#include "base/output_file.h"

namespace winnow::ui {
namespace {

constexpr const char* display_file = "display.json";

std::filesystem::path config_home() {
    // The XDG specification: a relative path is invalid and to be ignored.
    if (const char* home = std::getenv("XDG_CONFIG_HOME"); home != nullptr && home[0] == '/') return home;
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] != '\0')
        return std::filesystem::path(home) / ".config";
    return {};
}

void take(effects::Settings& settings, const std::string& key, const nlohmann::json& value) {
    try {
        settings = effects::apply(settings, {"/display/" + key, value});
    } catch (const Error&) {
        // written by another version, or by hand: the default stays
    }
}

}  // namespace

std::filesystem::path config_directory() {
    const std::filesystem::path home = config_home();
    if (home.empty()) return {};
    std::error_code error;
    std::filesystem::create_directories(home / "winnow", error);
    return error ? std::filesystem::path() : home / "winnow";
}

effects::Display load_display(const std::filesystem::path& directory) {
    effects::Settings settings;
    std::error_code error;
    const std::filesystem::path path = directory / display_file;
    if (directory.empty() || !std::filesystem::is_regular_file(path, error)) return settings.display;
    std::ifstream file(path);
    const auto saved = nlohmann::json::parse(file, nullptr, false);
    if (saved.is_object())
        for (const auto& [key, value] : saved.items()) take(settings, key, value);
    settings.display.help = false;           // a window that opens with its help over it would be in the way
    settings.display.freeze_camera = false;  // nor should one that begins with an old view
    return settings.display;
}

void save_display(const std::filesystem::path& directory, const effects::Display& display) {
    if (directory.empty()) return;
    effects::Settings settings;
    settings.display = display;
    try {
        write_file((directory / display_file).string(),
                   effects::to_json(settings).at("display").dump(1) + "\n");
    } catch (const Error&) {
        // nothing is remembered
    }
}

}  // namespace winnow::ui
