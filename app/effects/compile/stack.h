// The stack of an emitter's modules, with their declarations and the values of their parameters.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/compile/lets.h"
#include "effects/compile/stack_attributes.h"
#include "effects/data/data_files.h"
#include "effects/expression/expression.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"
#include "effects/model/parameter.h"
#include "effects/modules/module.h"

namespace winnow::effects {

inline constexpr std::uint32_t first_unpinned_use = 16;  // of random numbers; modules' heads pin those below

/// A value of a parameter. Curves and gradients have the expression that they depend on, formulas their own.
struct StackValue {
    Value value;
    std::optional<Expression> expression = {};
    std::shared_ptr<const FileData> data = {};  // of a file; null: none is given
};

struct StackModule {
    std::shared_ptr<const Module> module;
    std::vector<StackValue> values;  // one per parameter of the module
    std::uint32_t instance = 0;      // how many modules before it in the stack are the same
    std::size_t place = 0;           // in the emitter's list
    bool is_local = false;           // its values are in the emitter's space, which is not the world
};

/// Facts of the objects that stop particles, by which a program has what they need alone.
struct ObjectKinds {
    bool boxes = false, round = false, cones = false, meshes = false;  // round: balls and cylinders
    bool moving = false;
    bool operator==(const ObjectKinds&) const = default;
};

struct Stack {
    std::vector<StackModule> modules;  // those that are enabled, in the order of the list
    /// Those of the enabled modules, each once; stack_words.h says in which order.
    std::vector<Attribute> attributes;
    std::size_t stored = 0;           // the first of them, which are stored; max_attribute_words in all
    bool has_space = false;           // the emitter's space is not the world
    bool follows_density = true;      // as the emitter's
    bool meets_moving = false;        // its particles meet surfaces that move
    ObjectKinds objects;              // that its particles meet
    bool looks_back = false;          // a link of the emitter does; see effect.h
    bool reads_parent = false;        // expressions or modules read the parent; stack_parents.h
    bool reads_parents_look = false;  // its colour or its size
    bool shows_look = false;          // children read the look of its particles
    StackModule conditions;           // of the links on conditions: truths, as if they were parameters
    ParsedLets lets;                  // that expressions of the emitter may read
    std::vector<Stack> looks;         // further ones: modules of the stage look, and the same attributes
};

/// Returns the first module of the stack for which `is` holds; null if there is none.
const StackModule* first_module(const Stack& stack, bool (*is)(const std::shared_ptr<const Module>&));

/// Returns the type that expressions know a value of a parameter or an attribute by.
ExpressionType expression_type_of(Type type);

/// Makes constants of values of modules' colours that are the name of a colour, such as "orange", unless
/// their expressions know something else by this name.
void resolve_colours(Effect& effect);

/// Returns the stack of each emitter. Throws Invalid with a pointer below the effect's, `path`. Where faults
/// are collected, stacks that cannot be read are left out.
std::vector<Stack> stacks_of(const Effect& effect, const Path& path);
/// Likewise for an effect that was checked. Throws Error(bad_input) if a file of its own is refused now.
std::vector<Stack> stacks_of(const Effect& effect);

/// Returns the number that a random value of the parameter is drawn with.
std::uint32_t use_of(const StackModule& module, const Parameter& parameter);
/// Likewise of the random numbers of a local value.
std::uint32_t use_of_let(std::string_view let);

/// The largest look that a stack's particles can have.
struct LookBounds {
    float diameter = 0;    // metres; of the circle around a picture
    float streak = 0;      // seconds of motion drawn as length
    float brightness = 0;  // component of a linear colour
};
/// Returns those of the stack itself, or of one of its further looks.
LookBounds look_bounds(const Stack& look, const Stack& stack);

/// The solid things that particles of a stack may be drawn as, instead of soft sprites.
struct SolidLooks {
    bool any = false;  // spheres or meshes
    bool have_spheres = false;
    std::uint32_t max_triangles = 0;  // of a mesh; 0: none is drawn
    std::uint32_t surfaces = 0;       // what meshes have beside a colour: bits SURFACE_... of rows.h
};
SolidLooks solid_looks(const Stack& stack);

/// Throws Invalid if a module of the stage look puts a picture on a mesh without texture coordinates.
void check_picture_on_mesh(const StackModule& use, const Path& path);

/// True if the stack's particles may be drawn as pictures of files.
bool has_pictures(const Stack& stack);
/// True if the stack's particles are drawn as ribbons.
bool draws_ribbons(const Stack& stack);

/// True if the stack's particles may be lights.
bool shines(const Stack& stack);

/// True if the stack's particles may bend what is seen through them.
bool distorts(const Stack& stack);

/// Returns the greatest number that the value can have in a component; for a colour, of red, green and blue.
/// Expressions are bounded by interval arithmetic and by the parameter's range.
float greatest(const StackValue& value, const Parameter& parameter);

}  // namespace winnow::effects
