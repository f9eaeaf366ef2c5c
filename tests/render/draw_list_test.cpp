// What is listed, and in which order: against the view's sides and depths computed here, and by pictures that
// must be the same with and without a list.
#include "render/draw_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "render/field.h"
#include "render/renderer.h"
#include "render/target_image.h"
#include "scan/hostile_shaders.h"
#include "support/gl_fixture.h"

namespace winnow::render {
namespace {

using test::Field;
using Words = std::vector<std::uint32_t>;

constexpr gl::Size size{320, 180};
constexpr std::uint32_t alive = 5000;  // more than two tiles
constexpr effects::View close{{0.3f, 1.2f, 0}, 1.1f, 40, 20, 1};
constexpr effects::View far{{0, 0.9f, 0}, 5, 20, 14, 1};

SpriteBounds field_bounds() {
    return {Field::largest_radius, Field::longest_stretch};
}

glm::vec3 place_of(std::uint32_t i) {
    const particles::Particle p = Field::particle(i, alive);
    return {p.position[0], p.position[1], p.position[2]};
}

float depth_of(std::uint32_t i, const Camera& camera) {
    return -(camera.pose().view() * glm::vec4(place_of(i), 1)).z;
}

/// Whether the particle's centre is in view, where its sprite certainly shows.
bool shows(std::uint32_t i, const Camera& camera) {
    const glm::vec4 clip = camera.projection(size) * camera.pose().view() * glm::vec4(place_of(i), 1);
    return clip.w > 0.2f && std::abs(clip.x) <= clip.w && std::abs(clip.y) <= clip.w;
}

class DrawListTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) lists_ = std::make_unique<DrawLists>(facts(), shaders_, passes());
    }

    gl::Passes& passes() {
        if (!passes_) passes_ = std::make_unique<gl::Passes>(facts());
        return *passes_;
    }

    /// The listed slots, in their order.
    Words list(const Field& field, const Listing& listing, const Camera& camera) {
        const shared::Camera block = camera.block(size, 0);
        const gl::Buffer buffer = gl::plain_memory()->allocate(sizeof block, "test camera");
        buffer.write_all(std::span(&block, 1));
        buffer.bind_uniform(shared::BIND_CAMERA);
        const Listed listed = lists_->make(field.living(), listing);
        const auto state = listed.state->read_all<shared::DrawList>(1).front();
        EXPECT_EQ(state.vertices, state.drawn * shared::VERTICES_PER_PARTICLE);
        EXPECT_EQ(state.instances, 1u);
        EXPECT_EQ(state.first + state.base, 0u);
        return listed.slots->read_all<std::uint32_t>(state.drawn);
    }

    static Listing culling() {
        Listing listing;
        listing.culls = true;
        listing.bounds = field_bounds();
        return listing;
    }
    static Listing sorting(std::uint32_t bits) {
        Listing listing;
        listing.sorts = true;
        listing.key_bits = bits;
        return listing;
    }

    /// The numbers of the field's particles that lie there.
    static Words numbers(const Field& field, const Words& slots) {
        std::vector<std::uint32_t> number_at(field.living().capacity, ~0u);
        for (std::uint32_t i = 0; i < alive; ++i) number_at[field.slot_of(i)] = i;
        Words result;
        for (const std::uint32_t slot : slots) result.push_back(number_at.at(slot));
        return result;
    }

    Scene scene_of(const Field& field, const effects::View& view) const {
        Scene scene;
        scene.living = field.living();
        scene.camera = Camera(view);
        scene.order.bounds = field_bounds();
        return scene;
    }

    Image picture(const Scene& scene, Quality quality = Quality::low) {
        Renderer renderer(facts(), shaders_, passes());
        renderer.set_quality(quality);
        const TargetImage target(size);
        renderer.draw(scene, target);
        return target.read();
    }

    gl::ShaderLibrary shaders_;
    std::unique_ptr<gl::Passes> passes_;
    std::unique_ptr<DrawLists> lists_;
};

TEST_F(DrawListTest, WithoutCullingAllAreListedInTheirOrder) {
    const Field field(alive);
    Words all(alive);
    std::iota(all.begin(), all.end(), 0u);
    Listing listing = culling();
    listing.culls = false;
    EXPECT_EQ(numbers(field, list(field, listing, Camera(close))), all);
}

TEST_F(DrawListTest, CullingKeepsOrderAndAllThatShow) {
    const Field field(alive);
    const Camera camera(close);
    const Words listed = numbers(field, list(field, culling(), camera));
    EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end()));
    EXPECT_EQ(std::adjacent_find(listed.begin(), listed.end()), listed.end());
    const std::set<std::uint32_t> set(listed.begin(), listed.end());
    std::uint32_t shown = 0;
    for (std::uint32_t i = 0; i < alive; ++i)
        if (shows(i, camera)) {
            ++shown;
            EXPECT_TRUE(set.contains(i)) << i;
        }
    EXPECT_GT(shown, alive / 20);
    EXPECT_LT(listed.size(), alive * 3 / 4) << "hardly anything was culled";
}

