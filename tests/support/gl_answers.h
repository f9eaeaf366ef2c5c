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

/// Counts the programs that are built while it lives. There is one at a time.
class LinkCount {
  public:
    LinkCount() : answer_(glad_glLinkProgram, counting) {
        links_ = 0;
        link_ = answer_.original();
    }
    /// Returns the number since the last call.
    static int take() { return std::exchange(links_, 0); }

  private:
    static void GLAD_API_PTR counting(GLuint name) {
        ++links_;
        link_(name);
    }

    inline static int links_ = 0;
    inline static PFNGLLINKPROGRAMPROC link_ = nullptr;
    GlAnswer<PFNGLLINKPROGRAMPROC> answer_;
};

/// Counts the buffers that are made while it lives. There is one at a time.
class BufferCount {
  public:
    BufferCount() : answer_(glad_glCreateBuffers, counting) {
        buffers_ = 0;
        create_ = answer_.original();
    }
    /// Returns the number since the last call.
    static int take() { return std::exchange(buffers_, 0); }

  private:
    static void GLAD_API_PTR counting(GLsizei count, GLuint* names) {
        buffers_ += count;
        create_(count, names);
    }

    inline static int buffers_ = 0;
    inline static PFNGLCREATEBUFFERSPROC create_ = nullptr;
    GlAnswer<PFNGLCREATEBUFFERSPROC> answer_;
};

}  // namespace winnow::test
