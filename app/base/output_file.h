// Files that are either complete or absent, whatever ends the program.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace winnow {

/// Writes beside the target and renames over it at `commit`; without a commit nothing is left behind.
/// The path "-" is standard output, "/dev/..." and FIFOs are written in place.
/// The constructor throws Error(bad_input) if the file cannot be created, so that this is known before
/// the work begins; write and commit throw it when the disk is full.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    void flush();
    void commit();
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    std::string target_;     // the path, or what the link at the path leads to
    std::string temporary_;  // empty: written in place
    std::FILE* file_ = nullptr;
};

/// Writes a whole file through OutputFile.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace winnow
