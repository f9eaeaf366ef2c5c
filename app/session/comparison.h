// Two ways to compute the same run, step by step in turn from the same state, beside the run itself.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/comparison_facts.h"
#include "render/camera.h"
#include "render/renderer.h"
#include "session/race.h"
#include "session/session.h"

namespace winnow::session {

/// A side of a comparison.
struct ComparisonSide {
    std::string name;
    effects::Settings settings;
};

/// Each side is a session of its own, with particles, backends and timers of its own, so the session from
/// which it begins is neither changed nor timed. Needs as much memory again as that one, twice.
class Comparison {
  public:
    static constexpr std::uint32_t warm_up = 5, timed_steps = 60, timed_pictures = 30;

    /// The view of both sides, if drawing is compared and not the steps.
    struct View {
        render::Camera camera;
        gl::Size size;
    };

    /// Builds the programs that are missing. A side whose effect is not that of the checkpoint takes it from
    /// there on. `what` names the setting that differs. Throws Error(bad_input) if a side is refused, or if
    /// there is no memory for both. Precondition: the context and the shaders outlive this object.
    Comparison(const gl::Context& context, gl::ShaderLibrary& shaders, std::string what,
               const Session::Checkpoint& from, std::array<ComparisonSide, 2> sides,
               std::optional<View> view = std::nullopt);
    ~Comparison();

    /// Makes a step or a picture of each side, and takes the times and hashes that have arrived. Never waits
    /// for the GPU until the end, where pictures are read back. Throws Error(absent) if the context is lost.
    void advance();
    bool is_done() const { return facts_.state == ComparisonFacts::State::done; }
    const ComparisonFacts& facts() const { return facts_; }

  private:
    struct Side;
    void make_steps();
    void make_pictures();
    void take(std::size_t side);
    void compare_hashes();
    void finish();

    ComparisonFacts facts_;
    std::optional<View> view_;
    std::array<std::unique_ptr<Side>, 2> sides_;
};

}  // namespace winnow::session
