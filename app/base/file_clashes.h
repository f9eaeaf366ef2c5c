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
    /// Throws Error(bad_input) if an output is this file, or a folder whose frames have its name.
    void refuse_input(const std::string& path) const;

  private:
    struct Named {
        std::string option, path;
    };
    std::vector<Named> inputs_, outputs_;
};

/// Remembers the files of the command line, which the program writes from now on.
void set_command_files(FileClashes files);
/// Calls refuse_input() of the command's files. Whatever reads a file that an effect names calls this first,
/// because the command line does not say which these are.
void require_not_written(const std::string& path);

}  // namespace winnow
