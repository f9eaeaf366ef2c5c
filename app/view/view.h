// The window of the interactive demo with everything in it.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_clashes.h"
#include "base/panel_facts.h"
#include "base/time_line.h"
#include "gl/context.h"
#include "gl/heartbeat.h"
#include "gl/program.h"
#include "gl/window.h"
#include "particles/probe.h"
#include "render/renderer.h"
#include "session/choices.h"
#include "session/clocks.h"
#include "session/effect_document.h"
#include "session/playback.h"
#include "session/race.h"
#include "session/session.h"
#include "session/start.h"
#include "settings/settings.h"
#include "ui/imgui_host.h"
#include "ui/panel.h"
#include "ui/ui_map.h"
#include "verify/kernel_backends.h"
#include "view/draw_trial.h"
#include "view/lab_state.h"
#include "view/live_particles.h"
#include "view/notices.h"

namespace winnow::view {

/// Returns the density if the command line sets none: 1 for a file, because its author chose the density; for
/// built-in effects a factor that suits the device. `name`: the effect's name or path.
float first_density(const std::string& name, const effects::Effect& effect, const gl::Facts& facts);

/// Returns a text that is equal for settings whose steps need the same programs.
std::string programs_text(const effects::Settings& settings);

/// The options that a window is opened with. A path of an output may be "-" for standard output; empty: not
/// written.
struct Opening {
    const session::DeviceChoice& device;
    const session::StartChoice& start;
    const session::DrawingChoice& drawing;
    TimeLine& time_line;
    std::string trace, save_state, record, ui_map;
};

class View {
  public:
    /// Opens the window. Throws as Window and Session do.
    View(const Opening& opening, session::Start start);
    ~View();
    View(const View&) = delete;

    /// Runs until the window is closed, `frames` frames were shown, or Ctrl-C; then completes every output,
    /// even if the window ended with an error. Returns the status of the first failure; the message of every
    /// failure has been printed.
    ExitStatus run(std::optional<std::uint32_t> frames);

  private:
    void show(std::optional<std::uint32_t> frames);
    /// Returns a span for the time line that lasts as long as it is kept.
    HostSpan span(std::string_view name) { return {session_.passes().time_line(), name}; }
    /// Returns the text of the clipboard; a notice says why there is none.
    std::string pasted_text();
    bool is_still() const;
    void wait_for_news();
    void frame(gl::Size size, double seconds);
    void advance(double seconds);
    void draw(gl::Size size);
    void draw_panel();
    void present();
    void check_heartbeat();
    bool closed();
    void reload_changed();
    ui::Events interface(gl::Size size, double seconds);
    void make_room(double seconds);
    float interface_scale() const { return scale_ * session_.settings().display.ui_scale; }
    void look_at_particles();
    void run_race();
    void run_kernel();
    void update_model();
    render::Scene scene();
    bool tries_both() const;
    std::optional<double> drawing_time() const;
    void apply_display();
    void save_screenshot(gl::Size size);

    // input.cpp: actions that the person asks for.
    std::string path_of_state() const;
    void ask_to_save_state();
    void save_state();
    void load_state();
    void handle(const ui::Events& events);
    void take_dropped(const std::string& path);
    void apply(const effects::Edit& edit, session::Gesture gesture = std::nullopt);
    void apply_now(const effects::Edit& edit, session::Gesture gesture,
                   std::optional<effects::Settings> next = {});
    /// Returns the settings that a change leads to from the present ones. May throw Error.
    using Outcome = std::function<effects::Settings()>;
    bool builds_programs(const effects::Settings& next) const;
    bool builds_programs(const Outcome& outcome) const;
    void once_built(const Outcome& outcome, std::function<void()> job);
    void in_order(std::function<void()> job);
    void begin_building(const Outcome& outcome);
    void do_what_is_built();
    void do_all_that_waits();
    void act(ui::Action action);
    void act_on_document(ui::Action action);
    void move_camera(const ui::SceneInput& input, gl::Size size, double seconds);

