#include "cuda/lab/teaching_kernels.h"

#include <memory>
#include <stdexcept>
#include <string>

#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/lab/blelloch.cuh"
#include "cuda/lab/brent_kung.cuh"
#include "cuda/lab/hierarchical.cuh"
#include "cuda/lab/kogge_stone.cuh"
#include "cuda/lab/kogge_stone_double_buffered.cuh"
#include "cuda/lab/kogge_stone_exclusive.cuh"
#include "cuda/lab/reduction_interleaved.cuh"
#include "cuda/lab/reduction_sequential.cuh"
#include "cuda/lab/sequential.cuh"
#include "cuda/lab/three_phase.cuh"
#include "cuda/lab/vote_scan_compact.cuh"

namespace winnow::cuda {
namespace {

struct Entry {
    std::string_view kernel, function;
    void (*launched)(Lab);
};

constexpr Entry entries[] = {
    {"sequential", "kernel", sequential::kernel},
    {"kogge_stone", "kernel", kogge_stone::kernel},
    {"kogge_stone_exclusive", "kernel", kogge_stone_exclusive::kernel},
    {"kogge_stone_double_buffered", "kernel", kogge_stone_double_buffered::kernel},
    {"brent_kung", "kernel", brent_kung::kernel},
    {"blelloch", "kernel", blelloch::kernel},
    {"three_phase", "kernel", three_phase::kernel},
    {"hierarchical", "scan_blocks", hierarchical::scan_blocks},
    {"hierarchical", "scan_sums", hierarchical::scan_sums},
    {"hierarchical", "add_sums", hierarchical::add_sums},
    {"reduction_interleaved", "kernel", reduction_interleaved::kernel},
    {"reduction_sequential", "kernel", reduction_sequential::kernel},
    {"vote_scan_compact", "kernel", vote_scan_compact::kernel},
};

const Entry& entry_of(const lab::KernelTask& task, const lab::KernelPass& pass) {
    for (const Entry& entry : entries)
        if (entry.kernel == task.kernel && entry.function == pass.function) return entry;
    throw std::logic_error("no teaching kernel " + task.kernel);
}

/// Launches one pass and waits for its trace.
void run_pass(cudaStream_t stream, const Entry& entry, std::uint32_t blocks, const Lab& lab,
              shared::LabTrace& trace) {
    check(cudaMemsetAsync(lab.trace, 0, sizeof trace, stream), "cudaMemsetAsync");
    entry.launched<<<blocks, LAB_THREADS, 0, stream>>>(lab);
    check_launch("a teaching kernel");
    check(cudaMemcpyAsync(&trace, lab.trace, sizeof trace, cudaMemcpyDeviceToHost, stream),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

}  // namespace

lab::Recording run_teaching_kernel(cudaStream_t stream, const lab::KernelTask& task) {
    const DeviceArray<int> values(LAB_LANES), scanned(LAB_LANES), sums(LAB_LANES);
    const DeviceArray<shared::LabTrace> device_trace(1);
    const auto n = static_cast<uint>(task.values.size());
    check(cudaMemcpyAsync(values.data(), task.values.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream),
          "cudaMemcpyAsync");
    const Lab launched{values.data(), device_trace.data(), scanned.data(), sums.data(), n, task.threads,
                       task.op,       task.identity};
    const auto trace = std::make_unique<shared::LabTrace>();
    lab::Recording recording;
    for (const lab::KernelPass& pass : passes_of(task)) {
        run_pass(stream, entry_of(task, pass), pass.blocks, launched, *trace);
        append(recording, *trace);
    }
    return recording;
}

}  // namespace winnow::cuda
