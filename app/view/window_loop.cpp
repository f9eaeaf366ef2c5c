#include "view/window_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "render/targets.h"
#include "session/scene.h"
#include "state/state_file.h"
#include "ui/config.h"
#include "view/panel_model.h"

namespace winnow::view {
namespace {

constexpr double longest_frame = 0.25;                  // seconds; a window that was hidden does not catch up
constexpr double hidden_window_naps = 0.1;              // seconds
constexpr double still_window_naps = 0.2;               // seconds between looks at files and signals
constexpr std::chrono::milliseconds a_few_frames{100};  // in which a box of text finds its size
constexpr gl::Size size_in_software{960, 540};

/// The title is all that can be seen until the first frame.
gl::WindowOptions window_options(const std::string& effect, bool debug) {
    gl::WindowOptions window;
    window.context.debug = debug;
    window.title = fmt::format("Winnow: {} (compiling shaders...)", effect);
    return window;
}

}  // namespace

WindowLoop::WindowLoop(const Opening& opening, session::Start start)
    : window_(window_options(start.effect_title(opening.start), opening.device.gl_debug)),
      shaders_(opening.device.shaders),
      first_programs_(std::in_place, shaders_),
      session_(start.with_room(opening.start,
                               [&] {
                                   return session::Session(window_, shaders_,
                                                           settings_for(opening, start, window_.facts()));
                               })),
      playback_(session_, opening.trace),
      config_(ui::config_directory()),
      host_(window_.handle(), config_.string()),
      camera_(session_.settings().effect.view),
      views_(config_),
      presets_(config_, notices_),
      builds_(session_, playback_),
      painter_(session_, playback_, camera_, notices_),
      panel_pass_(session_.passes().declare(panel_pass, "Draws the panel over the picture.", gl::Work::draw)),
      editor_(session_, playback_, builds_, camera_, notices_, opening.start),
      files_(playback_, builds_, editor_, dialog_, notices_, config_, opening),
      pictures_(config_.empty() ? std::filesystem::path() : picture_cache(), "/proc/self/exe"),
      states_(session_, playback_, editor_, dialog_, notices_, opening),
      timeline_(playback_, builds_, editor_, notices_),
      films_(session_, playback_, painter_, editor_, versions_, notices_),
      recovery_(playback_, editor_, notices_, config_),
      lab_(session_),
      life_(session_, playback_, builds_, editor_, camera_, lab_, notices_),
      profile_(window_, session_, playback_, camera_, editor_, builds_, notices_),
      versions_(window_, session_, playback_, editor_, builds_, painter_),
      save_state_(opening.save_state),
      remembered_(session_.settings().display),
      monitor_scale_(ui::monitor_scale(window_.handle())) {
    host_.use_clipboard([this] { return pasted_text(); },
                        [this](const std::string& text) { window_.clipboard().set_text(text); });
    session_.passes().show_on(opening.time_line);
    shaders_.keep_programs();
    panel_.set_layout(ui::load_layout(config_));
    place_ = panel_.layout().window;
    if (place_)
        window_.move(*place_);
    else if (session_.facts().software)
        window_.resize(size_in_software);
    painter_.load();
    start.begin(session_);
    playback_.forget();
    if (auto replay = start.take_replay()) playback_.replay(std::move(*replay));
    if (!opening.record.empty()) playback_.record(opening.record);
    if (!opening.ui_map.empty()) map_file_.emplace(opening.ui_map);
    for (const std::string& output : {opening.trace, opening.save_state, opening.record, opening.ui_map})
        if (!output.empty()) allow_outputs_to_complete();
    model_.recording = std::filesystem::path(opening.record).filename().string();
    model_.presets = presets_.all();
    update_model();
    if (!opening.device.shaders.empty()) first_programs_->finish();  // a broken file is refused at once
    first_programs_.reset();
}

WindowLoop::~WindowLoop() {
    ui::save_display(config_, remembered_);
    ui::Layout layout = panel_.layout();
    layout.window = place_;
    ui::save_layout(config_, layout);
}

/// A notice says why there is no text.
std::string WindowLoop::pasted_text() {
    try {
        return window_.clipboard().text();
    } catch (const Error& error) {
        notices_.warn(error.what());
        return "";
    }
}

ExitStatus WindowLoop::run(std::optional<std::uint32_t> frames) {
    const ExitStatus status = finish_each({
        [&] { show(frames); },
        [&] { films_.stop(); },
        [&] { playback_.finish_trace(); },
        [&] { playback_.finish_recording(); },
        [&] {
            if (files_.has_quit()) recovery_.finish();
        },
        [&] {
            if (!save_state_.empty()) state::write_state(save_state_, session_.save());
        },
        [&] {
            if (map_file_) map_file_->finish();
        },
        [&] { session_.passes().finish_time_line(); },
    });
    if (status == ExitStatus::fine) check_interrupted();
    if (status == ExitStatus::fine && was_reset_) absent("the GPU was reset during the run");
    return status;
}

// --- the loop

void WindowLoop::show(std::optional<std::uint32_t> frames) {
    auto last = session::Clock::now();
    for (std::uint32_t shown = 0; !is_closed() && !interrupted() && (!frames || shown < *frames);) {
        {
            const HostSpan waiting = span("wait for frame cap");
            cap_.wait(session_.settings().display.frame_cap);
        }
        is_still() ? wait_for_news() : window_.poll_events();
        const auto now = session::Clock::now();
        if (host_.take_input()) wakefulness_.take_input(now);
        if (is_still()) {
            last = now;
            continue;
        }
        const gl::Size size = window_.framebuffer();
        const double seconds = std::chrono::duration<double>(now - std::exchange(last, now)).count();
        if (size.width == 0 || size.height == 0) {
            window_.wait_events(hidden_window_naps);
            continue;
        }
        rate_.tick(now);
        opens_ = opens_ && shaders_.is_building();
        if (!opens_) ++shown;
        const HostSpan whole(session_.passes().time_line(), "frame", {"frame", shown});
        frame(size, seconds);
        wakefulness_.draw();
        frame_seconds_ = std::chrono::duration<double>(session::Clock::now() - now).count();
    }
    if (!interrupted()) place_ = window_.place();
}

/// The window is closed only by leaving the effect, which asks about unsaved changes.
bool WindowLoop::is_closed() {
    if (window_.should_close() && !files_.has_quit()) {
        window_.stay_open();
        files_.quit();
    }
    return files_.has_quit();
}

/// True if the next frame would be the same as the last.
bool WindowLoop::is_still() {
    return session_.settings().simulation.paused && !session_.settings().display.lab && !camera_.turns() &&
           !builds_.any_waits() && !profile_.is_measuring() && !versions_.is_busy() &&
           !pictures_.has_news() && playback_.prewarming().done() && !playback_.timeline().is_travelling() &&
           !shaders_.is_building() && !wanted_picture_ && !files_.has_quit() && !window_.should_close() &&
           !life_.is_busy() && !wakefulness_.lasts(session::Clock::now());
}

/// Waits for an event, a change of a file, or the end of a notice.
void WindowLoop::wait_for_news() {
    window_.wait_events(still_window_naps);
    const bool shaders_changed = shaders_.poll();
    const auto before = notices_.current(session::Clock::now()).size();
    const bool file_changed = editor_.follow_file();
    recovery_.look(session::Clock::now());
    const auto notices = notices_.current(session::Clock::now()).size();
    const auto now = session::Clock::now();
    if (shaders_changed || file_changed)
        wakefulness_.stay_until(now + Wakefulness::after_news);
    else if (notices != before || notices != model_.notices.size())
        wakefulness_.stay_until(now + a_few_frames);
}

void WindowLoop::frame(gl::Size size, double seconds) {
    builds_.do_what_is_built();
    reload_changed();
    check_heartbeat();
    update_model();
    profile_.look(seconds, model_);
    const double simulated =
        films_.is_recording() ? films_.frame_seconds() : std::min(seconds, longest_frame);
    handle(interface(size, simulated));
    if (!opens_) advance(simulated);
    apply_display();
    if (!opens_) save_picture(size);
    opens_ ? render::clear_window(size) : draw(size);
    draw_panel(size);
    present();
    if (map_file_) map_file_->update(map_);
}

// --- the parts of a frame, in order

void WindowLoop::reload_changed() {
    shaders_.poll();
    session_.passes().poll();
    editor_.follow_file();
}

/// A reset of the GPU leaves the state and the picture wrong. The run is paused, so that the person can still
/// save the effect.
void WindowLoop::check_heartbeat() {
    if (!heartbeat_.missed()) return;
    constexpr const char* what =
        "The GPU dropped commands of this window (it was reset): the picture and the particles may be wrong. "
        "Save the effect, then restart Winnow.";
    notices_.warn(what);
    if (!std::exchange(was_reset_, true)) {
        say(what);
        playback_.apply({"/simulation/paused", true});
    }
}

void WindowLoop::update_model() {
    const auto now = session::Clock::now();
    describe_session(session_, model_);
    describe_playback(playback_, model_);
    timeline_.describe(model_.timeline);
    painter_.describe(model_);
    films_.describe(model_.film);
    editor_.describe(model_);
    files_.describe(model_.document);
    pictures_.look(!builds_.any_waits() && !films_.is_recording() && !profile_.is_measuring());
    pictures_.describe(model_.document);
    recovery_.describe(model_.document);
    views_.show(editor_.document().place());
    model_.document.views = views_.views();
    dialog_.describe(model_.document);
    model_.frames_per_second = rate_.per_second();
    model_.busy = opens_ ? fmt::format("building programs for this GPU: {} to go", shaders_.building())
                         : builds_.tell();
    model_.lab = &lab_.model();
    life_.describe();
    model_.life = &life_.model();
    profile_.describe(model_.profile);
    versions_.describe(model_.versions);
    if (playback_.replayed() && !std::exchange(replay_end_shown_, true))
        notices_.info("The replay has ended: every recorded input was applied.");
    if (session_.notice() != last_notice_) notices_.warn(last_notice_ = session_.notice());
    model_.notices = notices_.current(now);
    std::string title = fmt::format("Winnow: {}{}", session_.settings().effect.name,
                                    model_.document.unsaved ? " \xE2\x80\xA2" : "");
    if (title != title_) window_.set_title(title_ = std::move(title));
}

/// The panel is laid out before the steps, so that its edits take effect in the same frame.
ui::Events WindowLoop::interface(gl::Size size, double seconds) {
    const HostSpan laying_out = span("panel");
    const float scale = interface_scale();
    host_.begin(scale, model_);
    ui::Events events;
    for (const ui::Command command : host_.take_commands(dialog_.open() != ui::Dialog::none))
        ui::perform(command, model_, events);
    panel_.draw(model_, host_.fonts(), scale, map_, events);
    ui::SceneInput input = host_.take_scene_input(panel_.scene_has_pointer(), life_.picks());
    const bool in_lab = session_.settings().display.lab;
    if (panel_.holds_handle()) input.orbit_x = input.orbit_y = 0;
    if (input.drawn && !in_lab) life_.take(*input.drawn, size);
    if (in_lab) {  // the keys are the Lab's
        input.yaw = input.pitch = input.zoom = 0;
        input.press.reset();
    }
    camera_.move(input, size, seconds, !session_.settings().simulation.paused);
    if (in_lab) lab_.advance(seconds);
    camera_.make_room(panel_.open_area(), seconds);
    playback_.set_pointer(camera_.press(input, size));
    return events;
}

/// Makes the steps that are due. The edits of a replay are not made by the person, but they change the effect
/// too.
void WindowLoop::advance(double seconds) {
    const bool replays = playback_.replaying();
    films_.is_recording() ? films_.advance() : playback_.advance(seconds);
    versions_.follow(seconds);
    films_.write_due();
    lab_.look_at_steps();
    life_.look();
    if (replays) editor_.was_replayed();
    timeline_.look();
    recovery_.look(session::Clock::now());
}

void WindowLoop::apply_display() {
    remembered_ = session_.settings().display;
    camera_.freeze(remembered_.freeze_camera);
    if (vsync_ != remembered_.vsync) window_.set_vsync(remembered_.vsync);
    vsync_ = remembered_.vsync;
}

/// That with the panel is saved once the panel is drawn.
void WindowLoop::save_picture(gl::Size size) {
    if (!wanted_picture_ || wanted_picture_->with_panel) return;
    ui::PictureChoice choice = *std::exchange(wanted_picture_, std::nullopt);
    if (!choice.size) choice.size = {size.width, size.height};
    painter_.save_picture(choice, [&](const render::TargetImage& picture) {
        versions_.draw_over(picture, choice.transparent);
    });
}

void WindowLoop::draw(gl::Size size) {
    const HostSpan drawing = span("draw");
    painter_.choose_resolution(frame_seconds_);
    camera_.play(session::seconds_since_first_frame(session_, playback_.behind()));
    painter_.draw(size);
    if (session_.settings().display.lab) return;
    versions_.draw(size);
    render::bind_window(size);
    versions_.show(size, panel_.open_area());
}

/// The particles are marked where the picture beneath shows them: with its camera, after its steps.
void WindowLoop::draw_panel(gl::Size size) {
    const HostSpan drawing = span("draw panel");
    const render::Camera& camera = camera_.camera();
    lab_.place_particles(camera, window_.framebuffer());
    life_.place(window_.framebuffer());
    model_.projection = {clip_matrix(camera, window_.framebuffer()), camera.pose().eye()};
    panel_.mark_scene(model_, host_.fonts(), interface_scale(), map_);
    {
        const gl::PassScope scope(session_.passes(), panel_pass_);
        host_.end();
    }
    if (!opens_ && std::exchange(wanted_picture_, std::nullopt))
        painter_.save_window(size, [&](const render::Target& picture) {
            versions_.show(size, panel_.open_area(), &picture);
            host_.draw_again();
        });
}

void WindowLoop::present() {
    const HostSpan presenting = span("present");
    heartbeat_.beat();
    window_.swap();
}

}  // namespace winnow::view
