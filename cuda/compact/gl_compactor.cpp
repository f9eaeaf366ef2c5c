#include "cuda/compact/gl_compactor.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "cuda/base/cuda_error.h"
#include "cuda/testing/fault.h"

namespace winnow::cuda {
namespace {

constexpr int SPAN = 0;  // the only slot of the GL timers
constexpr std::chrono::microseconds PAUSE{
    500};  // between polls; after a longer pause GL may have done other work
constexpr std::uint64_t WORD_BYTES = sizeof(std::uint32_t);

/// Returns the request's second scan with CUDA's addresses, if it has one.
std::optional<Elements> second_elements(const compact::Request& request, const HandOver& hand_over) {
    if (!request.second_scan) return std::nullopt;
    std::uint32_t* const numbers = hand_over.pointer(request.second_scan->numbers);
    return Elements{numbers, numbers, request.bound, hand_over.pointer(request.count),
                    hand_over.pointer(request.second_scan->total)};
}

}  // namespace

void (*before_move)(cudaStream_t stream) = nullptr;

GlCompactor::GlCompactor(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceCompaction> compaction,
                         std::unique_ptr<DeviceScan> second_scan, std::string name)
    : runtime_(std::move(runtime)),
      compaction_(std::move(compaction)),
      second_scan_(std::move(second_scan)),
      name_(std::move(name)),
      span_(runtime_->facts(), 1) {
    span_.set_name(SPAN, "hand-over");
}

template <typename Work>
void GlCompactor::guard(Work work) {
    if (!runtime_->failure().empty()) return;
    try {
        work();
    } catch (const CudaError& error) {
        if (error.status() == ExitStatus::bad_input) throw;
        runtime_->set_failed(error.what());
    }
}

void GlCompactor::reserve(std::uint32_t bound) {
    guard([&] {
        compaction_->reserve(bound);
        second_scan_->reserve(bound);
        const std::uint64_t bytes = compaction_->offset_words(bound) * WORD_BYTES;
        if (bytes > offsets_.bytes())
            offsets_ = runtime_->scratch_memory().allocate(bytes, "CUDA compaction: offsets");
    });
}

void GlCompactor::run(const compact::Request& request) {
    compact::validate(request, vote_format());
    if (request.fold != nullptr)
        bad_input("compact: CUDA computes no records; {} cannot be folded in", request.fold->file);
    reserve(request.bound);
    guard([&] { submit(request); });
}

void GlCompactor::submit(const compact::Request& request) {
    line_ = request.time_line;
    if (line_) owner_ = line_->owner();
    span_.set_time_line(line_);
    span_.begin(SPAN, gl::Work::compute);
    last_asked_ = std::chrono::steady_clock::now();
    try {
        if (line_) events_.note_time(runtime_->stream());
        hand_over_.emplace(*runtime_, buffers_of(request, offsets()));
        launch(device_request(request, offsets(), *hand_over_), second_elements(request, *hand_over_));
    } catch (...) {
        give_up();
        throw;
    }
}

/// Leaves the buffers mapped: unmapping would make GL wait for work that has failed, and GL would be lost
/// too.
void GlCompactor::give_up() {
    if (hand_over_) hand_over_->abandon();
    hand_over_.reset();
    end_span(false);
}

void GlCompactor::end_span(bool undisturbed) {
    span_.end(SPAN);
    undisturbed_[spans_ended_++ % REMEMBERED] = undisturbed;
}

void GlCompactor::launch(const DeviceRequest& request, const std::optional<Elements>& second) {
    const cudaStream_t stream = runtime_->stream();
    events_.begin(stream);
    if (second) {
        second_scan_->run(stream, *second, Kind::exclusive);
        events_.scanned_second(stream);
    }
    compaction_->scan(stream, request);
    events_.scanned(stream);
    if (before_move) before_move(stream);
    compaction_->move(stream, request);
    events_.moved(stream);
}

compact::Progress GlCompactor::progress() {
    if (!hand_over_) return runtime_->failure().empty() ? compact::Progress::done : compact::Progress::failed;
    const cudaError_t status = events_.newest();
    const auto now = std::chrono::steady_clock::now();
    const bool undisturbed = now - std::exchange(last_asked_, now) < PAUSE;
    if (status == cudaErrorNotReady) return compact::Progress::pending;
    if (status == cudaSuccess) {
        guard([&] { give_back(undisturbed); });
    } else {
        runtime_->set_failed(
            fmt::format("CUDA failed on the device during compaction ({}): {}", name_, describe(status)));
        give_up();
    }
    return runtime_->failure().empty() ? compact::Progress::done : compact::Progress::failed;
}

/// The second half of the hand-over: GL commands from here on see what CUDA wrote.
void GlCompactor::give_back(bool undisturbed) {
    try {
        hand_over_->finish();
    } catch (...) {
        give_up();
        throw;
    }
    hand_over_.reset();
    end_span(undisturbed);
    if (line_) show_stages();
}

/// The stages come after those of the last run and end by now at the latest, even if another context delayed
/// the event that the host's time was noted with.
void GlCompactor::show_stages() {
    using Clock = TimeLine::Clock;
    const auto stages = events_.milliseconds();
    if (!stages) return;
    const auto ticks = [](double milliseconds) {
        return std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double, std::milli>(milliseconds));
    };
    shown_until_ = std::max(shown_until_, std::min(events_.begun(), Clock::now() - ticks(stages->sum())));
    const auto show = [&](std::string_view name, double milliseconds) {
        const Clock::time_point begin = std::exchange(shown_until_, shown_until_ + ticks(milliseconds));
        line_->add(TimeLine::Track::cuda, name, begin, shown_until_, owner_);
    };
    if (stages->second_scan) show("second scan", *stages->second_scan);
    if (compaction_->offset_words(1) > 0) {
        show("scan", stages->scan);
        show("move", stages->move);
    } else {
        show("compact", stages->scan + stages->move);
    }
}

