// The table of backends, and what stands in it for CUDA in a build without: the only thing under an #if for
// CUDA.
#include "compact/backends.h"

#include <fmt/format.h>

#include <utility>

#include "compact/glsl_compactors.h"
#include "compact/reference.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"

namespace winnow {
namespace {

class GlslSuite : public Suite {
  public:
    explicit GlslSuite(const gl::Tools& tools) : tools_(tools) {}
    Backend backend() const override { return Backend::glsl; }
    Availability available() const override { return Availability::yes(); }
    ScanChoice resolve(ScanChoice choice) const override { return scan::resolve_glsl(tools_.facts, choice); }
    Availability offers(ScanChoice choice, ScanType type) const override {
        return scan::glsl_offers(tools_.facts, choice, type);
    }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type) override {
        return scan::make_glsl_scan(tools_.facts, tools_.shaders, choice, type);
    }
    Compaction resolve(Compaction compaction, ScanChoice choice) const override {
        return compact::resolve_glsl(tools_.facts, compaction, choice);
    }
    ScanChoice scan_beside(Compaction compaction, ScanChoice choice) const override {
        return compact::scan_beside_glsl(tools_.facts, compaction, choice);
    }
    Availability offers(Compaction compaction, ScanChoice choice) const override {
        return compact::glsl_offers(tools_.facts, compaction, choice);
    }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) override {
        return compact::make_glsl_compactor(tools_, compaction, choice);
    }

  private:
    gl::Tools tools_;
};

class CpuSuite : public Suite {
  public:
    Backend backend() const override { return Backend::cpu; }
    Availability available() const override { return Availability::yes(); }
    ScanChoice resolve(ScanChoice) const override { return {}; }  // it has but one
    Compaction resolve(Compaction, ScanChoice) const override { return Compaction::staged; }  // likewise
    using Suite::offers;
    Availability offers(ScanChoice, ScanType) const override { return Availability::yes(); }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice, ScanType type) override {
        return scan::make_cpu_scan(type);
    }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction, ScanChoice) override {
        return compact::make_cpu_compactor();
    }
};

}  // namespace

#if !WINNOW_HAS_CUDA
namespace {

constexpr const char* no_cuda = "CUDA is not part of this build: " WINNOW_NO_CUDA_REASON;

/// Stands in the table where CUDA would, and says why it does not work.
class AbsentSuite : public Suite {
  public:
    Backend backend() const override { return Backend::cuda; }
    Availability available() const override { return Availability::no(no_cuda); }
    using Suite::offers;
    using Suite::resolve;
    ScanChoice resolve(ScanChoice choice) const override { return choice; }
    Availability offers(ScanChoice, ScanType) const override { return available(); }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice, ScanType) override { absent("{}", no_cuda); }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction, ScanChoice) override {
        absent("{}", no_cuda);
    }
};

}  // namespace

std::unique_ptr<Suite> make_cuda_suite(const gl::Facts&) {
    return std::make_unique<AbsentSuite>();
}

CudaDevices list_cuda_devices() {
    return {{}, no_cuda};
}
#endif

Compaction Suite::resolve(Compaction compaction, ScanChoice) const {
    return compaction == Compaction::automatic ? Compaction::staged : compaction;
}

Availability Suite::offers(Compaction compaction, ScanChoice choice) const {
    if (resolve(compaction, choice) == Compaction::staged) return offers(choice);
    return Availability::no(
        fmt::format("{} has no compactor named {}", name_of(backend()), name_of(compaction)));
}

std::vector<std::unique_ptr<Suite>> make_suites(const gl::Tools& tools) {
    std::vector<std::unique_ptr<Suite>> suites;
    suites.push_back(std::make_unique<GlslSuite>(tools));
    suites.push_back(make_cuda_suite(tools.facts));
    suites.push_back(std::make_unique<CpuSuite>());
    return suites;
}

}  // namespace winnow
