// winnow test draw: sprites by tiles and by triangles show what the reference shows, and light that adds up
// gives the same picture to the bit whatever computes the run, keeps its particles in order or lists them.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/text.h"
#include "effects/format/effect_file.h"
#include "session/machine.h"
#include "session/scene.h"
#include "session/start.h"
#include "verify/checks.h"
#include "verify/draw_cases.h"
#include "verify/replay.h"
#include "verify/subjects.h"
#include "verify/verify.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t run_steps = 60, run_capacity = 16'384;
constexpr float run_density =
    0.3f;  // nothing is dropped, so that compactors without order have the same particles

std::uint64_t hash_of(const render::Image& picture) {
    const auto* bytes = reinterpret_cast<const char*>(picture.pixels.data());
    return fnv1a64({bytes, picture.pixels.size()});
}

/// Compares the pictures of one run that many algorithms compute.
class Pictures {
  public:
    Pictures(session::Machine& machine, const CheckChoice& options)
        : machine_(machine),
          options_(options),
          replayer_(machine.context(), machine.shaders()),
          renderer_(machine.facts(), machine.shaders(), machine.passes(), &machine.suites().memory()) {
        settings_ = session::first_settings(options, effects::load(session::usual_effect), run_capacity);
        settings_.simulation.density = run_density;
    }

    void check_all(Checks& checks) {
        check(Algorithm{Backend::cpu}, checks);  // whose picture the others are compared with
        const auto subjects = chosen_subjects(machine_, options_);
        for (std::size_t i = 0; i < subjects.size(); ++i) {
            const Subject& subject = subjects[i];
            checks.done_of_stage(subjects.size() + i, 2 * subjects.size());  // sprites took the first half
            if (subject.suite->backend() == Backend::cpu) continue;
            if (const auto here = subject.offered(); !here)
                checks.skip(subject.check("draw, one picture"), here.reason);
            else
                check_compactors(subject, checks);
        }
    }

  private:
    /// Checks the compactor that automatic stands for with every scan, and every compactor with its own scan.
    void check_compactors(const Subject& subject, Checks& checks) {
        const Suite& suite = *subject.suite;
        if (options_.quick && !is_usual(suite, options_.compaction, subject.choice)) return;
        for (const Compaction one : members(compactions, options_.compaction))
            if (is_usual(suite, one, subject.choice) ||
                suite.resolve(options_.compaction, subject.choice) == one)
                check({suite.backend(), subject.choice, one}, checks);
    }

    bool is_usual(const Suite& suite, Compaction compaction, ScanChoice choice) const {
        return machine_.suites().resolve({suite.backend(), options_.scan, compaction}).scan == choice;
    }

    void check(const Algorithm& by, Checks& checks) {
        Suite& suite = machine_.suites().of(by.backend);
        const Compaction compaction = suite.resolve(by.compaction, by.scan);
        const std::string name = fmt::format("draw, one picture, {}", name_of(compaction));
        const Check one = Subject{&suite, by.scan}.check(name, run_steps);
        if (const auto here = suite.offers(compaction, by.scan); !here)
            checks.skip(one, here.reason);
        else
            checks.run(one, [&] { return find_fault(by); });
    }

    /// Runs the effect and draws its last step in every order.
    std::string find_fault(const Algorithm& by) {
        Plan plan;
        plan.settings = settings_;
        plan.steps = run_steps;
        plan.by = [&](std::uint32_t) { return by; };
        replayer_.run(plan);
        session::Session* const session = replayer_.session();
        if (session == nullptr) return "the backend was given up";
        render::Scene scene = session::scene_of(*session, render::Camera(settings_.effect.view));
        scene.by_tiles = true;
        for (const bool sorts : {false, true})
            for (const bool culls : {false, true}) {
                scene.order.sorts = sorts;
                scene.order.culls = culls;
                const std::uint64_t hash = hash_of(drawn(renderer_, scene, checked_size));
                if (hash != expected_.value_or(hash))
                    return fmt::format("the {}, {} picture has hash {}, should be {}",
                                       sorts ? "sorted" : "unsorted", culls ? "culled" : "whole", hex16(hash),
                                       hex16(*expected_));
                expected_ = hash;
            }
        return {};
    }

    session::Machine& machine_;
    const CheckChoice& options_;
    Replayer replayer_;
    render::Renderer renderer_;
    effects::Settings settings_;
    std::optional<std::uint64_t> expected_;  // the hash of the first picture
};

}  // namespace

void check_draw(session::Machine& machine, const CheckChoice& options, Checks& checks) {
    try {
        check_sprites(machine.facts(), machine.shaders(), machine.passes(), options.quick, checks);
        Pictures(machine, options).check_all(checks);
    } catch (const Error& error) {
        if (error.status() != ExitStatus::absent) throw;
        Check check;
        check.name = "draw";
        check.backend = name_of(Backend::glsl);
        checks.skip(check, error.what());
    }
}

}  // namespace winnow::verify
