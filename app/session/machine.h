// A headless context with everything that stands on it, for commands without a window.
#pragma once

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compact/suite.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "session/choices.h"
#include "session/scan_entries.h"

namespace winnow::session {

/// The GL device that was chosen, its shaders, and one suite for each backend.
class Machine {
  public:
    /// Throws Error(absent) without OpenGL 4.5, Error(bad_input) for an unknown device, and Error(absent)
    /// with the suite's reason if `backend` cannot work here.
    explicit Machine(const DeviceChoice& device, Backend backend = Backend::automatic);

    const gl::Context& context() const { return *context_; }
    const gl::Facts& facts() const { return context_->facts(); }
    gl::ShaderLibrary& shaders() { return shaders_; }
    gl::Passes& passes() { return passes_; }
    const std::vector<std::unique_ptr<Suite>>& suites() const { return suites_; }
    Suite& suite(Backend backend) const;
    /// Memory that every available backend reaches fast.
    gl::MemoryProvider& memory();
    /// The device's facts and "backends": [{"name", "available", "reason"}]
    nlohmann::ordered_json to_json() const;

  private:
    std::unique_ptr<gl::Context> context_;
    gl::ShaderLibrary shaders_;
    gl::Passes passes_;
    std::vector<std::unique_ptr<Suite>> suites_;
    std::unique_ptr<gl::MemoryProvider> gl_memory_;
};

/// {"name", "vendor", "version", "software"}
nlohmann::ordered_json to_json(const gl::Facts& facts);

/// A row of the table of backends.
struct BackendHere {
    Backend backend;
    std::string_view name, summary;
    std::string reason;  // why it does not work here; empty: it does
    std::vector<ScanEntry> blocks, grids, compactions;
};

/// All of them, `auto` included; works without OpenGL too: then that is every backend's reason.
std::vector<BackendHere> backends_here(const DeviceChoice& device);

}  // namespace winnow::session
