#pragma once

#include <glad/gl.h>

#include "support/words.h"

namespace winnow::test {

/// A buffer that the CPU can neither write nor map.
class ImmutableBuffer {
  public:
    explicit ImmutableBuffer(const Words& words) : words_(words.size()) {
        glCreateBuffers(1, &name_);
        glNamedBufferStorage(name_, bytes(), words.data(), 0);
    }
    ~ImmutableBuffer() { glDeleteBuffers(1, &name_); }
    ImmutableBuffer(const ImmutableBuffer&) = delete;

    unsigned name() const { return name_; }
    Words values() const {
        Words words(words_);
        glGetNamedBufferSubData(name_, 0, bytes(), words.data());
        return words;
    }

  private:
    GLsizeiptr bytes() const { return static_cast<GLsizeiptr>(words_ * sizeof(std::uint32_t)); }
    std::size_t words_;
    unsigned name_ = 0;
};

}  // namespace winnow::test
