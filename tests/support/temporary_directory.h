// A folder of one test, gone when the test is.
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
    /// Writes a file in it, making folders as needed. Returns its full path.
    std::filesystem::path write(const std::string& name, std::string_view text) const;

  private:
    std::filesystem::path path_;
};

/// The text of a file; fails the test if there is none.
std::string text_of(const std::filesystem::path& file);

/// A copy of the shaders as they are shipped, to which a test adds its own.
class ShippedShaders : public TemporaryDirectory {
  public:
    ShippedShaders();
    /// Puts another text in the place of one, in one file; throws std::logic_error if it is not there.
    void replace(const std::string& file, std::string_view text, std::string_view by) const;
};

}  // namespace winnow::test
