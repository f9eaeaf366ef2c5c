// What benchmarks measure on a clock of its own: yardsticks, other people's scans, compactions and sorts, and
// those of ours whose API is not OpenGL. All of them are timed alike.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "compact/compactor.h"
#include "compact/suite.h"
#include "gl/buffer.h"
#include "scan/catalogue.h"
#include "scan/scan.h"

namespace winnow::measure {

struct BenchmarkPair {
    const gl::Buffer* input = nullptr;
    const gl::Buffer* output = nullptr;
};

/// Copied so many times ahead of the runs that are timed: it turns out the caches, and meanwhile all the
/// launches are queued, so that none is waited for.
struct CacheSweep {
    BenchmarkPair pair;
    std::uint32_t times = 0;
};

/// Runs that are timed together.
struct BenchmarkBatch {
    std::span<const BenchmarkPair> runs;  // one run for each, right after another
    std::uint64_t elements = 0;           // of every run
    ScanType type;
    CacheSweep sweep;
};

class ScanBaseline {
  public:
    virtual ~ScanBaseline() = default;
    virtual std::string name() const = 0;
    /// Whether it only copies: a yardstick that scans are divided by.
    virtual bool copies() const { return false; }
    /// Whether it does this; the reason is a sentence.
    virtual Availability offers(ScanType type, std::uint64_t elements) const = 0;
    /// Milliseconds of the GPU work of all runs together, from the first launch to the end of the last run.
    /// Precondition: it offers the batch. Throws Error(bad_input) if the elements exceed a buffer.
    virtual double run(const BenchmarkBatch& batch) = 0;
};

/// One compaction to be measured. A record is one element of each column; its votes lie there in either
/// format, and are the same.
struct CompactRun {
    compact::Request request;  // whole but for its votes; the first index is 0, and the count is the bound
    gl::Words words, bits;

    /// As a compactor of this format takes it.
    compact::Request with(compact::VoteFormat format) const {
        compact::Request whole = request;
        whole.votes = format == compact::VoteFormat::words ? words : bits;
        return whole;
    }
};

/// Compactions that are timed together: all with as many columns and as many records.
struct CompactBatch {
    std::span<const CompactRun> runs;  // at least one
    CacheSweep sweep;
};

/// Other people's ways of removing records, which may want them and their votes in a form of their own.
class CompactBaseline {
  public:
    virtual ~CompactBaseline() = default;
    virtual std::string name() const = 0;
    /// Whether survivors stay in their order.
    virtual bool keeps_order() const { return true; }
    /// Whether the survivors' records are moved at all, not only their indices.
    virtual bool moves_records() const { return true; }
    /// Whether it takes records of so many columns of 16 bytes, and so many of them; the reason is a
    /// sentence.
    virtual Availability offers(std::uint32_t columns, std::uint64_t records) const = 0;
    /// Brings the records and votes of every run into the form that it likes; not part of any time. To be
    /// called again when they have changed. Error(bad_input) if the memory does not suffice.
    virtual void prepare(const CompactBatch& batch) = 0;
    /// Milliseconds of the GPU work of all runs together, from the first launch to the end of the last run.
    /// Precondition: prepared for this batch.
    virtual double run(const CompactBatch& batch) = 0;
    /// How many records survived the last run of the last batch. Waits for the GPU.
    virtual std::uint32_t survivors() = 0;
    /// Frees what prepare() allocated.
    virtual void release() {}
};

/// One sort of pairs of 32-bit words to be measured: ascending by the key, stable. The input stays as it is.
struct SortRun {
    const gl::Buffer* keys = nullptr;
    const gl::Buffer* values = nullptr;
    const gl::Buffer* sorted_keys = nullptr;
    const gl::Buffer* sorted_values = nullptr;
};

/// Sorts that are timed together.
struct SortBatch {
    std::span<const SortRun> runs;
    std::uint64_t elements = 0;   // of every run
    std::uint32_t key_bits = 32;  // the lowest bits of a key that count, 1 to 32
    CacheSweep sweep;
};

class SortBaseline {
  public:
    virtual ~SortBaseline() = default;
    virtual std::string name() const = 0;
    /// Whether it sorts so many; the reason is a sentence.
    virtual Availability offers(std::uint64_t elements) const = 0;
    /// As ScanBaseline's.
    virtual double run(const SortBatch& batch) = 0;
};

/// What a backend adds to a benchmark: other people's code in its API, and its own on its own clock. A Suite
/// that has any is a BaselineSource too. Every function throws Error(absent) unless the suite is available().
class BaselineSource {
  public:
    virtual ~BaselineSource() = default;
    virtual std::vector<std::unique_ptr<ScanBaseline>> scan_baselines() = 0;
    virtual std::vector<std::unique_ptr<CompactBaseline>> compact_baselines() = 0;
    virtual std::vector<std::unique_ptr<SortBaseline>> sort_baselines() = 0;
    /// The scan or compactor of the suite without the hand-over. Precondition: the suite offers it.
    virtual std::unique_ptr<ScanBaseline> timed_scan(ScanChoice choice, ScanType type) = 0;
    virtual std::unique_ptr<CompactBaseline> timed_compactor(Compaction compaction, ScanChoice choice) = 0;
    /// Milliseconds of the last run of a scan that this suite made, without the hand-over. Waits for it.
    virtual double own_milliseconds(scan::Scan& scan) = 0;
};

/// Null: OpenGL's timers or the CPU's clock see everything that this suite does.
inline BaselineSource* baselines_of(Suite& suite) {
    return dynamic_cast<BaselineSource*>(&suite);
}

using ScanBaselines = std::vector<std::unique_ptr<ScanBaseline>>;
/// What every available suite adds, in one list.
ScanBaselines scan_baselines(const Suites& suites);
/// Those of them that only copy.
ScanBaselines copy_baselines(const Suites& suites);
std::vector<std::unique_ptr<CompactBaseline>> compact_baselines(const Suites& suites);
std::vector<std::unique_ptr<SortBaseline>> sort_baselines(const Suites& suites);

}  // namespace winnow::measure
