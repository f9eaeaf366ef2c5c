#include "commands/contradictions.h"

#include "base/error.h"

namespace winnow::commands {
namespace {

/// The reference has but one of each, and is no choice of them.
void refuse_choices_of_the_reference(const Options& options) {
    if (options.backend != Backend::cpu) return;
    const auto refuse = [](std::string_view option, std::string_view choice, std::string_view what) {
        bad_input("{} {}: the backend cpu has but one {}; leave {} out, or choose --backend glsl or cuda",
                  option, choice, what, option);
    };
    if (options.block != BlockScan::automatic) refuse("--block", name_of(options.block), "scan");
    if (options.grid != GridStrategy::automatic) refuse("--grid", name_of(options.grid), "scan");
    if (options.compaction != Compaction::automatic && options.compaction != Compaction::staged)
        refuse("--compaction", name_of(options.compaction), "compactor, staged");
}

void refuse_fused_beside_several_passes(const Options& options) {
    const bool one_pass = options.grid == GridStrategy::automatic || is_single_pass(options.grid);
    if (options.compaction != Compaction::fused || one_pass) return;
    bad_input(
        "--compaction fused moves in the one pass of a scan that waits, and --grid {} has several; "
        "leave --grid out, or choose {} or {}",
        name_of(options.grid), name_of(GridStrategy::chained), name_of(GridStrategy::decoupled_lookback));
}

void refuse_prewarming_what_goes_on(const Options& options) {
    if (!options.prewarm) return;
    if (!options.load_state.empty())
        bad_input("--prewarm: what goes on from --load-state has been prewarmed; leave one of them out");
    if (!options.replay.empty())
        bad_input("--prewarm: what --replay does again begins as it was recorded; leave one of them out");
}

void refuse_findings_of_the_window(const Options& options) {
    if (options.command != "view" || options.json.empty()) return;
    bad_input("view finds nothing that --json could write; --trace FILE has a line for each step");
}

void refuse_comparing_what_has_no_order(const Options& options) {
    if (options.command != "test" || options.topic != "replay" || keeps_order(options.compaction)) return;
    bad_input(
        "test replay: --compaction {} keeps no order, so that no two runs need be the same; leave it out",
        name_of(options.compaction));
}

}  // namespace

void refuse_contradictions(const Options& options) {
    refuse_choices_of_the_reference(options);
    refuse_fused_beside_several_passes(options);
    refuse_prewarming_what_goes_on(options);
    refuse_comparing_what_has_no_order(options);
    refuse_findings_of_the_window(options);
}

}  // namespace winnow::commands