compact::Compactor::Times GlCompactor::times() {
    if (!runtime_->failure().empty()) return {};
    const auto stages = events_.milliseconds();
    if (!stages) return {};
    Times times;
    times.second_scan = stages->second_scan;
    if (compaction_->offset_words(1) > 0) {
        times.scan = stages->scan;
        times.move = stages->move;
    } else {
        times.compact = stages->scan + stages->move;
    }
    span_.poll();
    const std::uint64_t finished = span_.finished(SPAN);
    if (const auto span = span_.milliseconds(SPAN); span && undisturbed_[(finished - 1) % REMEMBERED])
        times.hand_over = std::max(0.0, *span - stages->sum());
    return times;
}

void GlCompactor::poison_scratch(std::uint32_t word) {
    if (offsets()) offsets_.fill(word);
    guard([&] {
        compaction_->poison_scratch(runtime_->stream(), word);
        second_scan_->poison_scratch(runtime_->stream(), word);
    });
}

RequestBuffers buffers_of(const compact::Request& request, const gl::Buffer* offsets) {
    const compact::SecondScan second = request.second_scan.value_or(compact::SecondScan{});
    RequestBuffers buffers{
        request.votes.buffer,  request.first.buffer, request.count.buffer, request.survivors.buffer, offsets,
        second.numbers.buffer, second.total.buffer};
    auto next = buffers.end();
    for (const compact::Column& column : request.columns) {
        *--next = column.source;
        *--next = column.destination;
    }
    return buffers;
}

DeviceRequest device_request(const compact::Request& request, const gl::Buffer* offsets,
                             const HandOver& hand_over) {
    DeviceRequest on_device;
    for (const compact::Column& column : request.columns)
        for (std::size_t plane = 0; plane < column.planes; ++plane) {
            const std::size_t begin = plane * request.capacity;
            on_device.columns[on_device.column_count++] = {
                hand_over.pointer<const shared::uvec4>(column.source) + begin,
                hand_over.pointer<shared::uvec4>(column.destination) + begin};
        }
    on_device.capacity = request.capacity;
    on_device.bound = request.bound;
    on_device.votes = hand_over.pointer(request.votes);
    on_device.first = hand_over.pointer(request.first);
    on_device.count = hand_over.pointer(request.count);
    on_device.survivors = hand_over.pointer(request.survivors);
    on_device.offsets = hand_over.pointer<std::uint32_t>(offsets);
    return on_device;
}

}  // namespace winnow::cuda
