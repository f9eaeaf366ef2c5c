// An effect as plain data. A default-constructed effect is valid. Units and ranges of the fields are in one
// table (fields.h), which the JSON reader, the validation, the panel and the documentation share.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "effects/model/motion.h"
#include "effects/model/scenery.h"
#include "effects/model/value.h"
#include "effects/model/view.h"

namespace winnow::effects {

inline constexpr int format_version = 2;  // of files
inline constexpr std::size_t max_expression_characters = 1000;

enum class WhenFull { drop_new, replace_oldest };
enum class Blend { additive, alpha };
enum class EmitterBlend { effect, additive, alpha, premultiplied, multiply };
enum class BirthTiming { random, even, together };
enum class Space { local, world };
enum class ModuleSpace { emitter, local, world };
enum class On { death, collision, age, distance, time, condition };

struct Range {
    float least = 0, most = 0;
    bool operator==(const Range&) const = default;
};

/// Births per second, 0 to 1e9: a number, or an expression or a curve of the time; see rate_parameter().
struct Rate {
    Value value = Constant(1000.0f);
    Rate() = default;
    Rate(float constant) : value(Constant(constant)) {}  // NOLINT: a number is a rate
    Rate(Value varying) : value(std::move(varying)) {}   // NOLINT: likewise
    bool operator==(const Rate&) const = default;
};

/// Births of a burst: a whole number, two that it is drawn between, or an expression; see count_parameter().
struct BurstCount {
    Value value = Constant(std::uint32_t{100});
    BurstCount() = default;
    BurstCount(std::uint32_t constant) : value(Constant(constant)) {}  // NOLINT: a number is a count
    BurstCount(Value varying) : value(std::move(varying)) {}           // NOLINT: likewise
    bool operator==(const BurstCount&) const = default;
};

/// The probability of a burst, 0 to 1: a number, or an expression or a curve of the time; see
/// probability_parameter().
struct Probability {
    Value value = Constant(1.0f);
    Probability() = default;
    Probability(float constant) : value(Constant(constant)) {}  // NOLINT: a number is a probability
    Probability(Value varying) : value(std::move(varying)) {}   // NOLINT: likewise
    bool operator==(const Probability&) const = default;
};

/// Births that happen all at once, in the step whose beginning is nearest to the time; or spread over a
/// duration from then on.
struct Burst {
    float time = 0;  // seconds of simulated time, or since the emitter's loop began
    BurstCount count = {};
    float every = 0;            // seconds from one burst to the next; 0: it happens once
    std::uint32_t repeats = 0;  // bursts after the first; 0: they never end
    Range delay = {};           // seconds after its time; each burst draws them
    float duration = 0;         // seconds over which its births are spread
    Probability probability = {};
    bool operator==(const Burst&) const = default;
};

/// Events of an emitter's particles that the program that plays the effect hears of, beside the signals of
/// modules.
struct ReportedEvents {
    bool born = false, died = false;
    bool collided = false;  // each step in which it touches something
    bool operator==(const ReportedEvents&) const = default;

    bool any() const { return born || died || collided; }
};

/// Births that an emitter's particles cause, in the parent's step: where the parent then is, or with
/// On::distance and On::time along its way.
struct Children {
    std::string emitter;  // name of the emitter that the children belong to
    On on = On::death;
    float age = 1;                     // seconds, with On::age
    float distance = 1;                // metres from one event to the next, with On::distance
    float every = 0.1f;                // seconds of age from one event to the next, with On::time
    std::string when = {};             // an expression, with On::condition
    Range count{1, 1};                 // whole numbers; each event draws one
    float chance = 1;                  // probability that an event has children, 0 to 1
    float inherit_velocity = 0;        // share of the parent's velocity added to the child's own
    std::uint32_t max_per_parent = 1;  // collisions of one parent that count; other events happen once
    bool operator==(const Children&) const = default;
};

/// A module in an emitter's stack.
struct ModuleUse {
    std::string module;                        // its name
    bool enabled = true;                       // false: it does nothing
    Values values = {};                        // by parameter; others have their defaults
    ModuleSpace space = ModuleSpace::emitter;  // in which its values are
    bool operator==(const ModuleUse&) const = default;
};

/// The value of a property: a number, or an expression of other properties.
struct PropertyValue {
    float number = 0;             // of an expression: what compute_properties() found
    std::string expression = {};  // empty: it is a number

