// What glGetError holds. Errors are otherwise the debug output's business.
#pragma once

namespace winnow::gl {

struct Errors {
    unsigned first = 0;  // GL_NO_ERROR: none
    bool out_of_memory = false;
};

/// Empties the queue, older commands' errors included. Ends in any case: a lost context reports errors for
/// ever.
Errors take_errors();

}  // namespace winnow::gl
