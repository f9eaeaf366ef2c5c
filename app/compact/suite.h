// Everything that one backend offers in the current context, and the table of backends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "compact/compactor.h"
#include "gl/tools.h"
#include "scan/scan.h"

namespace winnow {

/// A device of the backend's own API, for lists.
struct BackendDevice {
    std::string name;
    std::string details;
};

class Suite {
  public:
    virtual ~Suite() = default;
    virtual Backend backend() const = 0;
    /// Whether it works in the current context; the reason is a sentence for the panel.
    virtual Availability available() const = 0;
    virtual std::vector<BackendDevice> devices() const { return {}; }

    // The rest only while available().
    /// Memory that this backend reaches fastest; null: any will do.
    virtual gl::MemoryProvider* memory() { return nullptr; }
    /// What automatic stands for on this device: the fastest correct pair. Automatic itself: it has but one
    /// scan, without blocks and tiles, whatever is chosen.
    virtual ScanChoice resolve(ScanChoice choice) const = 0;
    /// Whether it has this scan on this device; the reason is a sentence.
    virtual Availability offers(ScanChoice choice, ScanType type = {}) const = 0;
    /// Error(absent) with the reason if it does not offer it.
    virtual std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type = {}) = 0;
    /// What automatic stands for beside this scan, which need not be resolved: the fastest that keeps order.
    virtual Compaction resolve(Compaction compaction, ScanChoice choice) const;
    /// The scan that the compactor uses where `choice` leaves it open. `compaction` is resolved.
    virtual ScanChoice scan_beside(Compaction, ScanChoice choice) const { return resolve(choice); }
    /// Whether it has this compactor, with this scan, on this device; the reason is a sentence.
    virtual Availability offers(Compaction compaction, ScanChoice choice) const;
    /// Error(absent) with the reason if it does not offer it.
    virtual std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) = 0;
};

/// One suite for each of glsl, cuda and cpu, in that order; the unavailable ones say why.
std::vector<std::unique_ptr<Suite>> make_suites(const gl::Tools& tools);

/// The CUDA devices of this machine without a GL context, or why there are none; for `winnow list`.
struct CudaDevices {
    std::vector<BackendDevice> devices;
    std::string absence;  // empty: there is at least one
};
CudaDevices list_cuda_devices();

}  // namespace winnow
