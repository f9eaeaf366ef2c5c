// Checks the order of draw lists against depths computed on the CPU, and checks that frames are the same with
// and without a list.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "render/draw_list_fixture.h"
#include "scan/hostile_shaders.h"
#include "support/errors.h"
#include "support/gl_answers.h"

namespace winnow::render {
namespace {

TEST_F(DrawListTest, WithoutCullingAllAreListedInTheirOrder) {
    const Field field(alive);
    Words all(alive);
    std::iota(all.begin(), all.end(), 0u);
    ListRequest listing = culling();
    listing.culls = false;
    EXPECT_EQ(numbers(field, list(field, listing, Camera(close))), all);
}

int storage_left = 0;
PFNGLNAMEDBUFFERSTORAGEPROC true_storage = nullptr;
void GLAD_API_PTR scarce_storage(GLuint name, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    if (storage_left-- > 0) true_storage(name, bytes, data, flags);  // after that the buffer has no memory
}

TEST_F(DrawListTest, MemoryThatRunsOutLeavesTheListAsItWas) {
    const Field field(alive);
    const Words expected = list(field, culling(), Camera(close));
    const std::uint64_t held = lists_->memory_bytes();
    ListRequest sorting = culling();
    sorting.sorts = true;
    sorting.sort_every = 2;
    true_storage = glad_glNamedBufferStorage;
    for (int buffers = 0; buffers < 6; ++buffers) {
        {
            const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage,
                                                                     scarce_storage);
            storage_left = buffers;
            test::expect_error(ExitStatus::bad_input, "do not fit",
                               [&] { lists_->make(field.living(), sorting); });
        }
        EXPECT_EQ(lists_->memory_bytes(), held);
        EXPECT_EQ(list(field, culling(), Camera(close)), expected);
    }
}

// Work groups that run in any order, and stop waiting at once, vote for each other's parts.
TEST_F(DrawListTest, GroupsInAnyOrderListTheSame) {
    const Field field(alive);
    const Words expected = list(field, culling(), Camera(close));
    for (const char* file : scan::test::hostile_files) {
        SCOPED_TRACE(file);
        const scan::test::HostileShaders folder;
        folder.replace("scan/grid/waiting.glsl", "#if SCHEDULE == BY_INDEX",
                       "#undef SCHEDULE\n#define SCHEDULE BY_TEST\n#undef SPIN_LIMIT\n#define SPIN_LIMIT "
                       "1u\n#include \"" +
                           std::string(file) + "\"\n#if SCHEDULE == BY_INDEX");
        gl::ShaderLibrary shaders{folder.path()};
        lists_ = std::make_unique<DrawLists>(facts(), shaders, *passes_, *memory_);
        for (int again = 0; again < 3; ++again) EXPECT_EQ(list(field, culling(), Camera(close)), expected);
        lists_.reset();
    }
}

TEST_F(DrawListTest, SortingPutsTheFarthestFirst) {
    const Field field(alive);
    const Camera camera(far);
    const Words listed = numbers(field, list(field, sorting(32), camera));
    ASSERT_EQ(std::set<std::uint32_t>(listed.begin(), listed.end()).size(), alive);
    constexpr float rounding = 1e-5f;
    for (std::size_t i = 1; i < listed.size(); ++i)
        ASSERT_GE(depth_of(listed[i - 1], camera) + rounding, depth_of(listed[i], camera)) << i;
}

TEST_F(DrawListTest, CoarseKeysSortAsFarAsTheyTellDepthsApart) {
    const Field field(alive);
    const Camera camera(far);
    const Words listed = numbers(field, list(field, sorting(16), camera));
    ASSERT_EQ(std::set<std::uint32_t>(listed.begin(), listed.end()).size(), alive);
    constexpr float step = 1.0003f;
    for (std::size_t i = 1; i < listed.size(); ++i)
        ASSERT_GE(depth_of(listed[i - 1], camera) * step, depth_of(listed[i], camera)) << i;
}

TEST_F(DrawListTest, CoarseKeysSortWhatIsNearAndLastWhatIsBehind) {
    const Field field(alive);
    const Camera camera(amid);
    constexpr float nearest = 0.01f, step = 1.0003f;  // depths that keys of 16 bits tell apart
    const auto depth = [&](std::uint32_t i) { return std::max(depth_of(i, camera), nearest); };
    const Words listed = numbers(field, list(field, sorting(16), camera));
    ASSERT_EQ(std::set<std::uint32_t>(listed.begin(), listed.end()).size(), alive);
    for (std::size_t i = 1; i < listed.size(); ++i)
        ASSERT_GE(depth(listed[i - 1]) * step, depth(listed[i])) << i;
    EXPECT_LT(depth(listed[alive / 2]), 1);
    EXPECT_EQ(depth(listed[alive - 50]), nearest);
}

TEST_F(DrawListTest, CoarseKeysTellNothingApartBeyondTheFarthest) {
    const Field field(alive);
    Words all(alive);
    std::iota(all.begin(), all.end(), 0u);
    shared::Camera block = camera_block(Camera(far).sight(size), size, 0);
    for (float* part : {&block.clip_w.x, &block.clip_w.y, &block.clip_w.z, &block.clip_w.w}) *part *= 10000;
    EXPECT_EQ(numbers(field, list(field, sorting(16), block)), all);
    EXPECT_NE(numbers(field, list(field, sorting(32), block)), all);
}

TEST_F(DrawListTest, SortsWhatIsSeenAlone) {
    const Field field(alive);
    const Camera camera(close);
    const Words seen = list(field, culling(), camera);
    ListRequest both = culling();
    both.sorts = true;
    const Words sorted = list(field, both, camera);
    EXPECT_EQ(std::set(sorted.begin(), sorted.end()), std::set(seen.begin(), seen.end()));
    EXPECT_EQ(sorted.size(), seen.size());
    EXPECT_NE(sorted, seen);
}

/// Returns the slots of the numbers in `order` that the field holds, followed by the slots of its other
/// numbers in their order.
Words kept_order(const Field& field, const Words& order, const Words& numbers) {
    Words slots;
    const auto add = [&](std::uint32_t number) {
        const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
        if (at != numbers.end() && *at == number)
            slots.push_back(field.slot_of(static_cast<std::uint32_t>(at - numbers.begin())));
    };
    for (const std::uint32_t number : order) add(number);
    const std::set<std::uint32_t> sorted(order.begin(), order.end());
    for (const std::uint32_t number : numbers)
        if (!sorted.contains(number)) add(number);
    return slots;
}

TEST_F(DrawListTest, BetweenTwoSortsTheOrderIsKept) {
    constexpr std::uint32_t capacity = alive + 77;
    const Camera camera(far);
    Words before, after;
    for (std::uint32_t i = 0; i < alive; ++i) {
        if (i < alive - 600) before.push_back(i);  // the last ones are born later
        if (i % 7 != 3 && i > 40) after.push_back(i);
    }
    const Field then(before, alive, capacity), now(after, alive, capacity);
    ListRequest listing = sorting(32);
    listing.sort_every = 3;
    listing.step = 10;
    const Words sorted = numbers(then, list(then, listing, camera));
    ASSERT_TRUE(std::is_sorted(sorted.begin(), sorted.end(), [&](auto a, auto b) {
        return depth_of(a, camera) > depth_of(b, camera) + 1e-5f;
    }));
    ASSERT_EQ(sorted.size(), before.size());
    listing.step = 12;
    EXPECT_EQ(list(now, listing, camera), kept_order(now, sorted, after));
    EXPECT_EQ(list(now, listing, camera), kept_order(now, sorted, after)) << "the third of three frames";
    const Words anew = list(now, listing, camera);
    EXPECT_EQ(std::set(anew.begin(), anew.end()).size(), after.size());
    EXPECT_NE(anew, kept_order(now, sorted, after)) << "the next frame is sorted";
    EXPECT_EQ(lists_->memory_bytes(), 20 * std::uint64_t{capacity});
}

// In a full pool, up to all particles may have died and been born since the sort.
TEST_F(DrawListTest, AFullPoolsNewbornAreListedBehindTheSorted) {
    const Camera camera(far);
    ListRequest listing = sorting(32);
    listing.sort_every = 9;
    for (const std::uint32_t capacity : {1u, 2000u})
        for (const std::uint32_t died : {0u, capacity / 2, capacity}) {
            SCOPED_TRACE(std::to_string(died) + " of " + std::to_string(capacity));
            Words before(capacity), after(capacity);
            std::iota(before.begin(), before.end(), 0u);
            std::iota(after.begin(), after.end(), died);
            const Field then(before, alive, capacity), now(after, alive, capacity);
            lists_->release();
            Words sorted = list(then, listing, camera);
            for (std::uint32_t& slot : sorted) slot = before[(slot + capacity - then.slot_of(0)) % capacity];
            EXPECT_EQ(list(now, listing, camera), kept_order(now, sorted, after));
        }
}

TEST_F(DrawListTest, TheLastOfThoseSortedMayBeDead) {
    constexpr std::uint32_t capacity = alive + 77;
    const Camera camera(far);
    Words all(alive);
    std::iota(all.begin(), all.end(), 0u);
    ListRequest listing = sorting(32);
    listing.sort_every = 9;
    const Field then(all, alive, capacity);
    const Words sorted = numbers(then, list(then, listing, camera));
    for (const std::uint32_t left : {alive - 1, alive - 700, 1u}) {
        const Words living(all.begin(), all.begin() + left);
        const Field now(living, alive, capacity);  // its dead particles still lie behind the living ones
        EXPECT_EQ(list(now, listing, camera), kept_order(now, sorted, living)) << left;
    }
}

TEST_F(DrawListTest, AKeptOrderIsCulled) {
    const Field field(alive);
    const Camera camera(close);
    const Words seen = list(field, culling(), camera);
    ListRequest both = culling();
    both.sorts = true;
    const Words sorted = list(field, both, camera);
    both.sort_every = 2;
    EXPECT_EQ(list(field, both, camera), sorted);
    EXPECT_EQ(list(field, both, camera), sorted);
    const Words elsewhere = list(field, both, Camera(far));  // sorted for this camera, which sees all
    EXPECT_EQ(elsewhere.size(), alive);
    const Words kept = list(field, both, camera);
    EXPECT_EQ(std::set(kept.begin(), kept.end()), std::set(seen.begin(), seen.end()));
}

TEST_F(DrawListTest, AnOrderCachesAlsoWhatWasNotSeen) {
    const Field field(alive);
    ListRequest both = culling();
    both.sorts = true;
    both.sort_every = 3;
    EXPECT_LT(list(field, both, Camera(close)).size(), alive);
    const Words all = list(field, both, Camera(far));  // cached order, culled for the present camera
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), alive);
}

