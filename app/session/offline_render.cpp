#include "session/offline_render.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/text.h"
#include "render/exposure.h"
#include "render/image.h"
#include "session/scene.h"
#include "session/start.h"
#include "session/still.h"

namespace winnow::session {
namespace {

constexpr std::uint32_t default_seconds = 5;

/// Returns the number of the last frame; empty: the replay says when it is over.
std::optional<std::uint64_t> last_frame(const FramesChoice& frames, bool replays) {
    const std::uint64_t first = frames.film.first;
    if (frames.count) return first - 1 + *frames.count;
    if (replays) return std::nullopt;
    const std::uint64_t usual = std::uint64_t{default_seconds} * frames.film.frames_per_second;
    if (first > usual)
        bad_input("--start {}: a film of {} s ends at frame {}; choose its length with --frames", first,
                  default_seconds, usual);
    return usual;
}

double share_of(std::uint64_t done, std::uint64_t all) {
    return static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1));
}

}  // namespace

/// Draws the session from the effect's own view, or from the chosen camera. The clock must outlive this.
class OfflineRender::Frames {
  public:
    Frames(Session& session, const FrameClock& clock, const FramesChoice& choice,
           std::unique_ptr<film::FrameSink> sink)
        : session_(session),
          clock_(clock),
          still_(session, {choice.film.size, choice.supersample, choice.camera, choice.finish,
                           choice.film.transparent, choice.film.channels != 0}),
          meters_(choice.meters),
          frames_per_second_(choice.film.frames_per_second),
          sink_(std::move(sink)) {}

    bool last_only() const { return sink_ && sink_->last_only(); }
    bool are_seen() const { return still_.is_seen(); }
    bool failed() const { return failure_ != nullptr; }
    std::uint32_t written() const { return written_; }
    std::optional<bool> drew_by_tiles() const { return still_.drew_by_tiles(); }

    /// Returns the number of the frame from which on frames must be drawn, so that `first` looks as it does
    /// in the whole film: the one that sorts the particles in the order that it is drawn in, or all if the
    /// steps depend on them.
    std::uint64_t drawn_from(std::uint64_t first) const {
        if (are_seen()) return 1;
        const render::DrawOrder order = order_of(session_);
        return order.sorts ? first - (first - 1) % order.sort_every : first;
    }
    void draw_unwritten() {
        if (!failed()) still_.draw(clock_.behind());
    }

    /// A frame that sorts may be needed by those after it.
    void skip() {
        if (failed()) return;
        const render::DrawOrder order = order_of(session_);
        if (are_seen() || (order.sorts && order.sort_every > 1)) still_.draw(clock_.behind());
        sink_->skip();
    }

    /// Keeps a write error for finish() to throw, because the steps continue for the other outputs.
    void draw() {
        if (failed()) return;
        still_.draw(clock_.behind());
        if (meters_)
            metered_.push_back(
                {static_cast<float>(seconds_since_first_frame(session_, clock_.behind())), still_.metered()});
        try {
            hand_over();
            ++written_;
        } catch (const Error&) {
            check_interrupted();
            failure_ = std::current_exception();
            written_ = sink_->written();
            sink_.reset();  // frees its memory for the other outputs
        }
    }

    std::vector<effects::ExposureKey> exposures() const { return render::smooth_track(metered_); }

    /// Throws the error of the first frame that could not be written.
    void finish() {
        if (failed()) std::rethrow_exception(failure_);
        if (written_ == 0) return;
        try {
            sink_->finish();
        } catch (const Error&) {
            written_ = sink_->written();
            throw;
        }
    }

  private:
    /// Reads the frame back and gives it to the sink.
    void hand_over() {
        if (sink_->takes_light()) {
            film::DrawnLight light = still_.read_light(clock_.behind(), 1.0 / frames_per_second_);
            session_.passes().poll();
            return sink_->write_light(std::move(light));
        }
        const render::Image image = still_.read();
        session_.passes().poll();  // while the GPU is idle, so that its clock is read exactly
        const HostSpan span(session_.passes().time_line(), "encode");
        sink_->write(image);
    }

    Session& session_;
    const FrameClock& clock_;
    Still still_;
    const bool meters_;
    std::vector<effects::ExposureKey> metered_;  // of each frame that was written
    const std::uint32_t frames_per_second_;
    std::unique_ptr<film::FrameSink> sink_;
    std::exception_ptr failure_;
    std::uint32_t written_ = 0;
};

OfflineRender::OfflineRender(Session& session, const FramesChoice& frames, Start& start, Trace& trace,
                             std::unique_ptr<film::FrameSink> sink, bool wanted_at_the_end)
    : session_(session),
      fps_(frames.film.frames_per_second),
      trace_(trace),
      wanted_at_the_end_(wanted_at_the_end),
      replay_(start.take_replay()),
      clock_(start.clock()),
      first_(frames.film.first),
      last_frame_(last_frame(frames, replay_.has_value())),
      output_(frames.output),
      stage_(frames.stage) {
    if (sink) frames_ = std::make_unique<Frames>(session, clock_, frames, std::move(sink));
}

OfflineRender::~OfflineRender() = default;

