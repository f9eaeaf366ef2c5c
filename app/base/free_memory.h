// How much memory of the system this process may still take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace winnow {

/// Returns the bytes that the system has available and that no limit keeps from this process: neither its
/// address space (`ulimit -v`) nor the control groups that it is in, as in a container (versions 1 and 2).
/// Nullopt if the system does not say. `root` is the folder that holds /proc and
/// /sys/fs/cgroup; tests give one of their own.
std::optional<std::uint64_t> free_memory(const std::string& root = {});

}  // namespace winnow
