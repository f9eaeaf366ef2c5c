// Replaces one of OpenGL's functions for the lifetime of an object, to give the answers of another driver.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace winnow::test {

/// `slot`: the loader's pointer to the function, for example glad_glGetError. The replacement may call
/// original().
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
