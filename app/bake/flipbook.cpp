#include "bake/flipbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <future>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output_file.h"
#include "base/parts.h"
#include "base/text.h"
#include "base/tone_curve.h"
#include "film/exr.h"
#include "film/frame_sink.h"
#include "render/camera.h"
#include "render/exposure.h"
#include "render/renderer.h"
#include "session/scene.h"

namespace winnow::bake {
namespace {

constexpr double rounding = 1e-9;            // frames by which a multiple of a quotient may fall short
constexpr int max_side = 16384;              // of a sheet, pixels
constexpr std::uint64_t max_warm_up = 3600;  // steps in which a run must begin to repeat itself

/// Returns the place of a pixel among those of a picture.
std::size_t at(int x, int y, gl::Size size) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x);
}

/// The steps of a run, made one after the other.
class Steps {
  public:
    Steps(session::Session& session, std::uint32_t frames_per_second)
        : session_(session), frames_per_second_(frames_per_second) {}

    /// Makes the steps up to a frame, counted from the first step that shows; `note` takes their figures.
    void go_to(std::uint64_t frame, const std::function<void(const particles::StepFigures&)>& note = {}) {
        go_to_step(first_ + steps_at(frame), note);
    }
    void go_to_step(std::uint64_t step, const std::function<void(const particles::StepFigures&)>& note = {}) {
        particles::Simulation& simulation = session_.simulation();
        while (simulation.steps() < step) {
            check_interrupted();
            simulation.settle();
            for (const session::StepReport& report : session_.take_reports())
                if (note) note(report.figures);
            session_.step();
        }
        simulation.settle();
        for (const session::StepReport& report : session_.wait_reports())
            if (note) note(report.figures);
    }
    /// Counts frames from the present step.
    void begin() { first_ = session_.simulation().steps(); }
    /// Makes so many steps that do not count.
    void pass(std::uint64_t steps) {
        first_ += steps;
        go_to_step(session_.simulation().steps() + steps);
    }
    /// Returns the steps that are made when a frame shows, and how far the frame is behind them, in steps.
    std::uint64_t steps_at(std::uint64_t frame) const {
        return (frame * steps_per_second() + frames_per_second_ - 1) / frames_per_second_;
    }
    double behind(std::uint64_t frame) const {
        return static_cast<double>(steps_at(frame)) -
               static_cast<double>(frame * steps_per_second()) / frames_per_second_;
    }

  private:
    std::uint64_t steps_per_second() const {
        return static_cast<std::uint64_t>(session_.settings().effect.steps_per_second);
    }

    session::Session& session_;
    const std::uint32_t frames_per_second_;
    std::uint64_t first_ = 0;
};

/// Puts a session that is a period further back to the beginning of the period: its living particles stay,
/// and births and time begin anew.
void wrap(session::Session& session, const state::SavedState& beginning) {
    state::SavedState now = session.save();
    now.conditions.step = now.state.step = beginning.state.step;
    now.state.fractions = beginning.state.fractions;
    now.state.spaces = beginning.state.spaces;
    session.restore(now, session.settings().simulation.capacity);
}

/// Repeats a period of the run until it repeats itself to the bit; the session is then at the period's
/// beginning. Returns false if it does not within max_warm_up steps.
bool repeat(session::Session& session, Steps& steps, std::uint64_t period) {
    session.simulation().set_hashing(true);
    const state::SavedState beginning = session.save();
    const std::uint64_t end = beginning.state.step + period;
    std::uint64_t before = 0, now = 0;
    bool is_exact = false;
    for (std::uint64_t made = 0; made < max_warm_up + 2 * period && !is_exact; made += period) {
        steps.go_to_step(end, [&](const particles::StepFigures& figures) { now = figures.hash; });
        is_exact = made > 0 && now == std::exchange(before, now);
        wrap(session, beginning);
    }
    session.simulation().set_hashing(false);
    return is_exact;
}

