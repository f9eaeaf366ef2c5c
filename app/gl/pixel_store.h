// How OpenGL reads and writes pixels in the program's memory, where the library works in a context of another
// program.
#pragma once

#include <vector>

namespace winnow::gl {

/// Sets what a context begins with.
void set_usual_pixel_store();

/// Saves the state that glPixelStorei sets, and sets what a context begins with; the destructor puts it back.
/// Uploads and reads of textures depend on it, and clears of buffers too.
class PixelStore {
  public:
    PixelStore();
    ~PixelStore();
    PixelStore(const PixelStore&) = delete;

  private:
    std::vector<int> saved_;
};

}  // namespace winnow::gl
