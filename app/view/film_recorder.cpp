#include "view/film_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "view/file_names.h"

namespace winnow::view {
namespace {

/// An existing file is not replaced, because a film may be the work of an hour. A folder may exist.
void require_new(const std::string& path) {
    std::error_code ignored;
    if (path == "-") bad_input("a film of the window goes to a file or a folder");
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_empty(path, ignored))
        bad_input("{} exists already; choose another name for the film", path);
}

}  // namespace

FilmRecorder::Film::Film(const session::Session& session, ui::FilmChoice chosen,
                         std::optional<LoopRegion> steps)
    : choice(std::move(chosen)),
      range(steps),
      passes(session.facts()),
      target({choice.size.width, choice.size.height}) {
    if (choice.output.empty()) choice.output = name_by_time(".mp4");
    require_new(choice.output);
    if (film::ending_of(choice.output) == film::exr_ending)
        bad_input("cannot write {}: the window records PNG, MP4 and WebM; winnow render writes EXR",
                  choice.output);
    sink = film::make_sink(choice.output, {target.size(), choice.frames_per_second, 1, choice.transparent});
}

void FilmRecorder::start(const ui::FilmChoice& choice) {
    if (film_) return;
    try {
        const auto range = range_of(choice.steps);
        auto film = std::make_unique<Film>(session_, choice, range);
        for (auto* renderer : {&film->renderer, &film->version_renderer})
            renderer->emplace(session_.facts(), session_.shaders(), film->passes,
                              &session_.suites().memory());
        if (range) play(*range);
        film_ = std::move(film);
    } catch (const Error& error) {
        if (error.status() == ExitStatus::interrupted) throw;
        notices_.warn(fmt::format("No film is made: {}", error.what()));
    }
}

/// Returns the steps of the timeline that the film shows; empty: those that are still to be made. Throws
/// Error(bad_input) if there are none.
std::optional<LoopRegion> FilmRecorder::range_of(ui::FilmSteps steps) const {
    const session::Timeline& timeline = playback_.timeline();
    const std::uint64_t prewarmed = effects::prewarm_steps(session_.settings().effect);
    const std::uint64_t first = std::max(timeline.beginning(), prewarmed);
    if (steps == ui::FilmSteps::from_here) return std::nullopt;
    if (!timeline.reason().empty()) bad_input("{}", timeline.reason());
    if (steps == ui::FilmSteps::loop) {
        if (!playback_.loop())
            bad_input("no loop is set; its ends are set by [ and ], or dragged in the timeline");
        return playback_.loop();
    }
    if (timeline.newest() <= first) bad_input("the run has made no step yet");
    return LoopRegion{first, timeline.newest()};
}

void FilmRecorder::play(const LoopRegion& range) {
    const Return back{playback_.timeline().destination(), session_.settings().simulation.paused,
                      playback_.loop()};
    if (const Availability result = playback_.seek(range.begin); !result) bad_input("{}", result.reason);
    playback_.set_loop(std::nullopt);
    if (back.was_paused) editor_.apply({"/simulation/paused", false});
    return_ = back;
}

double FilmRecorder::frame_seconds() const {
    return 1.0 / film_->choice.frames_per_second;
}

void FilmRecorder::advance() {
    film_->is_due = film_->is_due || playback_.advance_film(frame_seconds());
}

void FilmRecorder::write_due() {
    if (!film_ || !film_->is_due || versions_.is_behind()) return;
    try {
        write_frame();
    } catch (const Error& error) {
        if (error.status() == ExitStatus::interrupted) throw;
        notices_.keep(Notices::Unwritten::film, fmt::format("The film ends: {}", error.what()));
        return end();
    }
    if (film_->range && session_.simulation().steps() >= film_->range->end) stop();
}

void FilmRecorder::write_frame() {
    film_->renderer->draw(painter_.scenes_to_save(film_->choice.transparent), film_->target);
    versions_.draw_over(film_->target, film_->choice.transparent, &*film_->version_renderer);
    film_->sink->write(film_->target.read(film_->choice.transparent));
    film_->is_due = false;
    ++film_->frames;
}

void FilmRecorder::stop() {
    if (!film_) return;
    try {
        if (film_->frames == 0) bad_input("it has no frames");
        film_->sink->finish();
        const std::string path = absolute_path(film_->choice.output);
        notices_.written(Notices::Unwritten::film);
        notices_.wrote(fmt::format("Saved {} of film to {}", counted(film_->frames, "frame"), path), path);
        end();
    } catch (const Error& error) {
        end();
        if (error.status() == ExitStatus::interrupted) throw;
        notices_.keep(Notices::Unwritten::film, fmt::format("The film is not saved: {}", error.what()));
    }
}

/// Goes back to where the run was before. The output of a film that is not complete goes away.
void FilmRecorder::end() {
    film_.reset();
    const auto back = std::exchange(return_, std::nullopt);
    if (!back) return;
    playback_.set_loop(back->loop);
    playback_.seek(back->step);
    if (back->was_paused) editor_.apply({"/simulation/paused", true});
}

void FilmRecorder::describe(ui::FilmModel& shown) const {
    shown = {};
    if (!film_) return;
    shown.is_made = true;
    shown.frames = film_->frames;
    shown.output = film_->choice.output;
    shown.seconds = static_cast<double>(film_->frames) / film_->choice.frames_per_second;
    if (!film_->range) return;
    const auto [begin, last] = *film_->range;
    const std::uint64_t here = std::clamp(session_.simulation().steps(), begin, last);
    shown.share = static_cast<double>(here - begin) / static_cast<double>(last - begin);
}

}  // namespace winnow::view
