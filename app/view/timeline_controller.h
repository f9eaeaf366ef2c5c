// The control of the run's time: goes to steps, repeats some, marks others, and chooses where edits enter.
#pragma once

#include <cstdint>
#include <vector>

#include "session/playback.h"
#include "ui/model.h"
#include "view/effect_editor.h"
#include "view/notices.h"
#include "view/program_builds.h"

namespace winnow::view {

class TimelineController {
  public:
    /// Precondition: the others outlive this object.
    TimelineController(session::Playback& playback, ProgramBuilds& builds, EffectEditor& editor,
                       Notices& notices)
        : playback_(playback), builds_(builds), editor_(editor), notices_(notices) {}

    void handle(const ui::Events& events);
    /// Handles an action on the time of the run; does nothing for others.
    void handle(ui::Action action);
    /// Call it after the steps of a frame: tells the editor of an effect that the run has come to, and the
    /// person of what was left out.
    void look();
    void describe(ui::TimelineModel& shown) const;

  private:
    void go(std::uint64_t step);
    void go_to_marker(bool forwards);
    void toggle_marker();
    void set_loop(std::uint64_t begin, std::uint64_t end);

    session::Playback& playback_;
    ProgramBuilds& builds_;
    EffectEditor& editor_;
    Notices& notices_;
    std::vector<std::uint64_t> markers_;  // in order
    effects::Compiled seen_;              // the effect that the editor knows
};

}  // namespace winnow::view
