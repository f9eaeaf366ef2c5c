// The window of the interactive demo and all that is in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "commands/effect_file.h"
#include "commands/notices.h"
#include "commands/options.h"
#include "commands/pace.h"
#include "commands/playback.h"
#include "commands/session.h"
#include "commands/start.h"
#include "gl/window.h"
#include "render/renderer.h"
#include "ui/imgui_host.h"
#include "ui/panel.h"
#include "ui/ui_map.h"

namespace winnow::commands {

class View {
  public:
    /// Opens the window. Throws as Window and Session do.
    View(const ViewOptions& options, Start start);
    ~View();
    View(const View&) = delete;

    /// Until the window is closed, `pictures` were shown, or Ctrl-C; then completes every output, also if the
    /// window came to a bad end. Returns the status of the first failure, each of which has been said.
    ExitStatus run(std::optional<std::uint32_t> pictures);

  private:
    void show(std::optional<std::uint32_t> pictures);
    void picture(gl::Size size, double seconds);
    void reload_changed();
    ui::Events interface(gl::Size size, double seconds);
    void make_room(double seconds);
    void update_model();
    render::Scene scene();
    void obey_display();
    void save_screenshot(gl::Size size);

    // view_state.cpp
    void save_state();
    void load_state();

    // view_input.cpp: what was asked for.
    void obey(const ui::Events& events);
    void apply(const effects::Edit& edit);
    void act(ui::Action action);
    void move_camera(const ui::CameraInput& input, gl::Size size, double seconds);

    gl::Window window_;
    Session session_;
    Playback playback_;
    render::Renderer renderer_;
    std::filesystem::path config_;  // empty: nothing is remembered
    ui::ImguiHost host_;
    EffectFile effect_file_;
    std::optional<ui::UiMapFile> map_file_;
    std::string save_path_, load_path_;  // of states; empty: the default

    ui::Panel panel_;
    ui::UiMap map_;
    ui::Model model_;
    Notices notices_;
    bool told_replayed_ = false;
    std::string told_;  // of the session's notices, the one that was shown last
    render::Camera camera_;
    std::optional<render::Camera> frozen_;  // what culls and sorts in its place
    float covered_ = -1;  // share of the window that the panel covers; below 0: not known yet
    PictureRate rate_;
    PictureCap cap_;
    std::optional<bool> vsync_;    // as the window has it
    effects::Display remembered_;  // as saved
    float scale_ = 1;              // of the monitor
    bool fullscreen_ = false;
    bool screenshot_ = false;  // of the next picture
};

}  // namespace winnow::commands
