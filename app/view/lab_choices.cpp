#include "view/lab_choices.h"

#include <algorithm>
#include <array>

#include "lab/banks.h"

namespace winnow::view {
namespace {

constexpr std::array looks{
    LabLook{"values", "the values, a row for each step", {}},
    LabLook{"ranges", "the ranges of inputs that they combine", {.show = lab::Show::ranges}},
    LabLook{"both", "values and ranges", {.show = lab::Show::both}},
    LabLook{"depth", "the values, a row for each depth of the operands", {.layout = lab::Layout::depth}},
    LabLook{"idle", "the values, and hatched lanes that a step leaves alone", {.hatches_idle = true}},
};

bool shares_work(const lab::Lesson& lesson) {
    return lesson.has_threads;
}
bool takes_parallel_steps(const lab::Lesson& lesson) {
    return lesson.lanes == "element";
}
bool models_blocks(const lab::Lesson& lesson) {
    return lesson.has_resident_blocks;
}
bool models_banks(const lab::Lesson& lesson) {
    return lesson.lanes == "bank";
}

constexpr std::array numbers{
    LabChoice{"threads", "threads", "threads of a block", &lab::Parameters::threads, 1, lab::max_values,
              false, shares_work},
    LabChoice{"processors", "P", "processors, for the time that the lesson takes on so many",
              &lab::Parameters::processors, 0, lab::max_values, true, takes_parallel_steps, "any"},
    LabChoice{"resident", "room", "blocks that the GPU has room for at once", &lab::Parameters::resident, 1,
              lab::max_values, false, models_blocks},
    LabChoice{"latency", "latency", "ticks until other blocks see a word", &lab::Parameters::latency, 1,
              lab::max_latency, false, models_blocks},
    LabChoice{"leaves", "leaves", "leaves of the tree in shared memory", &lab::Parameters::leaves, 2,
              lab::max_leaves, true, models_banks},
    LabChoice{"bytes", "bytes", "bytes of a leaf", &lab::Parameters::leaf_bytes, 4, 8, true, models_banks},
};

}  // namespace

std::span<const LabLook> lab_looks() {
    return looks;
}

std::size_t look_named(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(looks, name, &LabLook::name) - looks.begin());
}

std::span<const LabChoice> lab_numbers() {
    return numbers;
}

}  // namespace winnow::view