class Book {
  public:
    Book(session::Session& session, const Bake& bake, const FlipbookPlan& plan)
        : session_(session),
          bake_(bake),
          plan_(plan),
          inner_{plan.cell.width - 2 * static_cast<int>(bake.flipbook.padding),
                 plan.cell.height - 2 * static_cast<int>(bake.flipbook.padding)},
          steps_(session, bake.fps),
          renderer_(session.facts(), session.shaders(), session.passes(), &session.suites().memory()),
          target_(inner_) {}

    FlipbookResult make() {
        go_to_the_beginning();
        look_at_all();
        draw_frames();
        write();
        return result_;
    }

  private:
    const Flipbook& book() const { return bake_.flipbook; }
    std::uint64_t period() const {
        return steps_.steps_at(bake_.frames.first - 1 + bake_.frames.count()) -
               steps_.steps_at(bake_.frames.first - 1);
    }

    void go_to_the_beginning() {
        session_.set_solo(book().emitters);
        steps_.go_to_step(effects::prewarm_steps(session_.settings().effect));
        steps_.begin();
        steps_.go_to(bake_.frames.first - 1);
        if (book().loops) {
            if (session_.simulation().steps() == 0)
                steps_.pass(period());  // a state of step 0 has no particles
            const bool repeats = repeat(session_, steps_, period());
            result_.loop = repeats ? LoopKind::exact : LoopKind::cross_faded;
        }
        beginning_ = session_.checkpoint();
        if (!beginning_) bad_input("{}: there is no memory for a copy of the particles", bake_.output);
    }

    /// Frames are shown a frame after the beginning, as the first one of a run is.
    std::uint64_t last_frame() const {
        const std::uint64_t frames = bake_.frames.count() * (result_.loop == LoopKind::cross_faded ? 2 : 1);
        return bake_.frames.first - 1 + frames;
    }

    void look_at_all() {
        effects::View view = session_.settings().effect.view;
        view.orbit = view.sway = 0;
        view.path.clear();
        if (const auto& chosen = book().camera) {
            view.yaw = chosen->yaw;
            view.pitch = chosen->pitch;
            view.distance = chosen->distance;
            view.target = chosen->target.value_or(view.target);
        }
        camera_.reset(view);
        if (!book().camera) {
            frame_positions();
            constexpr int closer = 2;  // times; the first picture is seen from afar
            for (int pass = 0; pass < closer; ++pass) frame_pixels();
        }
        const glm::mat4 projection = camera_.projection(inner_);
        result_.metres = 2 * camera_.pose().distance / glm::vec2(projection[0].x, projection[1].y);
    }

    /// Looks at the box of all positions, from so far that large particles are seen too.
    void frame_positions() {
        constexpr float farther = 2.5f;
        constexpr float far = std::numeric_limits<float>::max();
        glm::vec3 low(far), high(-far);
        steps_.go_to(last_frame(), [&](const particles::StepFigures& figures) {
            if (!figures.bounds) return;
            low = glm::min(low, figures.bounds->least);
            high = glm::max(high, figures.bounds->greatest);
        });
        session_.restore(*beginning_);
        if (!(low.x <= high.x)) return;
        const float radius = 0.5f * effects::compiled_of(session_.settings())->program.bounds.diameter;
        const glm::vec3 margin(std::min(radius, glm::length(high - low) + 1));
        camera_.frame(low - margin, high + margin);
        camera_.arrive();
        render::Pose pose = camera_.pose();
        pose.distance *= farther;
        camera_.go_to(pose);
        camera_.arrive();
    }

