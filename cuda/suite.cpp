// The CUDA entry of the table of backends.
#include <utility>

#include "compact/suite.h"
#include "cuda/base/cuda_error.h"
#include "cuda/compact/gl_compactor.h"
#include "cuda/lab/teaching_kernels.h"
#include "cuda/measure/compact_baselines.h"
#include "cuda/measure/scan_baselines.h"
#include "cuda/memory/imported.h"
#include "cuda/runtime.h"
#include "cuda/scan/device_scan.h"
#include "cuda/scan/gl_scan.h"
#include "lab/teaching_kernels.h"
#include "measure/baseline.h"

namespace winnow::cuda {
namespace {

class CudaSuite : public Suite, public measure::BaselineSource, public lab::TeachingKernels {
  public:
    explicit CudaSuite(const gl::Facts& facts) {
        Match match = match_context(facts);
        reason_ = std::move(match.reason);
        if (!reason_.empty()) return;
        try {
            runtime_ = std::make_shared<Runtime>(facts, match.device);
            make_device_scan({});  // checks that the program has kernels for this device
        } catch (const Error& error) {
            reason_ = fmt::format("CUDA does not start on this device: {}", error.what());
            runtime_.reset();
        }
    }

    Backend backend() const override { return Backend::cuda; }

    Availability available() const override {
        if (!reason_.empty()) return Availability::no(reason_);
        return Availability::no(runtime_->failure());  // an empty reason means available
    }

    std::vector<BackendDevice> devices() const override {
        if (!runtime_) return {};
        return {describe_device(runtime_->device())};
    }

    gl::MemoryProvider* memory() override { return runtime().imported_memory(); }

    const std::byte* address_of(const gl::Buffer& buffer) const override { return imported_address(buffer); }

    ScanChoice resolve(ScanChoice choice) const override { return resolve_device_scan(choice); }

    Availability offers(ScanChoice choice, ScanType type) const override {
        if (const Availability here = available(); !here) return here;
        return Availability::no(device_scan_absence(choice, type));
    }

    std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type) override {
        runtime();
        return std::make_unique<GlScan>(runtime_, make_device_scan(choice, type), type);
    }

    Compaction resolve(Compaction compaction, ScanChoice choice) const override {
        return resolve_device_compaction(compaction, choice);
    }

    Availability offers(Compaction compaction, ScanChoice choice) const override {
        if (const Availability here = available(); !here) return here;
        return Availability::no(device_compaction_absence(compaction, choice));
    }

    std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) override {
        runtime();
        if (const Availability here = offers(compaction, choice); !here) absent("{}", here.reason);
        return std::make_unique<GlCompactor>(runtime_, make_device_compaction(compaction, choice),
                                             make_device_scan(choice),
                                             std::string(name_of(resolve(compaction, choice))));
    }

    std::vector<std::unique_ptr<measure::ScanBaseline>> scan_baselines() override {
        runtime();
        return make_scan_baselines(runtime_);
    }

    std::unique_ptr<measure::ScanBaseline> timed_scan(ScanChoice choice, ScanType type) override {
        runtime();
        return make_timed_scan(runtime_, make_device_scan(choice, type));
    }

    std::vector<std::unique_ptr<measure::CompactBaseline>> compact_baselines() override {
        runtime();
        return make_compact_baselines(runtime_);
    }

    std::vector<std::unique_ptr<measure::SortBaseline>> sort_baselines() override {
        runtime();
        return make_sort_baselines(runtime_);
    }

    std::unique_ptr<measure::CompactBaseline> timed_compactor(Compaction compaction,
                                                              ScanChoice choice) override {
        runtime();
        return make_timed_compactor(runtime_, make_device_compaction(compaction, choice),
                                    keeps_order(compaction));
    }

    double own_milliseconds(scan::Scan& scan) override {
        return dynamic_cast<GlScan&>(scan).kernel_milliseconds();
    }

    std::string device() const override { return describe_device(runtime().device()).name; }

    lab::KernelRecording run(const lab::KernelTask& task) override {
        return run_teaching_kernel(runtime().stream(), task);
    }

    lab::KernelTrace trace(const lab::KernelTask& task) override {
        return trace_teaching_kernel(runtime().stream(), task);
    }

  private:
    /// Throws Error(absent) with the reason if CUDA is not available.
    Runtime& runtime() const {
        if (const Availability here = available(); !here) absent("CUDA: {}", here.reason);
        return *runtime_;
    }

    std::string reason_;
    std::shared_ptr<Runtime> runtime_;
};

}  // namespace
}  // namespace winnow::cuda

namespace winnow {

std::unique_ptr<Suite> make_cuda_suite(const gl::Facts& facts) {
    return std::make_unique<cuda::CudaSuite>(facts);
}

}  // namespace winnow
