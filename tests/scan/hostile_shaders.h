// The shipped shaders, and schedules of tiles beside them that a driver is free to choose.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "scan/glsl_variant.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::scan::test {

inline constexpr const char* backwards = "schedule_backwards.glsl";
inline constexpr const char* hostile_files[] = {backwards, "schedule_permuted.glsl", "schedule_late.glsl"};

class HostileShaders : public winnow::test::ShippedShaders {
  public:
    HostileShaders() {
        const auto folder = winnow::test::source("tests/scan");
        for (const char* file : hostile_files) write(file, winnow::test::text_of(folder / file));
    }
};

/// The order in which tiles begin, and the number of looks after which a waiting tile gives up.
struct Schedule {
    std::string file;              // empty: a shipped schedule
    std::uint32_t spin_limit = 0;  // 0: as tuned
    std::optional<bool> by_ticket = {};

    void apply_to(GlslVariant& variant) const {
        variant.schedule_file = file;
        if (spin_limit > 0) variant.tuning.spin_limit = spin_limit;
        if (by_ticket) variant.tuning.by_ticket = *by_ticket;
    }
};

inline void PrintTo(const Schedule& schedule, std::ostream* out) {
    *out << schedule.file;
    if (schedule.by_ticket) *out << (*schedule.by_ticket ? "by ticket" : "by index");
    *out << ", spin limit " << schedule.spin_limit;
}

/// Returns the schedules of the files and the shipped ones, all with small spin limits.
inline std::vector<Schedule> hasty_schedules() {
    std::vector<Schedule> all;
    for (const std::uint32_t spin_limit : {1u, 3u}) {
        for (const char* file : hostile_files) all.push_back({file, spin_limit});
        for (const bool by_ticket : {true, false}) all.push_back({"", spin_limit, by_ticket});
    }
    return all;
}

}  // namespace winnow::scan::test
