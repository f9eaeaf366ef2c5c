// A folder of one test, deleted when the test ends.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace winnow::test {

class TemporaryDirectory {
  public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Writes a file in the folder and makes folders as needed. Returns its full path.
    std::filesystem::path write(const std::string& name, std::string_view text) const;

  private:
    std::filesystem::path path_;
};

/// Returns the text of a file; fails the test if there is no such file.
std::string text_of(const std::filesystem::path& file);

/// A copy of the shipped shaders that a test can change and extend.
class ShippedShaders : public TemporaryDirectory {
  public:
    ShippedShaders();
    /// Replaces one text in one file; throws std::logic_error if the text is not there.
    void replace(const std::string& file, std::string_view text, std::string_view by) const;
};

}  // namespace winnow::test
