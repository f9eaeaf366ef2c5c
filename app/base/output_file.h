// Output files that are either complete or absent, however the program ends.
#pragma once

#include <fmt/format.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "base/descriptor.h"

namespace winnow {

// The names of frames that are written to a folder, one file each.

inline constexpr std::string_view frame_prefix = "frame_", frame_suffix = ".png";

/// Returns frame_00001.png for 1; numbers beyond five digits take more.
inline std::string frame_name(std::uint64_t number) {
    return fmt::format("{}{:05}{}", frame_prefix, number, frame_suffix);
}

/// True if some frame has this name.
inline bool is_frame_name(std::string_view name) {
    if (!name.starts_with(frame_prefix) || !name.ends_with(frame_suffix)) return false;
    name.remove_prefix(frame_prefix.size());
    name.remove_suffix(frame_suffix.size());
    return name.size() >= 5 && name.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The path of a file that is about to be created and must not outlive the process. The destructor removes
/// the file, and so does the signal handler (install_interrupt_handler()) if a signal ends the process. A
/// file that was renamed stays.
class TemporaryFile {
  public:
    TemporaryFile() = default;
    explicit TemporaryFile(std::string path);
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&& other) noexcept;
    ~TemporaryFile();

    const std::string& path() const { return path_; }
    bool empty() const { return path_.empty(); }
    /// Sets the child process that writes the file, which the signal handler ends first; 0: the child has
    /// ended.
    void set_writer(pid_t child);
    /// Gives the file its final name. Where a file is mounted at that name (as a container has it), which no
    /// rename can replace, copies the contents into it instead. If that fails, the file stays temporary.
    std::error_code rename_to(const std::string& target);

  private:
    void forget();

    std::string path_;
    std::size_t slot_ = 0;  // index in the signal handler's list
};

/// Ends the writers and removes the files of all TemporaryFiles. Calls only async-signal-safe functions.
void remove_temporary_files();

/// Writes to a temporary file beside the target and renames it over the target at `commit`; without a commit
/// nothing is left behind, whichever signal ends the process. A replaced file passes its mode, owner and
/// group on to the new one as far as the system allows; a symbolic link stays one. The path "-" is standard
/// output; devices and FIFOs are written in place. The constructor throws Error(bad_input) if the file cannot
/// be created, so that this is known before the work begins. A failed write (the disk is full) does not
/// throw, because other outputs must go on: nothing more is written then, and flush() and commit() throw
/// Error(bad_input) with the reason. Waiting for a FIFO's reader throws Error(interrupted) soon after a
/// signal has asked for the end.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    OutputFile(OutputFile&& other) noexcept = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    void flush();
    void commit();
    /// Commits without waiting for the disk, for a file that is rewritten many times a second.
    void commit_unsynchronised();
    bool failed() const { return failure_ != 0; }
    const std::string& path() const { return path_; }
    /// The file that commit() renames, for a child process that writes it; empty if the path is written in
    /// place.
    TemporaryFile& temporary() { return temporary_; }

  private:
    int descriptor() const;
    void write_out(std::string_view bytes);
    void give_up(int error);

    std::string path_;
    std::string target_;       // the path, or where the link at the path leads
    TemporaryFile temporary_;  // empty if written in place
    Descriptor file_;          // none for standard output
    std::string buffer_;
    int failure_ = 0;  // errno of the first write that failed
};

/// Returns the absolute path, for display; the path itself if the working directory no longer exists.
std::string absolute_path(const std::string& path);

/// Throws Error(bad_input) if something else than a regular file is at the path: a FIFO or a device could
/// keep a window waiting.
void require_regular_or_absent(const std::string& path);

/// Writes a whole file through OutputFile.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace winnow
