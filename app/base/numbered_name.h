// Names of the files of a sequence, one for each frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace winnow {

/// A path in whose last part a run of # stands for a number: "film/points_#.ply". Folders keep theirs.
class NumberedName {
  public:
    static constexpr std::size_t min_digits = 5;

    /// Throws Error(bad_input), one line that begins with `what`, if there is more than one run.
    NumberedName(std::string pattern, const std::string& what);

    bool has_number() const { return marks_ > 0; }
    /// Returns the path of this number, with as many digits as the run has marks, and min_digits at least;
    /// larger numbers take more. Without a run it is the pattern itself.
    std::string of(std::uint64_t number) const;
    const std::string& pattern() const { return pattern_; }

  private:
    std::string pattern_;
    std::size_t begin_ = 0, marks_ = 0;  // of the run
};

}  // namespace winnow
