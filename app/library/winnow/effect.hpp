// Winnow's effects in C++ programs: what winnow/effect.h offers, with objects and exceptions. C++17, header
// only.
//
//     winnow::Stage stage({loader});  // once for each OpenGL context
//     const winnow::Effect fountain = stage.load({"fountain"});
//     winnow::Instance instance = fountain.play();
//     for (;;) {
//         stage.advance(seconds_since_the_last_frame);
//         stage.draw(picture);
//     }
//
// The rules of effect.h for the context, the state of OpenGL, the thread and the units hold here too, and its
// functions take the handles of these objects.
//
// Ownership: a Stage owns all that is on it. Effects and instances are handles, cheap to copy: no destructor
// ends what they name. A handle whose object or stage has ended, or that was made by default, is refused, not
// mistaken for another. Moving a Stage leaves its handles as they are.
//
// Zeros: as in effect.h, a number that is 0 where its range has no 0 asks for the usual value.
//
// Errors: every function may throw an EffectError, and has changed nothing then. Besides what it says of
// WINNOW_BAD_INPUT, its code may be WINNOW_BAD_HANDLE, WINNOW_WRONG_THREAD, WINNOW_ABSENT without the stage's
// context, or WINNOW_FAILED. Only move and copy operations, destructors and accessors never throw.
#ifndef WINNOW_EFFECT_HPP
#define WINNOW_EFFECT_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "winnow/effect.h"

namespace winnow {

/// Why a call failed: what() is the sentence of winnow_message().
class WINNOW_EFFECT_API EffectError : public std::runtime_error {
  public:
    EffectError(WinnowResult code, const char* why) : std::runtime_error(why), code_(code) {}

    WinnowResult code() const noexcept { return code_; }  // never WINNOW_OK

    /// Throws why this thread's last call of effect.h failed, unless that returned WINNOW_OK.
    static void check(WinnowResult result) {
        if (result != WINNOW_OK) throw EffectError(result, winnow_message());
    }

  private:
    WinnowResult code_;
};

struct StageOptions {
    WinnowLoader loader = nullptr;  // needed: returns the addresses of OpenGL's functions, or null
    std::uint32_t budget = 0;       // particles for which all instances together have room; 0: 4194304
    WinnowBackend backend = WINNOW_AUTO;
    WinnowDrawing drawing = WINNOW_DRAW_AUTO;
    WinnowStateMode state = WINNOW_STATE_RESTORE;  // what becomes of the state of OpenGL
    std::uint32_t events = 0;  // of a step of instances that are alike, for which there is room; 0: 4096
    bool deals = false;        // a budget that is short is dealt by significance, step by step
};

/// The events since they were taken last.
struct Events {
    std::vector<WinnowEvent> all;
    std::uint64_t lost = 0;  // events beside these
};

/// An effect's text.
struct EffectSource {
    std::string name = {};                 // of the text in messages, or of a built-in effect
    std::optional<std::string> text = {};  // the effect's JSON; none: the built-in effect of that name
    std::string folder = {};  // of the modules and files that it names; empty: only built-in ones
    /// Reads such a file by its path in the effect while that is loaded, or returns nothing if there is none;
    /// then there is no folder. It may throw.
    std::function<std::optional<std::string>(const std::string& path)> read = {};
};

/// A place, a turn and a scale: a point is scaled, then turned, then moved.
struct Transform {
    std::array<float, 3> position{};              // metres
    float scale = 1;                              // 0.0001 to 10000
    std::array<float, 4> rotation{{0, 0, 0, 1}};  // a unit quaternion x, y, z, w
};

/// How an instance begins. By default it makes the same particles, to the bit, as `winnow render`.
struct Play {
    Transform transform = {};
    std::uint32_t seed = 1;
    float density = 1;                  // factor on the births, up to 10000
    float speed = 1;                    // factor on the time, up to 16; Instance::pause lets it stand still
    std::uint32_t layer = 0;            // 0 to 31
    std::optional<float> prewarm = {};  // seconds before its first step, up to 600; none: those of the effect
    float significance = 1;             // see Instance::set_significance
};

/// The light of a scene, linear, up to 10000 of each colour.
struct Light {
    std::array<float, 3> lamp_direction{{0, 1, 0}};  // towards a distant lamp, of any length but 0
    std::array<float, 3> lamp{{1, 1, 1}};
    std::array<float, 3> above{}, below{};  // from all around, on what faces up and down
};

/// The picture to draw into. The size and the projection are needed. Pixels are counted from the lower left
/// corner.
struct Picture {
    std::uint32_t framebuffer = 0;       // its first colour attachment is drawn into; 0: the window's
    std::int32_t x = 0, y = 0;           // where the picture begins in it, 0 to 32768 pixels
    std::int32_t width = 0, height = 0;  // 1 to 32768 pixels
    /// From the world to the eye, which looks along -z: a turn and a move.
    std::array<float, 16> view{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    /// Perspective or parallel, with any kind of depth; see effect.h.
    std::array<float, 16> projection{};
    bool zero_to_one = false;         // the projection's depths are from 0 to 1, not from -1 to 1
    std::uint32_t depth_texture = 0;  // what hides particles; it is not written meanwhile; 0: nothing does
    std::int32_t depth_x = 0, depth_y = 0;  // the place in that texture of (x, y), texels
    bool encoded = false;             // plain numbers hold sRGB-coded values; otherwise it takes linear light
    std::uint32_t layers = 0;         // a bit for each layer that is drawn; 0: all
    std::optional<Light> light = {};  // of particles; none: the lamps and the sky of each effect's file
    bool first_depth = false;         // draw_layer() gives the layer's first depths too
};

/// Returns the 16 numbers of a matrix of columns, as a Picture takes them: matrix(&m[0][0]) for one of GLM.
inline std::array<float, 16> matrix(const float* numbers) {
    std::array<float, 16> result{};
    std::copy_n(numbers, result.size(), result.begin());
    return result;
}

namespace detail {

/// The struct of effect.h for a source, which outlives it.
class PlainSource {
  public:
    explicit PlainSource(const EffectSource& source) : source_(source) {
        plain_.size = sizeof plain_;
        if (source.text) {
            plain_.text = source.text->c_str();
            plain_.length = source.text->size();
        }
        if (!source.name.empty()) plain_.name = source.name.c_str();
        if (!source.folder.empty()) plain_.folder = source.folder.c_str();
        if (!source.read) return;
        plain_.read = &PlainSource::read;
        plain_.user = this;
    }
    PlainSource(const PlainSource&) = delete;

