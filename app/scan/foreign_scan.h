// A scan that another API than OpenGL computes, so that its runs can be followed without waiting for them.
#pragma once

#include <optional>

#include "scan/scan.h"

namespace winnow::scan {

/// A Scan whose runs are computed outside OpenGL is also one of these.
class ForeignScan {
  public:
    virtual ~ForeignScan() = default;

    /// Submits the scan like Scan::run(), but from now on no GL command may touch the request's buffers until
    /// finished() has returned a time. Precondition: the last run that was begun has finished.
    virtual void begin(const Request& request) = 0;

    /// Returns the milliseconds of the run that was begun, without the hand-over, once it has succeeded: then
    /// its results are visible to the GL commands that follow. nullopt: it still runs. Never waits, and never
    /// makes GL wait for work that may fail. Throws Error(check_failed) if the run has failed.
    virtual std::optional<double> finished() = 0;
};

}  // namespace winnow::scan
