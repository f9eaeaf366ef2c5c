#include "base/free_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <sstream>
#include <string>

#include "base/descriptor.h"

namespace winnow {
namespace {

constexpr std::uint64_t unlimited = ~std::uint64_t{0};

/// Returns what the file holds, as far as it can be read.
std::string text_of(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    for (std::array<char, 4096> piece{};;) {
        const ssize_t got = ::read(file.number(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(piece.data(), static_cast<std::size_t>(got));
    }
}

/// The words of a file. When memory is short, reading throws std::bad_alloc instead of ending early. Paths
/// are strings here, because those of the standard library are not safe to take apart when memory is short.
class File : public std::istringstream {
  public:
    explicit File(const std::string& path) : std::istringstream(text_of(path)) {
        exceptions(std::ios::badbit);
    }
};

/// Returns the number that the file begins with; nullopt if there is none, as where it says "max".
std::optional<std::uint64_t> number_in(const std::string& path) {
    std::uint64_t number = 0;
    if (File(path) >> number) return number;
    return std::nullopt;
}

std::uint64_t left(std::uint64_t most, std::uint64_t taken) {
    return most > taken ? most - taken : 0;
}

std::optional<std::uint64_t> available_in_system(const std::string& root) {
    File file(root + "/proc/meminfo");
    std::string key, rest;
    std::uint64_t kib = 0;
    while (file >> key >> kib) {
        std::getline(file, rest);
        if (key == "MemAvailable:") return kib * 1024;
    }
    return std::nullopt;
}

std::uint64_t left_in_address_space(const std::string& root) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    const std::uint64_t pages = number_in(root + "/proc/self/statm").value_or(0);
    return left(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

/// Returns the bytes of the group that hold contents of files: the system gives them back when memory is
/// short.
std::uint64_t cache_of(const std::string& folder) {
    File file(folder + "/memory.stat");
    std::string key;
    std::uint64_t value = 0, sum = 0;
    while (file >> key >> value)
        if (key == "inactive_file" || key == "active_file") sum += value;
    return sum;
}

/// Returns what the group and those that it lies in leave. Within a container only its own group is mounted,
/// at the root, so folders that are absent are passed over.
std::uint64_t left_in_group(const std::string& mount, std::string group, const std::string& limit_file,
                            const std::string& usage_file) {
    std::uint64_t least = unlimited;
    for (;; group.resize(group.rfind('/'))) {
        while (group.ends_with('/')) group.pop_back();
        const std::string folder = mount + group;
        const auto limit = number_in(folder + limit_file);
        const auto usage = number_in(folder + usage_file);
        if (limit && usage) least = std::min(least, left(*limit, left(*usage, cache_of(folder))));
        if (group.find('/') == std::string::npos) return least;
    }
}

/// A line of /proc/self/cgroup is "hierarchy:controllers:path"; version 2 has no controllers.
std::uint64_t left_in_groups(const std::string& root) {
    std::uint64_t least = unlimited;
    File file(root + "/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1), mount = root + "/sys/fs/cgroup";
        if (controllers.empty())
            least = std::min(least, left_in_group(mount, group, "/memory.max", "/memory.current"));
        else if ((',' + controllers + ',').find(",memory,") != std::string::npos)
            least = std::min(least, left_in_group(mount + "/memory", group, "/memory.limit_in_bytes",
                                                  "/memory.usage_in_bytes"));
    }
    return least;
}

}  // namespace

std::optional<std::uint64_t> free_memory(const std::string& root) {
    const std::uint64_t limited = std::min(left_in_address_space(root), left_in_groups(root));
    const auto available = available_in_system(root);
    if (!available && limited == unlimited) return std::nullopt;
    return std::min(available.value_or(unlimited), limited);
}

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kept_bytes = 256 << 20, largest_on_the_heap = 32 << 20;  // the greatest that glibc takes
    mallopt(M_TRIM_THRESHOLD, kept_bytes);
    mallopt(M_MMAP_THRESHOLD, largest_on_the_heap);
#endif
}

}  // namespace winnow
