#include "cuda/compact/staged.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "cuda/base/cuda_error.h"
#include "cuda/compact/hook.h"
#include "cuda/compact/move_columns.h"

namespace winnow::cuda {
namespace {

constexpr int SPAN = 0;  // the one slot of the GL timers
constexpr std::chrono::microseconds PAUSE{
    500};  // between two questions, after which GL may have done other work
constexpr std::uint64_t WORD_BYTES = sizeof(std::uint32_t);

std::vector<const gl::Buffer*> buffers_of(const compact::Request& request, const gl::Buffer& offsets) {
    std::vector<const gl::Buffer*> buffers{request.votes.buffer, request.first.buffer, request.count.buffer,
                                           request.survivors.buffer, &offsets};
    for (const compact::Column& column : request.columns) {
        buffers.push_back(column.source);
        buffers.push_back(column.destination);
    }
    return buffers;
}

}  // namespace

void (*before_move)(cudaStream_t stream) = nullptr;

StagedCompactor::StagedCompactor(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan)
    : runtime_(std::move(runtime)),
      scan_(std::move(scan)),
      offsets_(runtime_->scratch_memory().allocate(WORD_BYTES, "CUDA compaction: offsets")),
      span_(runtime_->facts(), 1) {}

template <typename Work>
void StagedCompactor::guard(Work work) {
    if (!runtime_->failure().empty()) return;
    try {
        work();
    } catch (const CudaError& error) {
        if (error.status() == ExitStatus::bad_input) throw;
        runtime_->set_failed(error.what());
    }
}

void StagedCompactor::reserve(std::uint32_t bound) {
    guard([&] {
        scan_->reserve(bound);
        const std::uint64_t bytes = bound * WORD_BYTES;
        if (bytes > offsets_.bytes())
            offsets_ = runtime_->scratch_memory().allocate(bytes, "CUDA compaction: offsets");
    });
}

void StagedCompactor::run(const compact::Request& request) {
    compact::validate(request, vote_format());
    reserve(request.bound);
    guard([&] { submit(request); });
}

void StagedCompactor::submit(const compact::Request& request) {
    span_.begin(SPAN, gl::Work::compute);
    last_asked_ = std::chrono::steady_clock::now();
    try {
        hand_over_.emplace(*runtime_, buffers_of(request, offsets_));
        launch(request, *hand_over_);
    } catch (...) {
        give_up();
        throw;
    }
}

/// Leaves the buffers mapped: giving them back would make GL wait for work that has failed, and GL would be
/// lost with it.
void StagedCompactor::give_up() {
    if (hand_over_) hand_over_->abandon();
    hand_over_.reset();
    end_span(false);
}

void StagedCompactor::end_span(bool undisturbed) {
    span_.end(SPAN);
    undisturbed_[spans_ended_++ % REMEMBERED] = undisturbed;
}

void StagedCompactor::launch(const compact::Request& request, const HandOver& hand_over) {
    const cudaStream_t stream = runtime_->stream();
    const Elements votes{hand_over.pointer(request.votes), hand_over.pointer<std::uint32_t>(&offsets_),
                         request.bound, hand_over.pointer(request.count),
                         hand_over.pointer(request.survivors)};
    Move move;
    for (const compact::Column& column : request.columns)
        move.columns[move.column_count++] = {hand_over.pointer<const shared::uvec4>(column.source),
                                             hand_over.pointer<shared::uvec4>(column.destination)};
    move.capacity = request.capacity;
    move.bound = request.bound;
    move.votes = static_cast<const std::uint32_t*>(votes.input);
    move.offsets = static_cast<const std::uint32_t*>(votes.output);
    move.first = hand_over.pointer(request.first);
    move.count = votes.count;

    events_.begin(stream);
    scan_->run(stream, votes, Kind::exclusive);
    events_.scanned(stream);
    if (before_move) before_move(stream);
    move_columns(stream, move);
    events_.moved(stream);
}

compact::Progress StagedCompactor::progress() {
    if (!hand_over_) return runtime_->failure().empty() ? compact::Progress::done : compact::Progress::failed;
    const cudaError_t status = events_.newest();
    const auto now = std::chrono::steady_clock::now();
    const bool undisturbed = now - std::exchange(last_asked_, now) < PAUSE;
    if (status == cudaErrorNotReady) return compact::Progress::pending;
    if (status == cudaSuccess) {
        guard([&] { give_back(undisturbed); });
    } else {
        runtime_->set_failed(
            "CUDA failed on the device while it compacted (scan_tiles, propagate, move_columns): " +
            describe(status));
        give_up();
    }
    return runtime_->failure().empty() ? compact::Progress::done : compact::Progress::failed;
}

/// The second half of the hand-over: GL's commands from here on see what CUDA wrote.
void StagedCompactor::give_back(bool undisturbed) {
    try {
        hand_over_->finish();
    } catch (...) {
        give_up();
        throw;
    }
    hand_over_.reset();
    end_span(undisturbed);
}

compact::Compactor::Times StagedCompactor::times() {
    if (!runtime_->failure().empty()) return {};
    const auto stages = events_.milliseconds();
    if (!stages) return {};
    Times times{stages->scan, stages->move, std::nullopt};
    span_.poll();
    const std::uint64_t finished = span_.finished(SPAN);
    if (const auto span = span_.milliseconds(SPAN); span && undisturbed_[(finished - 1) % REMEMBERED])
        times.hand_over = std::max(0.0, *span - stages->scan - stages->move);
    return times;
}

void StagedCompactor::poison_scratch(std::uint32_t word) {
    offsets_.fill(word);
    guard([&] { scan_->poison_scratch(runtime_->stream(), word); });
}

}  // namespace winnow::cuda
