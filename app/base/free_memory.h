// How much memory of the system this process may still take.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace winnow {

/// Returns the bytes that the system has available and that no limit keeps from this process: neither its
/// address space (`ulimit -v`) nor the control groups that it is in, as in a container (versions 1 and 2).
/// Nullopt if the system does not say. `root` is where the folders /proc and /sys/fs/cgroup lie; tests give
/// one of their own.
std::optional<std::uint64_t> free_memory(const std::filesystem::path& root = "/");

}  // namespace winnow
