#include "lab/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "base/embedded.h"
#include "base/text.h"
#include "lab/executor.h"
#include "lab/lessons.h"
#include "shaders/scan/leaf_place.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_lab;

namespace winnow::lab {
namespace {

/// Returns the access of the threads from `first` on, as many as one access serves.
Access access_of(const SharedTree& tree, std::uint32_t stride, std::uint32_t first, bool is_left) {
    Access access;
    access.first_thread = first;
    access.is_left = is_left;
    access.bank_words.resize(tree.banks);
    const std::uint32_t end = std::min(first + tree.banks, tree.leaves / (2 * stride));
    for (std::uint32_t thread = first; thread < end; ++thread) {
        access.leaves.push_back((2 * thread + (is_left ? 1 : 2)) * stride - 1);
        access.bank_words[tree.place(access.leaves.back()) % tree.banks]++;
    }
    access.turns = *std::max_element(access.bank_words.begin(), access.bank_words.end());
    return access;
}

/// Returns the end of the arithmetic progression that begins at `first`.
std::size_t end_of_progression(std::span<const std::uint32_t> numbers, std::size_t first) {
    std::size_t end = std::min(first + 2, numbers.size());
    while (end < numbers.size() && numbers[end] - numbers[end - 1] == numbers[first + 1] - numbers[first])
        ++end;
    return end;
}

/// Returns "0, 2, 4, ..., 30 | 33, 35, 37, ..., 63": each arithmetic progression by its first three numbers
/// and its last one. Where there are more than the article's tables have, "..." follows the first two.
std::string listed(std::span<const std::uint32_t> numbers) {
    constexpr std::size_t max_progressions = 5, shown_progressions = 2, longest_in_full = 5, shown_first = 3;
    std::vector<std::string> progressions;
    for (std::size_t first = 0, end = 0; first < numbers.size(); first = end) {
        end = end_of_progression(numbers, first);
        const std::span<const std::uint32_t> all = numbers.subspan(first, end - first);
        progressions.push_back(
            all.size() <= longest_in_full
                ? fmt::format("{}", fmt::join(all, ", "))
                : fmt::format("{}, ..., {}", fmt::join(all.first(shown_first), ", "), all.back()));
    }
    if (progressions.size() > max_progressions) {
        progressions.resize(shown_progressions);
        progressions.emplace_back("...");
    }
    return fmt::format("{}", fmt::join(progressions, " | "));
}

std::string sentence_of(const SharedTree& tree, const Access& access) {
    const std::size_t count = access.leaves.size();
    std::vector<std::uint32_t> places, banks;
    for (const std::uint32_t leaf : access.leaves) {
        places.push_back(tree.place(leaf));
        banks.push_back(places.back() % tree.banks);
    }
    std::string leaves = listed(access.leaves);
    if (tree.padding != Padding::none) leaves += fmt::format(" at {}", listed(places));
    leaves += fmt::format(" in bank{} {}", count == 1 ? "" : "s", listed(banks));
    const std::size_t last = access.first_thread + count - 1;
    const std::string threads = count == 1
                                    ? fmt::format("Thread {} reads leaf", last)
                                    : fmt::format("Threads {} to {} read leaves", access.first_thread, last);
    const std::string turns =
        access.turns == 1
            ? "each from another bank, in one turn"
            : fmt::format("up to {0} of them from one bank, which takes {0} turns", access.turns);
    return fmt::format("{} {}, {}; no other access of this step takes more.", threads, leaves, turns);
}

/// Says how many turns the whole step takes, by the model and on a GPU.
std::string turns_sentence(const SharedTree& tree, std::uint32_t stride) {
    const std::uint32_t turns = turns_of_step(tree, stride);
    const std::string all = fmt::format(" All reads of the step take {} turns", turns);
    const auto measured = measured_turns(tree, stride);
    if (!measured) return all + " by this model.";
    return fmt::format("{}; Nsight Compute counted {} on an {}.", all, measured->turns, measured->device);
}

/// Calls `use` with every access of a step: those of the left operands, then of the right ones, group by
/// group.
template <typename Use>
void for_each_access(const SharedTree& tree, std::uint32_t stride, const Use& use) {
    for (std::uint32_t first = 0; first < tree.leaves / (2 * stride); first += tree.banks)
        for (const bool is_left : {true, false}) use(access_of(tree, stride, first, is_left));
}

/// The steps that were measured.
struct Measurements {
    using Step = std::array<std::uint32_t, 4>;  // leaves, banks, padding, stride
    std::string device;
    std::map<Step, std::uint32_t> turns;
};

Measurements read_measurements() {
    const auto document = nlohmann::json::parse(contents_of(winnow_embedded_lab, "bank_conflicts.json"));
    const std::map<std::string, Padding> paddings = {
        {"none", Padding::none}, {"one-level", Padding::one_level}, {"kernels", Padding::kernels}};
    Measurements read;
    read.device = document.at("device");
    for (const auto& row : document.at("rows")) {
        const std::uint32_t leaf_bytes = row.at(1);
        const Measurements::Step step{row.at(0), bank_row_bytes / leaf_bytes,
                                      static_cast<std::uint32_t>(paddings.at(row.at(2))), row.at(3)};
        read.turns[step] = row.at(4);
    }
    return read;
}

template <Padding PADDING>
void banks(Executor& executor, const Parameters& parameters) {
    const SharedTree tree{parameters.leaves, executor.width(), PADDING};
    for (std::uint32_t stride = 1; stride < tree.leaves; stride *= 2) {
        const Access access = worst_access(tree, stride);
        executor.begin_empty_row(fmt::format("stride {}: {}×", stride, access.turns));
        for (std::uint32_t bank = 0; bank < tree.banks; ++bank) {
            const std::uint32_t words = access.bank_words[bank];
            if (words == 0) continue;
            executor.set(bank, static_cast<std::int32_t>(words), Mark::computed);
            if (words > 1) executor.mark_wrong(bank);
        }
        executor.count_turns(turns_of_step(tree, stride));
        executor.end_frame(
            fmt::format("Stride {}: {}", stride,
                        access.turns == 1 ? "no conflict" : fmt::format("{}-way conflict", access.turns)),
            sentence_of(tree, access) + turns_sentence(tree, stride));
    }
}

/// Says how many elements the array of the tree needs.
template <Padding PADDING>
std::string size_note(const Parameters& parameters) {
    const SharedTree tree{parameters.leaves, bank_row_bytes / parameters.leaf_bytes, PADDING};
    const std::string size = fmt::format("The array needs {} elements of {} bytes", grouped(tree.elements()),
                                         parameters.leaf_bytes);
    if (PADDING == Padding::none) return size + ", one for each leaf.";
    return fmt::format("{}: {} leaves and {} of padding before the last of them.", size, grouped(tree.leaves),
                       grouped(tree.elements() - tree.leaves));
}

/// Adds the size that the article's formula gives.
std::string size_note_of_the_article(const Parameters& parameters) {
    constexpr std::uint32_t buffer = 255;
    const SharedTree articles{8 * 1024, bank_row_bytes / 4, Padding::one_level};
    return fmt::format(
        "{} The article reserves leaves + BUFFER = {} + {} = {}: its BUFFER is made for its own 8 × 1,024 "
        "leaves, which need exactly {}.",
        size_note<Padding::one_level>(parameters), grouped(parameters.leaves), buffer,
        grouped(parameters.leaves + buffer), grouped(articles.elements()));
}

Lesson banks_lesson(std::string_view id, std::string_view title, std::string_view summary, Source source) {
    return {.id = id,
            .title = title,
            .summary = summary,
            .source = source,
            .chapter = Chapter::blocks,
            .result = Result::nothing,
            .width = Width::banks,
            .lanes = "bank",
            .takes_values = false,
            .remark =
                "A cell is the number of words that the worst access of a step asks of a bank; the counter "
                "adds up the turns of all reads. 32 banks hold 4 bytes each, so two together hold an element "
                "of 8 bytes. Loading the leaves has no conflict: neighbouring threads use neighbouring "
                "banks. Nsight Compute counts the same turns on a GPU: every tree of 64 leaves and more "
                "was measured there."};
}

}  // namespace

std::uint32_t SharedTree::place(std::uint32_t leaf) const {
    switch (padding) {
        case Padding::none:
            return leaf;
        case Padding::one_level:
            return leaf + leaf / 32;
        case Padding::kernels:
            return PADDED_LEAF_PLACE(leaf, leaves, banks);
    }
    return leaf;
}

std::uint32_t SharedTree::elements() const {
    return place(leaves - 1) + 1;
}

Access worst_access(const SharedTree& tree, std::uint32_t stride) {
    Access worst;
    for_each_access(tree, stride, [&](Access access) {
        if (access.turns > worst.turns) worst = std::move(access);
    });
    return worst;
}

std::uint32_t turns_of_step(const SharedTree& tree, std::uint32_t stride) {
    std::uint32_t turns = 0;
    for_each_access(tree, stride, [&](const Access& access) { turns += access.turns; });
    return turns;
}

std::optional<MeasuredTurns> measured_turns(const SharedTree& tree, std::uint32_t stride) {
    static const Measurements measurements = read_measurements();
    const auto found =
        measurements.turns.find({tree.leaves, tree.banks, static_cast<std::uint32_t>(tree.padding), stride});
    if (found == measurements.turns.end()) return std::nullopt;
    return MeasuredTurns{measurements.device, found->second};
}

Lesson banks_none_lesson() {
    Lesson lesson = banks_lesson("banks-none", "Memory banks without padding",
                                 "The leaves of a step lie a power of two apart, so ever more of them share "
                                 "a bank, and a bank delivers one word in a turn.",
                                 article);
    lesson.erratum = "The article says that its elements 1, 33, 65 and 97 lie in bank 0; it is bank 1.";
    lesson.note = size_note<Padding::none>;
    lesson.execute = banks<Padding::none>;
    return lesson;
}

Lesson banks_padded_lesson() {
    Lesson lesson = banks_lesson("banks-padded", "Memory banks, padded once",
                                 "Leaf i lies at i + i/32, so leaves that are 32 apart lie in neighbouring "
                                 "banks. In trees of more than 1,024 leaves some are left that share a bank.",
                                 article);
    lesson.note = size_note_of_the_article;
    lesson.execute = banks<Padding::one_level>;
    return lesson;
}

Lesson banks_two_level_lesson() {
    Lesson lesson = banks_lesson("banks-two-level", "Memory banks, padded twice",
                                 "In trees of more than 1,024 leaves leaf i lies at i + i/32 + i/1024, and "
                                 "no step has a conflict: these are the places of Winnow's padded kernels.",
                                 gems);
    lesson.erratum =
        "The chapter prints (n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS): the first shift should be by "
        "LOG_NUM_BANKS, and + binds before >>.";
    lesson.note = size_note<Padding::kernels>;
    lesson.execute = banks<Padding::kernels>;
    return lesson;
}

}  // namespace winnow::lab
