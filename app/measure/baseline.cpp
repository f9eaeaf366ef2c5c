#include "measure/baseline.h"

#include <utility>

namespace winnow::measure {
namespace {

template <typename Baseline>
std::vector<std::unique_ptr<Baseline>> gather(
    const Suites& suites, std::vector<std::unique_ptr<Baseline>> (BaselineSource::*baselines)()) {
    std::vector<std::unique_ptr<Baseline>> all;
    for (Suite* suite : suites.members()) {
        BaselineSource* source = baselines_of(*suite);
        if (source == nullptr || !suite->available()) continue;
        for (auto& baseline : (source->*baselines)()) all.push_back(std::move(baseline));
    }
    return all;
}

}  // namespace

ScanBaselines scan_baselines(const Suites& suites) {
    return gather(suites, &BaselineSource::scan_baselines);
}

ScanBaselines copy_baselines(const Suites& suites) {
    ScanBaselines baselines = scan_baselines(suites);
    std::erase_if(baselines, [](const auto& baseline) { return !baseline->copies(); });
    return baselines;
}

std::vector<std::unique_ptr<CompactBaseline>> compact_baselines(const Suites& suites) {
    return gather(suites, &BaselineSource::compact_baselines);
}

std::vector<std::unique_ptr<SortBaseline>> sort_baselines(const Suites& suites) {
    return gather(suites, &BaselineSource::sort_baselines);
}

}  // namespace winnow::measure
