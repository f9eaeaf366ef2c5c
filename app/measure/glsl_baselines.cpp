#include "measure/glsl_baselines.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "gl/fence.h"
#include "render/light_tiles.h"
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
    : software_(facts.software), copy_(shaders.load_compute("measure/baselines.comp#copy")) {
    const char* name = glsl_name(element);
    if (name == nullptr) return;
    naive_element_ = element;
    naive_ = shaders.load_compute("measure/baselines.comp#naive", {{"ELEMENT", name}});
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
                .emplace(columns.size(), shaders_.load_compute("measure/baselines.comp#skip_dead",
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

namespace {

gl::Buffer make_sums(const gl::Facts& facts, gl::Size frame) {
    const std::uint64_t bytes = render::LightTiles::sum_bytes(render::LightTiles::View::direct, frame);
    gl::check_fits(facts, fmt::format("the sums of {}x{} pixels", frame.width, frame.height), bytes, bytes);
    gl::Buffer sums = gl::fastest_gl_memory(facts)->allocate(bytes, "bench: sums");
    sums.fill(0);
    return sums;
}

}  // namespace

DrawAtomics::DrawAtomics(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Size frame)
    : sums_(make_sums(facts, frame)) {
    const gl::Defines defines{
        {"CHANNELS", gl::define_number(render::LightTiles::channels_of(render::LightTiles::View::direct))}};
    add_ = {shaders,
            {"measure/draw_atomics",
             {{gl::ShaderStage::compute, "measure/baselines.comp#draw_atomics"}},
             defines}};
    resolve_ = shaders.load_compute("render/tiles/light.comp#resolve", defines);
}

void DrawAtomics::draw(const particles::ParticleView& living, const render::SpriteLook& look,
                       const render::Target& target) {
    const gl::Size size = target.size();
    render::bind_drawn(living);
    sums_.bind_storage(shared::BIND_TILE_SUMS);
    const gl::Program& add = add_.of(living);
    render::set_look(add, living, look, 1);
    add.set("brightest", look.brightest);
    add.set("frame_size", glm::vec2(size.width, size.height));
    add.dispatch_indirect(*living.pool, offsetof(shared::Pool, groups_x));
    gl::storage_barrier();
    target.bind_image(shared::IMAGE_FRAME);
    resolve_.set("unit", look.brightest / static_cast<float>(shared::LIGHT_UNITS));
    resolve_.dispatch(gl::Groups::over(render::pixels_of(size), shared::TILE_THREADS));
    gl::drawing_barrier();
}

}  // namespace winnow::measure