TEST_F(DrawListTest, AnOrderThatWasReleasedIsMadeAnew) {
    const Field field(alive);
    ListRequest listing = sorting(32);
    listing.sort_every = 9;
    const Words sorted = list(field, listing, Camera(far));
    lists_->release();
    EXPECT_EQ(list(field, listing, Camera(far)), sorted);
}

TEST_F(DrawListTest, AnEmptyPoolCachesNoOrder) {
    const Field empty({}, alive, 100), some({5, 6, 9}, alive, 100);
    ListRequest listing = sorting(32);
    listing.sort_every = 5;
    EXPECT_TRUE(list(empty, listing, Camera(far)).empty());
    EXPECT_EQ(list(some, listing, Camera(far)), (Words{50, 51, 52}));
    EXPECT_TRUE(list(empty, listing, Camera(far)).empty());
}

TEST(SortRhythm, IsDueEverySoManiethFrameAndAfterALeap) {
    SortRhythm rhythm;
    std::vector<bool> due;
    for (std::uint64_t step = 1; step <= 7; ++step) due.push_back(rhythm.is_due(3, step));
    EXPECT_EQ(due, (std::vector<bool>{true, false, false, true, false, false, true}));
    EXPECT_FALSE(rhythm.is_due(3, 7)) << "the step is the same";
    EXPECT_TRUE(rhythm.is_due(3, 6)) << "the step is an earlier one";
    EXPECT_FALSE(rhythm.is_due(3, 10));
    EXPECT_TRUE(rhythm.is_due(3, 1000)) << "time leapt";
    rhythm.forget();
    EXPECT_TRUE(rhythm.is_due(3, 1000));
    EXPECT_TRUE(rhythm.is_due(1, 1000));
}

