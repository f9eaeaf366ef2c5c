#include "commands/lab_kernels.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "lab/lesson_text.h"
#include "lab/teaching_kernels.h"
#include "lab/traced_run.h"
#include "session/machine.h"
#include "verify/checkers/lab_check.h"
#include "verify/kernel_backends.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kernel_backends{
    Named<Backend>{Backend::automatic, "auto", "every backend that works here"},
    Named<Backend>{Backend::glsl, "glsl", "OpenGL compute shaders"},
    Named<Backend>{Backend::cuda, "cuda", "CUDA kernels"},
};
constexpr std::array languages{
    Named<lab::Language>{lab::Language::glsl, "glsl", "shaders/lab"},
    Named<lab::Language>{lab::Language::cuda, "cuda", "cuda/lab"},
};

/// One lesson on one backend.
struct Verified {
    const lab::Lesson* lesson = nullptr;
    Backend backend = Backend::glsl;
    std::string device;
    std::size_t rows = 0;
    std::uint64_t operations = 0;
    std::string fault;  // empty: the rows are as drawn
};

Verified verified(const lab::Lesson& lesson, const lab::Execution& run,
                  const verify::KernelBackends::Member& member) {
    return {&lesson,
            member.backend,
            member.kernels->device(),
            verify::rows_in_memory(run),
            run.frames.back().counts.operations,
            verify::kernel_fault(*member.kernels, lesson, run)};
}

/// Verifies the run on each backend whose kernels work here.
void add_verified(std::vector<Verified>& all, const lab::Lesson& lesson, const lab::Execution& run,
                  const verify::KernelBackends& backends) {
    for (const auto& member : backends.members())
        if (member.kernels != nullptr) all.push_back(verified(lesson, run, member));
}

/// Returns which device executed the kernels of each backend, or why none did.
std::string backends_text(const verify::KernelBackends& backends) {
    std::string text;
    for (const auto& [backend, kernels, absence] : backends.members())
        text += kernels != nullptr ? fmt::format("{}: {}\n", name_of(backend), kernels->device())
                                   : fmt::format("{}: not executed: {}\n", name_of(backend), absence);
    return text;
}

std::string sentence_of(const Verified& one) {
    if (!one.fault.empty())
        return fmt::format("{} computed something else with the {} kernel: {}.", one.device,
                           name_of(one.backend), one.fault);
    return fmt::format("{} computed {} with the {} kernel, and counted the same {}.", one.device,
                       one.rows == 1 ? "this row" : fmt::format("these {} rows", one.rows),
                       name_of(one.backend),
                       one.operations == 1 ? "operation" : fmt::format("{} operations", one.operations));
}

Json json_of(const std::vector<Verified>& all) {
    Json rows = Json::array();
    for (const Verified& one : all)
        rows.push_back({{"lesson", one.lesson->id},
                        {"backend", name_of(one.backend)},
                        {"device", one.device},
                        {"rows", one.rows},
                        {"operations", one.operations},
                        {"fault", one.fault}});
    return rows;
}

int status_of(const std::vector<Verified>& all) {
    const bool fine =
        std::all_of(all.begin(), all.end(), [](const Verified& one) { return one.fault.empty(); });
    return static_cast<int>(fine ? ExitStatus::fine : ExitStatus::check_failed);
}

int verify_one(const LabOptions& options, const verify::KernelBackends& backends, JsonFile& json) {
    const lab::Execution run = execute(*options.lesson, options.parameters);
    std::vector<Verified> all;
    add_verified(all, *options.lesson, run, backends);
    std::string text = text_of(*options.lesson, run, {}) + '\n';
    for (const Verified& one : all) text += sentence_of(one) + '\n';
    print_lines(table_stream({options.json}), text);
    Json document = json_of(*options.lesson, run, {});
    document["verified"] = json_of(all);
    json.write(document);
    return status_of(all);
}

Json json_of(const lab::KernelTrace& trace) {
    Json events = Json::array();
    for (const lab::TileEvent& event : trace.events) {
        Json one{{"tile", event.tile}, {"action", name_of(event.action)}, {"value", event.value}};
        if (event.at != event.tile) one["at"] = event.at;
        if (event.action == lab::TileAction::waits) one["looks"] = event.looks;
        events.push_back(one);
    }
    return events;
}

