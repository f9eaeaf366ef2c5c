// Does without a window what a person does to it in an afternoon: switches, resizes, reloads, saves and
// breaks everything repeatedly.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gl/context.h"
#include "support/temporary_directory.h"

namespace winnow::test {

class Soak {
  public:
    /// `backends`: the names of the backends to switch between. The context must outlive this object.
    Soak(gl::Context& context, std::vector<std::string> backends, std::uint64_t seed);
    ~Soak();

    /// Makes every change once, in another order and with other values each time, and returns to the settings
    /// that it began with. After every fourth round the session ends, and the next round makes a new one.
    void round();
    bool in_session() const;

    std::uint64_t steps() const { return steps_; }      // made so far
    std::uint64_t frames() const { return frames_; }    // drawn so far
    std::uint64_t changes() const { return changes_; }  // including refused ones

  private:
    struct Run;
    using Action = std::function<void()>;

    std::vector<Action> actions();
    void begin();
    void go_home();
    void play(int frames);
    void edit(const char* pointer, const nlohmann::json& value);
    void take_effect(const std::string& name);
    void be_refused();
    void change_effect_file();
    void change_shader(const std::string& more);
    void break_shader();
    void save_and_restore();
    void record_and_replay();
    void resize();
    void lose_a_backend();
    std::uint32_t from(std::uint32_t least, std::uint32_t most);

    gl::Context& context_;
    const std::vector<std::string> backends_;
    std::mt19937_64 random_;
    ShippedShaders shaders_;
    TemporaryDirectory folder_;
    std::unique_ptr<Run> run_;
    std::uint64_t rounds_ = 0, steps_ = 0, frames_ = 0, changes_ = 0, shader_edits_ = 0;
};

}  // namespace winnow::test