TEST_F(DrawListTest, AnEmptyPoolAndOneOfOneAreListed) {
    const Field empty(0), one(1, 1);
    ListRequest both = culling();
    both.sorts = true;
    EXPECT_TRUE(list(empty, both, Camera(far)).empty());
    EXPECT_EQ(list(one, both, Camera(far)), Words{0});
}

TEST_F(DrawListTest, HoldsAsMuchMemoryAsItSays) {
    const Field field(alive);
    const std::uint64_t capacity = field.living().capacity;
    list(field, culling(), Camera(far));
    EXPECT_EQ(lists_->memory_bytes(), 4 * capacity);
    list(field, sorting(32), Camera(far));
    EXPECT_EQ(lists_->memory_bytes(), 16 * capacity);
    list(field, culling(), Camera(far));
    EXPECT_EQ(lists_->memory_bytes(), 4 * capacity);
    list(Field(10, 20), culling(), Camera(far));
    EXPECT_EQ(lists_->memory_bytes(), 4 * 20u);
    lists_->release();
    EXPECT_EQ(lists_->memory_bytes(), 0u);
}

TEST_F(DrawListTest, ASortedFrameIsThatOfSortedParticles) {
    Words order(alive);
    std::iota(order.begin(), order.end(), 0u);
    const Camera camera(far);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return depth_of(a, camera) > depth_of(b, camera); });
    const Field field(alive), sorted(order);
    Scene scene = covering_scene_of(sorted, far);
    scene.plane.enabled = false;
    const Image expected = draw(scene);
    scene.living = field.covers(true, true).living();
    EXPECT_GT(compare(draw(scene), expected, 8).beyond, 100u) << "the order is not visible";
    scene.order.sorts = true;
    const Difference difference = compare(draw(scene), expected, 2);
    EXPECT_EQ(difference.beyond, 0u) << "most: " << difference.most;
}

