#include "support/gl_calls.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace winnow::test {
namespace {

/// One watched function, identified by the loader's pointer to it.
struct Watched {
    const char* name;
    CallKind kind;
    int* calls;
    void (*install)();
    void (*remove)();
    void (*provoke)();
};

bool passing_on = true;
std::vector<std::string> open_groups;    // each nested in the one before
std::vector<std::string> worked_groups;  // those that contained work
std::map<std::string, int> outside;

template <auto A, auto B>
inline constexpr bool same =
    std::is_same_v<std::integral_constant<decltype(A), A>, std::integral_constant<decltype(B), B>>;
template <auto Slot>
inline constexpr bool asks_query =
    same<Slot, &glad_glGetQueryObjectiv> || same<Slot, &glad_glGetQueryObjectuiv> ||
    same<Slot, &glad_glGetQueryObjecti64v> || same<Slot, &glad_glGetQueryObjectui64v>;

template <auto Slot>
inline int calls = 0;
template <auto Slot>
inline std::remove_pointer_t<decltype(Slot)> original = nullptr;

/// Tracks which queries are known to be available: if one is, all queries issued before it are too.
struct Queries {
    std::map<GLuint, std::uint64_t> issued;
    std::uint64_t last = 0, arrived = 0;

    void issue(GLuint query) { issued[query] = ++last; }
    void seen(GLuint query) { arrived = std::max(arrived, issued[query]); }
    bool there(GLuint query) const {
        const auto found = issued.find(query);
        return found != issued.end() && found->second <= arrived;
    }
} queries;

/// Returns true if this call is to be counted.
template <auto Slot, typename... A>
bool counts(A...) {
    return true;
}
template <auto Slot>
bool counts(GLsync, GLbitfield, GLuint64 timeout) requires same<Slot, &glad_glClientWaitSync> {
    return timeout > 0;
}
template <auto Slot, typename T>
bool counts(GLuint query, GLenum what, T*) requires asks_query<Slot> {
    return what == GL_QUERY_RESULT && !queries.there(query);
}

template <auto Slot, typename R, typename... A>
R counted(A... a) {
    if (counts<Slot>(a...)) ++calls<Slot>;
    if (passing_on) return original<Slot>(a...);
    return R();
}
template <auto Slot, typename R, typename... A>
constexpr auto stand_in(R (*)(A...)) {
    return &counted<Slot, R, A...>;
}
template <auto Slot>
void install() {
    original<Slot> = *Slot;
    if (*Slot != nullptr) *Slot = stand_in<Slot>(*Slot);
}
template <auto Slot>
void remove() {
    *Slot = original<Slot>;
}

/// Calls the function with arguments that make it count.
template <typename R, typename... A>
void call(R (*function)(A...)) {
    function(A()...);
}
template <auto Slot>
void provoke() {
    if constexpr (same<Slot, &glad_glClientWaitSync>)
        (*Slot)(nullptr, 0, 1);
    else if constexpr (asks_query<Slot>)
        (*Slot)(0, GL_QUERY_RESULT, nullptr);
    else if (*Slot != nullptr)
        call(*Slot);
}

#define WATCHED(kind, function)                                                             \
    Watched {                                                                               \
#function, CallKind::kind, &calls < &glad_##function>, install < &glad_##function>, \
            remove < &glad_##function>, provoke < &glad_##function>                         \
    }

constexpr Watched table[]{
    WATCHED(waits, glFinish),
    WATCHED(waits, glClientWaitSync),
    WATCHED(waits, glGetNamedBufferSubData),
    WATCHED(waits, glGetBufferSubData),
    WATCHED(waits, glMapBuffer),
    WATCHED(waits, glMapBufferRange),
    WATCHED(waits, glMapNamedBuffer),
    WATCHED(waits, glMapNamedBufferRange),
    WATCHED(waits, glUnmapBuffer),
    WATCHED(waits, glUnmapNamedBuffer),
    WATCHED(waits, glReadPixels),
    WATCHED(waits, glReadnPixels),
    WATCHED(waits, glGetTexImage),
    WATCHED(waits, glGetnTexImage),
    WATCHED(waits, glGetTextureImage),
    WATCHED(waits, glGetTextureSubImage),
    WATCHED(waits, glGetQueryObjectiv),
    WATCHED(waits, glGetQueryObjectuiv),
    WATCHED(waits, glGetQueryObjecti64v),
    WATCHED(waits, glGetQueryObjectui64v),
    WATCHED(allocates, glGenBuffers),
    WATCHED(allocates, glCreateBuffers),
    WATCHED(allocates, glDeleteBuffers),
    WATCHED(allocates, glBufferData),
    WATCHED(allocates, glNamedBufferData),
    WATCHED(allocates, glBufferStorage),
    WATCHED(allocates, glNamedBufferStorage),
    WATCHED(allocates, glGenTextures),
    WATCHED(allocates, glCreateTextures),
    WATCHED(allocates, glDeleteTextures),
    WATCHED(allocates, glTextureStorage2D),
    WATCHED(allocates, glTexImage2D),
    WATCHED(allocates, glCreateFramebuffers),
    WATCHED(allocates, glGenFramebuffers),
    WATCHED(allocates, glCreateVertexArrays),
    WATCHED(allocates, glGenVertexArrays),
    WATCHED(allocates, glCreateQueries),
    WATCHED(allocates, glGenQueries),
    WATCHED(allocates, glCreateShader),
    WATCHED(allocates, glCompileShader),
    WATCHED(allocates, glCreateProgram),
    WATCHED(allocates, glLinkProgram),
    WATCHED(asks, glGetError),
    WATCHED(asks, glGetIntegerv),
    WATCHED(asks, glGetInteger64v),
    WATCHED(asks, glGetIntegeri_v),
    WATCHED(asks, glGetInteger64i_v),
    WATCHED(asks, glGetBooleanv),
    WATCHED(asks, glGetFloatv),
    WATCHED(asks, glGetString),
    WATCHED(asks, glGetSynciv),
    WATCHED(asks, glGetUniformLocation),
    WATCHED(asks, glGetProgramiv),
    WATCHED(asks, glGetShaderiv),
    WATCHED(asks, glGetNamedBufferParameteriv),
    WATCHED(asks, glGetNamedBufferParameteri64v),
    WATCHED(asks, glGetTextureLevelParameteriv),
    WATCHED(asks, glCheckFramebufferStatus),
    WATCHED(asks, glCheckNamedFramebufferStatus),
    WATCHED(asks, glIsBuffer),
    WATCHED(uploads, glBufferSubData),
    WATCHED(uploads, glNamedBufferSubData),
    WATCHED(uploads, glTexSubImage2D),
    WATCHED(uploads, glTextureSubImage2D),
};

#undef WATCHED

// Functions that are watched but not counted.

template <auto Slot>
void look_at(std::remove_pointer_t<decltype(Slot)> stand_in_of) {
    original<Slot> = *Slot;
    *Slot = stand_in_of;
}

void push_group(GLenum source, GLuint id, GLsizei length, const GLchar* text) {
    open_groups.push_back(length < 0 ? std::string(text)
                                     : std::string(text, static_cast<std::size_t>(length)));
    original<&glad_glPushDebugGroup>(source, id, length, text);
}
void pop_group() {
    open_groups.pop_back();
    original<&glad_glPopDebugGroup>();
}
void query_counter(GLuint query, GLenum target) {
    queries.issue(query);
    original<&glad_glQueryCounter>(query, target);
}

/// Notes the answer that a query is available.
template <auto Slot, typename T>
void ask_query(GLuint query, GLenum what, T* answer) {
    if (counts<Slot>(query, what, answer)) ++calls<Slot>;
    if (!passing_on) return;
    original<Slot>(query, what, answer);
    if (what == GL_QUERY_RESULT_AVAILABLE && *answer != 0) queries.seen(query);
}

template <auto Slot, typename... A>
void worked(const char* name, A... a) {
    if (open_groups.empty())
        ++outside[name];
    else if (worked_groups.empty() || worked_groups.back() != open_groups.back())
        worked_groups.push_back(open_groups.back());
    original<Slot>(a...);
}
void dispatch(GLuint x, GLuint y, GLuint z) {
    worked<&glad_glDispatchCompute>("glDispatchCompute", x, y, z);
}
void dispatch_indirect(GLintptr at) {
    worked<&glad_glDispatchComputeIndirect>("glDispatchComputeIndirect", at);
}
void draw_arrays(GLenum mode, GLint first, GLsizei count) {
    worked<&glad_glDrawArrays>("glDrawArrays", mode, first, count);
}
void draw_indirect(GLenum mode, const void* at) {
    worked<&glad_glDrawArraysIndirect>("glDrawArraysIndirect", mode, at);
}

void install_lookers() {
    look_at<&glad_glPushDebugGroup>(push_group);
    look_at<&glad_glPopDebugGroup>(pop_group);
    look_at<&glad_glQueryCounter>(query_counter);
    look_at<&glad_glDispatchCompute>(dispatch);
    look_at<&glad_glDispatchComputeIndirect>(dispatch_indirect);
    look_at<&glad_glDrawArrays>(draw_arrays);
    look_at<&glad_glDrawArraysIndirect>(draw_indirect);
    glad_glGetQueryObjectiv = ask_query<&glad_glGetQueryObjectiv, GLint>;
    glad_glGetQueryObjectuiv = ask_query<&glad_glGetQueryObjectuiv, GLuint>;
}

void remove_lookers() {
    remove<&glad_glPushDebugGroup>();
    remove<&glad_glPopDebugGroup>();
    remove<&glad_glQueryCounter>();
    remove<&glad_glDispatchCompute>();
    remove<&glad_glDispatchComputeIndirect>();
    remove<&glad_glDrawArrays>();
    remove<&glad_glDrawArraysIndirect>();
}

std::string listed(const std::map<std::string, int>& made) {
    std::string text;
    for (const auto& [name, times] : made)
        text += (text.empty() ? "" : ", ") + name + " " + std::to_string(times);
    return text;
}

}  // namespace

GlCalls::GlCalls() {
    for (const Watched& row : table) row.install();
    install_lookers();
    reset();
}

GlCalls::~GlCalls() {
    remove_lookers();
    for (const Watched& row : table) row.remove();
}

void GlCalls::reset() {
    for (const Watched& row : table) *row.calls = 0;
    worked_groups.clear();
    outside.clear();
}

std::string GlCalls::made(CallKind kind) const {
    std::map<std::string, int> made;
    for (const Watched& row : table)
        if (row.kind == kind && *row.calls > 0) made[row.name] = *row.calls;
    return listed(made);
}

int GlCalls::count(std::string_view function) const {
    for (const Watched& row : table)
        if (row.name == function) return *row.calls;
    return -1;  // not watched
}

const std::vector<std::string>& GlCalls::groups() const {
    return worked_groups;
}

std::string GlCalls::outside_groups() const {
    return listed(outside);
}

std::string GlCalls::uncounted() {
    GlCalls calls;
    std::string missing;
    passing_on = false;
    for (const Watched& row : table) {
        row.provoke();
        if (*row.calls != 1) missing += std::string(row.name) + " ";
    }
    passing_on = true;
    return missing;
}

}  // namespace winnow::test
