// Counts the OpenGL objects that live, by standing where the loader keeps the functions that make and delete
// them.
#pragma once

#include <map>
#include <string>

namespace winnow::test {

/// While it lives, what is made and deleted is counted. One at a time, not beside GlCalls. The context is
/// current throughout. Objects that lived before are not counted, nor is their end.
class GlObjects {
  public:
    GlObjects();
    ~GlObjects();
    GlObjects(const GlObjects&) = delete;

    /// How many of each kind live: "buffers" 12, "programs" 30...
    std::map<std::string, int> alive() const;
};

}  // namespace winnow::test
