// A file whose contents are compiled into the program.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace winnow {

struct EmbeddedFile {
    std::string_view path;  // relative to the folder that was embedded
    const char *begin = nullptr, *end = nullptr;

    std::string_view contents() const { return {begin, end}; }
};

// Pages that are made from embedded files.

/// Returns the file's contents. Throws std::logic_error if no file has the name.
std::string_view contents_of(std::span<const EmbeddedFile> files, std::string_view name);

/// Returns the file `name` with every {{part}} replaced by the part's text or, where the parts have none, by
/// the contents of the file of that name. Texts and contents are not searched for further parts. Throws
/// std::logic_error if there is neither.
std::string filled_template(std::span<const EmbeddedFile> files, std::string_view name,
                            const std::map<std::string_view, std::string>& parts);

}  // namespace winnow
