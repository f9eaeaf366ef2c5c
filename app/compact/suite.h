// Everything that one backend offers in the current context, and the table of backends, where `auto` is
// resolved.
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
    /// Says if it works in the current context; the reason is a sentence for the panel.
    virtual Availability available() const = 0;
    virtual std::vector<BackendDevice> devices() const { return {}; }

    // The rest only while available().
    /// Memory that this backend reaches fastest; null: any will do.
    virtual gl::MemoryProvider* memory() { return nullptr; }
    /// Replaces automatic by the fastest correct pair on this device. Returns automatic where the backend has
    /// but one scan, without blocks and tiles, whatever is chosen.
    virtual ScanChoice resolve(ScanChoice choice) const = 0;
    /// Says if it has this scan on this device; the reason is a sentence.
    virtual Availability offers(ScanChoice choice, ScanType type = {}) const = 0;
    /// Error(absent) with the reason if it does not offer it.
    virtual std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type = {}) = 0;
    /// Replaces automatic by the fastest that keeps order beside this scan, which need not be resolved.
    virtual Compaction resolve(Compaction compaction, ScanChoice choice) const;
    /// The scan that the compactor uses where `choice` leaves it open. `compaction` is resolved.
    virtual ScanChoice scan_beside(Compaction, ScanChoice choice) const { return resolve(choice); }
    /// Says if it has this compactor, with this scan, on this device; the reason is a sentence.
    virtual Availability offers(Compaction compaction, ScanChoice choice) const;
    /// Error(absent) with the reason if it does not offer it.
    virtual std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) = 0;
};

/// The table of backends in one context.
class Suites {
  public:
    explicit Suites(const gl::Tools& tools);

    /// That of `backend`, or the one that automatic stands for.
    Suite& of(Backend backend) const;
    /// The same, or Error(absent) with the reason if it does not work here.
    Suite& available(Backend backend) const;
    /// All that `wanted` stands for, in the order glsl, cuda, cpu: every one if it is automatic. The
    /// unavailable ones say why.
    std::vector<Suite*> members(Backend wanted = Backend::automatic) const;

    /// Nothing in it is automatic but the scan of a backend that has but one. The compactor goes by the scan
    /// that is wanted, and then what of the scan is still open goes by the compactor.
    Algorithm resolve(const Algorithm& wanted) const;
    /// As much of `wanted` as its backend offers, with automatic in the place of the rest.
    Algorithm fit(const Algorithm& wanted) const;
    /// Error(absent) with the reason if it is not offered here.
    std::unique_ptr<compact::Compactor> make_compactor(const Algorithm& wanted) const;
    /// Memory that every available backend reaches fast.
    gl::MemoryProvider& memory() const;

    /// From now on the backend does not work, for this reason. What it has made may still be in use.
    void give_up(Backend backend, std::string reason);
    /// Tests put a suite of their own in the place of its backend's.
    void replace(std::unique_ptr<Suite> suite);

  private:
    std::vector<std::unique_ptr<Suite>> suites_, replaced_;
    std::unique_ptr<gl::MemoryProvider> gl_memory_;
};

/// Makes the suite of NVIDIA's half. This and what follows is defined in cuda/ when the build has it.
std::unique_ptr<Suite> make_cuda_suite(const gl::Facts& facts);

/// The CUDA devices of this machine without a GL context, or why there are none; for `winnow list`.
struct CudaDevices {
    std::vector<BackendDevice> devices;
    std::string absence;  // empty: there is at least one
};
CudaDevices list_cuda_devices();

}  // namespace winnow
