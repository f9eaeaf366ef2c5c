// What a person does to a window in an afternoon, without the window: everything is switched, resized,
// reloaded, saved, refused and broken, again and again.
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
    /// `backends`: the names of those that are switched between. The context outlives this.
    Soak(gl::Context& context, std::vector<std::string> backends, std::uint64_t seed);
    ~Soak();

    /// Does everything once, in another order and with other values each time, and comes back to the settings
    /// that it began with. Every fourth time the session ends then, and the next round makes another.
    void round();
    bool in_session() const;

    std::uint64_t steps() const { return steps_; }      // made so far
    std::uint64_t frames() const { return frames_; }    // drawn so far
    std::uint64_t changes() const { return changes_; }  // asked for so far, refused ones among them

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
