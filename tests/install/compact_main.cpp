// Packs every third of a million records in a context of its own: an example of a program that links
// Winnow::compact. Exits with 0 if the result is right, 1 if not, 77 if there is no OpenGL here.
#include <GL/glcorearb.h>
#include <winnow/compact.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "headless.h"

namespace {

struct Record {
    std::uint32_t id[4];
};

constexpr std::uint32_t count = 1'000'000, every = 3;

template <typename T>
GLuint on_gpu(const std::vector<T>& values) {
    const auto create = reinterpret_cast<PFNGLCREATEBUFFERSPROC>(load("glCreateBuffers"));
    const auto store = reinterpret_cast<PFNGLNAMEDBUFFERSTORAGEPROC>(load("glNamedBufferStorage"));
    GLuint buffer = 0;
    create(1, &buffer);
    store(buffer, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), 0);
    return buffer;
}

/// Returns votes for every third record, in the form that the compactor takes.
std::vector<std::uint32_t> make_votes(winnow::VoteFormat format) {
    std::vector<std::uint32_t> votes(winnow::vote_words(format, count));
    for (std::uint32_t i = 0; i < count; i += every)
        if (format == winnow::VoteFormat::words)
            votes[i] = 1;
        else
            votes[i / 32] |= 1u << i % 32;
    return votes;
}

int compact_a_million() {
    const auto read = reinterpret_cast<PFNGLGETNAMEDBUFFERSUBDATAPROC>(load("glGetNamedBufferSubData"));
    std::vector<Record> records(count);
    for (std::uint32_t i = 0; i < count; ++i) records[i] = {{i, i, i, i}};
    const GLuint places = on_gpu(std::vector<std::uint32_t>(1));

    const winnow::GlContext gl(load);
    winnow::GlCompact compactor(gl);  // the fastest compaction that keeps order
    const winnow::GlColumn column{on_gpu(records), on_gpu(records)};
    winnow::GlCompactRequest request;
    request.columns = &column;
    request.column_count = 1;
    request.capacity = request.bound = count;
    request.votes = {on_gpu(make_votes(compactor.vote_format())), 0};
    request.survivors = {places, 0};
    compactor.run(request);

    std::uint32_t survivors = 0;
    read(places, 0, sizeof survivors, &survivors);
    read(column.destination, 0, static_cast<GLsizeiptr>(count * sizeof(Record)), records.data());
    if (survivors != (count - 1) / every + 1) return std::printf("%u survivors are wrong\n", survivors), 1;
    for (std::uint32_t s = 0; s < survivors; ++s)
        if (records[s].id[0] != s * every) return std::printf("wrong at %u\n", s), 1;
    return std::puts("1,000,000 elements are right"), 0;
}

}  // namespace

int main() try {
    if (!make_context()) return std::puts("no OpenGL 4.5 without a window"), 77;
    return compact_a_million();
} catch (const winnow::ScanError& error) {
    std::puts(error.what());
    return error.kind() == winnow::ScanError::Kind::absent ? 77 : 1;
}
