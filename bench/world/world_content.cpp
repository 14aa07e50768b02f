// SPDX-License-Identifier: MIT
// Sizes, places and slots.
#include "bench/world/world_content.hpp"

#include "bench/common/rounds.hpp"
#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace throng::bench {
namespace {

using scenes::Generator;

// Arrays in the order of space, the static ones behind the others.
Content arranged(std::string_view name, Crowd crowd, std::size_t dynamic) {
    std::vector<Slot> order = order_of_space(crowd);
    std::stable_partition(order.begin(), order.end(), [dynamic](Slot slot) { return slot < dynamic; });
    crowd.arrange(order);
    return {name, std::move(crowd), dynamic};
}

void enlarge(Crowd& crowd, std::size_t begin, std::size_t end, float least_octave, float most_octave,
             Generator& random) {
    for (std::size_t i = begin; i < end; ++i)
        crowd.half_extent[i] *= std::exp2(random.uniform(least_octave, most_octave));
}

struct Numbers {
    std::size_t agents, odd, giants, statics;

    explicit Numbers(std::size_t n)
        : agents(n - n / 10), odd(n / 100 * 9), giants(std::max<std::size_t>(1, n / 10'000)), statics(n / 100) {}
    std::size_t dynamic() const { return agents + odd + giants; }
};

Crowd crowd_of_kinds(const Numbers& numbers, float land, Generator& random) {
    Crowd crowd(numbers.dynamic() + numbers.statics, 1, {.area_each = land});
    const std::size_t giants_begin = numbers.agents + numbers.odd;
    enlarge(crowd, numbers.agents, giants_begin, 1, 4, random);
    enlarge(crowd, giants_begin, numbers.dynamic(), 5, 7, random);
    enlarge(crowd, numbers.dynamic(), crowd.size(), 1, 4, random);
    std::fill(crowd.velocity_x.begin() + static_cast<std::ptrdiff_t>(numbers.dynamic()), crowd.velocity_x.end(), 0.0f);
    std::fill(crowd.velocity_y.begin() + static_cast<std::ptrdiff_t>(numbers.dynamic()), crowd.velocity_y.end(), 0.0f);
    return crowd;
}

} // namespace

Content crowd_content(const CrowdKind& kind, std::size_t n) { return arranged(kind.name, kind.make(n), n); }

Content content_of_kinds(std::size_t n, float land) {
    const Numbers numbers(n);
    Generator random(2);
    return arranged("kinds", crowd_of_kinds(numbers, land, random), numbers.dynamic());
}

Content content_with_vast_giants(std::size_t n, float land) {
    const Numbers numbers(n);
    Generator random(2);
    Crowd crowd = crowd_of_kinds(numbers, land, random);
    for (std::size_t i = numbers.agents + numbers.odd; i < numbers.dynamic(); ++i)
        crowd.half_extent[i] = crowd.side * random.uniform(0.05f, 0.25f);
    return arranged("vast", std::move(crowd), numbers.dynamic());
}

void categorize(Content& content) {
    Generator random(3);
    content.categories.resize(content.crowd.size());
    for (std::uint32_t& each : content.categories) each = 1u << random.below(4);
}

World world_of(const Content& content, bool one_thread) {
    World world({.executor = one_thread ? serial() : Executor{}});
    const BoxView boxes = content.crowd.boxes();
    const std::span<const std::uint32_t> categories = content.categories;
    std::vector<Id> ids(boxes.size());
    const auto spawn = [&](std::size_t begin, std::size_t count, throng::Motion motion) {
        require(world.spawn(boxes.slice(begin, count), motion, std::span(ids).subspan(begin, count),
                            categories.empty() ? categories : categories.subspan(begin, count)));
    };
    spawn(0, content.dynamic, throng::Motion::Dynamic);
    spawn(content.dynamic, content.statics(), throng::Motion::Static);
    require(world.commit());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i].slot != i) throw std::runtime_error("a new world does not give its slots in order");
    }
    return world;
}

} // namespace throng::bench
