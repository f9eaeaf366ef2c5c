// Values of columns as text.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "bake/columns.h"

namespace winnow::bake {

inline constexpr std::uint64_t max_word_text = 20;  // bytes of a word with what stands between words

/// Appends the numbers of a value, as short as they can be read back to the bit.
inline void append_numbers(std::string& text, const Column& column, std::span<const std::uint32_t> words,
                           std::string_view between) {
    const auto out = std::back_inserter(text);
    if (column.type == Column::Type::identity) {
        fmt::format_to(out, "{}", std::uint64_t{words[1]} << 32 | words[0]);
        return;
    }
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (k > 0) text += between;
        if (column.type == Column::Type::real)
            fmt::format_to(out, "{}", std::bit_cast<float>(words[k]));
        else
            fmt::format_to(out, "{}", words[k]);
    }
}

}  // namespace winnow::bake
