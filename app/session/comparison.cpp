#include "session/comparison.h"

#include <algorithm>
#include <chrono>

#include "render/image.h"
#include "render/targets.h"
#include "session/clocks.h"
#include "session/machine.h"
#include "session/scene.h"

namespace winnow::session {
namespace {

constexpr std::chrono::milliseconds time_of_a_frame{8};

/// Passes that are timed and are no part of what is compared.
bool is_beside(const std::string& pass) {
    return pass == "hash" || pass == "resize";
}

}  // namespace

struct Comparison::Side {
    Session session;
    std::unique_ptr<render::Renderer> renderer{};
    std::unique_ptr<render::TargetImage> target{};
    std::uint32_t made = 0;             // steps or pictures
    std::vector<std::string> passes{};  // in order
    std::map<std::string, RaceTimes> times{};
    std::map<std::string, std::uint64_t> runs{};                    // of each pass that were seen
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes{};  // of each step

    Side(const gl::Context& context, gl::ShaderLibrary& shaders, const Session::Checkpoint& from,
         const effects::Settings& wanted)
        : session(context, shaders, beginning(from, wanted)) {
        session.restore(from);
        if (wanted.effect == session.settings().effect) return;
        effects::Settings settings = session.settings();
        settings.effect = wanted.effect;
        settings.compiled = wanted.compiled;
        session.adopt(settings);
    }

    /// Returns the settings of a session that can take the checkpoint.
    static effects::Settings beginning(const Session::Checkpoint& from, effects::Settings wanted) {
        state::put(from.conditions, from.conditions.capacity, wanted);
        wanted.compiled = from.compiled;
        wanted.simulation.paused = false;
        return wanted;
    }

    /// Takes the times that are new. The first ones count for nothing.
    void take(const std::vector<gl::Passes::Row>& rows, gl::Part part) {
        for (const gl::Passes::Row& row : rows) {
            if (row.part != part || !row.milliseconds || is_beside(row.name)) continue;
            std::uint64_t& seen = runs[row.name];
            const bool is_new = row.runs > seen, is_warm = row.runs > warm_up;
            seen = row.runs;
            if (!is_new || !is_warm) continue;
            if (!times.contains(row.name)) passes.push_back(row.name);
            times[row.name].add(*row.milliseconds);
        }
    }
};

Comparison::Comparison(const gl::Context& context, gl::ShaderLibrary& shaders, std::string what,
                       const Session::Checkpoint& from, std::array<ComparisonSide, 2> sides,
                       std::optional<View> view)
    : view_(std::move(view)) {
    facts_.state = ComparisonFacts::State::running;
    facts_.what = std::move(what);
    facts_.from = from.conditions.step;
    facts_.wanted = view_ ? timed_pictures : timed_steps;
    facts_.compares_hashes = !view_ && sides[0].settings.effect == sides[1].settings.effect;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides_[i] = std::make_unique<Side>(context, shaders, from, sides[i].settings);
        Session& session = sides_[i]->session;
        session.simulation().set_hashing(facts_.compares_hashes);
        facts_.sides[i].name = std::move(sides[i].name);
        facts_.sides[i].computed_by = describe(session.algorithm());
        facts_.keep_order = facts_.keep_order && keeps_order(session.algorithm().compaction);
        if (!view_) continue;
        sides_[i]->renderer = std::make_unique<render::Renderer>(
            session.facts(), session.shaders(), session.passes(), &session.suites().memory());
        sides_[i]->target = std::make_unique<render::TargetImage>(view_->size);
    }
}

Comparison::~Comparison() = default;

void Comparison::advance() {
    gl::require_context();
    if (is_done()) return;
    view_ ? make_pictures() : make_steps();
    for (std::size_t i = 0; i < sides_.size(); ++i) take(i);
    facts_.made = std::min({sides_[0]->made, sides_[1]->made, facts_.wanted});
    if (sides_[0]->made >= facts_.wanted + warm_up && sides_[1]->made >= facts_.wanted + warm_up) finish();
}

/// The sides take turns, for a short time of each frame.
void Comparison::make_steps() {
    const auto end = Clock::now() + time_of_a_frame;
    do {
        Side& side = *sides_[sides_[1]->made < sides_[0]->made ? 1 : 0];
        if (side.made >= facts_.wanted + warm_up || !side.session.ready()) return;
        side.session.step();
        ++side.made;
    } while (Clock::now() < end);
}

void Comparison::make_pictures() {
    for (const auto& side : sides_) {
        render::Scene scene = scene_of(side->session, view_->camera);
        side->renderer->draw(scene, *side->target);
        ++side->made;
    }
}

void Comparison::take(std::size_t index) {
    Side& side = *sides_[index];
    if (view_) {
        side.session.passes().poll();
        side.take(side.session.passes().rows(), gl::Part::drawing);
    } else {
        for (const StepReport& report : side.session.take_reports()) {
            side.take(report.passes, gl::Part::simulation);
            if (report.figures.hashed) side.hashes.emplace_back(report.figures.step, report.figures.hash);
        }
        compare_hashes();
    }
    ComparedSide& known = facts_.sides[index];
    known.passes.clear();
    known.milliseconds = 0;
    for (const std::string& pass : side.passes) {
        known.passes.push_back({pass, side.times[pass].median()});
        known.milliseconds += known.passes.back().milliseconds;
    }
}

void Comparison::compare_hashes() {
    const auto &a = sides_[0]->hashes, &b = sides_[1]->hashes;
    for (std::size_t i = facts_.compared; i < std::min(a.size(), b.size()); ++i, ++facts_.compared)
        if (a[i] != b[i] && !facts_.first_difference) facts_.first_difference = a[i].first;
}

/// Waits for the last steps, so that the end knows all of them.
void Comparison::finish() {
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        Side& side = *sides_[i];
        if (view_) continue;
        for (const StepReport& report : side.session.wait_reports())
            if (report.figures.hashed) side.hashes.emplace_back(report.figures.step, report.figures.hash);
    }
    compare_hashes();
    if (view_)
        facts_.picture_difference =
            render::compare(sides_[0]->target->read(), sides_[1]->target->read(), 0).most;
    facts_.state = ComparisonFacts::State::done;
    for (auto& side : sides_) side.reset();
}

}  // namespace winnow::session
