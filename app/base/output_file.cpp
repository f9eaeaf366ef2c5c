#include "base/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace winnow {
namespace {

bool written_in_place(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
           !std::filesystem::is_directory(status);
}

/// Where a rename must go so that a link stays a link.
std::string behind_links(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored)) return path;
    const auto target = std::filesystem::weakly_canonical(path, ignored);
    return target.empty() ? path : target.string();
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
        file_ = stdout;
        return;
    }
    if (path_.empty()) bad_input("an output needs a file name");
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored)) bad_input("cannot write {}: it is a directory", path_);
    const bool replaces = ::access(path_.c_str(), F_OK) == 0;
    if (replaces && ::access(path_.c_str(), W_OK) != 0)
        bad_input("cannot write {}: {}", path_, std::strerror(errno));
    target_ = behind_links(path_);
    if (!written_in_place(path_)) temporary_ = fmt::format("{}.part-{}", target_, ::getpid());
    const std::string& opened = temporary_.empty() ? path_ : temporary_;
    file_ = std::fopen(opened.c_str(), "wb");
    if (file_ == nullptr) {
        temporary_.clear();
        bad_input("cannot write {}: {}", path_, std::strerror(errno));
    }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, nullptr)) {}

OutputFile::~OutputFile() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
        bad_input("cannot write {}: {}", path_, std::strerror(errno));
}

void OutputFile::flush() {
    if (std::fflush(file_) != 0) bad_input("cannot write {}: {}", path_, std::strerror(errno));
}

void OutputFile::commit() {
    flush();
    if (file_ == stdout) return;
    if (std::fclose(std::exchange(file_, nullptr)) != 0)
        bad_input("cannot write {}: {}", path_, std::strerror(errno));
    if (temporary_.empty()) return;
    std::error_code error;
    std::filesystem::rename(temporary_, target_, error);
    if (error) bad_input("cannot write {}: {}", path_, error.message());
    temporary_.clear();
}

void write_file(const std::string& path, std::string_view bytes) {
    OutputFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace winnow
