#include "ui/export_window.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "ui/keys.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float badge_height = 34;                            // natural pixels that stay free above it
constexpr float export_width = 360, export_label_width = 88;  // natural pixels
constexpr std::size_t files_kept = 8;

constexpr std::array export_sizes{PictureSize{1280, 720},  PictureSize{1920, 1080}, PictureSize{2560, 1440},
                                  PictureSize{3840, 2160}, PictureSize{1080, 1080}, PictureSize{1080, 1920},
                                  PictureSize{640, 360}};
constexpr std::array<std::uint32_t, 6> rates{24, 25, 30, 50, 60, 120};

struct Steps {
    FilmSteps steps;
    const char *id, *text, *below;
};
constexpr std::array film_steps{
    Steps{FilmSteps::from_here, "from-here", "from here on", "as it is played, until F9 is pressed again"},
    Steps{FilmSteps::loop, "loop", "the loop", "the steps between [ and ] of the timeline"},
    Steps{FilmSteps::all, "all", "the whole run", "from its first frame to the newest step"},
};

std::string text_of(const PictureSize& size) {
    return fmt::format("{} x {}", size.width, size.height);
}

void row_label(Draw& draw, const char* text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::dim, "%s", text);
    ImGui::SameLine(export_label_width * draw.scale);
}

/// Draws a labelled list as wide as the rest of the line. Returns the index of the chosen entry.
std::size_t export_list_row(Draw& draw, const char* text, const std::string& name,
                            std::span<const ListEntry> entries, std::size_t chosen) {
    row_label(draw, text);
    return entry_list(draw, name, entries, chosen, entries[chosen].text, -FLT_MIN).value_or(chosen);
}

std::vector<ListEntry> size_entries() {
    std::vector<ListEntry> entries;
    for (const PictureSize& size : export_sizes)
        entries.push_back({fmt::format("{}x{}", size.width, size.height), text_of(size), ""});
    return entries;
}

void export_box(Draw& draw, const char* name, const char* text, const char* tip, bool& value,
                bool enabled = true) {
    ImGui::BeginDisabled(!enabled);
    ImGui::PushID(name);
    ImGui::Checkbox(text, &value);
    ImGui::PopID();
    ImGui::EndDisabled();
    draw.map.add_last_item(name, enabled, value);
    tooltip(draw, tip);
}

template <std::size_t N, typename Value>
std::size_t index_of(const std::array<Value, N>& all, const Value& one) {
    const auto at = std::ranges::find(all, one);
    return at == all.end() ? 0 : static_cast<std::size_t>(at - all.begin());
}

}  // namespace

void ExportWindow::draw(Draw& draw, float left) {
    take_actions(draw);
    note_files(draw.model);
    if (!open_) return;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float width = std::min(export_width * draw.scale, window.x - 2 * edge);
    const bool fits_beside = window.x - left >= width + 2 * edge;
    ImGui::SetNextWindowPos(
        ImVec2(fits_beside ? window.x - edge : window.x / 2, edge + badge_height * draw.scale),
        ImGuiCond_Appearing, ImVec2(fits_beside ? 1 : 0.5f, 0));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0),
                                        ImVec2(width, window.y - 2 * edge - badge_height * draw.scale));
    constexpr auto flags =
        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse;
    if (ImGui::Begin("Export", &open_, flags)) contents(draw);
    ImGui::End();
}

void ExportWindow::take_actions(Draw& draw) {
    std::vector<Action>& actions = draw.events.actions;
    if (std::erase(actions, Action::export_list) > 0) open_ = !open_;
    if (std::erase(actions, Action::film) == 0) return;
    if (draw.model.film.is_made)
        draw.events.stops_film = true;
    else
        draw.events.film = film_;
}

void ExportWindow::note_files(const Model& model) {
    for (const Notice& notice : model.notices)
        if (!notice.file.empty() && std::ranges::count(files_, notice.file) == 0)
            files_.insert(files_.begin(), notice.file);
    if (files_.size() > files_kept) files_.resize(files_kept);
}

void ExportWindow::contents(Draw& draw) {
    picture(draw);
    film(draw);
    state_and_effect(draw);
    written(draw);
}

