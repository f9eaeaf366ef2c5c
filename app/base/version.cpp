#include "base/version.h"

#include "base/commit.h"  // made by the build

namespace winnow {

std::string_view version() {
    return WINNOW_VERSION;
}

std::string_view commit() {
    return WINNOW_COMMIT;
}

}  // namespace winnow
