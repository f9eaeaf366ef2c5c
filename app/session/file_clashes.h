// A command never writes one file twice, and never over a file that it reads.
#pragma once

#include <string>
#include <vector>

namespace winnow::session {

/// What the value of an option is.
enum class ValueKind { other, effect, input_file, output_file, shaders };

class FileClashes {
  public:
    /// `option` names the path; a kind that is no file is left out, and so is an empty path.
    void add(const std::string& option, ValueKind kind, const std::string& path);
    /// Throws Error(bad_input) if two outputs are one file, or an output is a file that is read: by whatever
    /// path, symbolic link or hard link.
    void refuse() const;

  private:
    struct Named {
        std::string option, path;
    };
    std::vector<Named> inputs_, outputs_;
};

}  // namespace winnow::session
