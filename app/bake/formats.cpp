#include "bake/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <future>
#include <iterator>
#include <thread>

namespace winnow::bake {

void write_rows(OutputFile& file, std::uint64_t count,
                const std::function<std::string(std::uint64_t begin, std::uint64_t end)>& make) {
    constexpr std::uint64_t block = 1u << 15;
    constexpr unsigned max_threads = 8;
    const std::size_t at_once = std::clamp(std::thread::hardware_concurrency(), 1u, max_threads);
    std::deque<std::future<std::string>> blocks;
    for (std::uint64_t begin = 0; begin < count || !blocks.empty(); begin += block) {
        if (begin < count)
            blocks.push_back(std::async(std::launch::async, make, begin, std::min(begin + block, count)));
        if (begin < count && blocks.size() < at_once) continue;
        if (file.failed()) file.flush();  // throws
        file.write(blocks.front().get());
        blocks.pop_front();
    }
}

void append_numbers(std::string& text, const Column& column, std::span<const std::uint32_t> words,
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
