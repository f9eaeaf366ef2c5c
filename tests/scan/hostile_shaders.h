// The shaders as they are shipped, and beside them schedules of tiles that no driver promises not to have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// In which order tiles come, and after how many looks one gives up waiting.
struct Schedule {
    std::string file;  // empty: the strategy's own
    std::uint32_t patience = 0;
};

/// Those of the files and the shipped, in haste.
inline std::vector<Schedule> hasty_schedules() {
    std::vector<Schedule> all;
    for (const std::uint32_t patience : {1u, 3u}) {
        for (const char* file : hostile_files) all.push_back({file, patience});
        for (const char* name : {"by_ticket", "by_index"})
            all.push_back({std::string("scan/grid/schedule/") + name + ".glsl", patience});
    }
    return all;
}

}  // namespace winnow::scan::test
