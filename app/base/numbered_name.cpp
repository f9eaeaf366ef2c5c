#include "base/numbered_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace winnow {

NumberedName::NumberedName(std::string pattern, const std::string& what) : pattern_(std::move(pattern)) {
    constexpr char mark = '#';
    const std::size_t folder = pattern_.rfind('/');
    begin_ = pattern_.find(mark, folder == std::string::npos ? 0 : folder);
    if (begin_ == std::string::npos) return;
    const std::size_t end = std::min(pattern_.find_first_not_of(mark, begin_), pattern_.size());
    marks_ = end - begin_;
    if (pattern_.find(mark, end) != std::string::npos)
        bad_input("{} {}: only one run of # can stand for the number", what, shortened(pattern_));
}

std::string NumberedName::of(std::uint64_t number) const {
    if (!has_number()) return pattern_;
    return fmt::format("{}{:0{}}{}", pattern_.substr(0, begin_), number, std::max(marks_, min_digits),
                       pattern_.substr(begin_ + marks_));
}

}  // namespace winnow
