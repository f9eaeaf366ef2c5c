// Cautions that a reader must know before trusting a benchmark's figures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "measure/bound_report.h"
#include "measure/draw_report.h"
#include "measure/scan_report.h"
#include "measure/step_report.h"
#include "measure/timeline_report.h"

namespace winnow::measure {

/// With fewer samples the 10th and the 90th percentile are the smallest and the largest sample.
inline constexpr std::uint32_t enough_samples = 20;

/// Returns sentences that name the rows they are about: rows with few samples, with a wide spread, or faster
/// than their expected ceiling, and rows whose passes do not add up to the whole step.
std::vector<std::string> cautions(const ScanBench& bench);
std::vector<std::string> cautions(const BoundTopic& topic, const BoundBench& bench);
std::vector<std::string> cautions(const StepBench& bench);
std::vector<std::string> cautions(const DrawBench& bench);
std::vector<std::string> cautions(const TimelineBench& bench);

}  // namespace winnow::measure
