// The scan of one block whose threads each scan a section.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

/// Executes one step in which each section, `length` lanes long, combines lane k with the one before.
void scan_sections(Executor& executor, std::uint32_t length) {
    for (std::uint32_t k = 1; k < length; ++k) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("sections {}", k));
        for (std::uint32_t first = 0; first < executor.width(); first += length)
            executor.combine(first + k, {above, first + k - 1}, {above, first + k});
        executor.count_step();
        executor.end_frame(
            fmt::format("Phase 1, step {}", k),
            fmt::format("Each thread has scanned the first {} values of its section of {}, without "
                        "a barrier.",
                        k + 1, length));
    }
    executor.count_barriers(1);
}

/// Executes Kogge-Stone over the last lanes of the sections.
void scan_last_elements(Executor& executor, std::uint32_t length) {
    for (std::uint32_t stride = length; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("ends {}", stride / length));
        for (std::uint32_t i = stride + length - 1; i < executor.width(); i += length)
            executor.combine(i, {above, i - stride}, {above, i});
        executor.count_barriers(2);
        executor.count_step();
        executor.end_frame(
            fmt::format("Phase 2, stride {}", stride / length),
            fmt::format("The last element of each section holds the {} of its own and up to {} "
                        "earlier sections.",
                        executor.result_noun(), 2 * stride / length - 1));
    }
}

void add_to_next_section(Executor& executor, std::uint32_t length) {
    if (length == 1 || length == executor.width()) return;
    const std::uint32_t above = executor.newest_row();
    executor.begin_row("addition");
    for (std::uint32_t first = length; first < executor.width(); first += length)
        for (std::uint32_t i = first; i + 1 < first + length; ++i)
            executor.combine(i, {above, first - 1}, {above, i});
    executor.count_step();
    executor.end_frame("Phase 3",
                       "The last element of a section is combined into all but the last element of the "
                       "next section, which completes the scan.");
}

void three_phase(Executor& executor, const Parameters& parameters) {
    const std::uint32_t length = executor.width() / parameters.threads;
    scan_sections(executor, length);
    scan_last_elements(executor, length);
    add_to_next_section(executor, length);
}

}  // namespace

Lesson three_phase_lesson() {
    return {
        .id = "three-phase",
        .title = "Three-phase scan",
        .summary =
            "Each thread scans a section, the last elements of the sections are scanned, and the results "
            "are added to the next sections.",
        .source = scan_notes,
        .ground = LessonGround::teaching_kernel,
        .width = Width::multiple_of_threads,
        .has_threads = true,
        .example = sixteen,
        .erratum =
            "The article that these 16 values come from prints 7 for the second prefix sum of the last "
            "block, 1 + 7 = 8, and so 58 for 59.",
        .remark =
            "The input is loaded by corner turning, which is not drawn: the threads read neighbouring "
            "elements together, and each then finds its section in shared memory.",
        .shipped =
            "Winnow's own three-phase scan of a block keeps the sections in registers: only their sums lie "
            "in shared memory, and the sum before a section is added to all of its elements.",
        .claims =
            {{operations,
              "(N − T) + (T log₂ T − (T − 1)) + (T − 1)(N/T − 1)",
              [](Count n, Count t) { return n - t + t * log2_of(t) - (t - 1) + (t - 1) * (n / t - 1); },
              {}},
             {operations, "(N − 1) + T log₂ T + (N − T)",
              [](Count n, Count t) { return n - 1 + t * log2_of(t) + n - t; },
              "The notes estimate each phase from above: a section of N/T values needs N/T − 1 operations, "
              "and the first section none in phase 3."}},
        .estimate = {{"((N − 1) + T log₂ T + (N − T)) / P", "every phase is estimated from above",
                      [](Count n, Count t) { return n - 1 + t * log2_of(t) + n - t; }}},
        .execute = three_phase};
}

}  // namespace winnow::lab
