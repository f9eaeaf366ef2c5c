#include "support/gl_objects.h"

#include <glad/gl.h>

#include <set>
#include <type_traits>

namespace winnow::test {
namespace {

struct Kind {
    const char* name;
    std::set<GLuint> names = {};
};
Kind buffers{"buffers"}, textures{"textures"}, framebuffers{"framebuffers"}, renderbuffers{"renderbuffers"},
    vertex_arrays{"vertex arrays"}, query_objects{"queries"}, samplers{"samplers"}, pipelines{"pipelines"},
    memory_objects{"memory objects"}, programs{"programs"}, shaders{"shaders"};
std::set<GLsync> fences;
Kind* const kinds[] = {&buffers,  &textures,  &framebuffers,   &renderbuffers, &vertex_arrays, &query_objects,
                       &samplers, &pipelines, &memory_objects, &programs,      &shaders};

template <auto Slot>
inline std::remove_pointer_t<decltype(Slot)> driver_entry = nullptr;

template <auto Slot>
void put_in_place(std::remove_pointer_t<decltype(Slot)> stand_in) {
    driver_entry<Slot> = *Slot;
    if (*Slot != nullptr) *Slot = stand_in;
}
template <auto Slot>
void restore() {
    *Slot = driver_entry<Slot>;
}

template <auto Slot, Kind& kind>
void make(GLsizei count, GLuint* names) {
    driver_entry<Slot>(count, names);
    kind.names.insert(names, names + count);
}
template <auto Slot, Kind& kind>
void make_for(GLenum target, GLsizei count, GLuint* names) {
    driver_entry<Slot>(target, count, names);
    kind.names.insert(names, names + count);
}
template <auto Slot, Kind& kind>
void forget(GLsizei count, const GLuint* names) {
    for (GLsizei i = 0; i < count; ++i) kind.names.erase(names[i]);
    driver_entry<Slot>(count, names);
}
template <auto Slot, Kind& kind>
void forget_one(GLuint name) {
    kind.names.erase(name);
    driver_entry<Slot>(name);
}

GLuint make_program() {
    const GLuint name = driver_entry<&glad_glCreateProgram>();
    programs.names.insert(name);
    return name;
}
GLuint make_shader(GLenum type) {
    const GLuint name = driver_entry<&glad_glCreateShader>(type);
    shaders.names.insert(name);
    return name;
}
GLsync make_fence(GLenum condition, GLbitfield flags) {
    const GLsync fence = driver_entry<&glad_glFenceSync>(condition, flags);
    fences.insert(fence);
    return fence;
}
void forget_fence(GLsync fence) {
    fences.erase(fence);
    driver_entry<&glad_glDeleteSync>(fence);
}

/// Watches the three functions of a kind whose names are passed in arrays.
template <auto Create, auto Gen, auto Delete, Kind& kind>
void watch() {
    if constexpr (std::is_same_v<decltype(Create), decltype(Gen)>)
        put_in_place<Create>(make<Create, kind>);
    else
        put_in_place<Create>(make_for<Create, kind>);
    put_in_place<Gen>(make<Gen, kind>);
    put_in_place<Delete>(forget<Delete, kind>);
}
template <auto... Slots>
void restore_all() {
    (restore<Slots>(), ...);
}

}  // namespace

GlObjects::GlObjects() {
    for (Kind* kind : kinds) kind->names.clear();
    fences.clear();
    watch<&glad_glCreateBuffers, &glad_glGenBuffers, &glad_glDeleteBuffers, buffers>();
    watch<&glad_glCreateTextures, &glad_glGenTextures, &glad_glDeleteTextures, textures>();
    watch<&glad_glCreateFramebuffers, &glad_glGenFramebuffers, &glad_glDeleteFramebuffers, framebuffers>();
    watch<&glad_glCreateRenderbuffers, &glad_glGenRenderbuffers, &glad_glDeleteRenderbuffers,
          renderbuffers>();
    watch<&glad_glCreateVertexArrays, &glad_glGenVertexArrays, &glad_glDeleteVertexArrays, vertex_arrays>();
    watch<&glad_glCreateQueries, &glad_glGenQueries, &glad_glDeleteQueries, query_objects>();
    watch<&glad_glCreateSamplers, &glad_glGenSamplers, &glad_glDeleteSamplers, samplers>();
    watch<&glad_glCreateProgramPipelines, &glad_glGenProgramPipelines, &glad_glDeleteProgramPipelines,
          pipelines>();
    put_in_place<&glad_glCreateMemoryObjectsEXT>(make<&glad_glCreateMemoryObjectsEXT, memory_objects>);
    put_in_place<&glad_glDeleteMemoryObjectsEXT>(forget<&glad_glDeleteMemoryObjectsEXT, memory_objects>);
    put_in_place<&glad_glCreateProgram>(make_program);
    put_in_place<&glad_glDeleteProgram>(forget_one<&glad_glDeleteProgram, programs>);
    put_in_place<&glad_glCreateShader>(make_shader);
    put_in_place<&glad_glDeleteShader>(forget_one<&glad_glDeleteShader, shaders>);
    put_in_place<&glad_glFenceSync>(make_fence);
    put_in_place<&glad_glDeleteSync>(forget_fence);
}

GlObjects::~GlObjects() {
    restore_all<&glad_glCreateBuffers, &glad_glGenBuffers, &glad_glDeleteBuffers, &glad_glCreateTextures,
                &glad_glGenTextures, &glad_glDeleteTextures, &glad_glCreateFramebuffers,
                &glad_glGenFramebuffers, &glad_glDeleteFramebuffers, &glad_glCreateRenderbuffers,
                &glad_glGenRenderbuffers, &glad_glDeleteRenderbuffers, &glad_glCreateVertexArrays,
                &glad_glGenVertexArrays, &glad_glDeleteVertexArrays, &glad_glCreateQueries,
                &glad_glGenQueries, &glad_glDeleteQueries, &glad_glCreateSamplers, &glad_glGenSamplers,
                &glad_glDeleteSamplers, &glad_glCreateProgramPipelines, &glad_glGenProgramPipelines,
                &glad_glDeleteProgramPipelines, &glad_glCreateMemoryObjectsEXT,
                &glad_glDeleteMemoryObjectsEXT, &glad_glCreateProgram, &glad_glDeleteProgram,
                &glad_glCreateShader, &glad_glDeleteShader, &glad_glFenceSync, &glad_glDeleteSync>();
}

std::map<std::string, int> GlObjects::alive() const {
    std::map<std::string, int> alive;
    for (const Kind* kind : kinds) alive[kind->name] = static_cast<int>(kind->names.size());
    alive["fences"] = static_cast<int>(fences.size());
    return alive;
}

}  // namespace winnow::test
