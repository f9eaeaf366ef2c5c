#include "bake/formats.h"

#include <algorithm>
#include <deque>
#include <future>
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

}  // namespace winnow::bake
