// How much memory of the system this process may still take, and what it does with memory that it no longer
// needs.
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

/// Makes the process keep freed memory for its next allocations, up to a few hundred MiB, instead of giving
/// it back to the system at once. A software renderer allocates and frees its vertices in every frame; the
/// page faults of new memory took up to half of a frame. Does nothing where the C library is not glibc.
void keep_freed_memory();

}  // namespace winnow
