// The clipboard's text. GLFW waits without end for the program that owns the text; here the wait has a limit.
#pragma once

#include <memory>
#include <string>

struct GLFWwindow;

namespace winnow::gl {

/// Where there is no X, GLFW does the work. Precondition: GLFW is initialised for as long as this exists.
class Clipboard {
  public:
    Clipboard();
    ~Clipboard();
    Clipboard(const Clipboard&) = delete;

    /// Returns the text; empty if the clipboard holds none. Throws Error(bad_input) if its owner does not
    /// answer within a second, and if the text is longer than 1 MiB.
    std::string text() const;
    void set_text(const std::string& text);
    /// Gives up what this program owns if the program that keeps it for later does not answer. Called before
    /// GLFW ends, which hands it over and waits without end for the answer.
    void prepare_to_end() const;

  private:
    struct Xlib;
    class Question;

    bool is_ours() const;

    std::unique_ptr<Xlib> x_;      // null without X
    unsigned long our_owner_ = 0;  // the X window that has owned the text since set_text()
};

}  // namespace winnow::gl