    /// Comes nearer, until what the cells show fills them but for a margin.
    void frame_pixels() {
        constexpr int side = 96;                        // pixels of the longer side of small pictures
        constexpr float margin = 1.06f, seen = 0.004f;  // an 8-bit step of light or opacity
        const int longer = std::max(inner_.width, inner_.height);
        const gl::Size small{std::max(side * inner_.width / longer, 1),
                             std::max(side * inner_.height / longer, 1)};
        const render::TargetImage target(small);
        glm::ivec2 low(side), high(-1);
        for (std::uint32_t cell = 0; cell < plan_.cells; ++cell) {
            const std::uint64_t frame = plan_.frame_of(bake_.frames, cell, book().loops);
            steps_.go_to(frame);
            renderer_.draw(scene_at(frame), target);
            const film::LightFrame shown = film::light_frame({small, 1, true, renderer_.light()});
            for (int y = 0; y < small.height; ++y)
                for (int x = 0; x < small.width; ++x) {
                    const glm::vec4& one = shown.light[at(x, y, small)];
                    if (std::max({one.r, one.g, one.b, one.a}) < seen) continue;
                    const int up = small.height - y;
                    low = glm::min(low, glm::ivec2(x, up - 1));
                    high = glm::max(high, glm::ivec2(x + 1, up));
                }
        }
        session_.restore(*beginning_);
        if (high.x < 0) return;
        const glm::vec2 size(small.width, small.height), from = 2.0f * glm::vec2(low) / size - 1.0f,
                                                         to = 2.0f * glm::vec2(high) / size - 1.0f;
        const glm::mat4 projection = camera_.projection(inner_);
        render::Pose pose = camera_.pose();
        const glm::vec2 half = pose.distance / glm::vec2(projection[0].x, projection[1].y);
        const glm::mat3 to_world = glm::transpose(glm::mat3(pose.view()));
        pose.target += to_world * glm::vec3(0.5f * (from + to) * half, 0);
        pose.distance *= margin * 0.5f * std::max(to.x - from.x, to.y - from.y);
        camera_.go_to(pose);
        camera_.arrive();
    }

    render::Scene scene_at(std::uint64_t frame) {
        render::Scene scene = session::scene_of(session_, camera_, steps_.behind(frame));
        scene.transparent = true;
        scene.bloom = false;
        scene.scenery.objects.clear();
        scene.scenery.fog = {};
        return scene;
    }

    film::LightFrame draw(std::uint64_t frame) {
        const double rate = session_.settings().effect.steps_per_second;
        render::Scene scene = scene_at(frame);
        scene.identifies = book().motion != MotionConvention::none;
        renderer_.draw(scene, target_);
        session_.simulation().set_seen(renderer_.seen());
        std::vector<shared::PixelParticle> particles;
        if (scene.identifies)
            particles = renderer_.pixel_particles(scene, 1 / rate, camera_.sight(inner_), 1.0 / bake_.fps);
        return film::light_frame({inner_, 1, true, renderer_.light(), std::move(particles)});
    }

    /// A cell shows a frame that is made; frames of a cross-faded loop are made twice, a period apart.
    void draw_frames() {
        sheet_.size = motion_.size = plan_.size;
        sheet_.light.assign(pixels(), glm::vec4(0));
        if (book().motion != MotionConvention::none) motion_.light.assign(pixels(), glm::vec4(0));
        const std::uint32_t count = static_cast<std::uint32_t>(bake_.frames.count());
        Progress progress;
        for (int turn = 0; turn < (result_.loop == LoopKind::cross_faded ? 2 : 1); ++turn)
            for (std::uint32_t cell = 0; cell < plan_.cells; ++cell) {
                const std::uint32_t number = plan_.frame_of(bake_.frames, cell, book().loops);
                const std::uint64_t frame = number + std::uint64_t{turn == 0 ? 0 : count};
                progress.show(fmt::format("cell {} of {}", cell + 1, plan_.cells),
                              static_cast<double>(cell) / plan_.cells);
                steps_.go_to(frame);
                const double later = static_cast<double>(number - bake_.frames.first) / count;
                const double share = result_.loop != LoopKind::cross_faded ? 1
                                     : turn == 0                           ? later
                                                                           : 1 - later;
                put(draw(frame), cell, static_cast<float>(share));
            }
        progress.clear();
    }

    std::size_t pixels() const {
        return static_cast<std::size_t>(plan_.size.width) * static_cast<std::size_t>(plan_.size.height);
    }

