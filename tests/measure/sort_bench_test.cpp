// The benchmark of sorts: a wrong order is not timed.
#include "measure/bound_report.h"
#include "measure/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "measure/measured.h"
#include "measure/sort_bench.h"
#include "session/machine.h"
#include "support/errors.h"
#include "support/gl_fixture.h"

namespace winnow::measure {
namespace {

class SortBench : public test::GlTest {};

TEST_F(SortBench, AWrongOrderIsFound) {
    constexpr std::uint32_t elements = 2000, key_bits = 16;
    const auto memory = gl::plain_memory();
    const SortSets sets(*memory, facts(), 3, elements);
    EXPECT_NE(sets.fault(key_bits), "");
    std::vector<std::uint32_t> places(elements), keys(elements);
    std::iota(places.begin(), places.end(), 0u);
    std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
        return (sets.keys()[a] & 0xFFFF) < (sets.keys()[b] & 0xFFFF);
    });
    const SortRun run = sets.run(0);
    const auto write = [&] {
        for (std::uint32_t i = 0; i < elements; ++i) keys[i] = sets.keys()[places[i]];
        run.sorted_keys->write_all(std::span(keys));
        run.sorted_values->write_all(std::span(places));
    };
    write();
    EXPECT_EQ(sets.fault(key_bits), "");
    EXPECT_NE(sets.fault(32), "");
    std::swap(places[500], places[501]);
    write();
    EXPECT_NE(sets.fault(key_bits), "");
    places[500] = places[499];
    write();
    EXPECT_NE(sets.fault(key_bits), "");
}

TEST_F(SortBench, RestoredPairsAreThoseOfTheInput) {
    const auto memory = gl::plain_memory();
    const SortSets sets(*memory, facts(), 3, 1001);
    gl::ShaderLibrary shaders;
    const BenchPrograms programs(shaders, facts(), Element::u32);
    sets.restore(0, programs);
    EXPECT_EQ(sets.run(0).sorted_keys->read_all<std::uint32_t>(1001), sets.keys());
}

TEST_F(SortBench, EveryGridStrategyHasARow) {
    SortBenchChoice options = quick_options<SortBenchChoice>({3000});
    options.all = true;
    const BoundBench bench = measured(bench_sort, options);
    EXPECT_EQ(bench.faults, std::vector<std::string>{});
    for (const std::uint32_t bits : {16u, 32u})
        EXPECT_EQ(std::count_if(
                      bench.rows.begin(), bench.rows.end(),
                      [&](const BoundRow& row) { return row.kind == RowKind::scan && row.of.size == bits; }),
                  4);
    const auto json = to_json(sort_topic, bench);
    for (const char* key : {"keys", "key_bits", "per_second"})
        EXPECT_TRUE(json["rows"][0].contains(key)) << key;
    EXPECT_FALSE(json["rows"][0].contains("votes"));
    EXPECT_NE(to_text(sort_topic, bench).find("3,000 keys of 16 bits"), std::string::npos);
}

}  // namespace
}  // namespace winnow::measure
