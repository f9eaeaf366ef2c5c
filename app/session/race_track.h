// The arrays that the scans of a race run on, the copy that they are compared with, and the check of their
// results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gl/buffer.h"
#include "gl/program.h"
#include "scan/scan.h"

namespace winnow::session {

class RaceTrack {
  public:
    /// Writes the input on the GPU. Throws Error(bad_input) before anything is allocated if the arrays do not
    /// fit, and as ShaderLibrary::load() does.
    RaceTrack(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::MemoryProvider& memory,
              std::uint32_t elements);

    std::uint32_t elements() const { return elements_; }
    /// Returns the exclusive scan of the input with its total.
    scan::Request request() const;
    /// Copies the input to the output.
    void copy() const;
    /// Overwrites what the last run has left, so that no scan passes with the result of another, and keeps
    /// the GPU busy while the launches of a sample are queued.
    void prepare() const;
    /// Each counts the faults of the output and of the total. Precondition: prepare() came before the run.
    void check_scan() const { check(false); }
    void check_copy() const { check(true); }

    static constexpr std::uint64_t result_bytes = 8;
    /// The buffer in which a check leaves its result, and what the bytes mean that are read back from it.
    const gl::Buffer& result() const { return result_; }
    static std::uint32_t faults(const std::byte* read_back);

  private:
    void check(bool is_copy) const;

    std::uint32_t elements_;
    gl::Program copy_, check_;
    gl::Buffer input_, output_, result_;
};

}  // namespace winnow::session