int verify_all(const LabOptions& options, const verify::KernelBackends& backends, JsonFile& json) {
    std::vector<Verified> all;
    for (const lab::Lesson& lesson : lab::lessons()) {
        if (lesson.ground != lab::LessonGround::teaching_kernel) continue;
        add_verified(all, lesson, execute(lesson, {lesson.example}), backends);
    }
    TextTable table(
        {{"LESSON"}, {"KERNEL"}, {"ROWS", Align::right}, {"OPERATIONS", Align::right}, {"RESULT"}});
    for (const Verified& one : all)
        table.add({std::string(one.lesson->id), std::string(name_of(one.backend)), std::to_string(one.rows),
                   std::to_string(one.operations), one.fault.empty() ? "as drawn" : one.fault});
    print_lines(table_stream({options.json}), fmt::format("{}\n{}", table.text(), backends_text(backends)));
    json.write({{"schema", json_schema}, {"version", version()}, {"verified", json_of(all)}});
    return status_of(all);
}

}  // namespace

void declare_kernels(Arguments& arguments, LabOptions& options) {
    arguments.add_flag(
        "--verify",
        "Compare every row with what a teaching kernel leaves in memory (without a lesson: of all lessons)",
        options.verify);
    arguments.add_name("--backend",
                       "Whose kernels are verified (auto: all that work here) or traced (auto: the first)",
                       kernel_backends, options.backend);
    add_device(arguments, options);
    arguments.add_flag("--trace", "Show a run of the lesson's kernel on this GPU instead of the model",
                       options.trace);
    arguments.add_name("--listing",
                       "Print the source of the lesson's kernel, the lines marked that run in --frame",
                       languages, options.listing);
    arguments.exclude("--verify", {"--counts", "--frame", "--svg", "--png", "--html"});
    arguments.exclude("--listing", {"--verify", "--counts", "--svg", "--png", "--html", "--json"});
    arguments.exclude("--trace", {"--verify", "--counts", "--listing", "--resident", "--latency"});
    arguments.finally([&arguments, &options] {
        const bool runs_kernels = options.verify || options.trace;
        for (const char* option : {"--backend", "--shaders"})
            if (arguments.was_given(option) && !runs_kernels)
                bad_input("winnow lab: {} needs --verify or --trace", option);
        for (const char* option : {"--device", "--gl-debug"})
            if (arguments.was_given(option) && !runs_kernels && options.png.empty())
                bad_input("winnow lab: {} needs --verify, --trace or --png", option);
    });
}

int verify_lab(const LabOptions& options) {
    if (options.lesson != nullptr) task_of(*options.lesson, execute(*options.lesson, options.parameters));
    JsonFile json(options.json);
    session::DeviceChoice device = options;
    device.gl_checks = true;
    session::Machine machine(device, options.backend);
    const verify::KernelBackends backends(machine, options.backend);
    return options.lesson != nullptr ? verify_one(options, backends, json)
                                     : verify_all(options, backends, json);
}

TracedLesson trace_lesson(const LabOptions& options) {
    const lab::Lesson& lesson = *options.lesson;
    const lab::Parameters& parameters = options.parameters;
    const lab::KernelTask task = trace_task_of(lesson, parameters);
    session::DeviceChoice device = options;
    device.gl_checks = true;
    session::Machine machine(device, options.backend);
    const verify::KernelBackends backends(machine, options.backend);
    const auto member =
        std::ranges::find_if(backends.members(), [](const auto& one) { return one.kernels != nullptr; });
    if (member == backends.members().end()) absent("no backend here executes {}", lesson.id);
    const lab::KernelTrace trace = member->kernels->trace(task);
    const std::string name = member->kernels->device();
    const std::string_view language = member->backend == Backend::glsl ? "GLSL" : "CUDA";
    const std::string fault = verify::trace_fault(parameters, task, trace);
    return {traced_lesson(lesson),
            traced_run(lesson, parameters, trace, name, language),
            {{"backend", name_of(member->backend)},
             {"device", name},
             {"events", json_of(trace)},
             {"left_out", trace.left_out},
             {"fault", fault}},
            fault.empty() ? "" : fmt::format("The {} kernel did what it must not: {}.", language, fault)};
}

}  // namespace winnow::commands
