// Results of a benchmark that nobody has measured, for tests of what is made of results.
#pragma once

#include "measure/scan_report.h"

namespace winnow::test {

/// Of all of them: the device's name says that they are made up.
measure::DocumentHead made_up_head();

/// Every pair on two backends, copies, peers and the CPU, at sizes from 2^10 to 2^28. Speeds follow a
/// formula.
measure::ScanDocument made_up_results();

}  // namespace winnow::test
