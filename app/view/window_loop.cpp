#include "view/window_loop.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "base/output_file.h"
#include "effects/format/effect_file.h"
#include "particles/parameters.h"
#include "render/image.h"
#include "render/targets.h"
#include "session/scene.h"
#include "session/start.h"
#include "ui/config.h"
#include "view/panel_model.h"
#include "view/pointer.h"

namespace winnow::view {
namespace {

/// The capacity and the density that a device shows at a good frame rate; used if the options set none.
struct Profile {
    std::uint32_t capacity;
    float density;
    float covering_density;  // of effects whose particles cover others: large ones, many behind each other
};
constexpr Profile software{32768, 0.75f, 0.35f}, hardware{1u << 20, 16, 16};

const Profile& profile_of(const gl::Facts& facts) {
    return facts.software ? software : hardware;
}

constexpr double longest_frame = 0.25;      // seconds; a window that was hidden does not catch up
constexpr double hidden_window_naps = 0.1;  // seconds
constexpr double still_window_naps = 0.2;   // seconds between looks at files and signals
/// A window in which nothing moves is still drawn for this long: the last figures arrive, tooltips open.
constexpr std::chrono::seconds stays_awake{1};
constexpr std::chrono::milliseconds a_few_frames{100};  // in which a box of text finds its size
constexpr float min_open = 0.4f;       // of the window's width; less shows too little of the scene
constexpr double gliding_time = 0.12;  // seconds in which the distance falls to 1/e
constexpr gl::Size size_in_software{960, 540};

/// The title is all that can be seen until the first frame.
gl::WindowOptions window_options(const std::string& effect, bool debug) {
    gl::WindowOptions window;
    window.context.debug = debug;
    window.title = fmt::format("Winnow: {} (compiling shaders...)", effect);
    return window;
}

effects::Settings settings_for(const Opening& opening, const session::Start& start, const gl::Facts& facts) {
    if (facts.renderer.find(opening.device.device) == std::string::npos)
        bad_input("--device {}: a window is drawn by the device of its display, here {}",
                  opening.device.device, facts.renderer);
    const session::StartChoice& chosen = opening.start;
    effects::Settings settings =
        session::first_settings(chosen, session::load_effect(chosen.effect, chosen),
                                chosen.capacity.value_or(profile_of(facts).capacity));
    settings.effect.prewarm = chosen.prewarm.value_or(settings.effect.prewarm);
    settings.simulation.density =
        chosen.density.value_or(first_density(chosen.effect, settings.effect, facts));
    if (!chosen.capacity)
        settings.simulation.capacity =
            std::max(settings.simulation.capacity,
                     session::capacity_for(settings.effect, settings.simulation.density));
    start.put_into(settings, chosen);
    session::choose_default_capacity(chosen, facts, settings);
    settings.display = ui::load_display(ui::config_directory());
    session::set_drawing(opening.drawing, settings.display);
    return settings;
}

std::string screenshot_name() {
    const std::time_t now = std::time(nullptr);
    return fmt::format("winnow-{:%Y%m%d-%H%M%S}.png", fmt::localtime(now));
}

/// Goes the way from `now` to `goal` that fits into this time.
ui::Area glide(const ui::Area& now, const ui::Area& goal, double seconds) {
    const auto share = static_cast<float>(1 - std::exp(-seconds / gliding_time));
    const auto between = [&](float from, float to) { return from + (to - from) * share; };
    return {between(now.left, goal.left), between(now.top, goal.top), between(now.right, goal.right),
            between(now.bottom, goal.bottom)};
}

}  // namespace

float first_density(const std::string& name, const effects::Effect& effect, const gl::Facts& facts) {
    if (effects::is_file(name)) return 1;
    return effects::covers(effect) ? profile_of(facts).covering_density : profile_of(facts).density;
}

std::string programs_text(const effects::Settings& settings) {
    const effects::Simulation& s = settings.simulation;
    const effects::Compiled compiled = effects::compiled_of(settings);
    const particles::StepKind kind = particles::step_kind(settings.effect, compiled->program);
    return fmt::format("{} {} {} {} {} {} {}", name_of(s.backend), name_of(s.scan.block),
                       name_of(s.scan.grid), name_of(s.compaction), kind.children, kind.stacks,
                       compiled->program.look.path());
}

View::View(const Opening& opening, session::Start start)
    : window_(window_options(start.effect_title(opening.start), opening.device.gl_debug)),
      shaders_(opening.device.shaders),
      first_programs_(std::in_place, shaders_),
      session_(start.with_room(opening.start,
                               [&] {
                                   return session::Session(window_, shaders_,
                                                           settings_for(opening, start, window_.facts()));
                               })),
      playback_(session_, opening.trace),
      renderer_(session_.facts(), shaders_, session_.passes(), &session_.suites().memory()),
      config_(ui::config_directory()),
      host_(window_.handle(), config_.string()),
      effect_file_(std::make_unique<session::EffectFile>(opening.start.effect, opening.start.properties)),
      asked_density_(opening.start.density),
      save_path_(opening.save_state),
      load_path_(opening.start.load_state),
      camera_(session_.settings().effect.view),
      remembered_(session_.settings().display),
      scale_(ui::monitor_scale(window_.handle())) {
    host_.use_clipboard([this] { return pasted_text(); },
                        [this](const std::string& text) { window_.clipboard().set_text(text); });
    session_.passes().show_on(opening.time_line);
    shaders_.keep_programs();
    if (session_.facts().software) window_.resize(size_in_software);
    renderer_.load(session::scene_of(session_, camera_));
    start.begin(session_);
    playback_.forget();
    if (auto replay = start.take_replay()) playback_.replay(std::move(*replay));
    if (!opening.record.empty()) playback_.record(opening.record);
    if (!opening.ui_map.empty()) map_file_.emplace(opening.ui_map);
    for (const std::string& output : {opening.trace, opening.save_state, opening.record, opening.ui_map})
        if (!output.empty()) allow_outputs_to_complete();
    begin_document(opening);
    update_model();
    if (!opening.device.shaders.empty()) first_programs_->finish();  // a broken file is refused at once
    first_programs_.reset();
}

std::string View::pasted_text() {
    try {
        return window_.clipboard().text();
    } catch (const Error& error) {
        notices_.warn(error.what());
        return "";
    }
}

View::~View() {
    ui::save_display(config_, remembered_);
}

ExitStatus View::run(std::optional<std::uint32_t> frames) {
    const ExitStatus status = finish_each({
        [&] { show(frames); },
        [&] { playback_.finish_trace(); },
        [&] { playback_.finish_recording(); },
        [&] {
            if (!save_path_.empty()) session::write_state(save_path_, session_.save());
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

void View::show(std::optional<std::uint32_t> frames) {
    auto last = session::Clock::now();
    for (std::uint32_t shown = 0; !closed() && !interrupted() && (!frames || shown < *frames);) {
        {
            const HostSpan waiting = span("wait for frame cap");
            cap_.wait(session_.settings().display.frame_cap);
        }
        is_still() ? wait_for_news() : window_.poll_events();
        const auto now = session::Clock::now();
        if (host_.take_input()) awake_until_ = now + stays_awake;
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
        const HostSpan whole(session_.passes().time_line(), "frame", {"frame", ++shown});
        frame(size, std::min(seconds, longest_frame));
    }
}

/// True if the next frame would be the same as the last.
bool View::is_still() const {
    return session_.settings().simulation.paused && !session_.settings().display.lab && later_.empty() &&
           playback_.prewarming().done() && !shaders_.is_building() && !screenshot_ && !leaving_ &&
           !window_.should_close() && session::Clock::now() > awake_until_;
}

/// Waits for an event, a change of a file, or the end of a notice.
void View::wait_for_news() {
    window_.wait_events(still_window_naps);
    const bool shaders_changed = shaders_.poll();
    const auto before = notices_.current(session::Clock::now()).size();
    const bool file_changed = follow_file();
    const auto notices = notices_.current(session::Clock::now()).size();
    const auto now = session::Clock::now();
    if (shaders_changed || file_changed)
        awake_until_ = now + stays_awake;
    else if (notices != before || notices != model_.notices.size())
        awake_until_ = now + a_few_frames;
}

void View::frame(gl::Size size, double seconds) {
    do_what_is_built();
    reload_changed();
    check_heartbeat();
    update_model();
    handle(interface(size, seconds));
    run_kernel();
    advance(seconds);
    apply_display();
    if (std::exchange(screenshot_, false)) save_screenshot(size);
    draw(size);
    draw_panel();
    present();
    if (map_file_) map_file_->update(map_);
}

/// The particles are marked where the picture beneath shows them: with its camera, after its steps.
void View::draw_panel() {
    const HostSpan drawing = span("draw panel");
    const gl::Size frame = window_.framebuffer();
    lab_.place(live_particles_.in_frame(camera_, frame, session_.simulation().steps(),
                                        session_.settings().effect.steps_per_second));
    panel_.mark_particles(model_, host_.fonts(), interface_scale(), map_);
    host_.end();
}

void View::present() {
    const HostSpan presenting = span("present");
    heartbeat_.beat();
    window_.swap();
}

/// A reset of the GPU leaves the state and the picture wrong. The run is paused, so that the person can still
/// save the effect.
void View::check_heartbeat() {
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

/// If a frame does not fit in memory, or the driver refuses a program that draws it, it is black and a notice
/// says so. The panel, in which the person can ask for less or undo an edit, is still drawn.
void View::draw(gl::Size size) {
    const HostSpan drawing = span("draw");
    try {
        renderer_.draw(scene(), size);
        session_.simulation().set_seen(renderer_.seen());
    } catch (const Error& error) {
        if (error.status() == ExitStatus::absent || error.status() == ExitStatus::interrupted) throw;
        notices_.warn(error.what());
        render::clear_window(size);
    }
}

/// Makes the steps that are due. The edits of a replay are not made by the person, but they change the effect
/// too.
void View::advance(double seconds) {
    const bool replays = playback_.replaying();
    playback_.advance(seconds);
    look_at_particles();
    run_race();
    if (!replays) return;
    document_.replayed(session_.settings().effect);
    after_change();
}

/// Lets the Lab show what a step did to the oldest particles, and follow these while they live.
void View::look_at_particles() {
    const std::uint64_t steps = session_.simulation().steps();
    if (!session_.settings().display.lab || !lab_.shows_particles()) {
        looked_from_.reset();
        return;
    }
    if (!session_.in_order()) {
        live_particles_.forget();
        if (lab_.wants_particles(false)) lab_.see({}, {});
        return;
    }
    looked_from_ = std::min(looked_from_.value_or(steps), steps);
    if (!probe_) probe_.emplace(shaders_);
    probe_->submit(session_.simulation());
    const auto probed = probe_->take();
    if (!probed || probed->step < *looked_from_) return;
    if (!live_particles_.is_later_than(*probed) && !lab_.wants_particles(has_deaths(*probed)))
        return live_particles_.follow(*probed);
    live_particles_.look_at(*probed);
    lab_.see(live_particles_.before(), live_particles_.after());
}

/// The race has suites of its own; see Race.
void View::run_race() {
    if (!session_.settings().display.lab) return race_.reset();
    if (!lab_.shows_race()) return;
    const gl::Tools tools{session_.facts(), shaders_, session_.passes()};
    if (!race_) race_.emplace(tools, Suites(tools));
    race_->advance();
    lab_.see(race_->findings(session_.algorithm()));
}

/// Executes the kernel that the Lab wants to show a run of. The frame waits for it: it is one small dispatch.
void View::run_kernel() {
    const std::optional<lab::KernelTask> task = lab_.take_task();
    if (!task) return;
    try {
        if (!kernels_) kernels_.emplace(session_.facts(), shaders_);
        lab_.see_run(kernels_->trace(*task), kernels_->device());
    } catch (const Error& error) {
        lab_.refuse(error.what());
    }
}

void View::reload_changed() {
    shaders_.poll();
    session_.passes().poll();
    follow_file();
}

void View::update_model() {
    const auto now = session::Clock::now();
    describe_session(session_, model_);
    describe_playback(playback_, model_);
    model_.frames_per_second = rate_.per_second();
    model_.drawn = renderer_.drawn();
    model_.drawing_bytes = renderer_.drawing_bytes();
    model_.drawn_by = renderer_.drew_by_tiles() ? "by tiles" : "by triangles";
    if (!renderer_.why_triangles().empty()) model_.drawn_by += ": " + renderer_.why_triangles();
    model_.mirrored_every = renderer_.mirrored_every();
    model_.effect_error = effect_file_->error();
    if (playback_.replayed() && !std::exchange(replay_end_shown_, true))
        notices_.info("The replay has ended: every recorded input was applied.");
    if (session_.notice() != last_notice_) notices_.warn(last_notice_ = session_.notice());
    describe_document();
    model_.notices = notices_.current(now);
    model_.lab = &lab_.model();
}

/// The panel is laid out before the steps, so that its edits take effect in the same frame.
ui::Events View::interface(gl::Size size, double seconds) {
    const HostSpan laying_out = span("panel");
    const float scale = interface_scale();
    host_.begin(scale);
    ui::Events events;
    for (const ui::Command command : host_.take_commands(dialog_ != ui::Dialog::none))
        ui::perform(command, model_, events);
    panel_.draw(model_, host_.fonts(), scale, map_, events);
    ui::SceneInput input = host_.take_scene_input(panel_.scene_has_pointer());
    const bool in_lab = session_.settings().display.lab;
    if (in_lab) {  // the keys are the Lab's
        input.yaw = input.pitch = input.zoom = 0;
        input.press.reset();
    }
    move_camera(input, size, seconds);
    if (in_lab) lab_.advance(seconds);
    make_room(seconds);
    playback_.set_pointer(input.press ? press_at(camera_, size, {input.press->x, input.press->y})
                                      : particles::Pointer{});
    return events;
}

/// Moves the middle of the picture gradually to that of the area that the interface leaves open.
void View::make_room(double seconds) {
    ui::Area goal = panel_.open_area();
    if (goal.right - goal.left < min_open) goal = {};
    open_ = open_ ? glide(*open_, goal, seconds) : goal;
    camera_.set_open_area({open_->left, open_->top, open_->right, open_->bottom});
}

render::Scene View::scene() {
    render::Scene scene = session::scene_of(session_, camera_);
    scene.bloom = session_.settings().display.bloom;
    scene.order.frozen = frozen_;
    if (tries_both())
        scene.by_tiles =
            draw_trial_.next({session_.settings().effect.name, model_.figures.alive, drawing_time()});
    return scene;
}

/// True if the faster of both renderers is found out. Not on a CPU, which would compile the shaders of the
/// other one for so long that the picture stopped.
bool View::tries_both() const {
    return session_.settings().display.draw == effects::DrawMethod::automatic && !session_.facts().software;
}

std::optional<double> View::drawing_time() const {
    const double sum = renderer_.particle_milliseconds();
    return sum > 0 ? std::optional(sum) : std::nullopt;
}

void View::apply_display() {
    const effects::Display& display = session_.settings().display;
    remembered_ = display;
    if (display.freeze_camera != frozen_.has_value())
        frozen_ = display.freeze_camera ? std::optional(camera_) : std::nullopt;
    if (vsync_ != display.vsync) window_.set_vsync(display.vsync);
    vsync_ = display.vsync;
}

/// The frame is drawn on its own, because reading the window's own ends Mesa's software renderer if the
/// window has just been resized.
void View::save_screenshot(gl::Size size) {
    const std::string name = screenshot_name();
    try {
        const render::TargetImage picture(size);
        renderer_.draw(scene(), picture);
        render::write_png(name, picture.read());
        notices_.info("Saved " + absolute_path(name));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

}  // namespace winnow::view
