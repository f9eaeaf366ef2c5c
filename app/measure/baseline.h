// Interfaces of the code that benchmarks time on its own clock: other people's scans, compactions and sorts,
// copies, and this project's code outside OpenGL. All of it is timed in the same way.
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

/// Copies that are made ahead of the timed runs. They flush the caches and keep the GPU busy while all
/// launches are queued, so that no launch is waited for.
struct CacheSweep {
    BenchmarkPair pair;
    std::uint32_t times = 0;
};

/// Runs that are timed together.
struct BenchmarkBatch {
    std::span<const BenchmarkPair> runs;  // one run per pair, back to back
    std::uint64_t elements = 0;           // in each run
    ScanType type;
    CacheSweep sweep;
};

class ScanBaseline {
  public:
    virtual ~ScanBaseline() = default;
    virtual std::string name() const = 0;
    /// True if it only copies. A copy is a baseline that the times of scans are divided by.
    virtual bool copies() const { return false; }
    /// Says if it can do this; the reason is a sentence.
    virtual Availability offers(ScanType type, std::uint64_t elements) const = 0;
    /// Milliseconds of the GPU work of all runs together, from the first launch to the end of the last run.
    /// Precondition: it offers the batch. Throws Error(bad_input) if the elements exceed a buffer.
    virtual double run(const BenchmarkBatch& batch) = 0;
};

/// One compaction to be measured. A record is one element of each column. The same votes are stored in both
/// formats.
struct CompactRun {
    compact::Request request;  // has no votes yet; first index 0, count equal to the bound
    gl::Words words, bits;

    /// Returns the request with the votes in this format.
    compact::Request with(compact::VoteFormat format) const {
        compact::Request whole = request;
        whole.votes = format == compact::VoteFormat::words ? words : bits;
        return whole;
    }
};

/// Compactions that are timed together. All have the same number of columns and of records.
struct CompactBatch {
    std::span<const CompactRun> runs;  // at least one
    CacheSweep sweep;
};

/// Other people's ways of removing records. They may need the records and votes in a form of their own.
class CompactBaseline {
  public:
    virtual ~CompactBaseline() = default;
    virtual std::string name() const = 0;
    /// True if survivors stay in their order.
    virtual bool keeps_order() const { return true; }
    /// True if the survivors' records are moved, not only their indices.
    virtual bool moves_records() const { return true; }
    /// Says if it takes this many records, each of this many columns of 16 bytes; the reason is a sentence.
    virtual Availability offers(std::uint32_t columns, std::uint64_t records) const = 0;
    /// Converts the records and votes of every run to its own form, outside any measured time. Must be called
    /// again when they have changed. Throws Error(bad_input) if memory does not suffice.
    virtual void prepare(const CompactBatch& batch) = 0;
    /// Milliseconds of the GPU work of all runs together, from the first launch to the end of the last run.
    /// Precondition: prepared for this batch.
    virtual double run(const CompactBatch& batch) = 0;
    /// Returns how many records survived the last run of the last batch. Waits for the GPU.
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
    std::uint64_t elements = 0;   // in each run
    std::uint32_t key_bits = 32;  // this many low bits of a key count, 1 to 32
    CacheSweep sweep;
};

class SortBaseline {
  public:
    virtual ~SortBaseline() = default;
    virtual std::string name() const = 0;
    /// Says if it sorts this many elements; the reason is a sentence.
    virtual Availability offers(std::uint64_t elements) const = 0;
    /// Has the contract of ScanBaseline::run().
    virtual double run(const SortBatch& batch) = 0;
};

/// The measurements that a backend adds to a benchmark: other people's code in its API, and its own code on
/// its own clock. A Suite that has any is also a BaselineSource. Every function throws Error(absent) unless
/// the suite is available().
class BaselineSource {
  public:
    virtual ~BaselineSource() = default;
    virtual std::vector<std::unique_ptr<ScanBaseline>> scan_baselines() = 0;
    virtual std::vector<std::unique_ptr<CompactBaseline>> compact_baselines() = 0;
    virtual std::vector<std::unique_ptr<SortBaseline>> sort_baselines() = 0;
    /// Returns the scan or compactor of the suite without the hand-over. Precondition: the suite offers it.
    virtual std::unique_ptr<ScanBaseline> timed_scan(ScanChoice choice, ScanType type) = 0;
    virtual std::unique_ptr<CompactBaseline> timed_compactor(Compaction compaction, ScanChoice choice) = 0;
    /// Returns the milliseconds of the last run of a scan that this suite made, without the hand-over. Waits
    /// for it.
    virtual double own_milliseconds(scan::Scan& scan) = 0;
};

/// Returns null if OpenGL's timers or the CPU's clock see everything that this suite does.
inline BaselineSource* baselines_of(Suite& suite) {
    return dynamic_cast<BaselineSource*>(&suite);
}

using ScanBaselines = std::vector<std::unique_ptr<ScanBaseline>>;
/// Returns the baselines of every available suite in one list.
ScanBaselines scan_baselines(const Suites& suites);
/// Returns only the baselines that copy.
ScanBaselines copy_baselines(const Suites& suites);
std::vector<std::unique_ptr<CompactBaseline>> compact_baselines(const Suites& suites);
std::vector<std::unique_ptr<SortBaseline>> sort_baselines(const Suites& suites);

}  // namespace winnow::measure