    PropertyValue() = default;
    PropertyValue(float constant) : number(constant) {}  // NOLINT: a number is a value
    explicit PropertyValue(std::string text) : expression(std::move(text)) {}
    bool is_computed() const { return !expression.empty(); }
    bool operator==(const PropertyValue& other) const {
        return expression == other.expression && (is_computed() || number == other.number);
    }
};

/// A further look of an emitter's particles, which is drawn beside that of the emitter's own modules.
struct FurtherLook {
    EmitterBlend blend = EmitterBlend::effect;
    float order = 0;                 // as Emitter's
    std::vector<ModuleUse> modules;  // of the stage look
    bool operator==(const FurtherLook&) const = default;
};

/// A number that expressions can use by its name, and that people can change while the effect runs.
struct Property {
    std::string name;  // a-z, 0-9 and _
    PropertyValue value = {};
    Range range{0, 1};
    std::string sentence;
    bool operator==(const Property&) const = default;
};

/// Local values: expressions by the names that stand for them in other expressions; see compile/lets.h.
using Lets = std::map<std::string, std::string, std::less<>>;

struct Emitter {
    std::string name = "emitter";
    bool emits = true;            // false: it has no births of any kind, and its living particles live on
    bool follows_density = true;  // false: its births and its particles' sizes are those of density 1
    Rate rate;
    BirthTiming moments = BirthTiming::random;
    glm::vec3 position{0, 0, 0};  // metres, in the emitter's space
    Transform transform;          // of that space, within the effect's
    Space space = Space::world;   // local: its particles are carried along
    float inherit_velocity = 0;   // share of its space's velocity that births have beside their own
    Range lifetime{2, 3};         // seconds; at least one step
    EmitterBlend blend = EmitterBlend::effect;
    float order = 0;     // particles of a higher order are drawn over those of lower ones
    float duration = 0;  // seconds in which it has births by rate and begins bursts; 0: they never end
    bool loop = false;   // after the duration, it begins anew
    std::vector<Burst> bursts;
    std::vector<Children> children;
    ReportedEvents events;
    Lets lets;                       // of its stack, its rate and its bursts
    std::vector<ModuleUse> modules;  // what its particles do
    std::vector<FurtherLook> looks;
    bool operator==(const Emitter&) const = default;
};

/// Calls visit(use) for each module of the emitter, those of its further looks too.
template <typename AnyEmitter, typename Visit>
void for_each_module(AnyEmitter& emitter, const Visit& visit) {
    for (auto& use : emitter.modules) visit(use);
    for (auto& look : emitter.looks)
        for (auto& use : look.modules) visit(use);
}

/// Bounds on the births of children.
struct ChildLimits {
    std::uint32_t children_per_parent = 1024;     // in one step; further ones are not requested
    std::uint32_t children_per_step = 134217727;  // of all parents; further ones count as dropped
    bool operator==(const ChildLimits&) const = default;
};

/// Files that an effect brings with it, by their paths with "/" between folders: a text as it is, and other
/// bytes as a data URI; see data/packed_files.h. Copies share them.
class Files {
  public:
    using Map = std::map<std::string, std::string, std::less<>>;

    Files() = default;
    explicit Files(Map files) : all_(std::make_shared<const Map>(std::move(files))) {}

    bool empty() const { return all().empty(); }
    const Map& all() const {
        static const Map none;
        return all_ ? *all_ : none;
    }
    bool operator==(const Files& other) const { return all_ == other.all_ || all() == other.all(); }

