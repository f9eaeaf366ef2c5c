// Mesa without threads of its own: the leak search at the end stops every thread, and crashes on one that is
// just ending.
#include <cstdlib>

namespace {

struct SingleThreadedDriver {
    SingleThreadedDriver() {
        setenv("LP_NUM_THREADS", "0", 1);
        setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    }
};

const SingleThreadedDriver before_the_first_context;

}  // namespace
