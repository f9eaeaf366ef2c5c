#include "session/version_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "session/clocks.h"

namespace winnow::session {
namespace {

/// For the steps that a frame of the run has made, which are few.
constexpr std::chrono::milliseconds longest_frame_wait{250};
constexpr std::size_t hashes_kept = 64;
constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

/// Returns how the run held the pointer after a step.
particles::Pointer pointer_after(const Timeline& run, std::uint64_t step) {
    const std::vector<RunInput>& inputs = run.inputs();
    auto after =
        std::ranges::upper_bound(inputs, step, {}, [](const RunInput& input) { return input.recorded.step; });
    while (after != inputs.begin())
        if (const auto& pointer = (--after)->recorded.pointer) return *pointer;
    return {};
}

}  // namespace

Availability VersionRun::fits(const Session& run, std::optional<std::uint64_t> free) {
    const std::uint64_t needed = run.simulation().memory_bytes();
    if (!free || needed < *free) return Availability::yes();
    return Availability::no(fmt::format(
        "a second version needs {} MiB for its particles, and {} MiB are free: lower the capacity",
        needed / mebi + 1, *free / mebi));
}

VersionRun::VersionRun(const gl::Context& context, gl::ShaderLibrary& shaders, const effects::Settings& run,
                       const effects::Compiled& version)
    : version_(version),
      session_(context, shaders, with_version(run)),
      limits_(TimelineLimits::of(session_.facts())),
      timeline_(session_, limits_),
      taken_(with_version(run)) {
    session_.simulation().set_hashing(true);
}

/// The pace is the run's alone.
effects::Settings VersionRun::with_version(effects::Settings settings) const {
    settings.effect = version_->effect;
    settings.compiled = version_;
    settings.simulation.paused = false;
    settings.simulation.time_scale = 1;
    return settings;
}

/// A change of what the states depend on begins the version anew; the algorithm and the display do not.
/// Hashes of other states are forgotten.
void VersionRun::take_settings(const effects::Settings& run) {
    if (run.compiled != run_compiled_) theirs_.clear();
    run_compiled_ = run.compiled;
    effects::Settings wanted = with_version(run);
    const effects::SimulationSettings &now = taken_.simulation, &next = wanted.simulation;
    if (next == now && wanted.display == taken_.display) return;
    if (next.seed != now.seed || next.density != now.density || next.capacity != now.capacity) {
        timeline_.reset(wanted);
        mine_.clear();
        theirs_.clear();
    } else if (timeline_.is_travelling()) {
        return;
    } else {
        timeline_.adopt(wanted);
    }
    taken_ = std::move(wanted);
}

void VersionRun::follow(Playback& run, const std::vector<std::string>& solo,
                        std::chrono::microseconds slice) {
    take_settings(run.settings());
    if (solo != session_.solo()) {
        session_.set_solo(solo);
        timeline_.make_anew();
    }
    goal_ = run.timeline().destination();
    const std::uint64_t here = timeline_.destination();
    const bool is_near = !timeline_.is_travelling() && goal_ >= here && goal_ - here <= StepClock::max_steps;
    const auto end = Clock::now() + (is_near ? longest_frame_wait : slice);
    const auto left = [&] {
        const auto time = std::chrono::duration_cast<std::chrono::microseconds>(end - Clock::now());
        return std::max(time, std::chrono::microseconds{});
    };
    while (timeline_.advance(left()) && timeline_.destination() != goal_) go_towards(run.timeline());
}

/// Steps that were never made are made one by one, with the pointer of each. Where this timeline cannot go
/// back, it begins anew.
void VersionRun::go_towards(const Timeline& run) {
    const std::uint64_t here = timeline_.destination();
    const bool is_known = goal_ <= timeline_.newest();
    if (!is_known) timeline_.set_pointer(pointer_after(run, here));
    if (timeline_.seek(is_known ? goal_ : here + 1)) return;
    timeline_.reset();
    timeline_.set_pointer(pointer_after(run, 0));
    timeline_.seek(std::min<std::uint64_t>(goal_, 1));
}

void VersionRun::note(Hashes& hashes, const particles::StepFigures& figures) {
    if (!figures.hashed) return;
    while (!hashes.empty() && hashes.back().first >= figures.step) hashes.pop_back();
    hashes.emplace_back(figures.step, figures.hash);
    if (hashes.size() > hashes_kept) hashes.pop_front();
}

void VersionRun::compare(const particles::StepFigures& run) {
    for (const StepReport& report : session_.take_reports()) note(mine_, report.figures);
    note(theirs_, run);
    for (Hashes* hashes : {&mine_, &theirs_})
        while (!hashes->empty() && hashes->back().first > goal_) hashes->pop_back();
}

std::optional<VersionRun::Agreement> VersionRun::agreement() const {
    for (auto theirs = theirs_.rbegin(); theirs != theirs_.rend(); ++theirs) {
        const auto mine = std::ranges::find(mine_, theirs->first, &Hashes::value_type::first);
        if (mine != mine_.end()) return Agreement{mine->first, mine->second == theirs->second};
    }
    return std::nullopt;
}

}  // namespace winnow::session
