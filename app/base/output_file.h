// Files that are either complete or absent, whatever ends the program.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

#include "base/descriptor.h"

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

/// Writes beside the target and renames over it at `commit`; without a commit nothing is left behind,
/// whatever signal ends the process. A file that is replaced leaves its mode, owner and group to the new one
/// as far as the system allows; a symbolic link stays one. The path "-" is standard output; devices and FIFOs
/// are written in place. The constructor throws Error(bad_input) if the file cannot be created, so that this
/// is known before the work begins. A write that fails (the disk is full) does not throw, because what else
/// is being written must go on: nothing more is written then, and flush() and commit() throw Error(bad_input)
/// with its reason. Whoever waits for a FIFO's reader gets Error(interrupted) soon after a signal has asked
/// for the end.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    OutputFile(OutputFile&& other) noexcept = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    void flush();
    void commit();
    /// The same without waiting for the disk, for a file that is rewritten many times a second.
    void commit_unsynchronised();
    bool failed() const { return failure_ != 0; }
    const std::string& path() const { return path_; }
    /// What commit() renames, for a child that writes it; empty where the path is written in place.
    TemporaryFile& temporary() { return temporary_; }

  private:
    int descriptor() const;
    void write_out(std::string_view bytes);
    void give_up(int error);

    std::string path_;
    std::string target_;       // the path, or what the link at the path leads to
    TemporaryFile temporary_;  // empty: written in place
    Descriptor file_;          // none for standard output
    std::string buffer_;
    int failure_ = 0;  // errno of the first write that failed
};

/// The path from the root on, to be shown; unchanged where the working directory is gone.
std::string absolute_path(const std::string& path);

/// Writes a whole file through OutputFile.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace winnow
