#include "effects/data/text_words.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "base/input_file.h"
#include "effects/model/document.h"
#include "effects/model/parameter.h"

namespace winnow::effects {

TextWords::TextWords(std::string_view text, const std::string& origin, std::string_view separators)
    : text_(plain_text(text)), rest_(text_), origin_(origin), separators_(" \t\n") {
    separators_ += separators;
}

bool TextWords::next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
}

std::string_view TextWords::word() {
    for (;;) {
        line_.remove_prefix(std::min(line_.find_first_not_of(separators_), line_.size()));
        const std::string_view word = line_.substr(0, line_.find_first_of(separators_));
        line_.remove_prefix(word.size());
        if (word.starts_with('#')) return line_ = {};
        const bool continues = word == "\\" && line_.find_first_not_of(separators_) == std::string_view::npos;
        if (!continues) return word;
        if (!next_line()) return {};
    }
}

std::string_view TextWords::word_of_any_line() {
    for (;;) {
        if (const std::string_view found = word(); !found.empty()) return found;
        if (!next_line()) return {};
    }
}

float TextWords::number(std::string_view word) const {
    double value = 0;
    const char* const end = word.data() + word.size();
    const char* const begin = word.data() + (word.starts_with('+') ? 1 : 0);
    const auto read = std::from_chars(begin, end, value);
    if (read.ec == std::errc::invalid_argument || read.ptr != end || !(value == value))
        refuse(fmt::format("must be a number, not \"{}\"", excerpt(word)));
    if (read.ec != std::errc{} || value < any_number.least || value > any_number.most)
        refuse(fmt::format("must be {:g} to {:g}, not {}", any_number.least, any_number.most, excerpt(word)));
    return static_cast<float>(value);
}

std::int64_t TextWords::integer(std::string_view word) const {
    std::int64_t value = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end)
        refuse(fmt::format("must be a whole number, not \"{}\"", excerpt(word)));
    return value;
}

void TextWords::refuse(const std::string& message) const {
    effects::refuse(origin_, {number_, 0}, {"", message});
}

}  // namespace winnow::effects
