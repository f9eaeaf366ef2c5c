#include "library/effect/structs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glad/gl.h>
#include <glm/glm.hpp>

#include "base/text.h"
#include "effects/data/packed_files.h"
#include "effects/format/effect_file.h"
#include "effects/model/document.h"
#include "effects/modules/module_files.h"
#include "stage/host_view.h"
#include "state/state_file.h"

namespace winnow::library {

void require_flag(const char* name, std::uint32_t value) {
    if (value > 1) bad_input("{}: must be 0 or 1, not {}", name, value);
}

namespace {

/// Returns the choice with the number that an enum of effect.h gives it.
template <typename Choice, std::size_t Count>
Choice choice_of(const char* name, std::uint32_t number, const std::array<Choice, Count>& all) {
    if (number >= Count) bad_input("{}: must be 0 to {}, not {}", name, Count - 1, number);
    return all[number];
}

/// Returns the value, or if it is 0, the usual one. Throws Error(bad_input) unless it is one of `allowed`.
GLenum one_of(const char* name, std::uint32_t value, GLenum usual, std::span<const GLenum> allowed) {
    if (value == 0) return usual;
    if (std::ranges::find(allowed, value) == allowed.end())
        bad_input("{}: must not be 0x{:04x}", name, value);
    return value;
}

constexpr std::array<GLenum, 19> blend_factors{GL_ZERO,
                                               GL_ONE,
                                               GL_SRC_COLOR,
                                               GL_ONE_MINUS_SRC_COLOR,
                                               GL_SRC_ALPHA,
                                               GL_ONE_MINUS_SRC_ALPHA,
                                               GL_DST_ALPHA,
                                               GL_ONE_MINUS_DST_ALPHA,
                                               GL_DST_COLOR,
                                               GL_ONE_MINUS_DST_COLOR,
                                               GL_SRC_ALPHA_SATURATE,
                                               GL_CONSTANT_COLOR,
                                               GL_ONE_MINUS_CONSTANT_COLOR,
                                               GL_CONSTANT_ALPHA,
                                               GL_ONE_MINUS_CONSTANT_ALPHA,
                                               GL_SRC1_COLOR,
                                               GL_ONE_MINUS_SRC1_COLOR,
                                               GL_SRC1_ALPHA,
                                               GL_ONE_MINUS_SRC1_ALPHA};
constexpr std::array<GLenum, 5> blend_equations{GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT,
                                                GL_MIN, GL_MAX};

constexpr std::array<GLenum, 8> comparisons{GL_NEVER,   GL_LESS,     GL_EQUAL,  GL_LEQUAL,
                                            GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};

constexpr std::array<GLenum, 2> windings{GL_CW, GL_CCW};

void require_objects(const WinnowState& state) {
    const auto check = [](const char* name, GLuint object, auto is_one) {
        if (object != 0 && is_one(object) == GL_FALSE)
            bad_input("{}: there is none with the name {}", name, object);
    };
    check("program", state.program, glIsProgram);
    check("vertex_array", state.vertex_array, glIsVertexArray);
    check("draw_framebuffer", state.draw_framebuffer, glIsFramebuffer);
    check("read_framebuffer", state.read_framebuffer, glIsFramebuffer);
}

/// Returns the caller's function, which copies what it gives.
effects::ReadFile reader_of(const WinnowEffectSource& source) {
    return [read = source.read, user = source.user](const std::string& path) -> std::optional<std::string> {
        const void* bytes = nullptr;
        std::uint64_t length = 0;
        if (read(user, path.c_str(), &bytes, &length) == 0) return std::nullopt;
        if (bytes == nullptr && length > 0) bad_input("{}: the caller has given no bytes", path);
        if (length > effects::max_data_bytes)
            bad_input("{}: is longer than {} bytes", path, effects::max_data_bytes);
        return std::string(static_cast<const char*>(bytes), length);
    };
}

/// Parses an effect whose files the caller reads. Then these are the effect's own, so that effects with equal
/// files are alike.
effects::Effect parse_with_files(std::string_view text, const std::string& name, effects::ReadFile read) {
    const auto asked = effects::AskedFolder::make(std::move(read));
    const effects::FilesOfFolder forgotten(asked->path());
    const effects::Effect parsed = effects::parse(text, name, asked->path());
    effects::Effect effect = parsed;
    effect.files = asked->files();
    effects::set_folder(effect, {});
    effects::know_copies(parsed, effect.folder.path);
    return effect;
}

glm::vec3 vector_of(const float (&numbers)[3]) {
    return {numbers[0], numbers[1], numbers[2]};
}

glm::mat4 matrix_of(const float (&numbers)[16]) {
    glm::mat4 matrix;
    std::memcpy(&matrix, numbers, sizeof matrix);
    return matrix;
}

/// Returns GL_TEXTURE_2D or GL_TEXTURE_2D_MULTISAMPLE if the texture is of that kind, else 0. Asks by binding
/// it, because some drivers answer no question for its target in contexts of the compatibility profile.
GLenum target_of(unsigned texture) {
    glBindTextureUnit(0, texture);
    glActiveTexture(GL_TEXTURE0);
    const auto is_bound_as = [&](GLenum binding) {
        GLint bound = 0;
        glGetIntegerv(binding, &bound);
        return static_cast<unsigned>(bound) == texture;
    };
    if (is_bound_as(GL_TEXTURE_BINDING_2D)) return GL_TEXTURE_2D;
    return is_bound_as(GL_TEXTURE_BINDING_2D_MULTISAMPLE) ? GL_TEXTURE_2D_MULTISAMPLE : 0;
}

/// Returns the depth texture that the picture names. Throws Error(bad_input) unless it has the place.
render::HostDepth depth_of(const WinnowPicture& picture) {
    if (picture.depth_texture == 0) return {};
    if (glIsTexture(picture.depth_texture) == GL_FALSE)
        bad_input("depth_texture: there is no texture {}", picture.depth_texture);
    const GLenum target = target_of(picture.depth_texture);
    GLint width = 0, height = 0, format = 0;
    glGetTextureLevelParameteriv(picture.depth_texture, 0, GL_TEXTURE_WIDTH, &width);
    glGetTextureLevelParameteriv(picture.depth_texture, 0, GL_TEXTURE_HEIGHT, &height);
    glGetTextureLevelParameteriv(picture.depth_texture, 0, GL_TEXTURE_DEPTH_SIZE, &format);
    GLint mode = 0;
    glGetTextureParameteriv(picture.depth_texture, GL_DEPTH_STENCIL_TEXTURE_MODE, &mode);
    if (mode == GL_STENCIL_INDEX)
        bad_input("depth_texture: texture {} is read as stencil, not as depth", picture.depth_texture);
    if (target == 0 || format == 0)
        bad_input("depth_texture: texture {} is not one of two dimensions with depths",
                  picture.depth_texture);
    const bool fits = picture.depth_x >= 0 && picture.depth_y >= 0 &&
                      picture.depth_x <= width - picture.width && picture.depth_y <= height - picture.height;
    if (!fits)
        bad_input("depth_texture: texture {} of {}x{} texels has no {}x{} at {}, {}", picture.depth_texture,
                  width, height, picture.width, picture.height, picture.depth_x, picture.depth_y);
    return {picture.depth_texture, target == GL_TEXTURE_2D_MULTISAMPLE, picture.depth_x, picture.depth_y};
}

constexpr int max_pixels = 1 << 15;  // each way

bool is_length(int pixels) {
    return pixels > 0 && pixels <= max_pixels;
}

void require_framebuffer(unsigned framebuffer) {
    if (framebuffer != 0 && glIsFramebuffer(framebuffer) == GL_FALSE)
        bad_input("framebuffer: there is no framebuffer {}", framebuffer);
    const GLenum status = glCheckNamedFramebufferStatus(framebuffer, GL_DRAW_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        bad_input("framebuffer: framebuffer {} is not complete (0x{:04x})", framebuffer, status);
}

}  // namespace

void require_zero(std::uint32_t reserved) {
    if (reserved != 0) bad_input("reserved: must be 0, not {}", reserved);
}

stage::Drawing drawing_of(std::uint32_t value) {
    using enum stage::Drawing;
    return choice_of("drawing", value, std::array{automatic, triangles, tiles});
}

Backend backend_of(std::uint32_t value) {
    using enum Backend;
    return choice_of("backend", value, std::array{automatic, glsl, cuda, cpu});
}

StateMode state_mode_of(std::uint32_t value) {
    using enum StateMode;
    return choice_of("state", value, std::array{restore, declared, none});
}

DeclaredState declared_of(const WinnowState* given) {
    const WinnowState& state = taken(given, "state");
    DeclaredState declared;
    if (state.switches >> declared.switches.size() != 0)
        bad_input("switches: 0x{:x} has a bit that names none", state.switches);
    for (std::size_t i = 0; i < declared.switches.size(); ++i)
        declared.switches[i] = (state.switches >> i & 1) != 0;
    require_objects(state);
    declared.program = state.program;
    declared.vertex_array = state.vertex_array;
    declared.draw_framebuffer = state.draw_framebuffer;
    declared.read_framebuffer = state.read_framebuffer;
    const auto& [x, y, width, height] = state.viewport;
    if (width < 0 || height < 0) bad_input("viewport: must not have a size of {}x{}", width, height);
    if (width > 0) declared.viewport = {x, y, width, height};
    GLint units = 0;
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    if (state.active_unit >= static_cast<std::uint32_t>(units))
        bad_input("active_unit: must be 0 to {}, not {}", units - 1, state.active_unit);
    declared.active_unit = state.active_unit;
    declared.depth_func = one_of("depth_func", state.depth_func, GL_LESS, comparisons);
    require_flag("depth_read_only", state.depth_read_only);
    declared.writes_depth = state.depth_read_only == 0;
    const auto factor = [](std::uint32_t value) { return one_of("blend", value, GL_ZERO, blend_factors); };
    if (std::ranges::any_of(state.blend, [](std::uint32_t one) { return one != 0; })) {
        declared.source_color = factor(state.blend[0]);
        declared.target_color = factor(state.blend[1]);
        declared.source_alpha = factor(state.blend[2]);
        declared.target_alpha = factor(state.blend[3]);
    }
    const auto equation = [](std::uint32_t value) {
        return one_of("blend_equation", value, GL_FUNC_ADD, blend_equations);
    };
    declared.color_equation = equation(state.blend_equation[0]);
    declared.alpha_equation = equation(state.blend_equation[1]);
    declared.front_face = one_of("front_face", state.front_face, GL_CCW, windings);
    require_flag("upper_left", state.upper_left);
    require_flag("zero_to_one", state.zero_to_one);
    if (state.upper_left != 0) declared.clip_origin = GL_UPPER_LEFT;
    if (state.zero_to_one != 0) declared.clip_depth = GL_ZERO_TO_ONE;
    return declared;
}

effects::Effect effect_of(const WinnowEffectSource* given) {
    const WinnowEffectSource& source = taken(given, "source");
    require_zero(source.reserved);
    const std::string name = source.name != nullptr ? effects::excerpt(source.name) : "effect";
    if (source.text == nullptr) {
        required(source.name, "name");
        const std::vector<std::string> all = effects::built_in_names();
        const std::vector<std::string_view> names(all.begin(), all.end());
        if (std::ranges::find(all, name) == all.end())
            bad_input("name: there is no built-in effect {}{}", name, did_you_mean(name, names));
        return effects::parse(effects::built_in_text(name), name);
    }
    const std::string_view text =
        source.length > 0 ? std::string_view(source.text, source.length) : std::string_view(source.text);
    if (text.size() > effects::max_file_bytes)
        bad_input("{}: is longer than {} bytes", name, effects::max_file_bytes);
    if (source.read != nullptr && source.folder != nullptr)
        bad_input("read: a folder is given too; leave one of them out");
    if (source.read != nullptr) return parse_with_files(text, name, reader_of(source));
    return effects::parse(text, name, source.folder != nullptr ? source.folder : "");
}

bool is_none(const WinnowTransform& t) {
    const auto is_zero = [](float v) { return v == 0; };
    const bool turns = std::ranges::any_of(t.rotation, [&](float v) { return !is_zero(v); });
    return std::ranges::all_of(t.position, is_zero) && (t.scale == 0 || t.scale == 1) &&
           (!turns || (is_zero(t.rotation[0]) && is_zero(t.rotation[1]) && is_zero(t.rotation[2]) &&
                       t.rotation[3] == 1));
}

effects::Pose pose_of(const WinnowTransform& t) {
    effects::Pose pose;
    pose.position = {t.position[0], t.position[1], t.position[2]};
    if (t.scale != 0) pose.scale = t.scale;
    const bool turns = std::ranges::any_of(t.rotation, [](float v) { return v != 0; });
    if (turns) pose.turn = glm::dquat(t.rotation[3], t.rotation[0], t.rotation[1], t.rotation[2]);
    return pose;
}

WinnowEvent event_of(const stage::Event& event) {
    static_assert(WINNOW_BORN == shared::REPORT_BORN && WINNOW_DIED == shared::REPORT_DIED &&
                  WINNOW_COLLIDED == shared::REPORT_COLLIDED &&
                  WINNOW_SIGNALLED == shared::REPORT_SIGNALLED && WINNOW_ENDED == stage::ended);
    return {.instance = event.instance,
            .kinds = event.kinds,
            .step = event.step,
            .position = {event.position.x, event.position.y, event.position.z},
            .age = event.age,
            .velocity = {event.velocity.x, event.velocity.y, event.velocity.z},
            .emitter = event.emitter,
            .birth_step = event.birth_step,
            .ordinal = event.ordinal};
}

stage::Detail detail_of(const WinnowDetail* given) {
    if (given == nullptr) return {};
    const WinnowDetail& detail = taken(given, "detail");
    return {detail.near_distance, detail.far_distance, detail.far_share};
}

stage::Trigger trigger_of(const WinnowTrigger* given) {
    const WinnowTrigger& trigger = taken(given, "trigger");
    stage::Trigger result{&required(trigger.emitter, "emitter"), trigger.count, vector_of(trigger.position)};
    const glm::vec3 direction = vector_of(trigger.direction);
    if (direction != glm::vec3(0)) result.direction = direction;
    return result;
}

stage::Picture layer_of(const WinnowPicture* given) {
    const WinnowPicture& picture = taken(given, "picture");
    if (!is_length(picture.width) || !is_length(picture.height))
        bad_input("picture: must not have {}x{} pixels", picture.width, picture.height);
    require_flag("zero_to_one", picture.zero_to_one);
    stage::Picture result;
    result.size = {picture.width, picture.height};
    result.view = stage::host_view(
        matrix_of(picture.view), matrix_of(picture.projection),
        picture.zero_to_one != 0 ? stage::ClipDepth::zero_to_one : stage::ClipDepth::minus_one_to_one,
        result.size);
    result.depth = depth_of(picture);
    if (picture.layers != 0) result.layers = picture.layers;
    require_flag("first_depth", picture.first_depth);
    result.has_first_depths = picture.first_depth != 0;
    require_flag("lit", picture.lit);
    if (picture.lit != 0)
        result.light = {vector_of(picture.lamp_direction), vector_of(picture.lamp_light),
                        vector_of(picture.light_above), vector_of(picture.light_below)};
    return result;
}

stage::Picture picture_of(const WinnowPicture* given) {
    const WinnowPicture& picture = taken(given, "picture");
    const bool has_place = picture.x >= 0 && picture.y >= 0 && picture.x <= max_pixels &&
                           picture.y <= max_pixels && is_length(picture.width) && is_length(picture.height);
    if (!has_place)
        bad_input("picture: {}x{} pixels at {}, {} are no place in a picture", picture.width, picture.height,
                  picture.x, picture.y);
    require_flag("encoded", picture.encoded);
    require_framebuffer(picture.framebuffer);
    stage::Picture result = layer_of(given);
    result.target = {picture.framebuffer, picture.x, picture.y, picture.encoded != 0};
    return result;
}

std::string encoded(const stage::Saved& saved) {
    const auto& [pose, seed, density, speed, layer, prewarm, floor, significance] = saved.play;
    const std::uint32_t capacity = std::max(saved.state.alive(), 1u);
    return state::encode_state({{saved.effect, seed, density, capacity, saved.state.step},
                                saved.state,
                                {},
                                state::Playing{pose, speed, layer, saved.is_paused, saved.is_stopped,
                                               prewarm.value_or(0.0f), floor}});
}

stage::Saved decoded(std::string_view bytes, const std::string& folder) {
    state::SavedState read = state::decode_state(bytes, "state", folder);
    const state::Playing playing = read.playing.value_or(state::Playing{});
    const auto& [effect, seed, density, capacity, step] = read.conditions;
    const auto prewarm = read.playing ? std::optional(playing.prewarm) : std::nullopt;
    return {{playing.pose, seed, density, playing.speed, playing.layer, prewarm, playing.floor, 1},
            playing.is_paused,
            playing.is_stopped,
            effect,
            std::move(read.state)};
}

}  // namespace winnow::library
