// Counts the live OpenGL objects by replacing the loader's functions that make and delete them.
#pragma once

#include <map>
#include <string>

namespace winnow::test {

/// Counts objects that are made and deleted during its lifetime. Only one may exist at a time, and not
/// together with GlCalls. Precondition: the context is current throughout. Objects made earlier, and their
/// deletion, are not counted.
class GlObjects {
  public:
    GlObjects();
    ~GlObjects();
    GlObjects(const GlObjects&) = delete;

    /// Returns the number of live objects by kind: "buffers" 12, "programs" 30...
    std::map<std::string, int> alive() const;
};

}  // namespace winnow::test
