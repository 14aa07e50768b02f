// SPDX-License-Identifier: MIT
#include "bench/robustness/hunted_content.hpp"

#include "bench/common/options.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace throng::bench {
namespace {

std::size_t place_of(std::string_view name) {
    for (std::size_t i = 0; i < parameter_count; ++i)
        if (name == parameters[i].name) return i;
    throw std::invalid_argument("There is no parameter '" + std::string(name) + "'.");
}

float fit(const Parameter& parameter, float value) {
    const float within = std::clamp(value, parameter.least, parameter.most);
    return parameter.whole ? std::round(within) : within;
}

float draw(const Parameter& parameter, scenes::Generator& random) {
    // Half of all are at an end of their range, where most content is: nothing is static, or all moves.
    const float at = random.chance(0.5f) ? static_cast<float>(random.below(2)) : random.unit();
    return fit(parameter, parameter.least + (parameter.most - parameter.least) * at);
}

Drawn with_elements(Drawn drawn, std::size_t least) {
    float& elements = drawn.values[place_of("log2_elements")];
    elements = std::max(elements, std::log2(static_cast<float>(least)));
    return drawn;
}

float power_of_ten(float exponent) { return std::pow(10.f, exponent); }

} // namespace

float Drawn::operator[](std::string_view name) const { return values[place_of(name)]; }

std::string Drawn::text() const {
    const Drawn usual = uniform_crowd();
    std::string text = "seed=" + std::to_string(seed);
    for (std::size_t i = 0; i < parameter_count; ++i) {
        if (values[i] == usual.values[i]) continue;
        char digits[32];
        std::snprintf(digits, sizeof digits, "=%.9g", static_cast<double>(values[i])); // the same float again
        text += std::string(",") + parameters[i].name + digits;
    }
    return text;
}

Drawn uniform_crowd() {
    Drawn drawn;
    const auto set = [&](std::string_view name, float value) { drawn.values[place_of(name)] = value; };
    set("log2_elements", 16), set("log_fill", -0.5f), set("clusters", 1);
    set("moving", 1), set("log_step", -1.5f);
    return drawn;
}

Drawn read_drawn(std::string_view text) {
    Drawn drawn = uniform_crowd();
    each_word(text, [&](std::string_view word) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string_view name = word.substr(0, equals);
        const std::string value(word.substr(std::min(equals + 1, word.size())));
        if (name == "seed") {
            drawn.seed = whole_number(value, "seed");
            return;
        }
        std::size_t read = 0;
        float number = 0;
        try {
            number = std::stof(value, &read);
        } catch (const std::exception&) {
            read = value.size() + 1;
        }
        const std::size_t at = place_of(name);
        if (read != value.size() || fit(parameters[at], number) != number)
            throw std::invalid_argument(std::string(name) + " is a number from " +
                                        std::to_string(parameters[at].least) + " to " +
                                        std::to_string(parameters[at].most) + ", not '" + value + "'.");
        drawn.values[at] = number;
    });
    return drawn;
}

Drawn draw_any(scenes::Generator& random, std::size_t least) {
    Drawn drawn;
    drawn.seed = random.below(1'000'000) + 1;
    for (std::size_t i = 0; i < parameter_count; ++i) drawn.values[i] = draw(parameters[i], random);
    return with_elements(drawn, least);
}

Drawn draw_near(const Drawn& from, scenes::Generator& random, std::size_t least) {
    Drawn drawn = from;
    const std::uint32_t changes = 1 + random.below(3);
    for (std::uint32_t c = 0; c < changes; ++c) {
        const std::uint32_t i = random.below(parameter_count);
        const Parameter& parameter = parameters[i];
        const float range = parameter.most - parameter.least;
        drawn.values[i] = random.chance(0.3f) ? draw(parameter, random)
                                              : fit(parameter, drawn.values[i] + range * random.uniform(-0.15f, 0.15f));
    }
    return with_elements(drawn, least);
}

