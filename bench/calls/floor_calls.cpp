// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <throng/world.hpp>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr std::size_t floors = 30;
constexpr float half_extent = 0.3f;

// People on floors above each other, one for each unit of a floor's area: as one World with a layer for each floor, and
// as a World for each floor. Floors take slots by turns.
class Building {
public:
    explicit Building(std::size_t people) {
        scenes::Generator random(7);
        const float side = std::sqrt(static_cast<float>(people / floors));
        std::vector<std::vector<Aabb>> of_floor(floors);
        std::vector<Aabb> all;
        std::vector<std::uint16_t> layers;
        for (std::size_t i = 0; i < people; ++i) {
            const std::size_t floor = i % floors;
            const float x = random.uniform(0, side), y = random.uniform(0, side);
            all.push_back({{x - half_extent, y - half_extent}, {x + half_extent, y + half_extent}});
            of_floor[floor].push_back(all.back());
            layers.push_back(static_cast<std::uint16_t>(floor));
        }
        std::vector<Id> ids(people);
        require(whole.spawn(all, Motion::Dynamic, ids, {}, layers));
        require(whole.commit(serial()));
        for (std::size_t floor = 0; floor < floors; ++floor) {
            parts.emplace_back(WorldDesc{.executor = serial()});
            ids.resize(of_floor[floor].size());
            require(parts.back().spawn(of_floor[floor], Motion::Dynamic, ids));
            require(parts.back().commit(serial()));
        }
        for (const float step : {0.f, 0.05f}) {
            boxes.push_back(all);
            boxes_of_floor.push_back(of_floor);
            for (Aabb& box : boxes.back()) box = {{box.min.x + step, box.min.y}, {box.max.x + step, box.max.y}};
            for (auto& floor : boxes_of_floor.back())
                for (Aabb& box : floor) box = {{box.min.x + step, box.min.y}, {box.max.x + step, box.max.y}};
        }
    }

    double tick_whole() {
        const std::vector<Aabb>& next = boxes[++ticks % 2];
        return seconds([&] {
            require(whole.move_all(next));
            require(whole.commit(serial()));
        });
    }
    double tick_parts() {
        const auto& next = boxes_of_floor[++ticks % 2];
        return seconds([&] {
            for (std::size_t floor = 0; floor < floors; ++floor) {
                require(parts[floor].move_all(next[floor]));
                require(parts[floor].commit(serial()));
            }
        });
    }

    World whole{WorldDesc{.executor = serial()}};
    std::vector<World> parts;
    std::vector<std::vector<Aabb>> boxes;
    std::vector<std::vector<std::vector<Aabb>>> boxes_of_floor;
    std::size_t ticks = 0;
};

CallFigure figure_of(std::string call, double must, std::size_t people) {
    return {.name = "floors",
            .ours = call + " of one World of 30 layers, " + std::to_string(people) + " people",
            .beside = "30 Worlds",
            .must = must,
            .items = static_cast<double>(people)};
}

template <class Answer, class Ask, class Size>
CallFigure ask_figure(CallFigure figure, const Building& building, std::size_t rounds, Ask&& ask, Size&& size) {
    Answer ours;
    std::vector<Answer> beside(floors);
    figure = compare(
        std::move(figure), rounds, [&] { return seconds([&] { require(ask(building.whole, ours)); }); },
        [&] {
            return seconds([&] {
                for (std::size_t floor = 0; floor < floors; ++floor) require(ask(building.parts[floor], beside[floor]));
            });
        });
    std::size_t sum = 0;
    for (const Answer& each : beside) sum += size(each);
    if (sum != size(ours)) throw std::runtime_error("layers and Worlds of their own differ");
    return figure;
}

} // namespace

std::vector<CallFigure> floor_calls(const CallSetup& setup) {
    Building building(setup.n);
    std::vector<CallFigure> figures;
    const auto hits = [](const Hits& answer) { return answer.slots().size(); };
    figures.push_back(ask_figure<Hits>(
        figure_of("neighbors(2)", 1.3, setup.n), building, setup.rounds,
        [](const World& world, Hits& out) { return world.neighbors(2, out, {}, serial()); }, hits));
    figures.push_back(ask_figure<Pairs>(
        figure_of("pairs", 1.3, setup.n), building, setup.rounds,
        [](const World& world, Pairs& out) { return world.pairs(out, {}, serial()); },
        [](const Pairs& answer) { return answer.size(); }));
    figures.push_back(compare(
        figure_of("a tick", 1.5, setup.n), setup.rounds, [&] { return building.tick_whole(); },
        [&] { return building.tick_parts(); }));
    return figures;
}

} // namespace throng::bench
