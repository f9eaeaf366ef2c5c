// The window of the interactive demo: its frames, one after another, and who does what the person asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"
#include "gl/heartbeat.h"
#include "gl/program.h"
#include "gl/window.h"
#include "session/clocks.h"
#include "session/playback.h"
#include "session/session.h"
#include "session/start.h"
#include "ui/imgui_host.h"
#include "ui/panel.h"
#include "ui/ui_map.h"
#include "view/camera_controller.h"
#include "view/dialog_state.h"
#include "view/effect_editor.h"
#include "view/effect_files.h"
#include "view/file_pictures.h"
#include "view/film_recorder.h"
#include "view/frame_painter.h"
#include "view/lab_controller.h"
#include "view/life_controller.h"
#include "view/notices.h"
#include "view/opening.h"
#include "view/profile_controller.h"
#include "view/program_builds.h"
#include "view/recovery.h"
#include "view/saved_views.h"
#include "view/stack_presets.h"
#include "view/state_files.h"
#include "view/timeline_controller.h"
#include "view/version_controller.h"
#include "view/wakefulness.h"

namespace winnow::view {

class WindowLoop {
  public:
    /// Opens the window. Throws as Window and Session do.
    WindowLoop(const Opening& opening, session::Start start);
    ~WindowLoop();
    WindowLoop(const WindowLoop&) = delete;

    /// Runs until the window is closed, `frames` frames were shown, or Ctrl-C; then completes every output,
    /// even if the window ended with an error. Returns the status of the first failure; the message of every
    /// failure has been printed.
    ExitStatus run(std::optional<std::uint32_t> frames);

  private:
    // The loop.
    void show(std::optional<std::uint32_t> frames);
    bool is_closed();
    bool is_still();
    void wait_for_news();
    void frame(gl::Size size, double seconds);

    // The parts of a frame, in order.
    void reload_changed();
    void check_heartbeat();
    void update_model();
    ui::Events interface(gl::Size size, double seconds);
    void handle(const ui::Events& events);
    void advance(double seconds);
    void apply_display();
    void save_picture(gl::Size size);
    void draw(gl::Size size);
    void draw_panel(gl::Size size);
    void present();

    // Requests of the person (window_events.cpp).
    struct Answer;
    void handle(ui::Action action);
    void handle(const ui::ViewRequest& request);
    void frame_living();
    void show_file(const std::string& path);

    /// Returns a span for the time line that lasts as long as it is kept.
    HostSpan span(std::string_view name) { return {session_.passes().time_line(), name}; }
    std::string pasted_text();
    float interface_scale() const { return monitor_scale_ * session_.settings().display.ui_scale; }

    gl::Window window_;
    gl::ShaderLibrary shaders_;
    std::optional<gl::ShaderLibrary::Building> first_programs_;  // while the window is being opened
    session::Session session_;
    session::Playback playback_;
    gl::Heartbeat heartbeat_;
    std::filesystem::path config_;  // empty: nothing is saved between runs
    ui::ImguiHost host_;
    ui::Panel panel_;
    ui::UiMap map_;
    ui::Model model_;

    Notices notices_;
    DialogState dialog_;
    CameraController camera_;
    SavedViews views_;
    StackPresets presets_;
    ProgramBuilds builds_;
    FramePainter painter_;
    gl::PassId panel_pass_;
    EffectEditor editor_;
    EffectFiles files_;
    FilePictures pictures_;
    StateFiles states_;
    TimelineController timeline_;
    FilmRecorder films_;
    Recovery recovery_;
    LabController lab_;
    LifeController life_;
    ProfileController profile_;
    VersionController versions_;

    const std::string save_state_;  // an output of the command line; empty: none
    std::optional<ui::UiMapFile> map_file_;
    session::FrameRate rate_;
    session::FrameCap cap_;
    double frame_seconds_ = 0;  // of the last frame, without waiting for its turn
    Wakefulness wakefulness_;
    std::optional<bool> vsync_;             // present state of the window
    effects::DisplaySettings remembered_;   // present settings, as they are saved
    std::optional<gl::WindowPlace> place_;  // the window's, likewise
    float monitor_scale_ = 1;
    std::string title_;
    bool fullscreen_ = false;
    std::optional<ui::PictureChoice> wanted_picture_;  // of the next frame
    bool opens_ = true;                                // the first programs are being built
    bool was_reset_ = false;                           // the GPU dropped commands
    bool replay_end_shown_ = false;
    std::string last_notice_;  // the notice of the session that was shown last
};

}  // namespace winnow::view