    const WinnowEffectSource* get() const noexcept { return &plain_; }
    /// Throws what the source's function threw, or else as EffectError::check does.
    void check(WinnowResult result) const {
        if (result != WINNOW_OK && error_) std::rethrow_exception(error_);
        EffectError::check(result);
    }

  private:
    static std::int32_t read(void* user, const char* path, const void** bytes,
                             std::uint64_t* length) noexcept {
        auto& self = *static_cast<PlainSource*>(user);
        try {
            self.bytes_ = self.source_.read(path);
        } catch (...) {
            self.bytes_.reset();
            self.error_ = std::current_exception();
        }
        if (!self.bytes_) return 0;
        *bytes = self.bytes_->data();
        *length = self.bytes_->size();
        return 1;
    }

    const EffectSource& source_;
    WinnowEffectSource plain_{};
    std::optional<std::string> bytes_;  // of the file that was asked for last
    std::exception_ptr error_;
};

inline WinnowTransform plain(const Transform& transform) {
    WinnowTransform result{};
    std::copy(transform.position.begin(), transform.position.end(), result.position);
    result.scale = transform.scale;
    std::copy(transform.rotation.begin(), transform.rotation.end(), result.rotation);
    return result;
}

inline WinnowPicture plain(const Picture& picture) {
    WinnowPicture result{};
    result.size = sizeof result;
    result.framebuffer = picture.framebuffer;
    result.x = picture.x;
    result.y = picture.y;
    result.width = picture.width;
    result.height = picture.height;
    std::copy(picture.view.begin(), picture.view.end(), result.view);
    std::copy(picture.projection.begin(), picture.projection.end(), result.projection);
    result.zero_to_one = picture.zero_to_one ? 1 : 0;
    result.depth_texture = picture.depth_texture;
    result.depth_x = picture.depth_x;
    result.depth_y = picture.depth_y;
    result.encoded = picture.encoded ? 1 : 0;
    result.layers = picture.layers;
    result.first_depth = picture.first_depth ? 1 : 0;
    if (!picture.light) return result;
    result.lit = 1;
    std::copy_n(picture.light->lamp_direction.begin(), 3, result.lamp_direction);
    std::copy_n(picture.light->lamp.begin(), 3, result.lamp_light);
    std::copy_n(picture.light->above.begin(), 3, result.light_above);
    std::copy_n(picture.light->below.begin(), 3, result.light_below);
    return result;
}

}  // namespace detail

/// An instance of an effect. A handle.
class Instance {
  public:
    Instance() = default;
    Instance(WinnowStage stage, WinnowInstance instance) noexcept : stage_(stage), instance_(instance) {}