/// Whether its sprite, as large as they are and drawn no longer, is out of view by more than rounding.
bool is_far_out(std::uint32_t i, const Camera& camera) {
    constexpr float more = 1.01f, least_pixels = 0.8f;
    const glm::mat4 projection = camera.projection(size);
    const glm::vec4 clip = projection * camera.pose().view() * glm::vec4(place_of(i), 1);
    const float reach =
        std::max(Field::largest_radius, least_pixels * 2 * clip.w / (projection[1].y * float(size.height)));
    return clip.w < 0 || std::abs(clip.x) > more * (projection[0].x * reach + clip.w) ||
           std::abs(clip.y) > more * (projection[1].y * reach + clip.w);
}

// Few, some and all: each is packed as suits it. What is drawn no longer has an arithmetic of its own.
TEST_F(DrawListTest, WhatIsDrawnNoLongerIsCulledAsClosely) {
    const Field field(alive);
    Listing listing = culling();
    listing.bounds.longest_stretch = 0;
    std::vector<std::size_t> sizes;
    for (const effects::View& view : {effects::View{{0.9f, 1, 0}, 0.25f, -90, 0, 1}, close, far}) {
        const Camera camera(view);
        const Words listed = numbers(field, list(field, listing, camera));
        EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end()));
        const std::set<std::uint32_t> set(listed.begin(), listed.end());
        EXPECT_EQ(set.size(), listed.size());
        for (std::uint32_t i = 0; i < alive; ++i) {
            EXPECT_TRUE(set.contains(i) || !shows(i, camera)) << i;
            EXPECT_FALSE(set.contains(i) && is_far_out(i, camera)) << i;
        }
        sizes.push_back(listed.size());
    }
    EXPECT_GT(sizes[0], 0u);
    EXPECT_LT(sizes[0], alive / 12);
    EXPECT_GT(sizes[1], alive / 6);
    EXPECT_EQ(sizes[2], alive);
}

// Groups that come in any order, and give up waiting at once, vote for each other's parts.
TEST_F(DrawListTest, GroupsInAnyOrderListTheSame) {
    const Field field(alive);
    const Words expected = list(field, culling(), Camera(close));
    for (const char* file : scan::test::hostile_files) {
        SCOPED_TRACE(file);
        const scan::test::HostileShaders folder;
        const std::string waiting = "scan/grid/waiting.glsl", looks = "return PATIENCE";
        std::string text = test::text_of(folder.path() / waiting);
        ASSERT_NE(text.find(looks), std::string::npos);
        folder.write(waiting, text.replace(text.find(looks), looks.size(), "return 1u"));
        for (const char* schedule : {"by_ticket", "by_index"})
            folder.write(std::string("scan/grid/schedule/") + schedule + ".glsl",
                         test::text_of(folder.path() / file));
        gl::ShaderLibrary shaders{folder.path()};
        lists_ = std::make_unique<DrawLists>(facts(), shaders, *passes_);
        for (int again = 0; again < 3; ++again) EXPECT_EQ(list(field, culling(), Camera(close)), expected);
        lists_.reset();
    }
}

TEST_F(DrawListTest, WhatIsBehindIsCulled) {
    const Field field(alive);
    EXPECT_TRUE(list(field, culling(), Camera(effects::View{{0, 1, 50}, 5, 180, 0, 1})).empty());
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

TEST_F(DrawListTest, SortsWhatIsSeenAlone) {
    const Field field(alive);
    const Camera camera(close);
    const Words seen = list(field, culling(), camera);
    Listing both = culling();
    both.sorts = true;
    const Words sorted = list(field, both, camera);
    EXPECT_EQ(std::set(sorted.begin(), sorted.end()), std::set(seen.begin(), seen.end()));
    EXPECT_EQ(sorted.size(), seen.size());
    EXPECT_NE(sorted, seen);
}

/// Those of `order` that are among the numbers of the field, as their slots; then the others, in their order.
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
        if (i < alive - 600) before.push_back(i);  // the last were born since
        if (i % 7 != 3 && i > 40) after.push_back(i);
    }
    const Field then(before, alive, capacity), now(after, alive, capacity);
    Listing listing = sorting(32);
    listing.sort_every = 3;
    listing.step = 10;
    const Words sorted = numbers(then, list(then, listing, camera));
    ASSERT_TRUE(std::is_sorted(sorted.begin(), sorted.end(), [&](auto a, auto b) {
        return depth_of(a, camera) > depth_of(b, camera) + 1e-5f;
    }));
    ASSERT_EQ(sorted.size(), before.size());
    listing.step = 12;
    EXPECT_EQ(list(now, listing, camera), kept_order(now, sorted, after));
    EXPECT_EQ(list(now, listing, camera), kept_order(now, sorted, after)) << "the third of three";
    const Words anew = list(now, listing, camera);
    EXPECT_EQ(std::set(anew.begin(), anew.end()).size(), after.size());
    EXPECT_NE(anew, kept_order(now, sorted, after)) << "the next is sorted";
    EXPECT_EQ(lists_->memory_bytes(), 20 * std::uint64_t{capacity});
}

