#include "cuda/lab/teaching_kernels.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/lab/blelloch.cuh"
#include "cuda/lab/brent_kung.cuh"
#include "cuda/lab/coarsened_tree.cuh"
#include "cuda/lab/hierarchical.cuh"
#include "cuda/lab/kogge_stone.cuh"
#include "cuda/lab/kogge_stone_double_buffered.cuh"
#include "cuda/lab/kogge_stone_exclusive.cuh"
#include "cuda/lab/look_back.cuh"
#include "cuda/lab/reduction_interleaved.cuh"
#include "cuda/lab/reduction_sequential.cuh"
#include "cuda/lab/sequential.cuh"
#include "cuda/lab/sequential_exclusive.cuh"
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
    {"sequential_exclusive", "kernel", sequential_exclusive::kernel},
    {"kogge_stone", "kernel", kogge_stone::kernel},
    {"kogge_stone_exclusive", "kernel", kogge_stone_exclusive::kernel},
    {"kogge_stone_double_buffered", "kernel", kogge_stone_double_buffered::kernel},
    {"brent_kung", "kernel", brent_kung::kernel},
    {"blelloch", "kernel", blelloch::kernel},
    {"three_phase", "kernel", three_phase::kernel},
    {"coarsened_tree", "kernel", coarsened_tree::kernel},
    {"hierarchical", "scan_blocks", hierarchical::scan_blocks},
    {"hierarchical", "scan_sums", hierarchical::scan_sums},
    {"hierarchical", "add_sums", hierarchical::add_sums},
    {"reduction_interleaved", "kernel", reduction_interleaved::kernel},
    {"reduction_sequential", "kernel", reduction_sequential::kernel},
    {"vote_scan_compact", "kernel", vote_scan_compact::kernel},
    {"look_back", "kernel", look_back::kernel},
};

const Entry& entry_of(const lab::KernelTask& task, const lab::KernelPass& pass) {
    for (const Entry& entry : entries)
        if (entry.kernel == task.kernel && entry.function == pass.function) return entry;
    throw std::logic_error("no teaching kernel " + task.kernel);
}

constexpr uint max_items = shared::LAB_TILES * LAB_THREADS;
static_assert(max_items >= LAB_LANES);

/// Copies the first `count` elements to the host, waiting for all that was submitted before.
template <typename T>
void read(cudaStream_t stream, const DeviceArray<T>& from, T* to, std::size_t count) {
    check(cudaMemcpyAsync(to, from.data(), count * sizeof(T), cudaMemcpyDeviceToHost, stream),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

/// The memory of a task's kernels.
class Memory {
  public:
    Memory(cudaStream_t stream, const lab::KernelTask& task) : stream_(stream), task_(task) {
        check(cudaMemcpyAsync(values_.data(), task.values.data(), task.values.size() * sizeof(int),
                              cudaMemcpyHostToDevice, stream),
              "cudaMemcpyAsync");
        clear(scanned_);
        clear(trace_);
        clear(tiles_);
        clear(history_);
    }

    void launch(const lab::KernelPass& pass) {
        const Lab lab{values_.data(),  trace_.data(), scanned_.data(), sums_.data(), tiles_.data(),
                      history_.data(), n(),           task_.threads,   task_.op,     task_.identity};
        entry_of(task_, pass).launched<<<pass.blocks, LAB_THREADS, 0, stream_>>>(lab);
        check_launch("a teaching kernel");
    }

    /// Returns what the last pass left in its trace, and clears it.
    std::unique_ptr<shared::LabTrace> take_trace() {
        auto trace = std::make_unique<shared::LabTrace>();
        read(stream_, trace_, trace.get(), 1);
        clear(trace_);
        return trace;
    }

    lab::KernelTrace events() const {
        const auto history = std::make_unique<shared::LabHistory>();
        std::vector<int> scanned(n());
        read(stream_, history_, history.get(), 1);
        read(stream_, scanned_, scanned.data(), scanned.size());
        return trace_of(task_, *history, std::move(scanned));
    }

  private:
    uint n() const { return static_cast<uint>(task_.values.size()); }

    template <typename T>
    void clear(const DeviceArray<T>& memory) const {
        check(cudaMemsetAsync(memory.data(), 0, memory.count() * sizeof(T), stream_), "cudaMemsetAsync");
    }

    cudaStream_t stream_;
    const lab::KernelTask& task_;
    DeviceArray<int> values_{max_items}, scanned_{max_items}, sums_{LAB_LANES};
    DeviceArray<shared::LabTrace> trace_{1};
    DeviceArray<shared::LabTile> tiles_{shared::LAB_TILES};
    DeviceArray<shared::LabHistory> history_{1};
};

}  // namespace

lab::KernelRecording run_teaching_kernel(cudaStream_t stream, const lab::KernelTask& task) {
    Memory memory(stream, task);
    lab::KernelRecording recording;
    for (const lab::KernelPass& pass : passes_of(task)) {
        memory.launch(pass);
        append(recording, *memory.take_trace());
    }
    return recording;
}

lab::KernelTrace trace_teaching_kernel(cudaStream_t stream, const lab::KernelTask& task) {
    Memory memory(stream, task);
    for (const lab::KernelPass& pass : passes_of(task)) memory.launch(pass);
    return memory.events();
}

}  // namespace winnow::cuda
