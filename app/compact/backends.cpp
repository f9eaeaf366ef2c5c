// The table of backends, and the CUDA suite of builds without CUDA. This file holds the only #if for CUDA.
#include <fmt/format.h>

#include <utility>

#include "compact/glsl_compactors.h"
#include "compact/reference_compaction.h"
#include "compact/suite.h"
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
    ScanChoice resolve(ScanChoice) const override { return {}; }  // the CPU has a single scan
    Compaction resolve(Compaction, ScanChoice) const override { return Compaction::staged; }  // its only one
    using Suite::offers;
    Availability offers(ScanChoice, ScanType) const override { return Availability::yes(); }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice, ScanType type) override {
        return scan::make_cpu_scan(type);
    }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction, ScanChoice) override {
        return compact::make_cpu_compactor();
    }
};

/// The suite of a backend that does not work here; it gives the reason.
class AbsentSuite : public Suite {
  public:
    AbsentSuite(Backend backend, std::string reason) : backend_(backend), reason_(std::move(reason)) {}
    Backend backend() const override { return backend_; }
    Availability available() const override { return Availability::no(reason_); }
    using Suite::offers;
    using Suite::resolve;
    ScanChoice resolve(ScanChoice choice) const override { return choice; }
    Availability offers(ScanChoice, ScanType) const override { return available(); }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice, ScanType) override { absent("{}", reason_); }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction, ScanChoice) override {
        absent("{}", reason_);
    }

  private:
    Backend backend_;
    std::string reason_;
};

}  // namespace

#if !WINNOW_HAS_CUDA
constexpr const char* no_cuda = "CUDA is not part of this build: " WINNOW_NO_CUDA_REASON;

std::unique_ptr<Suite> make_cuda_suite(const gl::Facts&) {
    return std::make_unique<AbsentSuite>(Backend::cuda, no_cuda);
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

Suites::Suites(const gl::Tools& tools) : gl_memory_(gl::fastest_gl_memory(tools.facts)) {
    suites_.push_back(std::make_unique<GlslSuite>(tools));
    suites_.push_back(make_cuda_suite(tools.facts));
    suites_.push_back(std::make_unique<CpuSuite>());
}

Suite& Suites::of(Backend backend) const {
    return *members(winnow::resolve(backend)).front();
}

Suite& Suites::available(Backend backend) const {
    Suite& suite = of(backend);
    if (const Availability here = suite.available(); !here)
        absent("backend {}: {}", name_of(suite.backend()), here.reason);
    return suite;
}

std::vector<Suite*> Suites::members(Backend wanted) const {
    std::vector<Suite*> all;
    for (const auto& suite : suites_)
        if (wanted == Backend::automatic || suite->backend() == wanted) all.push_back(suite.get());
    return all;
}

Algorithm Suites::resolve(const Algorithm& wanted) const {
    const Suite& by = of(wanted.backend);
    const Compaction compaction = by.resolve(wanted.compaction, wanted.scan);
    return {by.backend(), by.scan_beside(compaction, wanted.scan), compaction};
}

Algorithm Suites::fit(const Algorithm& wanted) const {
    const Suite& by = of(wanted.backend);
    if (!by.available()) return wanted;
    Algorithm fitting{wanted.backend, {}, wanted.compaction};
    const auto [block, grid] = wanted.scan;
    for (const ScanChoice scan :
         {wanted.scan, {BlockScan::automatic, grid}, {block, GridStrategy::automatic}})
        if (by.offers(scan)) {
            fitting.scan = scan;
            break;
        }
    if (!by.offers(fitting.compaction, fitting.scan)) fitting.compaction = Compaction::automatic;
    return fitting;
}

std::unique_ptr<compact::Compactor> Suites::make_compactor(const Algorithm& wanted) const {
    return available(wanted.backend).make_compactor(wanted.compaction, wanted.scan);
}

gl::MemoryProvider& Suites::memory() const {
    for (const auto& suite : suites_)
        if (suite->available() && suite->memory() != nullptr) return *suite->memory();
    return *gl_memory_;
}

void Suites::give_up(Backend backend, std::string reason) {
    replace(std::make_unique<AbsentSuite>(backend, std::move(reason)));
}

void Suites::replace(std::unique_ptr<Suite> suite) {
    for (auto& old : suites_)
        if (old->backend() == suite->backend()) {
            replaced_.push_back(std::exchange(old, std::move(suite)));
            return;
        }
}

}  // namespace winnow
