// How what is drawn meets what is there.
#pragma once

namespace winnow::render {

enum class Blending {
    replace,
    add,
    cover,  // premultiplied alpha
    mix,    // by the drawn alpha
};

/// Colour only: no pass here has a depth buffer, culls faces or masks anything.
void set_blending(Blending blending);

}  // namespace winnow::render
