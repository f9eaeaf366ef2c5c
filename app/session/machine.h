// A machine without a window, and what each of its backends has to choose from.
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

namespace winnow::session {

/// A block scan, a grid strategy or a compactor, as one backend has it.
struct ScanEntry {
    std::string_view name, summary;
    std::string stands_for;  // of `auto`: what it is now; empty: nothing but itself
    std::string reason;      // why it cannot be chosen; empty: it can
};

/// Every block scan, `auto` first, each with the grid strategy of `now`.
std::vector<ScanEntry> block_entries(const Suite& suite, ScanChoice now);
/// Every grid strategy, `auto` first, each with the block scan of `now`.
std::vector<ScanEntry> grid_entries(const Suite& suite, ScanChoice now);

/// Every compactor, `auto` first, each with the scan of `now`.
std::vector<ScanEntry> compaction_entries(const Suite& suite, ScanChoice now);

/// The entries of a backend that does not work here.
template <typename Value, std::size_t N>
std::vector<ScanEntry> absent_entries(const std::array<Named<Value>, N>& names, const std::string& reason) {
    std::vector<ScanEntry> list;
    for (const auto& row : names) list.push_back({row.name, row.summary, {}, reason});
    return list;
}

/// What a resolved pair is called, e.g. "subgroup, chained".
std::string describe(ScanChoice resolved);

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