    WinnowInstance handle() const noexcept { return instance_; }

    /// Returns whether it exists. An instance that was stopped ends with the last of its particles.
    bool exists() const {
        if (instance_ == 0) return false;
        std::int32_t exists = 0;
        EffectError::check(winnow_exists(stage_, instance_, &exists));
        return exists != 0;
    }
    /// Moves it in its next step: births lie along the way. Throws WINNOW_BAD_INPUT: a scale out of its
    /// range, a rotation that is no unit quaternion, or a number that is not finite.
    void move(const Transform& transform) const {
        const WinnowTransform to = detail::plain(transform);
        EffectError::check(winnow_move(stage_, instance_, &to));
    }
    /// Changes the factor on its time: 0 to 16. Throws WINNOW_BAD_INPUT: any other.
    void set_speed(float speed) const { EffectError::check(winnow_set_speed(stage_, instance_, speed)); }
    /// Lets its time stand still, or go on.
    void pause(bool paused = true) const {
        EffectError::check(winnow_pause(stage_, instance_, paused ? 1 : 0));
    }
    /// Changes its layer: 0 to 31. Throws WINNOW_BAD_INPUT: any other.
    void set_layer(std::uint32_t layer) const {
        EffectError::check(winnow_set_layer(stage_, instance_, layer));
    }
    /// Says how much it matters that it is seen whole, from 0 on. If the stage deals and the budget is short,
    /// the instances get their room in this order. Throws WINNOW_BAD_INPUT: a number below 0, or none.
    void set_significance(float significance) const {
        EffectError::check(winnow_set_significance(stage_, instance_, significance));
    }
    /// Gives one of the effect's properties another value in this instance. Throws WINNOW_BAD_INPUT: it has
    /// no property of that name, or not that value in its range.
    void set_property(const std::string& name, float value) const {
        EffectError::check(winnow_set_property(stage_, instance_, name.c_str(), value));
    }
    /// Likewise, of a property that Effect::find_property returned.
    void set_property(WinnowProperty property, float value) const {
        EffectError::check(winnow_set_found_property(stage_, instance_, property, value));
    }
    /// Lets so many births of an emitter happen at a place in the next step, as an instance of its own that
    /// ends with the last of its particles; what goes up in the effect's file goes in the direction. Throws
    /// WINNOW_BAD_INPUT: the effect has no emitter of that name, or a number is out of its range.
    Instance trigger(const std::string& emitter, std::uint32_t count, const std::array<float, 3>& position,
                     const std::array<float, 3>& direction = {{0, 1, 0}}) const {
        WinnowTrigger asked{};
        asked.size = sizeof asked;
        asked.count = count;
        asked.emitter = emitter.c_str();
        std::copy(position.begin(), position.end(), asked.position);
        std::copy(direction.begin(), direction.end(), asked.direction);
        WinnowInstance burst = 0;
        EffectError::check(winnow_trigger(stage_, instance_, &asked, &burst));
        return {stage_, burst};
    }
    /// Ends its births; the living live on.
    void stop() const { EffectError::check(winnow_stop(stage_, instance_)); }
    /// Ends it with all of its particles.
    void kill() const { EffectError::check(winnow_kill(stage_, instance_)); }

    /// Returns its figures after a step a few steps back. Waits for nothing.
    WinnowInstanceFigures figures() const {
        WinnowInstanceFigures figures{};
        figures.size = sizeof figures;
        EffectError::check(winnow_instance_figures(stage_, instance_, &figures));
        return figures;
    }
    /// Returns a copy of its particles after the last step, the oldest first. Waits for the GPU.
    std::vector<WinnowParticle> read() const {
        std::vector<WinnowParticle> particles(figures().alive);
        for (;;) {
            std::uint64_t count = 0;
            EffectError::check(
                winnow_instance_read(stage_, instance_, particles.data(), particles.size(), &count));
            const bool are_all = count <= particles.size();
            particles.resize(count);
            if (are_all) return particles;
        }
    }
    /// Copies its particles into memory that CUDA reads; it is the stage's, and stays as it is until the
    /// stage is asked again. Waits for the GPU. Throws WINNOW_ABSENT: CUDA does not work here.
    WinnowCudaParticles read_for_cuda() const {
        WinnowCudaParticles particles{};
        particles.size = sizeof particles;
        EffectError::check(winnow_instance_read_cuda(stage_, instance_, &particles));
        return particles;
    }
    /// Saves everything that its further steps depend on, for Effect::restore. Waits for the GPU.
    std::string save() const {
        const void* bytes = nullptr;
        std::uint64_t length = 0;
        EffectError::check(winnow_instance_save(stage_, instance_, &bytes, &length));
        return {static_cast<const char*>(bytes), static_cast<std::size_t>(length)};
    }
    /// Returns the hash of its particles, as `winnow render --trace` writes it for the same steps. Waits for
    /// the GPU.
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        EffectError::check(winnow_instance_hash(stage_, instance_, &hash));
        return hash;
    }

