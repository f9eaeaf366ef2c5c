// The Lab in the window: what it shows of the running particles, of the race of scans and of kernels comes
// from here; which lesson is shown, and how, is LabState's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "particles/probe.h"
#include "render/camera.h"
#include "session/race.h"
#include "session/session.h"
#include "verify/kernel_backends.h"
#include "view/lab_state.h"
#include "view/live_particles.h"

namespace winnow::view {

class LabController {
  public:
    /// Precondition: `session` outlives this object.
    explicit LabController(session::Session& session) : session_(session) {}

    const ui::LabModel& model() const { return state_.model(); }
    /// Does what the person asked for.
    void handle(const ui::LabEvents& events);
    /// Shows the particles around one in the last step, in the lesson on living particles, until the next
    /// step. Returns why it cannot; empty: it does.
    std::string show_around(const particles::Identity& identity);
    /// Lets time pass while the Lab is open.
    void advance(double seconds) { state_.advance(seconds); }
    /// Takes what the steps of a frame have brought. Call it after these.
    void look_at_steps();
    /// Says where the shown particles appear in a frame of this camera.
    void place_particles(const render::Camera& camera, gl::Size frame);

  private:
    bool is_open() const { return session_.settings().display.lab; }
    void look_at_particles();
    void advance_race();
    void run_kernel();

    session::Session& session_;
    LabState state_;
    std::optional<particles::Probe> probe_;               // once it looks at particles
    std::optional<verify::GlslTeachingKernels> kernels_;  // once it runs one
    std::optional<session::Race> race_;                   // since it was first shown, until the Lab is left
    std::optional<std::uint64_t> shown_around_;           // the step of show_around()
    LiveParticles live_particles_;                        // that are shown
    /// The step from which on the Lab has looked at particles; copies of earlier steps are not shown.
    std::optional<std::uint64_t> looked_from_;
};

}  // namespace winnow::view