TEST_F(DrawListTest, AKeptOrderIsCulled) {
    const Field field(alive);
    const Camera camera(close);
    const Words seen = list(field, culling(), camera);
    Listing both = culling();
    both.sorts = true;
    const Words sorted = list(field, both, camera);
    both.sort_every = 2;
    EXPECT_EQ(list(field, both, camera), sorted);
    EXPECT_EQ(list(field, both, camera), sorted);
    const Words elsewhere = list(field, both, Camera(far));  // sorted for that camera, and all are seen
    EXPECT_EQ(elsewhere.size(), alive);
    const Words kept = list(field, both, camera);
    EXPECT_EQ(std::set(kept.begin(), kept.end()), std::set(seen.begin(), seen.end()));
}

TEST_F(DrawListTest, NobodyIsRememberedOfAnEmptyPool) {
    const Field empty({}, alive, 100), some({5, 6, 9}, alive, 100);
    Listing listing = sorting(32);
    listing.sort_every = 5;
    EXPECT_TRUE(list(empty, listing, Camera(far)).empty());
    EXPECT_EQ(list(some, listing, Camera(far)), (Words{50, 51, 52}));
    EXPECT_TRUE(list(empty, listing, Camera(far)).empty());
}

TEST(SortRhythm, IsDueEverySoManiethPictureAndAfterALeap) {
    SortRhythm rhythm;
    std::vector<bool> due;
    for (std::uint64_t step = 1; step <= 7; ++step) due.push_back(rhythm.is_due(3, step));
    EXPECT_EQ(due, (std::vector<bool>{true, false, false, true, false, false, true}));
    EXPECT_FALSE(rhythm.is_due(3, 7)) << "time stands still";
    EXPECT_TRUE(rhythm.is_due(3, 6)) << "time went back";
    EXPECT_FALSE(rhythm.is_due(3, 10));
    EXPECT_TRUE(rhythm.is_due(3, 1000)) << "time leapt";
    rhythm.forget();
    EXPECT_TRUE(rhythm.is_due(3, 1000));
    EXPECT_TRUE(rhythm.is_due(1, 1000));
}

TEST_F(DrawListTest, AnEmptyPoolAndOneOfOneAreListed) {
    const Field empty(0), one(1, 1);
    Listing both = culling();
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
    lists_->release();
    EXPECT_EQ(lists_->memory_bytes(), 0u);
}

TEST_F(DrawListTest, CullingDoesNotChangeThePicture) {
    const Field field(alive);
    for (const Quality quality : {Quality::low, Quality::high}) {
        Scene scene = scene_of(field, close);
        const Image whole = picture(scene, quality);
        scene.order.culls = true;
        EXPECT_EQ(picture(scene, quality), whole);
    }
}

TEST_F(DrawListTest, ASortedPictureIsThatOfSortedParticles) {
    Words order(alive);
    std::iota(order.begin(), order.end(), 0u);
    const Camera camera(far);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return depth_of(a, camera) > depth_of(b, camera); });
    const Field field(alive), sorted(order);
    Scene scene = scene_of(sorted, far);
    scene.blend = effects::Blend::alpha;
    scene.floor.enabled = false;
    const Image expected = picture(scene);
    scene.living = field.living();
    EXPECT_GT(compare(picture(scene), expected, 8).beyond, 100u) << "the order does not show";
    scene.order.sorts = true;
    const Difference difference = compare(picture(scene), expected, 2);
    EXPECT_EQ(difference.beyond, 0u) << "at most " << difference.most;
}

TEST_F(DrawListTest, AFrozenCameraCullsInThePlaceOfTheOther) {
    const Field field(alive);
    Renderer renderer(facts(), shaders_, passes());
    const TargetImage target(size);
    Scene scene = scene_of(field, far);
    scene.order.culls = true;
    const auto drawn = [&] {
        renderer.draw(scene, target);
        target.read();  // has waited
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
    EXPECT_EQ(renderer.list_bytes(), 0u);
}

}  // namespace
}  // namespace winnow::render
