#include "cuda/runtime_calls.h"

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// CMakeLists.txt passes the linker the name of every function on a line that begins with WRAPPED: calls of
// NAME go to __wrap_NAME, and calls of __real_NAME go to the runtime.
#define WRAPPED(kind, name, parameters, arguments)           \
    extern "C" cudaError_t __real_##name parameters;         \
    extern "C" cudaError_t __wrap_##name parameters {        \
        static Counted& counted = add(kind, #name);          \
        ++counted.calls;                                     \
        if (!passing_on) return cudaSuccess;                 \
        const cudaError_t outcome = __real_##name arguments; \
        counted.succeeded += outcome == cudaSuccess ? 1 : 0; \
        return outcome;                                      \
    }

namespace {

enum Kind { waits, allocates, maps, asks };

struct Counted {
    Kind kind;
    std::string_view name;
    int calls = 0;
    int succeeded = 0;  // since the program began
};

bool passing_on = true;

std::vector<Counted*>& all() {
    static std::vector<Counted*> list;
    return list;
}

Counted& add(Kind kind, std::string_view name) {
    return *all().emplace_back(new Counted{kind, name});
}

std::string listed(Kind kind) {
    std::string text;
    for (const Counted* counted : all())
        if (counted->kind == kind && counted->calls > 0)
            text += (text.empty() ? "" : ", ") + std::string(counted->name) + " " +
                    std::to_string(counted->calls);
    return text;
}

}  // namespace

// clang-format off
WRAPPED(waits, cudaDeviceSynchronize, (), ())
WRAPPED(waits, cudaStreamSynchronize, (cudaStream_t stream), (stream))
WRAPPED(waits, cudaEventSynchronize, (cudaEvent_t event), (event))
WRAPPED(waits, cudaMemcpy, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind), (to, from, bytes, kind))
WRAPPED(waits, cudaMemset, (void* to, int value, size_t bytes), (to, value, bytes))
WRAPPED(allocates, cudaMalloc, (void** memory, size_t bytes), (memory, bytes))
WRAPPED(allocates, cudaMallocHost, (void** memory, size_t bytes), (memory, bytes))
WRAPPED(allocates, cudaHostAlloc, (void** memory, size_t bytes, unsigned flags), (memory, bytes, flags))
WRAPPED(allocates, cudaMallocManaged, (void** memory, size_t bytes, unsigned flags), (memory, bytes, flags))
WRAPPED(allocates, cudaMallocAsync, (void** memory, size_t bytes, cudaStream_t stream), (memory, bytes, stream))
WRAPPED(allocates, cudaFree, (void* memory), (memory))
WRAPPED(allocates, cudaFreeHost, (void* memory), (memory))
WRAPPED(allocates, cudaFreeAsync, (void* memory, cudaStream_t stream), (memory, stream))
WRAPPED(allocates, cudaStreamCreateWithFlags, (cudaStream_t* stream, unsigned flags), (stream, flags))
WRAPPED(allocates, cudaEventCreate, (cudaEvent_t* event), (event))
WRAPPED(allocates, cudaEventCreateWithFlags, (cudaEvent_t* event, unsigned flags), (event, flags))
WRAPPED(allocates, cudaGraphicsGLRegisterBuffer, (cudaGraphicsResource** resource, GLuint buffer, unsigned flags), (resource, buffer, flags))
WRAPPED(allocates, cudaGraphicsUnregisterResource, (cudaGraphicsResource_t resource), (resource))
WRAPPED(maps, cudaGraphicsMapResources, (int count, cudaGraphicsResource_t* resources, cudaStream_t stream), (count, resources, stream))
WRAPPED(asks, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (int* blocks, const void* kernel, int threads, size_t bytes, unsigned flags), (blocks, kernel, threads, bytes, flags))
WRAPPED(allocates, cudaStreamDestroy, (cudaStream_t stream), (stream))
WRAPPED(allocates, cudaEventDestroy, (cudaEvent_t event), (event))
// clang-format on