HuntedContent::HuntedContent(const Drawn& drawn, std::size_t most_elements)
    : drawn_(drawn), random_(drawn.seed),
      boxes_(std::min(most_elements, static_cast<std::size_t>(std::exp2(drawn["log2_elements"])))),
      spacings_(boxes_.size()) {
    side_ = std::sqrt(static_cast<float>(boxes_.size()));
    still_ = static_cast<std::size_t>(drawn["still"] * static_cast<float>(boxes_.size()));
    const float clusters = drawn["clusters"], width = side_ / std::sqrt(clusters);
    for (float c = 0; c < clusters; ++c) {
        const float reach = clusters > 1 ? width * power_of_ten(drawn["log_distance"]) : 0;
        centers_.push_back({reach * random_.unit(), reach * random_.unit()});
    }
    for (std::size_t slot = 0; slot < boxes_.size(); ++slot) place(slot);
    if (drawn["shuffled"] != 0) return;
    // In the order of strips, as a scan of the world writes them; static elements come first.
    const float strip = std::max(width / 16, 1e-30f);
    std::vector<std::size_t> order(boxes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [&](std::size_t i) { return std::pair(std::floor(boxes_[i].min.y / strip), boxes_[i].min.x); };
    const auto sort = [&](std::size_t begin, std::size_t end) {
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
                  [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    };
    sort(0, still_), sort(still_, order.size());
    std::vector<Aabb> boxes;
    std::vector<float> spacings;
    for (const std::size_t i : order) boxes.push_back(boxes_[i]), spacings.push_back(spacings_[i]);
    boxes_.swap(boxes), spacings_.swap(spacings);
}

// Around the centre of a cluster, in a square or with a density that grows inward.
void HuntedContent::place(std::size_t slot) {
    const Drawn& d = drawn_;
    const float clusters = static_cast<float>(centers_.size()), width = side_ / std::sqrt(clusters);
    const float members = static_cast<float>(boxes_.size()) / clusters, decades = d["density_decades"];
    const Vec2 center = centers_[random_.below(static_cast<std::uint32_t>(centers_.size()))];
    Vec2 at{random_.unit() * width, random_.unit() * width};
    float spacing = 1;
    if (decades > 0.1f) {
        const float r = width * power_of_ten(-decades * random_.unit());
        const Vec2 way = random_.direction();
        at = {r * way.x, r * way.y};
        spacing = r * std::sqrt(6.2831853f * 2.3025851f * decades / members);
    }
    if (random_.chance(d["pile"])) at = {0, 0};
    if (random_.chance(d["strays"])) at = {at.x + random_.uniform(-1e4f, 1e4f) * side_, at.y};
    const float aspect = power_of_ten(0.5f * d["log_world_aspect"]);
    at = {(center.x + at.x) * aspect, (center.y + at.y) / aspect};
    const float half =
        power_of_ten(d["log_fill"] - d["size_decades"] * random_.unit()) * std::pow(spacing, d["follow"]);
    const float box_aspect = power_of_ten(0.5f * d["log_box_aspect"]);
    boxes_[slot] = predicates::box_around(at, Vec2{half * box_aspect, half / box_aspect});
    spacings_[slot] = spacing;
}

void HuntedContent::step() {
    const float moving = drawn_["moving"], step = power_of_ten(drawn_["log_step"]), teleports = drawn_["teleports"];
    for (std::size_t slot = still_; slot < boxes_.size(); ++slot) {
        if (teleports > 0 && random_.chance(teleports)) {
            place(slot);
        } else if (moving > 0 && random_.chance(moving)) {
            const Vec2 way = random_.direction();
            Aabb& box = boxes_[slot];
            const float far = 0.5f * step * std::max(box.max.x - box.min.x, box.max.y - box.min.y);
            box = {{box.min.x + far * way.x, box.min.y + far * way.y},
                   {box.max.x + far * way.x, box.max.y + far * way.y}};
        }
    }
    replaced_.clear();
    const auto births = static_cast<std::size_t>(drawn_["births"] * static_cast<float>(boxes_.size() - still_));
    const std::size_t dynamic = boxes_.size() - still_, every = births != 0 ? dynamic / births : 0;
    if (every == 0) return;
    for (std::size_t slot = still_ + random_.below(static_cast<std::uint32_t>(every)); slot < boxes_.size();
         slot += every) {
        place(slot);
        replaced_.push_back(static_cast<Slot>(slot));
    }
}

} // namespace throng::bench