    // document.cpp: the effect and its file.
    struct Departure {
        std::string effect;  // name or path of the effect to open; empty: the program ends
    };
    void begin_document(const Opening& opening);
    void describe_document();
    bool change(const effects::Edit& edit, session::Gesture gesture, const std::function<void()>& make);
    void after_change();
    void undo();
    void redo();
    void travel(const std::vector<effects::Edit>* (session::EditHistory::*way)() const,
                void (session::EffectDocument::*went)(const effects::Settings&));
    Outcome with_effect(effects::Effect effect) const;
    void revert();
    bool follow_file();
    void own_files_changed();
    void run_own_files();
    void file_changed(const effects::Effect& theirs);
    void take_file(const effects::Effect& theirs, const std::string& note = "");
    void leave(const Departure& to);
    void depart();
    void answer_leaving(bool save);
    void open_effect(const std::string& name);
    bool save_effect();
    void require_known_file() const;
    void require_no_output(const std::string& path) const;
    void watch_file(const std::string& path);
    bool write_effect(const std::string& path);
    void move_to_folder(const std::string& folder);
    void save_effect_as(const std::string& typed);
    void ask_path(ui::Dialog dialog, std::string first);
    void close_dialog();
    void refuse(const std::string& why);
    void remember(const std::string& path);
    void look_for_recent();

    gl::Window window_;
    gl::ShaderLibrary shaders_;
    std::optional<gl::ShaderLibrary::Building> first_programs_;  // while the window is being opened
    session::Session session_;
    session::Playback playback_;
    render::Renderer renderer_;
    gl::Heartbeat heartbeat_;
    DrawTrial draw_trial_{true};
    std::filesystem::path config_;  // empty: nothing is saved between runs
    ui::ImguiHost host_;
    std::unique_ptr<session::EffectFile> effect_file_;
    session::EffectDocument document_;
    std::vector<Choice> built_in_;
    std::vector<Choice> recent_;
    std::optional<float> asked_density_;  // from the command line
    std::optional<Departure> departure_;  // pending while the dialog asks about unsaved changes
    bool leaving_ = false;                // the program ends; no further question is asked
    ui::Dialog dialog_ = ui::Dialog::none;
    std::string dialog_path_, dialog_note_, replaces_;
    std::string title_, recording_;
    struct Later {
        std::string what;
        Outcome outcome;
        std::function<void()> job;
        bool said = false;   // a frame has shown it
        bool begun = false;  // its programs are being built
    };
    std::deque<Later> later_;      // changes whose programs are built while the old ones run, in order
    std::set<std::string> built_;  // programs_text() of all settings whose programs exist
    std::optional<ui::UiMapFile> map_file_;
    std::string save_path_, load_path_;  // paths of states; empty: the default
    FileClashes outputs_;                // files that the command line names

    ui::Panel panel_;
    ui::UiMap map_;
    ui::Model model_;
    LabState lab_;
    Notices notices_;
    bool replay_end_shown_ = false;
    bool was_reset_ = false;                              // the GPU dropped commands
    std::string last_notice_;                             // the notice of the session that was shown last
    std::optional<particles::Probe> probe_;               // for the Lab, once it looks at particles
    std::optional<verify::GlslTeachingKernels> kernels_;  // for the Lab, once it runs one
    std::optional<session::Race> race_;  // since the Lab first showed it, until the Lab is left
    LiveParticles live_particles_;       // which the Lab shows
    /// The step from which on the Lab has looked at particles; copies of earlier steps are not shown.
    std::optional<std::uint64_t> looked_from_;
    render::Camera camera_;
    std::optional<render::Camera> frozen_;  // camera that culls and sorts instead of `camera_`
    std::optional<ui::Area> open_;          // what the interface leaves open; nullopt: not known yet
    session::FrameRate rate_;
    session::FrameCap cap_;
    std::optional<bool> vsync_;               // present state of the window
    effects::Display remembered_;             // present settings, as they are saved
    float scale_ = 1;                         // scale of the monitor
    session::Clock::time_point awake_until_;  // from then on, a window in which nothing moves is not drawn
    bool fullscreen_ = false;
    bool screenshot_ = false;  // a screenshot of the next frame was asked for
};

}  // namespace winnow::view
