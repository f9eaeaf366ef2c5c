// The scans that `bench scan` measures on a machine, and the measurement of one of them at one size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/measure.h"
#include "measure/rotation.h"
#include "measure/scan_report.h"
#include "measure/timing.h"
#include "scan/catalogue.h"
#include "session/machine.h"
#include "verify/checkers/inputs.h"
#include "verify/subjects.h"

namespace winnow::measure {

/// Returns "glsl blelloch x chained", as lists show it.
std::string describe(const verify::Subject& subject);

/// Returns the pairs to measure on each backend. With --all these are all pairs that the options allow,
/// otherwise the pair that they name. If they leave the pair to the device, the textbook's pair is measured
/// too.
std::vector<ScanChoice> measured_choices(const BenchChoice& options);

/// Returns the chosen backends' scans on the GPU, as the device resolves the choices. Those that it does not
/// offer for the type are noted as left out in `bench`.
std::vector<verify::Subject> measured_subjects(const session::Machine& machine, const BenchChoice& options,
                                               ScanType type, const std::vector<ScanChoice>& choices,
                                               ScanBench& bench);

/// A scan that is made at its first measurement and kept for the sizes that follow.
struct MeasuredScan {
    verify::Subject subject;
    std::unique_ptr<scan::Scan> scan;
    std::unique_ptr<ScanBaseline> timed;  // null: GL's timers see the scan whole

    void make(ScanType type);
};

class SizeBench {
  public:
    /// Precondition: the elements fit.
    SizeBench(const BenchTools& tools, ScanType type, std::uint64_t elements,
              verify::Input pattern = verify::Input::random);

    /// Each verifies the output of its last run, and throws Error(check_failed) if it is wrong.
    ScanRow glsl_copy();
    /// Precondition: the programs offer it.
    ScanRow glsl_naive();
    /// Precondition: the baseline offers it.
    ScanRow baseline(ScanBaseline& baseline);
    /// Precondition: its suite offers it and is not the CPU's.
    ScanRow scan(MeasuredScan& measured);
    /// Scans in host memory; nothing is read back or uploaded.
    ScanRow on_one_processor();
    ScanRow on_all_processors();

  private:
    ScanRow named(RowKind kind, std::string name) const;
    static ScanRow with_times(ScanRow row, const std::vector<double>& times);
    BenchmarkPair pair(std::uint32_t run) const;
    std::vector<double> baseline_times(ScanBaseline& baseline);
    std::vector<double> gl_times(scan::Scan& scan);
    double hand_over(BaselineSource& source, scan::Scan& scan);
    void submit(scan::Scan& scan, std::uint32_t run) const;
    void poison_outputs() const;
    void verify_copy(const ScanRow& row);
    void verify_scan(const ScanRow& row, std::uint64_t depth);
    void check_output(const ScanRow& row, std::uint64_t depth) const;
    std::span<std::byte> read_output();
    using HostScan = void (*)(ScanType, std::span<const std::byte>, std::span<std::byte>);
    ScanRow on_host(std::string name, HostScan host_scan);

    BenchTools tools_;
    ScanType type_;
    std::uint64_t elements_;
    Timing timing_;
    std::vector<std::byte> input_, output_;
    Rotation rotation_;
};

}  // namespace winnow::measure
