// Files that must not outlive the process.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <system_error>

namespace winnow {

/// The name of a file that somebody is about to create. The destructor removes the file, and so does the
/// signal handler (install_interrupt_handler()) if a signal ends the process. A renamed file stays.
class TemporaryFile {
  public:
    TemporaryFile() = default;
    explicit TemporaryFile(std::string path);
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&& other) noexcept;
    ~TemporaryFile();

    const std::string& path() const { return path_; }
    bool empty() const { return path_.empty(); }
    /// A child that writes the file: the handler ends it first. 0: it has ended.
    void set_writer(pid_t child);
    /// Gives the file its final name; on an error it stays temporary.
    std::error_code rename_to(const std::string& target);

  private:
    void forget();

    std::string path_;
    std::size_t slot_ = 0;  // in the handler's list
};

/// Ends the writers and removes the files of all TemporaryFiles; calls only what a signal's handler may.
void remove_temporary_files();

}  // namespace winnow
