#include "view/view.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/output.h"
#include "base/output_file.h"
#include "effects/json.h"
#include "particles/parameters.h"
#include "render/image.h"
#include "render/targets.h"
#include "session/scene.h"
#include "session/start.h"
#include "ui/config.h"
#include "view/panel_model.h"

namespace winnow::view {
namespace {

/// The capacity and the density that a device shows at a good frame rate; used if the options set none.
struct Profile {
    std::uint32_t capacity;
    float density;
};
constexpr Profile software{32768, 1}, hardware{1u << 20, 16};

const Profile& profile_of(const gl::Facts& facts) {
    return facts.software ? software : hardware;
}

constexpr double longest_frame = 0.25;      // seconds; a window that was hidden does not catch up
constexpr double hidden_window_naps = 0.1;  // seconds
constexpr float most_covered = 0.6f;   // share of the window; a larger one leaves too little of the scene
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
    effects::Settings settings = session::first_settings(
        chosen, effects::load(chosen.effect), chosen.capacity.value_or(profile_of(facts).capacity));
    settings.effect.prewarm = chosen.prewarm.value_or(settings.effect.prewarm);
    settings.simulation.density = chosen.density.value_or(first_density(chosen.effect, facts));
    start.put_into(settings, chosen);
    session::hold_default_capacity(chosen, facts, settings);
    settings.display = ui::load_display(ui::config_directory());
    session::set_drawing(opening.drawing, settings.display);
    return settings;
}

std::string screenshot_name() {
    const std::time_t now = std::time(nullptr);
    return fmt::format("winnow-{:%Y%m%d-%H%M%S}.png", fmt::localtime(now));
}

lab::LiveParticle live_particle(const particles::Particle& one, std::uint32_t steps_since) {
    return {one.birth_step, one.ordinal, static_cast<std::int32_t>(one.lifetime - one.age - steps_since)};
}

/// Returns the oldest, as many as the Lab has room for.
std::vector<lab::LiveParticle> before_step(const particles::Probed& probed) {
    constexpr std::size_t lanes = 24;
    std::vector<lab::LiveParticle> live;
    for (const particles::Particle& one : probed.before)
        if (live.size() < lanes) live.push_back(live_particle(one, probed.is_advanced ? 0 : 1));
    return live;
}

std::vector<lab::LiveParticle> after_step(const particles::Probed& probed) {
    std::vector<lab::LiveParticle> live;
    for (const particles::Particle& one : probed.after) live.push_back(live_particle(one, 0));
    return live;
}

}  // namespace

float first_density(const std::string& effect, const gl::Facts& facts) {
    return effects::is_file(effect) ? 1 : profile_of(facts).density;
}

std::string programs_text(const effects::Settings& settings) {
    const effects::Simulation& s = settings.simulation;
    const particles::StepKind kind = particles::step_kind(settings.effect);
    return fmt::format("{} {} {} {} {} {}", name_of(s.backend), name_of(s.scan.block), name_of(s.scan.grid),
                       name_of(s.compaction), kind.children, kind.turbulence);
}

View::View(const Opening& opening, session::Start start)
    : window_(window_options(start.effect_title(opening.start), opening.device.gl_debug)),
      session_(start.with_room(opening.start,
                               [&] {
                                   return session::Session(window_, opening.device.shaders,
                                                           settings_for(opening, start, window_.facts()));
                               })),
      playback_(session_, opening.trace),
      renderer_(session_.facts(), session_.shaders(), session_.passes()),
      config_(ui::config_directory()),
      host_(window_.handle(), config_.string()),
      effect_file_(std::make_unique<session::EffectFile>(opening.start.effect)),
      asked_density_(opening.start.density),
      save_path_(opening.save_state),
      load_path_(opening.start.load_state),
      camera_(session_.settings().effect.view),
      remembered_(session_.settings().display),
      scale_(ui::monitor_scale(window_.handle())) {
    session_.passes().show_on(opening.time_line);
    session_.shaders().keep_programs();
    if (session_.facts().software) window_.resize(size_in_software);
    start.begin(session_);
    playback_.forget();
    if (auto replay = start.take_replay()) playback_.replay(std::move(*replay));
    if (!opening.record.empty()) playback_.record(opening.record);
    if (!opening.ui_map.empty()) map_file_.emplace(opening.ui_map);
    begin_document(opening);
    update_model();
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
    return status;
}