  private:
    std::shared_ptr<const Map> all_;
};

class PackedFolder;  // data/packed_files.h

/// The folder that an effect's file, its own modules and its data lie in; empty: there is none. Equality
/// ignores the path and compares the contents of these files.
struct Folder {
    std::string path;
    std::uint64_t contents = 0;                       // depends on the files' contents; see set_folder()
    std::shared_ptr<const PackedFolder> packed = {};  // keeps the folder of a packed effect
    bool operator==(const Folder& other) const { return contents == other.contents; }
};

/// The largest factor on the rates of an effect; the fountain then has as many particles as there is room
/// for.
inline constexpr float max_density = 10000;

struct Effect {
    std::string schema;  // the address of its JSON Schema, for editors
    std::uint32_t format = format_version;
    std::string name = "untitled";
    std::string description;
    std::uint32_t steps_per_second = 60;  // 1 to 1000
    float prewarm = 0;                    // seconds simulated before the first frame, 0 to 600
    WhenFull when_full = WhenFull::drop_new;
    ChildLimits limits;
    Blend blend = Blend::additive;
    Plane plane;
    Scenery scenery;
    View view;
    Transform transform;
    std::vector<Property> properties;
    Lets lets;  // of all emitters
    Files files;
    Folder folder;
    std::vector<Emitter> emitters{Emitter{}};  // 1 to MAX_EMITTERS
    /// It is played at a place in another program's world, so that each emitter has a space that moves. No
    /// file says so.
    bool is_placed = false;
    bool operator==(const Effect&) const = default;
};

/// True if particles of this blend cover what lies behind them; else their light adds up. `blend` is the
/// effect's.
inline bool covers(EmitterBlend own, Blend blend) {
    return own == EmitterBlend::effect ? blend == Blend::alpha : own != EmitterBlend::additive;
}
inline bool covers(const Emitter& emitter, Blend blend) {
    return covers(emitter.blend, blend);
}

/// True if some of the effect's particles cover what lies behind them, in one of their looks.
inline bool covers(const Effect& effect) {
    const auto look_covers = [&](const FurtherLook& look) { return covers(look.blend, effect.blend); };
    return std::ranges::any_of(effect.emitters, [&](const Emitter& e) {
        return covers(e, effect.blend) || std::ranges::any_of(e.looks, look_covers);
    });
}

/// Returns the plane as it is seen: an effect without a ground has none.
inline Plane seen_plane(const Effect& effect) {
    Plane plane = effect.plane;
    plane.enabled = plane.enabled && effect.scenery.ground != Ground::none;
    return plane;
}

/// Returns the number of steps that prewarming makes before the first frame of a run that begins at step 0.
inline std::uint64_t prewarm_steps(const Effect& effect) {
    return static_cast<std::uint64_t>(std::llround(double{effect.prewarm} * effect.steps_per_second));
}

/// True if the emitter's space is not the world, or not always.
inline bool has_transform(const Emitter& emitter, const Effect& effect) {
    return emitter.transform != Transform() || effect.transform != Transform() || effect.is_placed;
}

/// Returns the space that a module's values are in. At births, that is the emitter's unless the module says
/// otherwise.
inline Space space_of(ModuleSpace space, Space usual) {
    if (space == ModuleSpace::emitter) return usual;
    return space == ModuleSpace::local ? Space::local : Space::world;
}

/// True if the link's events depend on the parent both before and after a step.
inline bool looks_back(const Children& link) {
    return link.on != On::death && link.on != On::age;
}

/// True if the link may have several events in one step, anywhere along the parent's way.
inline bool repeats_in_step(const Children& link) {
    return link.on == On::distance || link.on == On::time;
}

/// True if a link of the effect does.
inline bool looks_back(const Effect& effect) {
    return std::ranges::any_of(effect.emitters, [](const Emitter& emitter) {
        return std::ranges::any_of(emitter.children, [](const Children& link) { return looks_back(link); });
    });
}

/// True if any of the effect's particles are lit by the lamp.
inline bool has_shading(const Effect& effect) {
    bool shades = false;
    for (const Emitter& emitter : effect.emitters)
        for_each_module(emitter, [&](const ModuleUse& use) {
            shades = shades || (use.enabled && use.module == "shading");
        });
    return shades;
}

/// The module by which particles are drawn as ribbons, and the attribute that holds the number of a
/// particle's ribbon.
inline constexpr std::string_view ribbon = "ribbon";

/// True if the emitter's particles are drawn as ribbons. Its births follow each other within a step, whatever
/// its moments say.
inline bool draws_ribbons(const Emitter& emitter) {
    return std::ranges::any_of(emitter.modules,
                               [](const ModuleUse& use) { return use.enabled && use.module == ribbon; });
}

/// True if some ribbons cover what lies behind them.
inline bool has_covering_ribbons(const Effect& effect) {
    return std::ranges::any_of(effect.emitters,
                               [&](const Emitter& e) { return draws_ribbons(e) && covers(e, effect.blend); });
}

inline bool has_even_moments(const Emitter& emitter) {
    return emitter.moments != BirthTiming::random || draws_ribbons(emitter);
}

/// True if the births of a burst of the emitter happen exactly at its time.
inline bool has_exact_bursts(const Emitter& emitter) {
    return emitter.moments == BirthTiming::together && !draws_ribbons(emitter);
}

/// True if each burst is to be looked at by itself; else all times and counts follow from four numbers.
inline bool varies(const Burst& burst, const Emitter& emitter) {
    return has_exact_bursts(emitter) || burst.delay.most > 0 || burst.duration > 0 ||
           !std::holds_alternative<Constant>(burst.count.value) || burst.probability != Probability();
}

}  // namespace winnow::effects