    /// Adds a share of a frame to its cell.
    void put(const film::LightFrame& frame, std::uint32_t cell, float share) {
        const int padding = static_cast<int>(book().padding);
        const int left = static_cast<int>(cell % book().columns) * plan_.cell.width + padding;
        const int top = static_cast<int>(cell / book().columns) * plan_.cell.height + padding;
        const glm::vec2 side(inner_.width, inner_.height);
        const auto frames_per_cell = static_cast<float>(plan_.frames_per_cell(bake_.frames, book().loops));
        for (int y = 0; y < inner_.height; ++y)
            for (int x = 0; x < inner_.width; ++x) {
                const std::size_t from = at(x, y, inner_);
                const auto to =
                    static_cast<std::size_t>(top + y) * static_cast<std::size_t>(plan_.size.width) +
                    static_cast<std::size_t>(left + x);
                sheet_.light[to] += share * frame.light[from];
                if (frame.particles.empty()) continue;
                const shared::PixelParticle& one = frame.particles[from];
                const glm::vec2 moved = frames_per_cell * glm::vec2(one.velocity_x, one.velocity_y) / side;
                motion_.light[to] += share * glm::vec4(moved, 0, one.emitter == shared::NO_EMITTER ? 0 : 1);
            }
    }

    /// Both files are encoded at once.
    void write() {
        auto motion = std::async(std::launch::async, [&] {
            if (!plan_.motion.empty()) write_pixels(plan_.motion, motion_pixels());
        });
        if (film::ending_of(plan_.sheet) == film::exr_ending) {
            write_file(plan_.sheet, film::encode_exr(sheet_, {0, false, bake_.fps}, bake_.frames.first));
        } else {
            const float exposure = session_.settings().effect.view.exposure;
            write_pixels(plan_.sheet, pixels_of(sheet_, exposure, book().alpha, book().encoding));
        }
        motion.get();
    }

    void write_pixels(const std::string& path, const std::vector<std::uint8_t>& rgba) const {
        render::Image image(plan_.size);
        for (std::size_t i = 0; i < rgba.size(); i += 4) {
            std::copy_n(&rgba[i], 3, &image.pixels[i / 4 * 3]);
            image.alpha.push_back(rgba[i + 3]);
        }
        render::write_png(path, image);
    }

    std::vector<std::uint8_t> motion_pixels() {
        float strength = 0;
        for (const glm::vec4& one : motion_.light)
            strength = std::max({strength, std::abs(one.x), std::abs(one.y)});
        result_.motion_strength = strength;
        const float green = book().motion == MotionConvention::unreal ? -1.0f : 1.0f;
        std::vector<std::uint8_t> rgba;
        for (const glm::vec4& one : motion_.light) {
            const auto code = [&](float moved) {
                const float unit = strength > 0 ? 0.5f + 0.5f * moved / strength : 0.5f;
                return static_cast<std::uint8_t>(std::lround(255 * std::clamp(unit, 0.0f, 1.0f)));
            };
            rgba.insert(rgba.end(), {code(one.x), code(green * one.y), 0, std::uint8_t{255}});
        }
        return rgba;
    }

    session::Session& session_;
    const Bake& bake_;
    const FlipbookPlan& plan_;
    const gl::Size inner_;
    Steps steps_;
    render::Renderer renderer_;
    render::TargetImage target_;
    render::Camera camera_;
    std::optional<session::Session::Checkpoint> beginning_;
    film::LightFrame sheet_, motion_;  // motion: in sides of a cell, to the right and up
    FlipbookResult result_;
};

void require_emitters(const Flipbook& book, const effects::Effect& effect) {
    std::vector<std::string_view> names;
    for (const effects::Emitter& emitter : effect.emitters) names.push_back(emitter.name);
    for (const std::string& name : book.emitters)
        if (std::ranges::find(names, name) == names.end())
            bad_input("emitters: the effect {} has no {}; it has {}", effect.name, shortened(name),
                      join_or(names));
}

std::uint8_t byte_of(double level) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(level, 0.0, 1.0)));
}

