// A command never writes one file twice, and never over a file that it reads.
#pragma once

#include <string>
#include <vector>

namespace winnow {

class FileClashes {
  public:
    /// `option` names the path; an empty path is left out.
    void add_input(const std::string& option, const std::string& path);
    void add_output(const std::string& option, const std::string& path);
    /// Throws Error(bad_input) if two outputs are one file, or an output is a file that is read, even if the
    /// paths differ or are symbolic or hard links.
    void refuse() const;

  private:
    struct Named {
        std::string option, path;
    };
    std::vector<Named> inputs_, outputs_;
};

}  // namespace winnow