  private:
    WinnowStage stage_ = 0;
    WinnowInstance instance_ = 0;
};

/// An effect that a stage has loaded. A handle: the effect stays loaded until unload() or the end of its
/// stage.
class Effect {
  public:
    Effect() = default;
    Effect(WinnowStage stage, WinnowEffect effect) noexcept : stage_(stage), effect_(effect) {}

    WinnowEffect handle() const noexcept { return effect_; }

    /// Returns whether its programs are built. Instances make their first step then; no birth is lost.
    bool ready() const {
        std::int32_t ready = 0;
        EffectError::check(winnow_effect_ready(stage_, effect_, &ready));
        return ready != 0;
    }
    /// Plays an instance, which has room for all particles that the effect can have alive, or for what the
    /// budget has left; births beyond that are dropped and counted. Throws WINNOW_BAD_INPUT: a number out of
    /// its range, or nothing is left of the budget.
    Instance play(const Play& play = {}) const {
        WinnowPlay asked{};
        asked.size = sizeof asked;
        asked.seed = play.seed;
        asked.transform = detail::plain(play.transform);
        asked.density = play.density;
        asked.speed = play.speed;
        asked.layer = play.layer;
        asked.significance = play.significance;
        if (play.prewarm) asked.prewarm = *play.prewarm == 0 ? -1 : *play.prewarm;
        WinnowInstance instance = 0;
        EffectError::check(winnow_play(stage_, effect_, &asked, &instance));
        return {stage_, instance};
    }
    /// Lets all of its instances go on with another text; living particles live on. Throws WINNOW_BAD_INPUT
    /// as Stage::load does.
    void reload(const EffectSource& source) const {
        const detail::PlainSource from(source);
        from.check(winnow_effect_reload(stage_, effect_, from.get()));
    }
    /// Plays an instance that goes on as the saved one would. Throws WINNOW_BAD_INPUT: the bytes are no
    /// state, or the effect has other emitters or attributes than the saved one.
    Instance restore(const std::string& saved) const {
        WinnowInstance instance = 0;
        EffectError::check(winnow_instance_restore(stage_, effect_, saved.data(), saved.size(), &instance));
        return {stage_, instance};
    }
    /// Looks up one of its properties, for Instance::set_property. Throws WINNOW_BAD_INPUT: it has none of
    /// that name.
    WinnowProperty find_property(const std::string& name) const {
        WinnowProperty property = 0;
        EffectError::check(winnow_find_property(stage_, effect_, name.c_str(), &property));
        return property;
    }
    /// Forgets it, and ends its instances.
    void unload() const { EffectError::check(winnow_effect_unload(stage_, effect_)); }
    /// Lets its instances have all births up to a distance from the nearest of Stage::set_viewers(), a share
    /// of them (0 to 1) from a greater one on, and linearly less between; metres, by an instance's scale.
    /// Throws WINNOW_BAD_INPUT: a number out of its range.
    void set_detail(float near_distance, float far_distance, float far_share) const {
        const WinnowDetail detail{sizeof detail, near_distance, far_distance, far_share};
        EffectError::check(winnow_set_detail(stage_, effect_, &detail));
    }

