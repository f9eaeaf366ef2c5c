// Writes one line of JSON per step: --trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "session/session.h"

namespace winnow::session {

/// {"schema":1,"step":0,"alive":0,"born":0,"died":0,"replaced":0,"dropped":0,"lost":0,
///  "bounds":[[x,y,z],[x,y,z]] or null,"hash":"16 hex digits",
///  "backend":"glsl","block":"...","grid":"...","compaction":"...","ms":{"scan":0.1,...}}
/// Never drops a line. The simulation computes the hash: call set_hashing(true) while wanted() is true.
class Trace {
  public:
    /// An empty path: nothing is written. Throws Error(bad_input) if the file cannot be created.
    explicit Trace(const std::string& path);
    bool wanted() const { return file_.has_value(); }
    /// True if writing has failed; commit() then throws the reason.
    bool failed() const { return file_ && file_->failed(); }
    void write(const std::vector<StepReport>& reports);
    /// Completes the file; if it is not called, no file remains.
    void commit();

  private:
    std::optional<OutputFile> file_;
};

/// Returns one line, without its end.
std::string trace_line(const StepReport& report);

}  // namespace winnow::session
