#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace winnow {
namespace {

/// Returns the Levenshtein distance, computed one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string join_or(std::span<const std::string_view> words) {
    if (words.empty()) return "nothing";
    std::string text(words.front());
    for (std::size_t i = 1; i < words.size(); ++i) {
        text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
    constexpr std::size_t longest = 64;  // the cost is the product of both lengths
    if (word.size() > longest) return std::nullopt;
    std::optional<std::string_view> best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const auto guess = nearest(word, candidates);
    return guess ? fmt::format(" (did you mean {}?)", *guess) : std::string{};
}

std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    const auto continues = [&](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u;
    };
    std::size_t end = most / 2, begin = text.size() - most / 2;
    for (; end > 0 && continues(end); --end) {
    }
    for (; continues(begin); ++begin) {
    }
    return std::string(text.substr(0, end)) + "…" + std::string(text.substr(begin));
}

std::string concise(std::string_view sentence) {
    constexpr std::size_t longest_word = 256, longest = 2000;
    std::string text;
    while (!sentence.empty()) {
        const std::size_t end = std::min(sentence.find(' '), sentence.size());
        text += shortened(sentence.substr(0, end), longest_word);
        if (end < sentence.size()) text += ' ';
        sentence.remove_prefix(std::min(end + 1, sentence.size()));
    }
    return shortened(text, longest);
}

std::string first_sentence(const std::string& text) {
    const std::size_t end = text.find(". ");
    return end == std::string::npos ? text : text.substr(0, end + 1);
}

std::string hex16(std::uint64_t value) {
    return fmt::format("{:016x}", value);
}

std::string bytes_text(std::uint64_t bytes) {
    constexpr double kib = 1024.0;
    const double b = static_cast<double>(bytes);
    if (b >= kib * kib * kib) return fmt::format("{:.2f} GiB", b / (kib * kib * kib));
    if (b >= kib * kib) return fmt::format("{:.1f} MiB", b / (kib * kib));
    if (b >= 10 * kib) return fmt::format("{:.0f} KiB", b / kib);
    return fmt::format("{} bytes", bytes);
}

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

std::string counted(std::uint64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", grouped(count), thing, count == 1 ? "" : "s");
}

std::string milliseconds_text(double value) {
    const int decimals = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace winnow
