#include "hostile/recording_mutator.h"

#include <cstddef>
#include <sstream>
#include <utility>
#include <vector>

#include "hostile/json_mutator.h"

namespace winnow::test {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

void change_lines(Lines& lines, Chance& chance) {
    const std::size_t at = chance.below(lines.size());
    const auto where = lines.begin() + static_cast<std::ptrdiff_t>(at);
    const std::string line = *where;
    switch (chance.below(8)) {
        case 0:
            lines.erase(where);
            break;
        case 1:
            lines.insert(where, line);
            break;
        case 2:
            std::swap(lines[at], chance.pick(lines));
            break;
        case 3:
            lines.insert(where, "");
            break;
        default:
            lines[at] = mutate_json(line, chance);
    }
}

}  // namespace

std::string mutate_recording(const std::string& recording, Chance& chance) {
    Lines lines = lines_of(recording);
    change_lines(lines, chance);
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return chance.one_in(8) ? mutate_bytes(std::move(text), chance) : text;
}

}  // namespace winnow::test