void OfflineRender::run() {
    Progress progress;
    if (session_.simulation().steps() == 0) prewarm(progress);
    for (; !finished(); ++made_) {
        show(progress);
        const HostSpan span(session_.passes().time_line(), "frame", {"frame", made_ + 1});
        make_steps(clock_.advance(session_.settings().effect.steps_per_second, fps_));
        draw_newest();
        if (take_ && made_ + 1 >= first_) take_({made_ + 1, clock_.behind()});
    }
    note(session_.wait_reports());
    progress.clear();
    require_a_frame();
    if (frames_ && frames_->last_only()) {
        const HostSpan span(session_.passes().time_line(), "frame", {"frame", made_});
        frames_->draw();
    }
    tell_difference();
    tell_dropped();
}

/// Draws the frame after the newest one whose steps were made, if it is to be written, has to be sorted, or
/// is seen by the steps after it.
void OfflineRender::draw_newest() {
    const std::uint64_t number = made_ + 1;
    if (!frames_) return;
    const bool is_unwritten = frames_->last_only();
    if (is_unwritten ? !frames_->are_seen() : number < frames_->drawn_from(first_)) return;
    if (is_unwritten || number < first_)
        frames_->draw_unwritten();
    else if (kept_.contains(number))
        frames_->skip();
    else
        frames_->draw();
}

/// An image shows the end of the recording even if that is before its first frame.
void OfflineRender::require_a_frame() const {
    if (!frames_ || made_ >= first_ || (frames_->last_only() && first_ == 1)) return;
    bad_input("{}: the recording ends before its {}, so there is nothing to write", output_,
              first_ == 1 ? "first frame" : fmt::format("frame {}", first_));
}

state::SavedState OfflineRender::save() {
    state::SavedState saved = session_.save();
    saved.clock = clock_.phase();
    return saved;
}

bool OfflineRender::finished() const {
    if (!wanted()) return true;
    return last_frame_ ? made_ == *last_frame_ : replay_->finished(session_.simulation().steps());
}

/// Returns false if every requested output has failed: then no more steps are needed.
bool OfflineRender::wanted() const {
    const TimeLine* line = session_.passes().time_line();
    const bool traced = (trace_.wanted() && !trace_.failed()) || (line && !line->failed());
    return wanted_at_the_end_ || traced || (frames_ && !frames_->failed());
}

/// Shows its own progress and draws no steps.
void OfflineRender::prewarm(Progress& progress) {
    const std::uint64_t steps = prewarm_steps(session_.settings().effect);
    for (std::uint64_t i = 0; i < steps; ++i) {
        progress.show(fmt::format("{}step {} of {} before the first frame", stage_, i + 1, steps),
                      share_of(i, steps));
        make_steps(1);
    }
    progress.begin();
}

void OfflineRender::show(Progress& progress) const {
    if (last_frame_)
        progress.show(fmt::format("{}frame {} of {}", stage_, made_ + 1, *last_frame_),
                      share_of(made_, *last_frame_));
    else
        progress.show(fmt::format("{}frame {}", stage_, made_ + 1),
                      share_of(session_.simulation().steps(), replay_->end()));
}

void OfflineRender::tell_difference() const {
    if (!replay_) return;
    const std::string difference = replay_->difference(session_.simulation().steps());
    if (!difference.empty()) say(difference);
}

void OfflineRender::tell_dropped() const {
    if (dropped_ == 0) return;
    say(fmt::format(
        "{} dropped, from step {} on: the capacity of {} particles was full; --capacity sets another",
        counted(dropped_, "birth"), first_dropped_, session_.settings().simulation.capacity));
}

/// Applies the recorded inputs of the present step.
void OfflineRender::feed() {
    if (!replay_) return;
    const Replay::Hands hands{
        [this](const effects::Edit& edit) {
            note(session_.wait_reports());  // a new seed discards the reports
            session_.apply(edit);
        },
        [this] {
            note(session_.wait_reports());
            session_.reset();
        },
        [this](const particles::Pointer& pointer) { session_.simulation().set_pointer(pointer); }};
    replay_->feed([this] { return session_.simulation().steps(); }, hands);
}

void OfflineRender::make_steps(std::uint64_t steps) {
    for (; steps > 0; --steps) {
        check_interrupted();
        session_.simulation().settle();
        feed();
        if (!last_frame_ && finished()) break;
        note(session_.take_reports());  // before the step, so that the last frame did not wait for a hash
        session_.step();
    }
    session_.simulation().settle();
}

void OfflineRender::note(const std::vector<StepReport>& reports) {
    trace_.write(reports);
    if (take_reports_) take_reports_(reports);
    for (const StepReport& report : reports) {
        if (report.figures.dropped > 0 && dropped_ == 0) first_dropped_ = report.figures.step;
        dropped_ += report.figures.dropped;
    }
    if (!reports.empty()) last_ = reports.back().figures;
}

void OfflineRender::finish_frames() {
    if (frames_) frames_->finish();
}

std::vector<effects::ExposureKey> OfflineRender::exposures() const {
    return frames_ ? frames_->exposures() : std::vector<effects::ExposureKey>();
}

std::optional<bool> OfflineRender::drew_by_tiles() const {
    return frames_ ? frames_->drew_by_tiles() : std::nullopt;
}

std::uint64_t OfflineRender::frames() const {
    return frames_ && frames_->failed() ? frames_->written() : made_ - std::min(made_, first_ - 1);
}

}  // namespace winnow::session
