#include "base/embedded.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace winnow {

std::string_view contents_of(std::span<const EmbeddedFile> files, std::string_view name) {
    const auto file = std::ranges::find(files, name, &EmbeddedFile::path);
    if (file == files.end()) throw std::logic_error("no file is embedded as " + std::string(name));
    return file->contents();
}

std::string filled_template(std::span<const EmbeddedFile> files, std::string_view name,
                            const std::map<std::string_view, std::string>& parts) {
    constexpr std::string_view opening = "{{", closing = "}}";
    std::string_view rest = contents_of(files, name);
    std::string page;
    while (true) {
        const std::size_t begin = rest.find(opening), end = rest.find(closing);
        if (begin == std::string_view::npos) return page.append(rest);
        const std::string_view part = rest.substr(begin + opening.size(), end - begin - opening.size());
        const auto text = parts.find(part);
        page.append(rest.substr(0, begin));
        page.append(text != parts.end() ? std::string_view(text->second) : contents_of(files, part));
        rest.remove_prefix(end + closing.size());
    }
}

}  // namespace winnow