void ExportWindow::picture(Draw& draw) {
    if (!section(draw, "export/picture", "Picture")) return;
    std::vector<ListEntry> entries{{"window", "as the window", "pixel for pixel"}};
    std::ranges::move(size_entries(), std::back_inserter(entries));
    if (with_panel_) entries.resize(1);
    size_ =
        export_list_row(draw, "size", "export/picture/size", entries, std::min(size_, entries.size() - 1));
    row_label(draw, "");
    export_box(draw, "export/picture/panel", "panel", "the window as it is, with the panel over the scene",
               with_panel_, !transparent_);
    ImGui::SameLine();
    export_box(draw, "export/picture/transparent", "transparent",
               "particles and objects alone, with alpha: neither sky nor ground", transparent_, !with_panel_);
    row_label(draw, "");
    if (button(draw, "export/picture/save", "Save picture")) {
        PictureChoice choice{.with_panel = with_panel_, .transparent = transparent_};
        if (size_ > 0) choice.size = export_sizes[size_ - 1];
        draw.events.picture = choice;
    }
    tooltip(draw,
            "a PNG file in the working directory (F12 saves the window's size without the panel); while two "
            "versions "
            "are side by side, it is divided as the scene is");
}

void ExportWindow::film(Draw& draw) {
    if (!section(draw, "export/film", "Film")) return;
    const FilmModel& now = draw.model.film;
    ImGui::BeginDisabled(now.is_made);
    film_choices(draw);
    ImGui::EndDisabled();
    row_label(draw, "");
    const char* text = now.is_made ? "Stop" : "Record";
    if (button(draw, "export/film/record", text, 0, now.is_made)) {
        draw.events.stops_film = now.is_made;
        if (!now.is_made) draw.events.film = film_;
    }
    tooltip(draw,
            "F9 does the same. While two versions are side by side, a film is divided as the scene is.");
    if (!now.is_made) return;
    ImGui::SameLine();
    small_text(draw, color::dim, fmt::format("{:.1f} s, {} frames", now.seconds, now.frames).c_str());
    if (now.share) {
        ImGui::ProgressBar(static_cast<float>(*now.share), ImVec2(-FLT_MIN, 0));
        draw.map.add_last_item("export/film/share", true, *now.share);
    }
}

void ExportWindow::film_choices(Draw& draw) {
    std::vector<ListEntry> entries;
    for (const Steps& one : film_steps) entries.push_back({one.id, one.text, one.below});
    std::size_t chosen = 0;
    while (film_steps[chosen].steps != film_.steps) ++chosen;
    film_.steps = film_steps[export_list_row(draw, "steps", "export/film/steps", entries, chosen)].steps;

    film_.size = export_sizes[export_list_row(draw, "size", "export/film/size", size_entries(),
                                              index_of(export_sizes, film_.size))];

    entries.clear();
    for (const std::uint32_t rate : rates)
        entries.push_back({std::to_string(rate), std::to_string(rate), ""});
    film_.frames_per_second = rates[export_list_row(draw, "frames/s", "export/film/rate", entries,
                                                    index_of(rates, film_.frames_per_second))];

    row_label(draw, "file");
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::InputTextWithHint("##film", "winnow-TIME.mp4", &film_.output);
    draw.map.add_last_item("export/film/file", true, film_.output);
    tooltip(draw,
            "FILE.mp4, FILE.webm, or a folder, which gets a PNG file of each frame; empty: an MP4 "
            "named by the time");
    row_label(draw, "");
    export_box(draw, "export/film/transparent", "transparent",
               "with alpha, in FILE.webm or a folder: neither sky nor ground", film_.transparent);
}

void ExportWindow::state_and_effect(Draw& draw) {
    if (!section(draw, "export/other", "State and effect")) return;
    if (button(draw, "export/state", "Save state")) perform(Command::save_state, draw.model, draw.events);
    tooltip(draw, "the run at this step, from which L or --load-state goes on (S)");
    ImGui::SameLine();
    if (button(draw, "export/effect", "Save effect as..."))
        perform(Command::save_effect_as, draw.model, draw.events);
    tooltip(draw, "the effect as a JSON file (Ctrl+Shift+S)");
}

void ExportWindow::written(Draw& draw) {
    if (files_.empty() || !section(draw, "export/files", "Written")) return;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const std::filesystem::path file(files_[i]);
        if (list_entry(draw, fmt::format("export/files/{}", i), file.filename().string(),
                       file.parent_path().string(), true, false))
            draw.events.show_file = files_[i];
        tooltip(draw, "opens it with the desktop's program");
    }
}

}  // namespace winnow::ui
