#include "view/timeline_controller.h"

#include <algorithm>
#include <iterator>

namespace winnow::view {

void TimelineController::handle(const ui::Events& events) {
    if (events.seek) go(*events.seek);
    if (events.loop) playback_.set_loop(*events.loop);
    if (events.edit_place) playback_.set_edit_place(*events.edit_place);
}

void TimelineController::handle(ui::Action action) {
    using ui::Action;
    const session::Timeline& timeline = playback_.timeline();
    const std::uint64_t here = timeline.destination(), beginning = timeline.beginning();
    switch (action) {
        case Action::step_back:
            return go(std::max(here, beginning + 1) - 1);
        case Action::first_step:
            return go(beginning);
        case Action::newest_step:
            return go(timeline.newest());
        case Action::next_marker:
            return go_to_marker(true);
        case Action::previous_marker:
            return go_to_marker(false);
        case Action::set_marker:
            return toggle_marker();
        case Action::begin_loop:
            return set_loop(here, playback_.loop() ? playback_.loop()->end : timeline.newest());
        case Action::end_loop:
            return set_loop(playback_.loop() ? playback_.loop()->begin : beginning, here);
        case Action::toggle_loop:
            if (playback_.loop()) return playback_.set_loop(std::nullopt);
            return set_loop(beginning, timeline.newest());
        default:
            return;
    }
}

/// The run pauses there.
void TimelineController::go(std::uint64_t step) {
    if (!playback_.settings().simulation.paused) editor_.apply({"/simulation/paused", true});
    builds_.in_order([this, step] {
        const Availability result = playback_.seek(step);
        if (!result)
            notices_.warn("The run cannot go to step " + std::to_string(step) + ": " + result.reason);
    });
}

void TimelineController::go_to_marker(bool forwards) {
    const std::uint64_t here = playback_.timeline().destination();
    const auto next = std::ranges::upper_bound(markers_, here),
               here_or_next = std::ranges::lower_bound(markers_, here);
    if (forwards && next != markers_.end()) go(*next);
    if (!forwards && here_or_next != markers_.begin()) go(*std::prev(here_or_next));
}

void TimelineController::toggle_marker() {
    const std::uint64_t here = playback_.timeline().destination();
    const auto at = std::ranges::lower_bound(markers_, here);
    const bool is_there = at != markers_.end() && *at == here;
    is_there ? markers_.erase(at) : markers_.insert(at, here);
}

/// Steps that do not follow each other become the next possible ones.
void TimelineController::set_loop(std::uint64_t begin, std::uint64_t end) {
    playback_.set_loop(LoopRegion{begin, std::max(end, begin + 1)});
}

void TimelineController::look() {
    for (const std::string& sentence : playback_.take_said()) notices_.warn(sentence);
    const effects::Compiled& now = playback_.settings().compiled;
    if (playback_.timeline().is_travelling() || now == seen_) return;
    seen_ = now;
    editor_.went_elsewhere();
}

void TimelineController::describe(ui::TimelineModel& shown) const {
    const session::Timeline& timeline = playback_.timeline();
    shown.beginning = timeline.beginning();
    shown.playhead = timeline.playhead();
    shown.destination = timeline.destination();
    shown.newest = std::max(timeline.newest(), shown.playhead);
    shown.travels = timeline.is_travelling();
    shown.reason = timeline.reason();
    shown.checkpoints = timeline.checkpoints();
    shown.bytes = timeline.bytes();
    shown.edits.clear();
    for (const session::RunInput& input : timeline.inputs())
        if (input.recorded.edit && (shown.edits.empty() || shown.edits.back() != input.recorded.step))
            shown.edits.push_back(input.recorded.step);
    shown.markers = markers_;
    shown.loop = playback_.loop();
    shown.prewarmed = effects::prewarm_steps(playback_.settings().effect);
    shown.edit_place = playback_.edit_place();
}

}  // namespace winnow::view
