// An effect that a stage has loaded: its two forms, the programs that are built for them, and what it will
// be.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "gl/program.h"

namespace winnow::stage {

/// An effect, compiled for instances that have a place and for those that have none.
struct Forms {
    effects::Compiled plain, placed;  // in the effect's own world, and at a place in the program's

    const effects::Compiled& of(bool is_placed) const { return is_placed ? placed : plain; }
};

/// Throws Error(bad_input), one line. Texts of programs that are those of `before` are not made again.
Forms compiled_forms(effects::Effect effect, const Forms& before = {});

class LoadedEffect {
  public:
    /// `being_built`: the programs of the forms that the driver still builds.
    LoadedEffect(const Forms& forms, std::vector<gl::Program> being_built);

    /// Gives it other forms: as its next ones if it is ready, else at once.
    void reload(const Forms& forms, std::vector<gl::Program> being_built);
    /// Takes over programs that the driver has built, at least one, and more for as long as a frame may wait.
    /// Returns true if there are more; otherwise the effect is ready.
    bool goes_on_building();
    /// Hands the next forms to `change`, which lets the instances go on with them. If it throws, the forms
    /// stay and the next ones are forgotten. Precondition: the next ones are built.
    void take_next(const std::function<void(const Forms&)>& change);

    /// True once instances of its forms can begin.
    bool is_ready() const { return is_ready_; }
    bool is_newest_ready() const { return is_ready_ && !next_; }
    bool is_next_built() const { return next_ && being_built_.empty(); }
    const Forms& forms() const { return forms_; }
    const Forms& newest() const { return next_ ? *next_ : forms_; }
    /// Returns the particles for which an instance of this density asks.
    std::uint32_t room(float density);

  private:
    Forms forms_;
    std::optional<Forms> next_;             // present only if it is ready
    std::vector<gl::Program> being_built_;  // those of the newest forms
    std::map<float, std::uint32_t> rooms_;  // by density
    bool is_ready_ = false;
};

}  // namespace winnow::stage
