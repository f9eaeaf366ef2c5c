// A running simulation with its settings: what view, render and test drive. Every change of a setting ends in
// adopt(), which refuses it as a whole or makes it.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "compact/suite.h"
#include "effects/settings.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "session/state_file.h"

namespace winnow::session {

/// A finished step: its figures, and what computed it.
struct StepReport {
    particles::Figures figures;
    Algorithm by;                         // resolved
    std::vector<gl::Passes::Row> passes;  // newest times when the figures arrived
};

class Session {
  public:
    /// Throws Error(absent) with the reason if the backend cannot work here, Error(bad_input) if the settings
    /// do not fit. `context` must be current and outlive the session.
    Session(const gl::Context& context, const std::filesystem::path& shaders, effects::Settings settings);
    /// The same with shaders that others use too; they outlive the session.
    Session(const gl::Context& context, gl::ShaderLibrary& shaders, effects::Settings settings);
    ~Session();

    /// Changes one setting, or throws as the constructor does and leaves everything as it was.
    /// A new seed starts the simulation anew; nothing else does.
    void apply(const effects::Edit& edit) { adopt(effects::apply(settings_, edit)); }
    /// The same, but a new backend that lacks the block scan or the grid strategy that is chosen takes `auto`
    /// in its place, and so does a new backend or scan that lacks the compaction. Returns the sentence that
    /// says so; empty: all is as it was asked for.
    std::string apply_fitting(const effects::Edit& edit);
    /// apply() for settings as a whole (a reloaded effect file).
    void adopt(const effects::Settings& settings);
    const effects::Settings& settings() const { return settings_; }

    /// Starts anew at step 0 with the same settings.
    void reset();
    /// The run as it is after the last step; waits for that and reads back.
    SavedState save();
    /// Goes on from a saved state, with its effect, seed and density and room for `capacity`; the other
    /// settings stay. Throws as apply() does, and if the living do not fit, and leaves everything as it was.
    void restore(const SavedState& saved, std::uint32_t capacity);
    /// True if a step can be submitted now; see Simulation::settled().
    bool ready();
    void step();

    /// Reports of finished steps, in order, each once.
    std::vector<StepReport> take_reports();
    std::vector<StepReport> wait_reports();

    /// The resolved algorithm of the next step.
    Algorithm algorithm() const { return suites_.resolve(settings_.simulation); }
    /// True while the living lie in the order of their births: until a compactor that keeps none has made a
    /// step, and again once the simulation begins anew.
    bool in_order() const { return in_order_; }
    /// Says why a backend was given up. Empty: none was.
    const std::string& notice() const { return notice_; }

    const gl::Facts& facts() const { return facts_; }
    gl::ShaderLibrary& shaders() { return shaders_; }
    gl::Passes& passes() { return passes_; }
    particles::Simulation& simulation() { return *simulation_; }
    const particles::Simulation& simulation() const { return *simulation_; }
    const Suites& suites() const { return suites_; }
    Suites& suites() { return suites_; }

  private:
    /// Either its own shaders or others'.
    Session(const gl::Context& context, std::unique_ptr<gl::ShaderLibrary> own, gl::ShaderLibrary* others,
            effects::Settings settings);

    Algorithm fallback(const Algorithm& failed) const;
    particles::ScanMaker child_scan_maker(const Algorithm& algorithm) const;
    void require_order(const effects::Settings& settings, bool in_order) const;
    particles::Change change_to(const effects::Settings& settings);
    std::vector<StepReport> report(const std::vector<particles::Figures>& figures);
    void note_failure();

    const gl::Facts& facts_;
    const std::unique_ptr<gl::ShaderLibrary> own_shaders_;
    gl::ShaderLibrary& shaders_;
    gl::Passes passes_;
    Suites suites_;
    effects::Settings settings_;
    std::unique_ptr<particles::Simulation> simulation_;
    std::deque<Algorithm> submitted_;  // of the steps whose figures have not arrived
    bool in_order_ = true;
    std::string notice_;
};

}  // namespace winnow::session
