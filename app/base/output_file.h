// Files that are either complete or absent, whatever ends the program.
#pragma once

#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/temporary_file.h"

namespace winnow {

/// Writes beside the target and renames over it at `commit`; without a commit nothing is left behind,
/// whatever signal ends the process. The path "-" is standard output; "/dev/..." and FIFOs are written in
/// place. The constructor throws Error(bad_input) if the file cannot be created, so that this is known before
/// the work begins; write and commit throw it when the disk is full. Whoever waits for a FIFO's reader gets
/// Error(interrupted) soon after a signal has asked for the end.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    OutputFile(OutputFile&& other) noexcept = default;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    void flush();
    void commit();
    const std::string& path() const { return path_; }

  private:
    int descriptor() const;
    void write_out(std::string_view bytes);

    std::string path_;
    std::string target_;       // the path, or what the link at the path leads to
    TemporaryFile temporary_;  // empty: written in place
    Descriptor file_;          // none for standard output
    std::string buffer_;
};

/// Writes a whole file through OutputFile.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace winnow
