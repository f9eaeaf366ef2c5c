// The interface of a backend in the current context (its suite), and the table of suites, which resolves
// `auto`.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "compact/compactor.h"
#include "gl/passes.h"
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
    /// Says if the backend works in the current context; the reason is a sentence for the panel.
    virtual Availability available() const = 0;
    virtual std::vector<BackendDevice> devices() const { return {}; }

    // The functions below may be called only while available().
    /// Returns the memory that this backend reaches fastest; null: any memory.
    virtual gl::MemoryProvider* memory() { return nullptr; }
    /// Returns the address of a buffer in the backend's own API; null unless its memory() made it.
    virtual const std::byte* address_of(const gl::Buffer&) const { return nullptr; }
    /// Replaces automatic by the fastest correct pair on this device. If the backend has only one scan,
    /// without blocks and tiles, returns automatic for every choice.
    virtual ScanChoice resolve(ScanChoice choice) const = 0;
    /// Says if the backend has this scan on this device; the reason is a sentence.
    virtual Availability offers(ScanChoice choice, ScanType type = {}) const = 0;
    /// Throws Error(absent) with the reason if the backend does not offer the scan.
    virtual std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type = {}) = 0;
    /// Replaces automatic by the fastest compactor that keeps order and works with this scan, which may be
    /// unresolved.
    virtual Compaction resolve(Compaction compaction, ScanChoice choice) const;
    /// Resolves the scan that the compactor uses. Precondition: `compaction` is resolved.
    virtual ScanChoice scan_beside(Compaction, ScanChoice choice) const { return resolve(choice); }
    /// Says if the backend has this compactor, with this scan, on this device; the reason is a sentence.
    virtual Availability offers(Compaction compaction, ScanChoice choice) const;
    /// Throws Error(absent) with the reason if the backend does not offer the compactor.
    virtual std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) = 0;
};

/// The table of backends in one context.
class Suites {
  public:
    explicit Suites(const gl::Tools& tools);

    /// Returns the suite of `backend`, or the one that automatic stands for.
    Suite& of(Backend backend) const;
    /// Returns the suite of `backend`. Throws Error(absent) with the reason if it does not work here.
    Suite& available(Backend backend) const;
    /// Returns the suites that `wanted` stands for, in the order glsl, cuda, cpu: all of them if it is
    /// automatic, unavailable ones included.
    std::vector<Suite*> members(Backend wanted = Backend::automatic) const;

    /// Replaces every automatic part; only the scan of a backend that has a single one stays automatic.
    /// Resolves the compactor for the wanted scan first, then the parts of the scan that are still automatic
    /// for that compactor.
    Algorithm resolve(const Algorithm& wanted) const;
    /// Returns `wanted` with automatic in place of every part that its backend does not offer.
    Algorithm fit(const Algorithm& wanted) const;
    /// Throws Error(absent) with the reason if the compactor is not offered here.
    std::unique_ptr<compact::Compactor> make_compactor(const Algorithm& wanted) const;
    /// Returns memory that every available backend reaches fast.
    gl::MemoryProvider& memory() const;

    /// Marks the backend as unavailable from now on, for this reason. Objects that it has made may still be
    /// in use.
    void give_up(Backend backend, std::string reason);
    /// Replaces the suite of the same backend; for tests.
    void replace(std::unique_ptr<Suite> suite);

  private:
    std::vector<std::unique_ptr<Suite>> suites_, replaced_;
    std::unique_ptr<gl::MemoryProvider> gl_memory_;
};

/// Makes the CUDA suite. This and the declarations below are defined in cuda/ if the build has it.
std::unique_ptr<Suite> make_cuda_suite(const gl::Facts& facts);

/// The CUDA devices of this machine, found without a GL context, or the reason why there are none; for
/// `winnow list`.
struct CudaDevices {
    std::vector<BackendDevice> devices;
    std::string absence;  // reason; empty: there is at least one device
};
CudaDevices list_cuda_devices();

}  // namespace winnow
