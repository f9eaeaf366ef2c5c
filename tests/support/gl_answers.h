// Puts another function in the place of one of OpenGL's, for as long as it lives: what a driver would answer
// that is not here.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace winnow::test {

/// `slot`: where the loader keeps the function, glad_glGetError for one. The answer may ask original().
template <typename Function>
class GlAnswer {
  public:
    GlAnswer(Function& slot, Function answer) : slot_(slot), original_(std::exchange(slot, answer)) {}
    ~GlAnswer() { slot_ = original_; }
    GlAnswer(const GlAnswer&) = delete;
    Function original() const { return original_; }

  private:
    Function& slot_;
    Function original_;
};

}  // namespace winnow::test
