#include "ui/config.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output_file.h"

namespace winnow::ui {
namespace {

constexpr const char* display_file = "display.json";
constexpr const char* layout_file = "layout.json";
constexpr const char* recent_file = "recent.json";
constexpr const char* views_file = "views.json";

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

std::optional<gl::WindowPlace> place_of(const nlohmann::json& json) {
    const auto is_length = [](const nlohmann::json& one) { return one.is_number_integer(); };
    if (!json.is_array() || json.size() != 4 || !std::ranges::all_of(json, is_length)) return std::nullopt;
    const auto at = [&](std::size_t i) {
        constexpr std::int64_t farthest = 1 << 20;
        return static_cast<int>(std::clamp<std::int64_t>(json[i].get<std::int64_t>(), -farthest, farthest));
    };
    const gl::WindowPlace place{at(0), at(1), at(2), at(3)};
    return place.width > 0 && place.height > 0 ? std::optional(place) : std::nullopt;
}

/// The numbers of a view, by their keys in the file.
std::array<std::pair<const char*, float*>, 5> numbers_of(SavedView& view) {
    return {{{"distance", &view.distance},
             {"yaw", &view.yaw},
             {"pitch", &view.pitch},
             {"roll", &view.roll},
             {"field_of_view", &view.field_of_view}}};
}

/// True if the section is of every effect: those of an object or a module with a number are not remembered.
bool is_lasting(const std::string& section) {
    return std::ranges::none_of(section, [](unsigned char c) { return std::isdigit(c) != 0; });
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

Layout load_layout(const std::filesystem::path& directory) {
    Layout layout;
    const auto saved = directory.empty() ? nlohmann::json() : read_json(directory / layout_file);
    if (!saved.is_object()) return layout;
    const auto get = [&](const char* key) { return saved.value(key, nlohmann::json()); };
    if (const auto tab = get("tab"); tab.is_string())
        layout.tab = find_name(tabs, tab.get<std::string>()).value_or(layout.tab);
    if (const auto width = get("panel_width"); width.is_number())
        layout.panel_width = std::clamp(width.get<float>(), Layout::min_width, Layout::max_width);
    if (const auto axes = get("axes"); axes.is_boolean()) layout.axes = axes.get<bool>();
    if (const auto sections = get("sections"); sections.is_object())
        for (const auto& [name, open] : sections.items())
            if (open.is_boolean()) layout.folds[name] = open.get<bool>();
    layout.window = place_of(get("window"));
    return layout;
}

void save_layout(const std::filesystem::path& directory, const Layout& layout) {
    if (directory.empty()) return;
    nlohmann::ordered_json json{
        {"tab", name_of(tabs, layout.tab)}, {"panel_width", layout.panel_width}, {"axes", layout.axes}};
    json["sections"] = nlohmann::ordered_json::object();
    for (const auto& [name, open] : layout.folds)
        if (is_lasting(name)) json["sections"][name] = open;
    if (const auto& window = layout.window)
        json["window"] = {window->x, window->y, window->width, window->height};
    write_json(directory / layout_file, json);
}

namespace {

/// Returns the view that the JSON says; nullopt if that is none.
std::optional<SavedView> view_of(const nlohmann::json& json) {
    SavedView view;
    try {
        view.name = json.at("name").get<std::string>();
        for (int i = 0; i < 3; ++i) view.target[i] = json.at("target").at(static_cast<std::size_t>(i));
        for (const auto& [key, number] : numbers_of(view)) *number = json.at(key).get<float>();
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
    return view;
}

nlohmann::ordered_json json_of(SavedView view) {
    nlohmann::ordered_json json{{"name", view.name},
                                {"target", {view.target.x, view.target.y, view.target.z}}};
    for (const auto& [key, number] : numbers_of(view)) json[key] = *number;
    return json;
}

}  // namespace

std::vector<ViewsOfEffect> load_views(const std::filesystem::path& directory) {
    std::vector<ViewsOfEffect> all;
    const auto saved = directory.empty() ? nlohmann::json() : read_json(directory / views_file);
    if (!saved.is_array()) return all;
    for (const auto& one : saved) {
        if (!one.is_object() || !one.value("effect", nlohmann::json()).is_string() ||
            !one.value("views", nlohmann::json()).is_array())
            continue;
        ViewsOfEffect& effect = all.emplace_back(ViewsOfEffect{one["effect"].get<std::string>(), {}});
        for (const auto& json : one["views"])
            if (const auto view = view_of(json); view && effect.views.size() < max_views)
                effect.views.push_back(*view);
    }
    return all;
}

void save_views(const std::filesystem::path& directory, const std::vector<ViewsOfEffect>& all) {
    if (directory.empty()) return;
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const ViewsOfEffect& one : all) {
        nlohmann::ordered_json views = nlohmann::ordered_json::array();
        for (const SavedView& view : one.views) views.push_back(json_of(view));
        json.push_back({{"effect", one.effect}, {"views", std::move(views)}});
    }
    write_json(directory / views_file, json);
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
