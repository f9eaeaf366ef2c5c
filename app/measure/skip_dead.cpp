#include "measure/skip_dead.h"

#include <string>

#include "gl/barrier.h"
#include "shaders/shared.h"

namespace winnow::measure {

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
