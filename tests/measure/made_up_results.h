// Made-up results of benchmarks, for tests of reports and pages.
#pragma once

#include "measure/bound_report.h"
#include "measure/draw_report.h"
#include "measure/scan_report.h"
#include "measure/step_report.h"

namespace winnow::test {

/// The beginning of all of them; the device's name says that they are made up.
measure::DocumentHead made_up_head();

/// Every pair on two backends, copies, baselines and the CPU, at sizes from 2^10 to 2^28. Speeds follow a
/// formula.
measure::ScanDocument made_up_results();

/// Records of 48 and 64 bytes, every share of survivors at random and 50 % in clusters, four compactors on
/// two backends, CUB and other baselines. Speeds follow a formula.
measure::BoundDocument made_up_compactions();
/// Has 2^16 to 2^26 keys of 16 and 32 bits.
measure::BoundDocument made_up_sorts();
/// Has 16 M particles and increasing shares of visible ones.
measure::BoundDocument made_up_culls();
/// Has 100 k to 128 M alive and two backends.
measure::StepDocument made_up_steps();
/// Has 475 k and 20 M alive, by tiles and by triangles, at two sizes.
measure::DrawDocument made_up_frames();

}  // namespace winnow::test
