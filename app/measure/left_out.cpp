#include "measure/left_out.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace winnow::measure {

void leave_out(std::vector<LeftOut>& list, std::string what, std::string reason) {
    LeftOut row{std::move(what), std::move(reason)};
    if (std::find(list.begin(), list.end(), row) == list.end()) list.push_back(std::move(row));
}

bool passes_or_is_left_out(std::vector<LeftOut>& list, std::string what,
                           const std::function<void()>& require) {
    try {
        require();
        return true;
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        leave_out(list, std::move(what), error.what());
        return false;
    }
}

}  // namespace winnow::measure
