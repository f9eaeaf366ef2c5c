#include "effects/compile/stack_program.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "effects/compile/replayable.h"
#include "effects/compile/stack_text.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

bool gives_signals(const std::shared_ptr<const Module>& module) {
    return calls(module, glsl::signal_call);
}

/// Adds a stack to what is said of all; or a further look of the stack `own`.
void take_facts(const Stack& stack, const Stack& own, const StackCode& code, StackProgram& program) {
    program.has_ribbons = program.has_ribbons || code.ribbon;
    program.sees_depth = program.sees_depth || first_module(stack, sees_depth) != nullptr;
    program.distorts = program.distorts || distorts(stack);
    program.has_singles = program.has_singles || !stack.follows_density;
    program.has_pictures = program.has_pictures || has_pictures(stack);
    program.has_ribbon_pictures =
        program.has_ribbon_pictures || (draws_ribbons(stack) && has_pictures(stack));
    program.shines = program.shines || code.shines;
    const LookBounds bounds = look_bounds(stack, own);
    program.bounds = {std::max(program.bounds.diameter, bounds.diameter),
                      std::max(program.bounds.streak, bounds.streak),
                      std::max(program.bounds.brightness, bounds.brightness)};
    const SolidLooks solid = solid_looks(stack);
    program.solids = {program.solids.any || solid.any, program.solids.have_spheres || solid.have_spheres,
                      std::max(program.solids.max_triangles, solid.max_triangles),
                      program.solids.surfaces | solid.surfaces};
}

}  // namespace

StackProgram write_program(std::span<const Stack> stacks, std::span<const Property> properties,
                           const EarlierProgram& before) {
    StackProgram program;
    program.looks_back = std::ranges::any_of(stacks, &Stack::looks_back);
    program.planes = planes_of(stacks);
    const Functions functions = functions_of(stacks);
    std::vector<StackNumbers> numbers;
    for (const Stack& stack : stacks) {
        numbers.push_back(numbers_of(stack, functions, program.files, properties));
        StackCode code;
        code.step_rows = numbers.back().step_rows.take();
        code.look_rows = numbers.back().look_rows.take();
        code.attributes.assign(stored_of(stack).begin(), stored_of(stack).end());
        code.ribbon = ribbon_word(stack);
        code.is_solid = solid_looks(stack).any;
        code.constant_forces = constant_forces(stack, properties);
        code.shines = shines(stack);
        code.signals = first_module(stack, gives_signals) != nullptr;
        take_facts(stack, stack, code, program);
        for (const Stack& look : stack.looks) {
            code.looks.push_back({.rows = numbers.back().further_rows[code.looks.size()].take()});
            take_facts(look, stack, code, program);
        }
        program.looks = std::max(program.looks, static_cast<std::uint32_t>(1 + stack.looks.size()));
        program.stacks.push_back(std::move(code));
    }
    const auto same = [](const Stack& a, const Stack& b) { return same_text(a, b); };
    if (before.program != nullptr && std::ranges::equal(stacks, before.stacks, same)) {
        program.step = before.program->step;
        program.look = before.program->look;
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            program.stacks[i].step = before.program->stacks[i].step;
            program.stacks[i].look = before.program->stacks[i].look;
            for (std::size_t k = 0; k < program.stacks[i].looks.size(); ++k)
                program.stacks[i].looks[k].code = before.program->stacks[i].looks[k].code;
        }
    } else {
        write_texts(stacks, numbers, functions, program);
    }
    return program;
}

std::array<std::uint32_t, plane_words> words_of(const Attribute& attribute) {
    const glm::vec4 value = seen(attribute.value, Parameter{.name = {}, .type = attribute.type});
    std::array<std::uint32_t, plane_words> words{};
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = std::bit_cast<std::uint32_t>(value[static_cast<int>(i)]);
    return words;
}

}  // namespace winnow::effects
