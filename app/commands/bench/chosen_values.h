// What a benchmark's options name, or the usual.
#pragma once

#include <algorithm>
#include <vector>

namespace winnow::commands {

/// What was asked for, or else the usual; ascending and each once.
template <typename Value>
std::vector<Value> chosen_values(const std::vector<Value>& asked, std::vector<Value> usual) {
    std::vector<Value> values = asked.empty() ? std::move(usual) : asked;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

}  // namespace winnow::commands
