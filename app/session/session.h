// A running simulation with its settings, as view, render and test use it. Every change of a setting goes
// through adopt(), which applies it as a whole or refuses it.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compact/suite.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "settings/settings.h"
#include "state/state_file.h"

namespace winnow::session {

/// A finished step: its figures, and the algorithm that computed it.
struct StepReport {
    particles::StepFigures figures;
    Algorithm by;                         // resolved
    std::vector<gl::Passes::Row> passes;  // newest times at the moment when the figures arrived
};

class Session {
  public:
    /// Throws Error(absent) with the reason if the backend cannot work here, and Error(bad_input) if the
    /// settings do not fit. Precondition: `context` is current and outlives the session.
    Session(const gl::Context& context, const std::filesystem::path& shaders, effects::Settings settings);
    /// Uses shaders that are shared with others and outlive the session; otherwise like the constructor
    /// above.
    Session(const gl::Context& context, gl::ShaderLibrary& shaders, effects::Settings settings);
    ~Session();

    /// Changes one setting, or throws as the constructor does and leaves everything unchanged. A new seed
    /// restarts the simulation; no other setting does.
    void apply(const effects::Edit& edit) { adopt(effects::apply(settings_, edit)); }
    /// Adopts what effects::apply() makes of the settings, but if a new backend lacks the chosen block scan
    /// or grid strategy, uses `auto` instead; likewise if a new backend or scan lacks the chosen compaction.
    /// Returns the sentence that reports this; empty: nothing was substituted.
    std::string apply_fitting(effects::Settings next);
    /// Calls apply() for all settings at once (a reloaded effect file).
    void adopt(const effects::Settings& settings);
    const effects::Settings& settings() const { return settings_; }
    /// Lets only the emitters with these names have births, and the parents that they are born to; empty, or
    /// if there are none of these: all that the effect lets. It is no setting, so no state and no recording
    /// holds it.
    void set_solo(std::vector<std::string> names);
    const std::vector<std::string>& solo() const { return solo_; }
    /// Begins to build the programs that adopt() will need for these settings, for steps and for the pictures
    /// that were drawn, while steps and pictures go on. They are complete when shaders().is_building() is
    /// false. Precondition: programs are kept. Throws as adopt() does.
    void begin_building(const effects::Settings& settings);

    /// Restarts at step 0 with the same settings.
    void reset();
    /// Waits for the last step, reads back and returns the state after it.
    state::SavedState save();
    /// Continues from a saved state, with its effect, seed and density and with `capacity`; keeps the other
    /// settings. Throws as apply() does, and if the living particles do not fit, and then leaves everything
    /// unchanged.
    void restore(const state::SavedState& saved, std::uint32_t capacity);
    /// A state that the session can go back to without reading anything back.
    struct Checkpoint {
        state::Conditions conditions;
        effects::Compiled compiled;                    // their effect
        std::unique_ptr<particles::Checkpoint> state;  // null: at step 0, where a reset does it
        bool in_order = true;
        std::vector<std::string> solo{};
        std::uint64_t bytes() const { return state ? state->bytes() : 0; }
    };
    /// Returns the state after the last step, or nullopt if there is no memory for it. At step 0 it is the
    /// state after a reset. `dropped` is that of a checkpoint which nobody needs any more.
    /// Precondition: ready() (throws std::logic_error); otherwise as Simulation::checkpoint().
    std::optional<Checkpoint> checkpoint(std::unique_ptr<particles::Checkpoint> dropped = nullptr);
    /// Continues from the checkpoint as the run from which it was taken, with its capacity too; keeps the
    /// other settings, as restore() does. If something does not fit, throws as apply() does and leaves
    /// everything unchanged.
    void restore(const Checkpoint& checkpoint);
    /// True if a step can be submitted now; see Simulation::settled().
    bool ready();
    void step();

    /// Returns reports of finished steps, in order, each once.
    std::vector<StepReport> take_reports();
    std::vector<StepReport> wait_reports();

    /// The resolved algorithm of the next step.
    Algorithm algorithm() const { return suites_.resolve(settings_.simulation); }
    /// True while the living particles lie in the order of their births: false after a step by a compactor
    /// that does not keep order, and true again once the simulation is reset.
    bool in_order() const { return in_order_; }
    /// The reason why a backend was given up; empty: none was.
    const std::string& notice() const { return notice_; }

    const gl::Facts& facts() const { return facts_; }
    gl::ShaderLibrary& shaders() { return shaders_; }
    gl::Passes& passes() { return passes_; }
    particles::Simulation& simulation() { return *simulation_; }
    const particles::Simulation& simulation() const { return *simulation_; }
    const Suites& suites() const { return suites_; }
    Suites& suites() { return suites_; }

  private:
    /// Takes its own shaders or those of others.
    Session(const gl::Context& context, std::unique_ptr<gl::ShaderLibrary> own, gl::ShaderLibrary* others,
            effects::Settings settings);

    Algorithm fallback(const Algorithm& failed) const;
    particles::ScanMaker child_scan_maker(const Algorithm& algorithm) const;
    void require_order(const effects::Settings& settings, bool in_order) const;
    particles::Change change_to(const effects::Settings& settings);
    effects::Compiled with_solo(const effects::Compiled& compiled) const;
    std::vector<StepReport> report(const std::vector<particles::StepFigures>& figures);
    void note_failure();

    const gl::Facts& facts_;
    const std::unique_ptr<gl::ShaderLibrary> own_shaders_;
    gl::ShaderLibrary& shaders_;
    gl::Passes passes_;
    Suites suites_;
    effects::Settings settings_;
    std::vector<std::string> solo_;
    std::unique_ptr<particles::Simulation> simulation_;
    std::deque<Algorithm> submitted_;  // algorithms of the steps whose figures have not arrived
    bool in_order_ = true;
    std::string notice_;
};

}  // namespace winnow::session