namespace winnow::test {

void RuntimeCalls::reset() {
    for (Counted* counted : all()) counted->calls = 0;
}

std::string RuntimeCalls::waits() const {
    return listed(::waits);
}

std::string RuntimeCalls::allocations() const {
    return listed(::allocates);
}

std::string RuntimeCalls::hand_overs() const {
    return listed(maps);
}

std::string RuntimeCalls::questions() const {
    return listed(asks);
}

std::map<std::string, int> RuntimeCalls::alive() {
    const std::map<std::string_view, std::pair<std::string_view, int>> effects{
        {"cudaMalloc", {"CUDA allocations", 1}},
        {"cudaFree", {"CUDA allocations", -1}},
        {"cudaStreamCreateWithFlags", {"CUDA streams", 1}},
        {"cudaStreamDestroy", {"CUDA streams", -1}},
        {"cudaEventCreate", {"CUDA events", 1}},
        {"cudaEventCreateWithFlags", {"CUDA events", 1}},
        {"cudaEventDestroy", {"CUDA events", -1}},
        {"cudaGraphicsGLRegisterBuffer", {"CUDA registrations", 1}},
        {"cudaGraphicsUnregisterResource", {"CUDA registrations", -1}},
    };
    std::map<std::string, int> objects;
    for (const auto& [name, effect] : effects) objects[std::string(effect.first)] += 0;
    for (const Counted* counted : all())
        if (const auto effect = effects.find(counted->name); effect != effects.end())
            objects[std::string(effect->second.first)] += effect->second.second * counted->succeeded;
    return objects;
}

std::string RuntimeCalls::uncounted() {
    // These calls use the functions' own names, as the program does.
    const std::vector<std::pair<std::string_view, std::function<void()>>> provoked{
        {"cudaDeviceSynchronize", [] { cudaDeviceSynchronize(); }},
        {"cudaStreamSynchronize", [] { cudaStreamSynchronize(nullptr); }},
        {"cudaEventSynchronize", [] { cudaEventSynchronize(nullptr); }},
        {"cudaMemcpy", [] { cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault); }},
        {"cudaMemset", [] { cudaMemset(nullptr, 0, 0); }},
        {"cudaMalloc", [] { cudaMalloc(static_cast<void**>(nullptr), 0); }},
        {"cudaMallocHost", [] { cudaMallocHost(static_cast<void**>(nullptr), 0); }},
        {"cudaHostAlloc", [] { cudaHostAlloc(static_cast<void**>(nullptr), 0, 0); }},
        {"cudaMallocManaged", [] { cudaMallocManaged(static_cast<void**>(nullptr), 0, 0); }},
        {"cudaMallocAsync", [] { cudaMallocAsync(static_cast<void**>(nullptr), 0, nullptr); }},
        {"cudaFree", [] { cudaFree(nullptr); }},
        {"cudaFreeHost", [] { cudaFreeHost(nullptr); }},
        {"cudaFreeAsync", [] { cudaFreeAsync(nullptr, nullptr); }},
        {"cudaStreamCreateWithFlags", [] { cudaStreamCreateWithFlags(nullptr, 0); }},
        {"cudaEventCreate", [] { cudaEventCreate(static_cast<cudaEvent_t*>(nullptr)); }},
        {"cudaEventCreateWithFlags", [] { cudaEventCreateWithFlags(nullptr, 0); }},
        {"cudaGraphicsGLRegisterBuffer", [] { cudaGraphicsGLRegisterBuffer(nullptr, 0, 0); }},
        {"cudaGraphicsUnregisterResource", [] { cudaGraphicsUnregisterResource(nullptr); }},
        {"cudaStreamDestroy", [] { cudaStreamDestroy(nullptr); }},
        {"cudaEventDestroy", [] { cudaEventDestroy(nullptr); }},
        {"cudaGraphicsMapResources", [] { cudaGraphicsMapResources(0, nullptr, nullptr); }},
        {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
         [] { cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(nullptr, nullptr, 0, 0, 0); }},
    };
    RuntimeCalls calls;
    std::string missing;
    passing_on = false;
    for (const auto& [name, provoke] : provoked) {
        calls.reset();
        provoke();
        if (calls.waits() + calls.allocations() + calls.hand_overs() + calls.questions() !=
            std::string(name) + " 1")
            missing += std::string(name) + " ";
    }
    passing_on = true;
    return missing;
}

}  // namespace winnow::test
