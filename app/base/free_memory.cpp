#include "base/free_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace winnow {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = ~std::uint64_t{0};

/// Returns the number that the file begins with; nullopt if there is none, as where it says "max".
std::optional<std::uint64_t> number_in(const fs::path& file) {
    std::uint64_t number = 0;
    if (std::ifstream(file) >> number) return number;
    return std::nullopt;
}

std::uint64_t left(std::uint64_t most, std::uint64_t taken) {
    return most > taken ? most - taken : 0;
}

std::optional<std::uint64_t> available_in_system(const fs::path& root) {
    std::ifstream file(root / "proc/meminfo");
    std::string key, rest;
    std::uint64_t kib = 0;
    while (file >> key >> kib) {
        std::getline(file, rest);
        if (key == "MemAvailable:") return kib * 1024;
    }
    return std::nullopt;
}

std::uint64_t left_in_address_space(const fs::path& root) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    const std::uint64_t pages = number_in(root / "proc/self/statm").value_or(0);
    return left(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

/// Returns the bytes of the group that hold contents of files: the system gives them back when memory is
/// short.
std::uint64_t cache_of(const fs::path& folder) {
    std::ifstream file(folder / "memory.stat");
    std::string key;
    std::uint64_t value = 0, sum = 0;
    while (file >> key >> value)
        if (key == "inactive_file" || key == "active_file") sum += value;
    return sum;
}

/// Returns what the group and those that it lies in leave. Within a container only its own group is mounted,
/// at the root, so folders that are absent are passed over.
std::uint64_t left_in_group(const fs::path& mount, const std::string& group, const char* limit_file,
                            const char* usage_file) {
    std::uint64_t least = unlimited;
    for (fs::path folder = fs::path(group).relative_path();; folder = folder.parent_path()) {
        const auto limit = number_in(mount / folder / limit_file);
        const auto usage = number_in(mount / folder / usage_file);
        if (limit && usage) least = std::min(least, left(*limit, left(*usage, cache_of(mount / folder))));
        if (folder.empty()) return least;
    }
}

/// A line of /proc/self/cgroup is "hierarchy:controllers:path"; version 2 has no controllers.
std::uint64_t left_in_groups(const fs::path& root) {
    std::uint64_t least = unlimited;
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        std::istringstream parts(line);
        std::string hierarchy, controllers, group;
        std::getline(parts, hierarchy, ':');
        std::getline(parts, controllers, ':');
        std::getline(parts, group);
        const fs::path mount = root / "sys/fs/cgroup";
        if (controllers.empty())
            least = std::min(least, left_in_group(mount, group, "memory.max", "memory.current"));
        else if ((',' + controllers + ',').find(",memory,") != std::string::npos)
            least = std::min(least, left_in_group(mount / "memory", group, "memory.limit_in_bytes",
                                                  "memory.usage_in_bytes"));
    }
    return least;
}

}  // namespace

std::optional<std::uint64_t> free_memory(const fs::path& root) {
    const std::uint64_t limited = std::min(left_in_address_space(root), left_in_groups(root));
    const auto available = available_in_system(root);
    if (!available && limited == unlimited) return std::nullopt;
    return std::min(available.value_or(unlimited), limited);
}

}  // namespace winnow
