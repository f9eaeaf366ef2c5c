#include "measure/glsl_baselines.h"

#include <string>

#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t max_naive_in_software = 4096;

/// Returns GLSL's name of an element, or null if not every GLSL has the type.
const char* glsl_name(Element element) {
    switch (element) {
        case Element::u32:
            return "uint";
        case Element::i32:
            return "int";
        case Element::f32:
            return "float";
        case Element::u64:
            break;
    }
    return nullptr;
}

void bind(const BenchmarkPair& pair) {
    pair.input->bind_storage(shared::BIND_SCAN_INPUT);
    pair.output->bind_storage(shared::BIND_SCAN_OUTPUT);
}

}  // namespace

BenchPrograms::BenchPrograms(gl::ShaderLibrary& shaders, const gl::Facts& facts, Element element)
    : software_(facts.software), copy_(shaders.load_compute("measure/copy.comp")) {
    const char* name = glsl_name(element);
    if (name == nullptr) return;
    naive_element_ = element;
    naive_ = shaders.load_compute("measure/naive.comp", {{"ELEMENT", name}});
}

void BenchPrograms::copy(const BenchmarkPair& pair) const {
    const std::uint64_t vectors = pair.input->bytes() / sizeof(shared::uvec4);
    bind(pair);
    copy_.set("vectors", static_cast<std::uint32_t>(vectors));
    copy_.dispatch(gl::Groups::over(vectors, shared::COPY_THREADS * shared::COPY_VECTORS));
    gl::storage_barrier();
}

Availability BenchPrograms::offers_naive(ScanType type, std::uint64_t elements) const {
    const std::uint64_t most = software_ ? max_naive_in_software : shared::NAIVE_MOST_ELEMENTS;
    if (type.op != Operator::add) return Availability::no("the naive scan only adds");
    if (elements > most)
        return Availability::no(fmt::format("it makes N^2/2 additions: {} elements at most", most));
    if (type.element != naive_element_)
        return Availability::no(fmt::format("there is no naive scan of {} in GLSL", name_of(type.element)));
    return Availability::yes();
}

void BenchPrograms::naive(const BenchmarkPair& pair, std::uint64_t elements) const {
    bind(pair);
    naive_.set("elements", static_cast<std::uint32_t>(elements));
    naive_.dispatch(gl::Groups::over(elements, shared::NAIVE_THREADS));
    gl::storage_barrier();
}

void SkipDead::run(const CompactRun& run, std::uint32_t change) {
    const auto columns = run.request.columns;
    auto found = programs_.find(columns.size());
    if (found == programs_.end())
        found =
            programs_
                .emplace(columns.size(), shaders_.load_compute("measure/skip_dead.comp",
                                                               {{"COLUMNS", std::to_string(columns.size())}}))
                .first;
    for (std::uint32_t c = 0; c < columns.size(); ++c)
        columns[c].source->bind_storage(shared::BIND_SOURCE + c);
    run.words.buffer->bind_storage(shared::BIND_VOTES);
    found->second.set("records", run.request.bound);
    found->second.set("change", change);
    found->second.dispatch(gl::Groups::over(run.request.bound, shared::PARTICLE_THREADS));
    gl::storage_barrier();
}

}  // namespace winnow::measure
