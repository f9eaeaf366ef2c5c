#include "session/session.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/message.h"

namespace winnow::session {
namespace {

/// Which axes are `auto` in place of what was wanted, and what that is.
std::string substitution(ScanChoice wanted, ScanChoice got, ScanChoice resolved) {
    std::vector<std::string> axes;
    const auto add = [&](std::string_view axis, auto before, auto after, auto now) {
        if (before != after)
            axes.push_back(fmt::format("{} is now auto ({}), not {}", axis, name_of(now), name_of(before)));
    };
    add("block scan", wanted.block, got.block, resolved.block);
    add("grid strategy", wanted.grid, got.grid, resolved.grid);
    return fmt::format("{}", fmt::join(axes, ", "));
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
      gl_memory_(gl::fastest_gl_memory(context.facts())),
      suites_(make_suites({facts_, shaders_, passes_})),
      settings_(std::move(settings)) {
    particles::declare_passes(passes_);
    require_order(settings_, in_order_);
    const effects::Simulation& chosen = settings_.simulation;
    const Choice choice = choice_of(chosen);
    auto compactor = make_compactor(choice);
    simulation_ = std::make_unique<particles::Simulation>(
        gl::Tools{facts_, shaders_, passes_}, memory(), settings_.effect, chosen.capacity, chosen.seed,
        make_compactor(fallback(choice)), child_scan_maker(choice), std::move(compactor));
    simulation_->set_density(chosen.density);
}

Session::~Session() = default;

Session::Choice Session::choice_of(const effects::Simulation& simulation) const {
    const Backend backend = resolve(simulation.backend);
    const ScanChoice wanted{simulation.block, simulation.grid};
    const Compaction compaction = suite(backend).resolve(simulation.compaction, wanted);
    const ScanChoice scan = suite(backend).scan_beside(compaction, wanted);
    return {backend, scan.block, scan.grid, compaction};
}

/// What repeats the step of a backend that failed.
Session::Choice Session::fallback(const Choice& choice) const {
    const ScanChoice scan = suite(Backend::glsl).scan_beside(choice.compaction, {});
    return {Backend::glsl, scan.block, scan.grid, choice.compaction};
}

/// Where the compactor does not scan for children too: by OpenGL's scan that is chosen, or its fastest.
particles::ScanMaker Session::child_scan_maker(const Choice& choice) const {
    const Choice by = choice.backend == Backend::glsl ? choice : fallback(choice);
    return [this, by] { return suite(by.backend).make_scan({by.block, by.grid}); };
}

Suite& Session::suite(Backend backend) const {
    for (const auto& candidate : suites_)
        if (candidate->backend() == backend) return *candidate;
    bad_input("no backend {}", name_of(backend));
}

std::string Session::reason_against(const Suite& candidate) const {
    return candidate.backend() == given_up_ ? notice_ : candidate.available().reason;
}

std::unique_ptr<compact::Compactor> Session::make_compactor(const Choice& choice) const {
    Suite& chosen = suite(choice.backend);
    const std::string reason = reason_against(chosen);
    if (!reason.empty()) absent("backend {}: {}", name_of(choice.backend), reason);
    return chosen.make_compactor(choice.compaction, {choice.block, choice.grid});
}

gl::MemoryProvider& Session::memory() {
    Suite& cuda = suite(Backend::cuda);
    gl::MemoryProvider* shared = reason_against(cuda).empty() ? cuda.memory() : nullptr;
    return shared != nullptr ? *shared : *gl_memory_;
}

/// The oldest are those that lie first.
void Session::require_order(const effects::Settings& settings, bool in_order) const {
    const Compaction compaction = choice_of(settings.simulation).compaction;
    if (settings.effect.when_full != effects::WhenFull::replace_oldest) return;
    if (!keeps_order(compaction))
        bad_input(
            "compaction: {} keeps no order, so that no particle is known to be the oldest; \"when_full\" "
            "must be \"drop-new\" with it",
            name_of(compaction));
    if (!in_order)
        bad_input(
            "\"when_full\": a compaction without order has moved the particles, so that none is known to be "
            "the oldest; begin anew first");
}

/// From the settings as they are.
particles::Change Session::change_to(const effects::Settings& settings) {
    const effects::Simulation& now = settings_.simulation;
    const effects::Simulation& next = settings.simulation;
    particles::Change change;
    if (next.capacity != simulation_->capacity()) change.capacity = {next.capacity, &memory()};
    if (const Choice choice = choice_of(next); choice != choice_of(now)) {
        change.compactors = {make_compactor(choice), make_compactor(fallback(choice))};
        change.child_scan = child_scan_maker(choice);
    }
    if (settings.effect != settings_.effect) change.effect = settings.effect;
    if (next.density != now.density) change.density = next.density;
    return change;
}

/// All that can be refused comes before the first thing that changes.
void Session::adopt(const effects::Settings& settings) {
    simulation_->settle();
    note_failure();
    require_order(settings, in_order_);
    effects::Settings next = settings;
    simulation_->change(change_to(next));
    const bool reseeded = next.simulation.seed != settings_.simulation.seed;
    settings_ = std::move(next);
    if (reseeded) reset();
}

/// Of what is chosen, as much as the chosen backend offers.
ScanChoice Session::fit(const effects::Simulation& chosen) const {
    const Suite& by = suite(resolve(chosen.backend));
    const ScanChoice wanted{chosen.block, chosen.grid};
    if (!reason_against(by).empty()) return wanted;  // adopt() says so
    for (const ScanChoice choice :
         {wanted, ScanChoice{BlockScan::automatic, wanted.grid}, ScanChoice{wanted.block, {}}})
        if (by.offers(choice)) return choice;
    return {};
}

/// What goes with a scan that was chosen after it. What was just chosen itself is refused by adopt().
Compaction Session::fit_compaction(const effects::Simulation& chosen) const {
    const Suite& by = suite(resolve(chosen.backend));
    const bool asked_for = chosen.compaction != settings_.simulation.compaction;
    if (asked_for || !reason_against(by).empty()) return chosen.compaction;
    return by.offers(chosen.compaction, {chosen.block, chosen.grid}) ? chosen.compaction
                                                                     : Compaction::automatic;
}

std::string Session::apply_fitting(const effects::Edit& edit) {
    effects::Settings next = effects::apply(settings_, edit);
    effects::Simulation& s = next.simulation;
    const ScanChoice wanted{s.block, s.grid};
    const ScanChoice got = resolve(s.backend) == backend() ? wanted : fit(s);
    s.block = got.block;
    s.grid = got.grid;
    const Compaction wanted_compaction = s.compaction;
    s.compaction = fit_compaction(s);
    adopt(next);
    const Suite& by = suite(backend());
    std::vector<std::string> said;
    if (got != wanted)
        said.push_back(fmt::format("{}; {}", by.offers(wanted).reason, substitution(wanted, got, scan())));
    if (next.simulation.compaction != wanted_compaction)
        said.push_back(fmt::format("{}; compaction is now auto ({}), not {}",
                                   by.offers(wanted_compaction, got).reason, name_of(compaction()),
                                   name_of(wanted_compaction)));
    return said.empty() ? "" : fmt::format("{}: {}", name_of(backend()), fmt::join(said, "; "));
}

void Session::reset() {
    simulation_->settle();
    submitted_.clear();
    in_order_ = true;
    simulation_->reset(settings_.simulation.seed);
}

SavedState Session::save() {
    particles::State state = simulation_->save();
    note_failure();
    return {conditions_of(settings_, state.step), std::move(state)};
}

void Session::restore(const SavedState& saved, std::uint32_t capacity) {
    require_room(saved, capacity);
    simulation_->settle();
    note_failure();
    effects::Settings settings = settings_;
    put(saved.conditions, capacity, settings);
    const bool in_order = saved.state.in_order();
    require_order(settings, in_order);
    particles::Change change = change_to(settings);
    change.restored = {&saved.state, settings.simulation.seed};
    simulation_->change(std::move(change));
    settings_ = std::move(settings);
    in_order_ = in_order;
    submitted_.clear();
}

bool Session::ready() {
    const bool settled = simulation_->settled();
    note_failure();
    return settled;
}

void Session::step() {
    const Choice by = choice_of(settings_.simulation);
    simulation_->step();
    submitted_.push_back(by);
    in_order_ = in_order_ && keeps_order(by.compaction);
    note_failure();
}

/// A backend that failed is off for the rest of the process; settings that named it name what took over.
void Session::note_failure() {
    if (simulation_->failure().empty() || given_up_ != Backend::automatic) return;
    given_up_ = resolve(settings_.simulation.backend);
    notice_ = fmt::format("{} failed and is off until Winnow is started anew: {}", name_of(given_up_),
                          simulation_->failure());
    settings_.simulation.backend = Backend::glsl;
    settings_.simulation.block = BlockScan::automatic;
    settings_.simulation.grid = GridStrategy::automatic;
    say(notice_);
}

std::vector<StepReport> Session::report(const std::vector<particles::Figures>& figures) {
    std::vector<StepReport> reports;
    if (figures.empty()) return reports;
    passes_.poll();
    for (const particles::Figures& f : figures) {
        Choice choice = submitted_.front();
        submitted_.pop_front();
        if (f.fell_back) choice = fallback(choice);
        reports.push_back({f, choice.backend, choice.block, choice.grid, choice.compaction, passes_.rows()});
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

std::vector<BackendChoice> Session::backend_choices() const {
    std::vector<BackendChoice> choices;
    for (const auto& row : backends)
        choices.push_back({row.value, row.name, row.summary,
                           row.value == Backend::automatic ? "" : reason_against(suite(row.value))});
    return choices;
}

Backend Session::backend() const {
    return resolve(settings_.simulation.backend);
}

ScanChoice Session::scan() const {
    const Choice now = choice_of(settings_.simulation);
    return {now.block, now.grid};
}

Compaction Session::compaction() const {
    return choice_of(settings_.simulation).compaction;
}

void Session::replace_suite(std::unique_ptr<Suite> replacement) {
    const Backend backend = replacement->backend();
    for (auto& candidate : suites_)
        if (candidate->backend() == backend) {
            std::swap(candidate, replacement);
            replaced_.push_back(std::move(replacement));
            return;
        }
}

}  // namespace winnow::session
