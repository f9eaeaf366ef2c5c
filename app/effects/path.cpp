#include "effects/path.h"

#include <nlohmann/json.hpp>

namespace winnow::effects {

std::string escaped(std::string_view key) {
    std::string text;
    for (const char c : key) {
        if (c == '~')
            text += "~0";
        else if (c == '/')
            text += "~1";
        else
            text += c;
    }
    return text;
}

std::string Path::pointer() const {
    if (above_ == nullptr) return {};
    const std::string token = key_.data() != nullptr ? escaped(key_) : std::to_string(index_);
    return above_->pointer() + '/' + token;
}

std::string excerpt(std::string_view text, std::size_t longest) {
    const bool cut = text.size() > longest;
    std::string line(text.substr(0, longest));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    // A dumped string has every byte that is not UTF-8 (a character cut in two, too) replaced; less its
    // quotes.
    using nlohmann::json;
    std::string valid =
        json::parse(json(line).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
    return cut ? valid + "..." : valid;
}

}  // namespace winnow::effects