void View::show(std::optional<std::uint32_t> frames) {
    auto last = session::Clock::now();
    for (std::uint32_t shown = 0; !closed() && !interrupted() && (!frames || shown < *frames);) {
        {
            const HostSpan waiting = span("wait for frame cap");
            cap_.wait(session_.settings().display.frame_cap);
        }
        window_.poll_events();
        const gl::Size size = window_.framebuffer();
        const auto now = session::Clock::now();
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

void View::frame(gl::Size size, double seconds) {
    do_what_was_said();
    reload_changed();
    update_model();
    obey(interface(size, seconds));
    run_kernel();
    advance(seconds);
    obey_display();
    draw(size);
    if (std::exchange(screenshot_, false)) save_screenshot(size);
    draw_panel();
    present();
    if (map_file_) map_file_->update(map_);
}

void View::draw_panel() {
    const HostSpan drawing = span("draw panel");
    host_.end();
}

void View::present() {
    const HostSpan presenting = span("present");
    window_.swap();
}

/// If a frame does not fit in memory, it is black and a notice says so. The panel, in which the person can
/// ask for less, is still drawn.
void View::draw(gl::Size size) {
    const HostSpan drawing = span("draw");
    try {
        renderer_.draw(scene(), size);
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        notices_.warn(error.what());
        render::clear_window(size);
    }
}

/// The edits of a replay are not made by the person, but they change the effect too.
void View::advance(double seconds) {
    const bool replays = playback_.replaying();
    playback_.advance(seconds);
    look_at_particles();
    if (!replays) return;
    document_.replayed(session_.settings().effect);
    after_change();
}

/// Lets the Lab show what the last step did to the oldest particles.
void View::look_at_particles() {
    if (!session_.settings().display.lab || !lab_.wants_particles()) return;
    if (!session_.in_order()) return lab_.see({}, {});
    if (!probe_) probe_.emplace(session_.shaders());
    probe_->submit(session_.simulation());
    if (const auto probed = probe_->take()) lab_.see(before_step(*probed), after_step(*probed));
}

/// Executes the kernel that the Lab wants to show a run of. The frame waits for it: it is one small dispatch.
void View::run_kernel() {
    const std::optional<lab::KernelTask> task = lab_.take_task();
    if (!task) return;
    try {
        if (!kernels_) kernels_.emplace(session_.facts(), session_.shaders());
        lab_.see_run(kernels_->trace(*task), kernels_->device());
    } catch (const Error& error) {
        lab_.refuse(error.what());
    }
}

void View::reload_changed() {
    session_.shaders().poll();
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
    if (playback_.replayed() && !std::exchange(told_replayed_, true))
        notices_.info("The replay has ended: every recorded input was applied.");
    if (session_.notice() != told_) notices_.warn(told_ = session_.notice());
    describe_document();
    model_.notices = notices_.current(now);
    model_.lab = &lab_.model();
}

/// The panel is laid out before the steps, so that its edits take effect in the same frame.
ui::Events View::interface(gl::Size size, double seconds) {
    const HostSpan laying_out = span("panel");
    const float scale = scale_ * session_.settings().display.ui_scale;
    host_.begin(scale);
    ui::Events events;
    for (const ui::Command command : host_.take_commands()) ui::perform(command, model_, events);
    panel_.draw(model_, host_.fonts(), scale, map_, events);
    const ui::CameraInput input = host_.take_camera_input();
    const bool in_lab = session_.settings().display.lab;
    move_camera(in_lab ? ui::CameraInput{} : input, size, seconds);
    if (in_lab) lab_.advance(seconds);
    make_room(seconds);
    return events;
}

/// Moves the fountain gradually to the middle of the area that the panel leaves free.
void View::make_room(double seconds) {
    const float share = panel_.covered_share();
    const float goal = share < most_covered ? share : 0;
    const bool first = covered_ < 0;
    covered_ = first
                   ? goal
                   : covered_ + (goal - covered_) * static_cast<float>(1 - std::exp(-seconds / gliding_time));
    camera_.set_covered_left(covered_);
}

render::Scene View::scene() {
    render::Scene scene = session::scene_of(session_, camera_);
    scene.bloom = session_.settings().display.bloom;
    scene.order.frozen = frozen_;
    if (is_tried())
        scene.by_tiles =
            draw_trial_.next({session_.settings().effect.name, model_.figures.alive, drawing_time()});
    return scene;
}

/// On a CPU the rule stands: it would compile the other renderer's shaders for so long that the picture
/// stopped.
bool View::is_tried() const {
    return session_.settings().display.draw == effects::DrawMethod::automatic && !session_.facts().software;
}

/// Returns the milliseconds of the passes that differ between the renderers, of a recent frame.
std::optional<double> View::drawing_time() {
    double sum = 0;
    for (const char* name : {"shade", "reflection", "particles"}) {
        const std::optional<double> time =
            session_.passes().milliseconds(session_.passes().declare(name, "", gl::Work::draw));
        sum += time.value_or(0);
    }
    return sum > 0 ? std::optional(sum) : std::nullopt;
}

void View::obey_display() {
    const effects::Display& display = session_.settings().display;
    remembered_ = display;
    if (display.freeze_camera != frozen_.has_value())
        frozen_ = display.freeze_camera ? std::optional(camera_) : std::nullopt;
    if (vsync_ != display.vsync) window_.set_vsync(display.vsync);
    vsync_ = display.vsync;
}

void View::save_screenshot(gl::Size size) {
    const std::string name = screenshot_name();
    try {
        render::write_png(name, render::read_window(size));
        notices_.info("Saved " + absolute_path(name));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

}  // namespace winnow::view
