#include "session/session.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/message.h"
#include "effects/model/emitter_list.h"

namespace winnow::session {
namespace {

/// Returns the sentence that names the parts in which `got` differs from `wanted`, and the reason.
std::string substitutions(const Suite& suite, const Algorithm& wanted, const Algorithm& got,
                          const Algorithm& resolved) {
    std::vector<std::string> said;
    const auto add = [&](std::string_view what, auto before, auto after, auto now) {
        if (before != after)
            said.push_back(fmt::format("{} is now auto ({}), not {}", what, name_of(now), name_of(before)));
    };
    add("block scan", wanted.scan.block, got.scan.block, resolved.scan.block);
    add("grid strategy", wanted.scan.grid, got.scan.grid, resolved.scan.grid);
    if (!said.empty())
        said = {fmt::format("{}; {}", suite.offers(wanted.scan).reason, fmt::join(said, ", "))};
    if (got.compaction != wanted.compaction) {
        said.push_back(suite.offers(wanted.compaction, got.scan).reason);
        add("compaction", wanted.compaction, got.compaction, resolved.compaction);
    }
    return said.empty() ? "" : fmt::format("{}: {}", name_of(suite.backend()), fmt::join(said, "; "));
}

}  // namespace

Session::Session(const gl::Context& context, const std::filesystem::path& shaders, effects::Settings settings)
    : Session(context, std::make_unique<gl::ShaderLibrary>(shaders), nullptr, std::move(settings)) {}

Session::Session(const gl::Context& context, gl::ShaderLibrary& shaders, effects::Settings settings)
    : Session(context, nullptr, &shaders, std::move(settings)) {}

Session::Session(const gl::Context& context, std::unique_ptr<gl::ShaderLibrary> own,
                 gl::ShaderLibrary* others, effects::Settings settings)
    : facts_(context.facts()),
      own_shaders_(std::move(own)),
      shaders_(own_shaders_ ? *own_shaders_ : *others),
      passes_(context.facts()),
      suites_({facts_, shaders_, passes_}),
      settings_(std::move(settings)) {
    settings_.compiled = effects::compiled_of(settings_);
    gl::ShaderLibrary::Building building(shaders_);
    particles::declare_passes(passes_);
    require_order(settings_, in_order_);
    const Algorithm by = algorithm();
    auto compactor = suites_.make_compactor(by);
    const effects::SimulationSettings& chosen = settings_.simulation;
    simulation_ = std::make_unique<particles::Simulation>(
        gl::Tools{facts_, shaders_, passes_}, suites_.memory(), settings_.compiled, chosen.capacity,
        chosen.seed, suites_.make_compactor(fallback(by)), child_scan_maker(by), std::move(compactor));
    simulation_->change({.density = chosen.density});
    building.finish();
}

Session::~Session() = default;

/// Returns the algorithm that repeats the step of a backend that failed.
Algorithm Session::fallback(const Algorithm& failed) const {
    return suites_.resolve({Backend::glsl, {}, failed.compaction});
}

/// Returns the maker of the scan that places children if the compactor does not place them: the chosen scan
/// of OpenGL, or its fastest.
particles::ScanMaker Session::child_scan_maker(const Algorithm& by) const {
    const ScanChoice scan = (by.backend == Backend::glsl ? by : fallback(by)).scan;
    return [this, scan] { return suites_.of(Backend::glsl).make_scan(scan); };
}

/// Replacing the oldest particles requires order, because the first particles are taken for the oldest.
void Session::require_order(const effects::Settings& settings, bool in_order) const {
    const Compaction compaction = suites_.resolve(settings.simulation).compaction;
    if (settings.effect.when_full != effects::WhenFull::replace_oldest) return;
    if (!keeps_order(compaction))
        bad_input(
            "compaction: {} keeps no order, so the oldest particles are not known; \"when_full\" "
            "must be \"drop-new\" with it",
            name_of(compaction));
    if (!in_order)
        bad_input(
            "\"when_full\": a compaction without order has moved the particles, so the oldest are not "
            "known; reset the simulation first");
}

/// Returns the change from the present settings to these.
particles::Change Session::change_to(const effects::Settings& settings) {
    const effects::SimulationSettings& now = settings_.simulation;
    const effects::SimulationSettings& next = settings.simulation;
    particles::Change change;
    if (next.capacity != simulation_->capacity()) change.capacity = {next.capacity, &suites_.memory()};
    if (const Algorithm by = suites_.resolve(next); by != suites_.resolve(now)) {
        change.compactors = {suites_.make_compactor(by), suites_.make_compactor(fallback(by))};
        change.child_scan = child_scan_maker(by);
    }
    if (settings.effect != settings_.effect) change.effect = with_solo(effects::compiled_of(settings));
    if (next.density != now.density) change.density = next.density;
    return change;
}

/// Returns the effect with the births that solo leaves.
effects::Compiled Session::with_solo(const effects::Compiled& compiled) const {
    if (solo_.empty()) return compiled;
    auto alone = std::make_shared<effects::CompiledEffect>(*compiled);
    std::vector<effects::Emitter>& emitters = alone->effect.emitters;
    const std::vector<bool> are_in = effects::with_parents(emitters, solo_);
    for (std::size_t i = 0; i < emitters.size(); ++i) emitters[i].emits = emitters[i].emits && are_in[i];
    return alone;
}

void Session::set_solo(std::vector<std::string> names) {
    if (names == solo_) return;
    simulation_->settle();
    note_failure();
    solo_ = std::move(names);
    simulation_->change({.effect = with_solo(effects::compiled_of(settings_))});
}

/// Every check that can refuse the change comes before the first modification.
void Session::adopt(const effects::Settings& settings) {
    simulation_->settle();
    note_failure();
    require_order(settings, in_order_);
    effects::Settings next = settings;
    next.compiled = effects::compiled_of(next);
    simulation_->change(change_to(next));
    const bool reseeded = next.simulation.seed != settings_.simulation.seed;
    settings_ = std::move(next);
    if (reseeded) reset();
}

void Session::begin_building(const effects::Settings& settings) {
    const gl::ShaderLibrary::Building building(shaders_);
    particles::Change change = change_to(settings);
    simulation_->begin(change);
    if (!change.effect) return;
    const particles::ParticleView now = simulation_->living();
    shaders_.begin_like(particles::look_defines(*now.program, now.step),
                        particles::look_defines(change.effect->program, now.step));
}

/// Substitutes no part that the edit itself has chosen: adopt() refuses it instead.
std::string Session::apply_fitting(effects::Settings next) {
    Algorithm& got = next.simulation;
    const Algorithm wanted = got, now = settings_.simulation;
    got = suites_.fit(wanted);
    if (resolve(wanted.backend) == resolve(now.backend)) got.scan = wanted.scan;
    if (wanted.compaction != now.compaction) got.compaction = wanted.compaction;
    adopt(next);
    return substitutions(suites_.of(wanted.backend), wanted, got, algorithm());
}

void Session::reset() {
    simulation_->settle();
    submitted_.clear();
    in_order_ = true;
    simulation_->reset(settings_.simulation.seed);
}

state::SavedState Session::save() {
    particles::State state = simulation_->save();
    note_failure();
    return {state::conditions_of(settings_, state.step), std::move(state)};
}

void Session::restore(const state::SavedState& saved, std::uint32_t capacity) {
    state::require_room(saved, capacity);
    simulation_->settle();
    note_failure();
    effects::Settings settings = settings_;
    state::put(saved.conditions, capacity, settings);
    settings.compiled = effects::compiled_of(settings);
    const bool in_order = saved.state.in_order();
    require_order(settings, in_order);
    particles::Change change = change_to(settings);
    change.restored = {&saved.state, settings.simulation.seed};
    simulation_->change(change);
    settings_ = std::move(settings);
    in_order_ = in_order;
    submitted_.clear();
}

std::optional<Session::Checkpoint> Session::checkpoint(std::unique_ptr<particles::Checkpoint> dropped) {
    Checkpoint made{state::conditions_of(settings_, simulation_->steps()), effects::compiled_of(settings_),
                    nullptr, in_order_, solo_};
    if (made.conditions.step == 0) return made;
    made.state = simulation_->checkpoint(std::move(dropped));
    return made.state ? std::optional(std::move(made)) : std::nullopt;
}

void Session::restore(const Checkpoint& checkpoint) {
    simulation_->settle();
    note_failure();
    effects::Settings settings = settings_;
    state::put(checkpoint.conditions, checkpoint.conditions.capacity, settings);
    settings.compiled = checkpoint.compiled;
    require_order(settings, checkpoint.in_order);
    particles::Change change = change_to(settings);
    change.checkpoint = checkpoint.state.get();
    simulation_->change(change);
    settings_ = std::move(settings);
    if (checkpoint.solo != solo_) simulation_->change({.effect = with_solo(settings_.compiled)});
    in_order_ = checkpoint.in_order;
    submitted_.clear();
    if (!checkpoint.state) reset();
}

bool Session::ready() {
    const bool settled = simulation_->settled();
    note_failure();
    return settled;
}

void Session::step() {
    if (simulation_->steps() >= state::max_steps)
        bad_input("the run has made {} steps, the most that a run can make", state::max_steps);
    const Algorithm by = algorithm();
    simulation_->step();
    submitted_.push_back(by);
    in_order_ = in_order_ && keeps_order(by.compaction);
    note_failure();
}

/// A backend that failed stays off until the process ends; settings that named it now name its replacement.
void Session::note_failure() {
    if (simulation_->failure().empty() || !notice_.empty()) return;
    const Backend failed = resolve(settings_.simulation.backend);
    notice_ = fmt::format("{} failed and stays off until Winnow is restarted: {}", name_of(failed),
                          simulation_->failure());
    suites_.give_up(failed, notice_);
    settings_.simulation.backend = Backend::glsl;
    settings_.simulation.scan = {};
    say(notice_);
}

std::vector<StepReport> Session::report(const std::vector<particles::StepFigures>& figures) {
    std::vector<StepReport> reports;
    if (figures.empty()) return reports;
    passes_.poll();
    for (const particles::StepFigures& f : figures) {
        const Algorithm by = submitted_.front();
        submitted_.pop_front();
        reports.push_back({f, f.fell_back ? fallback(by) : by, passes_.rows()});
    }
    return reports;
}

std::vector<StepReport> Session::take_reports() {
    return report(simulation_->take_figures());
}

std::vector<StepReport> Session::wait_reports() {
    auto figures = simulation_->wait_figures();
    note_failure();
    return report(figures);
}

}  // namespace winnow::session