std::array<std::uint8_t, 4> pixel_of(const glm::vec4& light, float exposure, AlphaMode alpha,
                                     Encoding encoding) {
    if (light == glm::vec4(0)) return {};
    Light shown{std::max(light.r, 0.0f), std::max(light.g, 0.0f), std::max(light.b, 0.0f)};
    for (double& part : shown) part *= exposure * (encoding == Encoding::srgb ? curve_exposure : 1);
    if (encoding == Encoding::srgb) {
        shown = tone_mapped(shown);
        for (double& part : shown) part = encoded_srgb(part);
    }
    double covered = std::clamp(light.a, 0.0f, 1.0f);
    if (alpha == AlphaMode::straight) {
        for (const double part : shown) covered = std::max(covered, std::min(part, 1.0));
        covered = byte_of(covered) / 255.0;
        for (double& part : shown) part = covered > 0 ? part / covered : 0;
    }
    return {byte_of(shown[0]), byte_of(shown[1]), byte_of(shown[2]), byte_of(covered)};
}

std::string with_ending(const std::string& path, const std::string& ending) {
    return std::filesystem::path(path).replace_extension().string() + ending;
}

}  // namespace

double FlipbookPlan::frames_per_cell(const FrameRange& frames, bool loops) const {
    if (cells == 1) return static_cast<double>(frames.count());
    return loops ? static_cast<double>(frames.count()) / cells
                 : static_cast<double>(frames.count() - 1) / (cells - 1);
}

std::uint32_t FlipbookPlan::frame_of(const FrameRange& frames, std::uint32_t nth, bool loops) const {
    return frames.first + static_cast<std::uint32_t>(nth * frames_per_cell(frames, loops) + rounding);
}

FlipbookPlan plan_flipbook(const Bake& bake, const effects::Settings& settings) {
    const Flipbook& book = bake.flipbook;
    check(bake.frames);
    FlipbookPlan plan;
    plan.sheet = bake.output;
    const std::string kind = film::ending_of(bake.output);
    if (kind != film::png_ending && kind != film::exr_ending)
        bad_input("cannot write {}: a flip-book goes to NAME.png or NAME.exr", bake.output);
    if (kind == film::exr_ending) film::require_exr(bake.output);
    plan.layout = with_ending(bake.output, ".json");
    if (book.motion != MotionConvention::none) plan.motion = with_ending(bake.output, "_motion.png");
    plan.cells = book.columns * book.rows;
    plan.cell = {static_cast<int>(book.width), static_cast<int>(book.height)};
    plan.size = {plan.cell.width * static_cast<int>(book.columns),
                 plan.cell.height * static_cast<int>(book.rows)};
    if (2 * book.padding >= std::min(book.width, book.height))
        bad_input("padding {}: leaves nothing of a cell of {}x{} pixels", book.padding, book.width,
                  book.height);
    if (plan.size.width > max_side || plan.size.height > max_side)
        bad_input("a sheet of {}x{} cells of {}x{} pixels has {}x{}; each side must be at most {}",
                  book.columns, book.rows, book.width, book.height, plan.size.width, plan.size.height,
                  max_side);
    if (bake.frames.count() < plan.cells)
        bad_input("frames {}-{}: are fewer than the {} cells", bake.frames.first, bake.frames.last,
                  plan.cells);
    require_emitters(book, settings.effect);
    const std::uint64_t period = bake.frames.count() * settings.effect.steps_per_second;
    if (book.loops && period % bake.fps != 0)
        bad_input(
            "frames {}-{}: a loop of {} at {} frames per second is no whole number of the effect's {} steps "
            "per "
            "second",
            bake.frames.first, bake.frames.last, counted(bake.frames.count(), "frame"), bake.fps,
            settings.effect.steps_per_second);
    return plan;
}

FlipbookResult bake_flipbook(session::Session& session, const Bake& bake, const FlipbookPlan& plan) {
    return Book(session, bake, plan).make();
}

std::vector<std::uint8_t> pixels_of(const film::LightFrame& frame, float exposure, AlphaMode alpha,
                                    Encoding encoding) {
    std::vector<std::uint8_t> rgba(4 * frame.light.size());
    for_parts(frame.light.size(), [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::array<std::uint8_t, 4> pixel = pixel_of(frame.light[i], exposure, alpha, encoding);
            std::ranges::copy(pixel, &rgba[4 * i]);
        }
    });
    return rgba;
}

}  // namespace winnow::bake
