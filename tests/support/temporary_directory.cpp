#include "support/temporary_directory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>

#include "support/places.h"

namespace winnow::test {

TemporaryDirectory::TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "winnow-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryDirectory::write(const std::string& name, std::string_view text) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    EXPECT_TRUE(stream.is_open()) << file;
    return {std::istreambuf_iterator<char>(stream), {}};
}

ShippedShaders::ShippedShaders() {
    std::filesystem::copy(source("shaders"), path(), std::filesystem::copy_options::recursive);
}

void ShippedShaders::replace(const std::string& file, std::string_view text, std::string_view by) const {
    std::string source = text_of(path() / file);
    const auto at = source.find(text);
    if (at == source.npos) throw std::logic_error(file + " has no \"" + std::string(text) + "\"");
    write(file, source.replace(at, text.size(), by));
}

}  // namespace winnow::test