  private:
    WinnowStage stage_ = 0;
    WinnowEffect effect_ = 0;
};

/// Loads, plays, steps and draws effects in the OpenGL context in which it was made. A stage that was moved
/// from has the handle 0.
class Stage {
  public:
    /// Throws WINNOW_BAD_INPUT: no loader; WINNOW_ABSENT: no context is current, it is older than OpenGL 4.5,
    /// or the backend cannot work here.
    explicit Stage(const StageOptions& options) {
        WinnowStageOptions asked{};
        asked.size = sizeof asked;
        asked.budget = options.budget;
        asked.loader = options.loader;
        asked.backend = static_cast<std::uint32_t>(options.backend);
        asked.drawing = static_cast<std::uint32_t>(options.drawing);
        asked.state = static_cast<std::uint32_t>(options.state);
        asked.events = options.events;
        asked.deals = options.deals ? 1 : 0;
        EffectError::check(winnow_stage_create(&asked, &handle_));
    }
    Stage(Stage&& other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
    Stage& operator=(Stage&& other) noexcept {
        Stage old(std::move(other));
        std::swap(handle_, old.handle_);
        return *this;
    }
    /// Frees the stage with all that is on it. Its context must be current on its thread; otherwise the stage
    /// stays until the process ends, which only destroy() can tell.
    ~Stage() {
        if (handle_ != 0) winnow_stage_destroy(handle_);
    }

    WinnowStage handle() const noexcept { return handle_; }

    /// Frees the stage with all that is on it now.
    void destroy() {
        EffectError::check(winnow_stage_destroy(handle_));
        handle_ = 0;
    }
    /// Returns how much is on it.
    WinnowStageFigures figures() const {
        WinnowStageFigures figures{};
        figures.size = sizeof figures;
        EffectError::check(winnow_stage_figures(handle_, &figures));
        return figures;
    }

    /// Says what OpenGL's state is after each call from now on, of a stage that was made with
    /// WINNOW_STATE_DECLARED. Throws WINNOW_BAD_INPUT: it was made otherwise, or the state names what OpenGL
    /// has not.
    void declare_state(WinnowState state) {
        state.size = sizeof state;
        EffectError::check(winnow_declare_state(handle_, &state));
    }

    /// Checks an effect and begins to build its programs. Throws WINNOW_BAD_INPUT: there is no such effect,
    /// or something in its text is wrong; what() says where.
    Effect load(const EffectSource& source) {
        const detail::PlainSource from(source);
        WinnowEffect effect = 0;
        from.check(winnow_effect_load(handle_, from.get(), &effect));
        return {handle_, effect};
    }

    /// Says from where it is seen, for Effect::set_detail(). Throws WINNOW_BAD_INPUT: more than 16 places, or
    /// numbers that are not finite.
    void set_viewers(const std::vector<std::array<float, 3>>& places) const {
        const float* const first = places.empty() ? nullptr : places.front().data();
        EffectError::check(winnow_set_viewers(handle_, first, static_cast<std::uint32_t>(places.size())));
    }

    /// Lets 0 to 60 seconds pass: each instance makes the whole steps that are due to it, and the rest is
    /// kept. Throws WINNOW_BAD_INPUT: any other number of seconds.
    void advance(double seconds) { EffectError::check(winnow_advance(handle_, seconds)); }
    /// Lets each instance that is not paused make one step, whatever its speed is.
    void step() { EffectError::check(winnow_step(handle_)); }
    /// Takes the events that have arrived, a step or two after they happened: those of an instance in order
    /// of steps, and within a step in order of births. Waits for nothing.
    Events take_events() {
        WinnowEvents taken{};
        taken.size = sizeof taken;
        EffectError::check(winnow_take_events(handle_, &taken));
        return {{taken.first, taken.first + taken.count}, taken.lost};
    }
    /// Draws all instances over the picture. Waits for nothing. Throws WINNOW_BAD_INPUT: the framebuffer is
    /// not there or not complete, the depth texture has no depths there, a matrix is not of its kind, or the
    /// place is out of its range.
    void draw(const Picture& picture) {
        const WinnowPicture into = detail::plain(picture);
        EffectError::check(winnow_draw(handle_, &into));
    }
    /// Draws over the picture where instances are, and who got how much of the budget, for developers. Throws
    /// WINNOW_BAD_INPUT as draw() does.
    void draw_debug(const Picture& picture) {
        const WinnowPicture into = detail::plain(picture);
        EffectError::check(winnow_draw_debug(handle_, &into));
    }
    /// Draws all instances as a layer to put over a picture, light + alpha * picture, and returns it: the
    /// texture is the stage's, and changes with its next picture. The picture's framebuffer, x, y and encoded
    /// are not used. Waits for nothing. Throws WINNOW_BAD_INPUT as draw() does.
    WinnowLayer draw_layer(const Picture& picture) {
        const WinnowPicture seen = detail::plain(picture);
        WinnowLayer layer{};
        layer.size = sizeof layer;
        EffectError::check(winnow_draw_layer(handle_, &seen, &layer));
        return layer;
    }

  private:
    WinnowStage handle_ = 0;
};

}  // namespace winnow

#endif  // WINNOW_EFFECT_HPP
