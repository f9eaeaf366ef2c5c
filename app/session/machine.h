// A machine without a window, and the choices that each of its backends offers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

#include "base/panel_facts.h"
#include "compact/suite.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "session/choices.h"

namespace winnow::session {

/// Returns the block scans, grid strategies and compactors of one backend, each checked together with the
/// other choices in `now`.
Choices scan_choices(const Suite& suite, ScanChoice now);
std::vector<Choice> backend_choices(const Suites& suites);
/// Returns the choices on that device for each backend in `of`: all backends, and the scans and compactors of
/// this one. Without OpenGL nothing can be chosen.
std::vector<Choices> choices_here(const DeviceChoice& device, const std::vector<Backend>& of);

/// Names a resolved algorithm, e.g. "glsl, subgroup, chained, bits" or "cpu, sequential, staged".
std::string describe(const Algorithm& resolved);

/// The chosen GL device, its shaders, and one suite per backend.
class Machine {
  public:
    /// Throws Error(absent) without OpenGL 4.5, Error(bad_input) for an unknown device, and Error(absent)
    /// with the suite's reason if `backend` cannot work here.
    explicit Machine(const DeviceChoice& device, Backend backend = Backend::automatic);

    const gl::Context& context() const { return *context_; }
    const gl::Facts& facts() const { return context_->facts(); }
    gl::ShaderLibrary& shaders() { return shaders_; }
    gl::Passes& passes() { return passes_; }
    const Suites& suites() const { return suites_; }
    /// Returns the device's facts and "backends": [{"name", "available", "reason"}].
    nlohmann::ordered_json to_json() const;

  private:
    std::unique_ptr<gl::Context> context_;
    gl::ShaderLibrary shaders_;
    gl::Passes passes_;
    Suites suites_;
};

/// Returns {"name", "vendor", "version", "software"}.
nlohmann::ordered_json to_json(const gl::Facts& facts);

}  // namespace winnow::session
