// Results of benchmarks that nobody has measured, for tests of what is made of results.
#pragma once

#include "commands/bench/floor_report.h"
#include "commands/bench/frame_report.h"

namespace winnow::test {

/// Records of 48 and 64 bytes, every share of survivors at random and 50 % in clusters, four compactors on
/// two backends, CUB and other peers. Speeds follow a formula.
commands::FloorDocument made_up_compactions();
/// 2^16 to 2^26 keys of 16 and 32 bits.
commands::FloorDocument made_up_sorts();
/// 16 M particles, of which more and more are visible.
commands::FloorDocument made_up_culls();
/// 100 k to 128 M alive, two backends.
commands::FrameDocument made_up_frames();

}  // namespace winnow::test
