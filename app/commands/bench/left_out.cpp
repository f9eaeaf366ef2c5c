#include "commands/bench/left_out.h"

#include <algorithm>
#include <utility>

namespace winnow::commands {

void leave_out(std::vector<LeftOut>& list, std::string what, std::string reason) {
    LeftOut row{std::move(what), std::move(reason)};
    if (std::find(list.begin(), list.end(), row) == list.end()) list.push_back(std::move(row));
}

}  // namespace winnow::commands
