#include "cuda/measure/compact_baselines.h"

#include <array>
#include <limits>
#include <utility>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/compact/gl_compactor.h"
#include "cuda/measure/batch_clock.h"
#include "cuda/measure/cub.h"
#include "cuda/measure/records.h"
#include "cuda/measure/thrust_remove.h"

namespace winnow::cuda {
namespace {

constexpr std::uint64_t MAX_SIGNED = std::numeric_limits<std::int32_t>::max();

std::vector<const gl::Buffer*> buffers_of(const measure::CompactBatch& batch) {
    std::vector<const gl::Buffer*> buffers;
    for (const measure::CompactRun& run : batch.runs) {
        const RequestBuffers some = cuda::buffers_of(run.request, run.words.buffer);
        buffers.insert(buffers.end(), some.begin(), some.end());
        buffers.push_back(run.bits.buffer);
    }
    return buffers;
}

std::uint32_t read_word(cudaStream_t stream, const std::uint32_t* word) {
    std::uint32_t value = 0;
    check(cudaMemcpyAsync(&value, word, sizeof value, cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    return value;
}

/// A baseline with its own memory and data format: one State per run.
template <typename State>
class OwnFormBaseline : public measure::CompactBaseline {
  public:
    explicit OwnFormBaseline(std::shared_ptr<Runtime> runtime) : clock_(std::move(runtime)) {}

    void prepare(const measure::CompactBatch& batch) override {
        release();
        HandOver hand_over(clock_.runtime(), buffers_of(batch));
        for (const measure::CompactRun& run : batch.runs) states_.push_back(convert(run, hand_over));
        hand_over.finish();
    }

    double run(const measure::CompactBatch& batch) override {
        return clock_.time({}, batch.sweep, [&](cudaStream_t stream, const HandOver&) {
            for (State& state : states_) submit(stream, state);
        });
    }

    void release() override { states_.clear(); }

  protected:
    cudaStream_t stream() const { return clock_.runtime().stream(); }
    State& last() { return states_.back(); }

  private:
    virtual State convert(const measure::CompactRun& run, const HandOver& hand_over) = 0;
    virtual void submit(cudaStream_t stream, State& state) = 0;

    BatchClock clock_;
    std::vector<State> states_;
};

/// Whole records, and their flags.
struct RecordState {
    DeviceArray<shared::uvec4> records, packed;
    DeviceArray<std::uint8_t> flags;
    DeviceArray<std::uint32_t> survivors;
    FlaggedRecords view;
};

class RecordBaseline : public OwnFormBaseline<RecordState> {
  public:
    using OwnFormBaseline::OwnFormBaseline;

    Availability offers(std::uint32_t columns, std::uint64_t records) const override {
        if (columns > MAX_BASELINE_COLUMNS)
            return Availability::no(fmt::format("its records are structs of 16 to {} bytes",
                                                MAX_BASELINE_COLUMNS * shared::COLUMN_BYTES));
        if (records > MAX_SIGNED)
            return Availability::no(
                fmt::format("it counts in 32 bits with a sign: {} records at most", MAX_SIGNED));
        return Availability::yes();
    }

  private:
    virtual bool in_place() const = 0;

    RecordState convert(const measure::CompactRun& run, const HandOver& hand_over) override {
        const DeviceRequest request = device_request(run.with(VoteFormat::words), nullptr, hand_over);
        const std::size_t elements = std::size_t{request.bound} * request.column_count;
        RecordState state;
        state.records = DeviceArray<shared::uvec4>(elements);
        if (!in_place()) state.packed = DeviceArray<shared::uvec4>(elements);
        state.flags = DeviceArray<std::uint8_t>(request.bound);
        state.survivors = DeviceArray<std::uint32_t>(1);
        gather_records(stream(), request, state.records.data());
        votes_to_bytes(stream(), request, state.flags.data());
        state.view = {request.column_count, request.bound,      state.records.data(),
                      state.packed.data(),  state.flags.data(), state.survivors.data()};
        return state;
    }
};

class CubSelectBaseline : public RecordBaseline {
  public:
    using RecordBaseline::RecordBaseline;
    std::string name() const override { return "cub select"; }

    void prepare(const measure::CompactBatch& batch) override {
        RecordBaseline::prepare(batch);
        cub_select(stream(), nullptr, scratch_bytes_, last().view);
        if (scratch_bytes_ > scratch_.count()) scratch_ = DeviceArray<std::byte>(scratch_bytes_);
    }
    std::uint32_t survivors() override { return read_word(stream(), last().survivors.data()); }

  private:
    bool in_place() const override { return false; }
    void submit(cudaStream_t stream, RecordState& state) override {
        cub_select(stream, scratch_.data(), scratch_bytes_, state.view);
    }

    DeviceArray<std::byte> scratch_;
    std::size_t scratch_bytes_ = 0;
};

/// The measured time includes waiting for the count, because Thrust's interface returns it. Later runs find
/// the records as earlier runs left them; the flags, and so the work, are the same.
class ThrustRemoveBaseline : public RecordBaseline {
  public:
    using RecordBaseline::RecordBaseline;
    std::string name() const override { return "thrust remove_if"; }
    std::uint32_t survivors() override { return survivors_; }

  private:
    bool in_place() const override { return true; }
    void submit(cudaStream_t stream, RecordState& state) override {
        survivors_ = remove_.run(stream, state.view);
    }

    ThrustRemove remove_;
    std::uint32_t survivors_ = 0;
};

struct ListState {
    DeviceArray<std::uint32_t> votes, alive, alive_out, dead, counts;
    IndexLists view;
};

class IndexListBaseline : public OwnFormBaseline<ListState> {
  public:
    using OwnFormBaseline::OwnFormBaseline;
    std::string name() const override { return "index list"; }
    bool keeps_order() const override { return false; }
    bool moves_records() const override { return false; }
    Availability offers(std::uint32_t, std::uint64_t records) const override {
        if (records <= MAX_RECORDS) return Availability::yes();
        return Availability::no(fmt::format("its indices go up to {} records", MAX_RECORDS));
    }
    std::uint32_t survivors() override { return read_word(stream(), last().counts.data()); }

  private:
    ListState convert(const measure::CompactRun& run, const HandOver& hand_over) override {
        const DeviceRequest request = device_request(run.with(VoteFormat::bits), nullptr, hand_over);
        constexpr std::size_t counts = 2;
        const std::size_t words = vote_words(VoteFormat::bits, request.bound);
        ListState state;
        for (DeviceArray<std::uint32_t>* list : {&state.alive, &state.alive_out, &state.dead})
            *list = DeviceArray<std::uint32_t>(request.bound);
        state.votes = DeviceArray<std::uint32_t>(words);
        state.counts = DeviceArray<std::uint32_t>(counts);
        check(cudaMemcpyAsync(state.votes.data(), request.votes, words * sizeof(std::uint32_t),
                              cudaMemcpyDeviceToDevice, stream()),
              "cudaMemcpyAsync");
        fill_with_indices(stream(), state.alive.data(), request.bound);
        state.view = {state.votes.data(), state.alive.data(),  state.alive_out.data(),
                      state.dead.data(),  state.counts.data(), request.bound};
        return state;
    }

    void submit(cudaStream_t stream, ListState& state) override { update_index_lists(stream, state.view); }
};

class TimedCompactor : public measure::CompactBaseline {
  public:
    TimedCompactor(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceCompaction> compaction,
                   bool keeps_order)
        : clock_(std::move(runtime)), compaction_(std::move(compaction)), keeps_order_(keeps_order) {}

    std::string name() const override { return std::string(name_of(Backend::cuda)); }
    bool keeps_order() const override { return keeps_order_; }
    Availability offers(std::uint32_t columns, std::uint64_t records) const override {
        if (columns <= shared::MAX_COLUMNS && records <= MAX_RECORDS) return Availability::yes();
        return Availability::no(
            fmt::format("{} columns and {} records at most", shared::MAX_COLUMNS, MAX_RECORDS));
    }

    void prepare(const measure::CompactBatch& batch) override {
        for (const measure::CompactRun& run : batch.runs) reserve(run.request.bound);
        survivors_ = batch.runs.back().request.survivors;
    }

    double run(const measure::CompactBatch& batch) override {
        return clock_.time(buffers_of(batch), batch.sweep,
                           [&](cudaStream_t stream, const HandOver& hand_over) {
                               for (const measure::CompactRun& run : batch.runs)
                                   submit(stream, run, hand_over);
                           });
    }

    std::uint32_t survivors() override {
        return survivors_.buffer->read_all<std::uint32_t>(1, survivors_.index * sizeof(std::uint32_t))
            .front();
    }

  private:
    void reserve(std::uint32_t bound) {
        compaction_->reserve(bound);
        const std::uint64_t words = compaction_->offset_words(bound);
        if (words > offsets_.count()) offsets_ = DeviceArray<std::uint32_t>(words);
    }

    void submit(cudaStream_t stream, const measure::CompactRun& run, const HandOver& hand_over) {
        DeviceRequest request = device_request(run.with(compaction_->vote_format()), nullptr, hand_over);
        request.offsets = offsets_.data();
        compaction_->scan(stream, request);
        compaction_->move(stream, request);
    }

    BatchClock clock_;
    std::unique_ptr<DeviceCompaction> compaction_;
    bool keeps_order_;
    DeviceArray<std::uint32_t> offsets_;
    gl::Word survivors_;  // of the last run
};

class CubSortBaseline : public measure::SortBaseline {
  public:
    explicit CubSortBaseline(std::shared_ptr<Runtime> runtime) : clock_(std::move(runtime)) {}

    std::string name() const override { return "cub radix sort"; }
    Availability offers(std::uint64_t elements) const override {
        if (elements <= MAX_SIGNED) return Availability::yes();
        return Availability::no(
            fmt::format("it counts in 32 bits with a sign: {} pairs at most", MAX_SIGNED));
    }

    double run(const measure::SortBatch& batch) override {
        for (const measure::SortRun& run : batch.runs) require_within(run, batch.elements);
        KeyedWords words;
        words.count = batch.elements;
        words.key_bits = batch.key_bits;
        cub_sort_pairs(nullptr, nullptr, scratch_bytes_, words);
        if (scratch_bytes_ > scratch_.count()) scratch_ = DeviceArray<std::byte>(scratch_bytes_);
        return clock_.time(buffers_of(batch), batch.sweep,
                           [&](cudaStream_t stream, const HandOver& hand_over) {
                               for (const measure::SortRun& run : batch.runs)
                                   submit(stream, run, hand_over, words);
                           });
    }

  private:
    static std::array<const gl::Buffer*, 4> buffers_of(const measure::SortRun& run) {
        return {run.keys, run.values, run.sorted_keys, run.sorted_values};
    }
    static std::vector<const gl::Buffer*> buffers_of(const measure::SortBatch& batch) {
        std::vector<const gl::Buffer*> buffers;
        for (const measure::SortRun& run : batch.runs)
            for (const gl::Buffer* buffer : buffers_of(run)) buffers.push_back(buffer);
        return buffers;
    }

    void require_within(const measure::SortRun& run, std::uint64_t elements) const {
        for (const gl::Buffer* buffer : buffers_of(run))
            if (elements > buffer->bytes() / sizeof(std::uint32_t))
                bad_input("{}: {} elements exceed a buffer", name(), elements);
    }

    void submit(cudaStream_t stream, const measure::SortRun& run, const HandOver& hand_over,
                KeyedWords words) {
        words.keys = hand_over.pointer<const std::uint32_t>(run.keys);
        words.values = hand_over.pointer<const std::uint32_t>(run.values);
        words.sorted_keys = hand_over.pointer<std::uint32_t>(run.sorted_keys);
        words.sorted_values = hand_over.pointer<std::uint32_t>(run.sorted_values);
        cub_sort_pairs(stream, scratch_.data(), scratch_bytes_, words);
    }

    BatchClock clock_;
    DeviceArray<std::byte> scratch_;
    std::size_t scratch_bytes_ = 0;
};

}  // namespace

std::vector<std::unique_ptr<measure::CompactBaseline>> make_compact_baselines(
    const std::shared_ptr<Runtime>& runtime) {
    std::vector<std::unique_ptr<measure::CompactBaseline>> baselines;
    baselines.push_back(std::make_unique<CubSelectBaseline>(runtime));
    baselines.push_back(std::make_unique<ThrustRemoveBaseline>(runtime));
    baselines.push_back(std::make_unique<IndexListBaseline>(runtime));
    return baselines;
}

std::unique_ptr<measure::CompactBaseline> make_timed_compactor(std::shared_ptr<Runtime> runtime,
                                                               std::unique_ptr<DeviceCompaction> compaction,
                                                               bool keeps_order) {
    return std::make_unique<TimedCompactor>(std::move(runtime), std::move(compaction), keeps_order);
}

std::vector<std::unique_ptr<measure::SortBaseline>> make_sort_baselines(std::shared_ptr<Runtime> runtime) {
    std::vector<std::unique_ptr<measure::SortBaseline>> baselines;
    baselines.push_back(std::make_unique<CubSortBaseline>(std::move(runtime)));
    return baselines;
}

}  // namespace winnow::cuda
