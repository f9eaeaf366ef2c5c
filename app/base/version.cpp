#include "base/version.h"

namespace winnow {

std::string_view version() {
    return WINNOW_VERSION;
}

}  // namespace winnow
