// Replays recordings for tests that compare hashes.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "session/playback.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow::session {

constexpr double whole_frame = 1;  // seconds; holds the most steps of one frame

/// Replays a recording of so many steps in the session, calling `before_frame` ahead of each frame, and
/// returns the states of the trace that it writes.
inline std::vector<std::string> replay(
    Session& session, const Recording& recording, std::size_t steps, const std::string& trace,
    const std::function<void(Playback&)>& before_frame = [](Playback&) {}) {
    Playback playback(session, trace);
    playback.replay(Replay(recording));
    for (std::size_t made = 0; made < steps; made += StepClock::max_steps) {
        before_frame(playback);
        playback.advance(whole_frame);
    }
    playback.finish_trace();
    EXPECT_TRUE(playback.replayed());
    return test::states_in(trace);
}

/// Returns the same of a new session.
inline std::vector<std::string> replay(const Recording& recording, std::size_t steps,
                                       const std::string& trace) {
    effects::Settings settings;
    state::put(recording.begin, recording.begin.capacity, settings);
    Session session(test::headless_context(), {}, settings);
    return replay(session, recording, steps, trace);
}

}  // namespace winnow::session