/// Tests with consecutive frames of one renderer.
class OrderedFramesTest : public DrawListTest {
  protected:
    void SetUp() override {
        DrawListTest::SetUp();
        if (IsSkipped()) return;
        renderer_ = std::make_unique<Renderer>(facts(), shaders_, *passes_);
        renderer_->set_quality(Quality::low);
        field_ = std::make_unique<Field>(alive);
        scene_ = covering_scene_of(*field_, far);
        scene_.plane.enabled = false;
        scene_.order.sorts = true;
    }

    Image next() { return frame_of(*renderer_, scene_, size); }

    std::unique_ptr<Field> field_;
    std::unique_ptr<Renderer> renderer_;
    Scene scene_;
};

TEST_F(OrderedFramesTest, AreSortedAsOftenAsTheyAsk) {
    const Camera elsewhere(effects::View{{0, 0.9f, 0}, 5, 200, 14, 1});
    scene_.order.step = 10;
    scene_.camera = elsewhere;
    const Image expected = next();
    EXPECT_EQ(renderer_->drawing_bytes(), 16 * std::uint64_t{scene_.living.capacity});
    scene_.order.sort_every = 60;
    scene_.camera = Camera(far);
    next();
    EXPECT_EQ(renderer_->drawing_bytes(), 20 * std::uint64_t{scene_.living.capacity});
    scene_.camera = elsewhere;
    EXPECT_NE(next(), expected) << "in the cached order of the frame before";
    scene_.order.step = 1000;  // far beyond the next sort
    EXPECT_EQ(next(), expected);
}

TEST_F(OrderedFramesTest, AreSortedByTheBitsTheyAsk) {
    const Image fine = next();
    scene_.order.key_bits = 16;
    EXPECT_NE(next(), fine);
}

TEST_F(OrderedFramesTest, ShowWhatAFrozenCameraSees) {
    scene_.order.sorts = false;
    scene_.order.culls = true;
    const Image without = next();
    scene_.order.frozen = Camera(effects::View{{0, 0.9f, 0}, 4.5f, 100, 14, 1});
    EXPECT_NE(next(), without) << "all particles are listed, and the camera's outline is drawn";
    EXPECT_EQ(renderer_->drawn(), alive);
}

TEST_F(DrawListTest, AFrozenCameraCullsInThePlaceOfTheOther) {
    const Field field(alive);
    Renderer renderer(facts(), shaders_, *passes_);
    const TargetImage target(size);
    Scene scene = scene_of(field, far);
    scene.order.culls = true;
    const auto drawn = [&] {
        renderer.draw(scene, target);
        target.read();  // waits for the GPU
        return renderer.drawn();
    };
    const auto seen_from_far = drawn();
    scene.order.frozen = Camera(close);
    const auto seen_from_close = drawn();
    ASSERT_TRUE(seen_from_far && seen_from_close);
    EXPECT_EQ(*seen_from_far, alive);
    EXPECT_LT(*seen_from_close, alive);
    scene.order = {};
    EXPECT_EQ(drawn(), std::nullopt);
    EXPECT_EQ(renderer.drawing_bytes(), 0u);
}

}  // namespace
}  // namespace winnow::render
