#include "ui/config.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output_file.h"

namespace winnow::ui {
namespace {

constexpr const char* display_file = "display.json";
constexpr const char* recent_file = "recent.json";

/// Returns a discarded value if the file cannot be read or is not JSON.
nlohmann::json read_json(const std::filesystem::path& path) {
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 20;
    try {
        return parse_json(read_text_file(path.string(), max_bytes));
    } catch (const UnreadableFile&) {
        return nlohmann::json(nlohmann::json::value_t::discarded);
    }
}

/// Ignores a failure: the file is a convenience.
void write_json(const std::filesystem::path& path, const nlohmann::ordered_json& json) {
    try {
        write_file(path.string(), json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } catch (const Error&) {
        // The next run begins without it.
    }
}

void take(effects::Settings& settings, const std::string& key, const nlohmann::json& value) {
    try {
        settings = effects::apply(settings, {"/display/" + key, value});
    } catch (const Error&) {
        // The value was written by another version or by hand; the default stays.
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

effects::DisplaySettings load_display(const std::filesystem::path& directory) {
    effects::Settings settings;
    if (directory.empty()) return settings.display;
    const auto saved = read_json(directory / display_file);
    if (saved.is_object())
        for (const auto& [key, value] : saved.items()) take(settings, key, value);
    settings.display.help = false;           // the help would cover a window that has just opened
    settings.display.freeze_camera = false;  // there is no frozen view at the start
    settings.display.lab = false;
    return settings.display;
}

void save_display(const std::filesystem::path& directory, const effects::DisplaySettings& display) {
    if (directory.empty()) return;
    effects::Settings settings;
    settings.display = display;
    write_json(directory / display_file, effects::to_json(settings).at("display"));
}

std::vector<std::string> load_recent(const std::filesystem::path& directory) {
    std::vector<std::string> recent;
    if (directory.empty()) return recent;
    const auto saved = read_json(directory / recent_file);
    for (const auto& path : saved.is_array() ? saved : nlohmann::json::array())
        if (path.is_string() && recent.size() < max_recent) recent.push_back(path.get<std::string>());
    return recent;
}

std::vector<std::string> add_recent(const std::filesystem::path& directory, const std::string& path) {
    std::vector<std::string> recent = load_recent(directory);
    std::erase(recent, path);
    recent.insert(recent.begin(), path);
    recent.resize(std::min(recent.size(), max_recent));
    if (!directory.empty()) write_json(directory / recent_file, recent);
    return recent;
}

}  // namespace winnow::ui
