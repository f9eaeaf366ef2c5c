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
#include "stage/detail.h"

namespace winnow::stage {

/// An effect, compiled for instances that have a place and for those that have none.
struct Forms {
    effects::Compiled plain, placed;  // in the effect's own world, and at a place in the program's

    const effects::Compiled& of(bool is_placed) const { return is_placed ? placed : plain; }
};

/// Throws Error(bad_input), one line. Texts of programs that are those of `before` are not made again.
Forms compiled_forms(effects::Effect effect, const Forms& before = {});

/// The placed form is built first, and the plain one after it, or as soon as an instance without a place is
/// played.
class LoadedEffect {
  public:
    /// `being_built`: the programs of the placed form that the driver still builds.
    LoadedEffect(const Forms& forms, std::vector<gl::Program> being_built);

    /// Gives it other forms, both of which are built: as its next ones if it is ready, else at once.
    void reload(const Forms& forms, std::vector<gl::Program> being_built);
    /// Takes over programs that the driver has built, at least one, and more for as long as a frame may wait.
    void go_on_building();
    /// Lets the plain form be built too; an effect that is not ready becomes it with both. `being_built`: the
    /// programs of the plain form. Precondition: has_plain() is false.
    void begin_plain(std::vector<gl::Program> being_built);
    /// Waits for the programs of the plain form.
    void finish_plain();
    /// Hands the next forms to `change`, which lets the instances go on with them. If it throws, the forms
    /// stay and the next ones are forgotten. Precondition: the next ones are built.
    void take_next(const std::function<void(const Forms&)>& change);

    /// True once instances of a form can begin.
    bool is_ready(bool is_placed) const {
        return is_ready_ && (is_placed || (has_plain_ && plain_being_built_.empty()));
    }
    bool is_newest_ready() const { return is_ready_ && !next_; }
    bool is_next_built() const { return next_ && being_built_.empty(); }
    /// True if the programs of the plain form are built, or being built.
    bool has_plain() const { return has_plain_; }
    const Forms& forms() const { return forms_; }
    const Forms& newest() const { return next_ ? *next_ : forms_; }
    /// Returns the particles for which an instance of this density asks.
    std::uint32_t room(float density);

    Detail detail;  // of its instances

  private:
    Forms forms_;
    std::optional<Forms> next_;                   // present only if it is ready
    std::vector<gl::Program> being_built_;        // those of the newest forms
    std::vector<gl::Program> plain_being_built_;  // of the present plain form
    std::map<float, std::uint32_t> rooms_;        // by density
    bool is_ready_ = false, has_plain_ = false;
};

}  // namespace winnow::stage
