// SPDX-License-Identifier: MIT
// Where boxes lie and how large they are: everything from a common crowd to the ends of float, from a few bytes.
#pragma once

#include "scenes/generator.hpp"
#include "tests/fuzz/bytes.hpp"

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::fuzz {

using scenes::Generator;

enum class Place : std::uint8_t {
    Uniform,
    Clusters,
    LogNormal,
    OneSpot,
    Lattice,
    OneRow,
    Huge,
    Denormal,
    Giants,
    AnyFloats,
    FarAway,
    Sizes
};
inline constexpr std::array place_names = {"uniform", "clusters", "log-normal", "one spot",   "lattice",  "one row",
                                           "huge",    "denormal", "giants",     "any floats", "far away", "many sizes"};

/// Near what structures decide by: tiles, cells, blocks, and where work goes to several threads.
inline std::size_t some_size(Bytes& source) {
    static constexpr std::array<std::uint16_t, 32> small = {0,  1,  2,  3,  4,   5,   7,   8,   9,   12, 15,
                                                            16, 17, 20, 24, 31,  32,  33,  40,  48,  60, 63,
                                                            64, 65, 66, 80, 100, 127, 128, 129, 140, 200};
    static constexpr std::array<std::uint16_t, 14> medium = {255, 256, 257, 300, 400,  511,  512,
                                                             513, 600, 700, 900, 1023, 1024, 1025};
    static constexpr std::array<std::uint16_t, 8> large = {2047, 2048, 2049, 2500, 4095, 4096, 4097, 10'000};
    const std::uint32_t byte = source.below(256);
    if (byte < 232) return small[byte % small.size()];
    return byte < 253 ? medium[byte % medium.size()] : large[source.below(large.size())];
}

inline float gauss(Generator& random) { // of variance 1, nearly
    float sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.unit();
    return sum;
}

/// Any float that is finite.
inline float any_float(Generator& random) {
    for (;;) {
        const float f = std::bit_cast<float>(static_cast<std::uint32_t>(random.next() >> 32));
        if (std::isfinite(f)) return f;
    }
}

/// One way to place boxes; how many decides how wide.
class Places {
public:
    explicit Places(Bytes& source)
        : place_(static_cast<Place>(source.below(static_cast<std::uint32_t>(place_names.size())))),
          random_(source.below(1 << 16)) {
        const std::uint32_t how = source.below(256);
        scale_ = std::ldexp(1.f, static_cast<int>(how % 8) - 2);
        if (how % 16 >= 12) bad_one_in_ = how >= 128 ? 8 : 64;
        power_ = 20 + static_cast<int>(how % 19);
    }

    const char* name() const { return place_names[static_cast<std::size_t>(place_)]; }
    Generator& random() { return random_; }

    std::vector<Aabb> boxes(std::size_t n) {
        std::vector<Aabb> boxes(n);
        const float side = std::sqrt(static_cast<float>(n)) * scale_;
        for (std::size_t i = 0; i < n; ++i) boxes[i] = box(i, side);
        if (bad_one_in_ != 0)
            for (Aabb& b : boxes)
                if (random_.below(bad_one_in_) == 0) spoil(b);
        return boxes;
    }

private:
    Aabb around(float x, float y, float half) const { return predicates::box_around({x, y}, half); }
    float reach(float limit) { return random_.uniform(-limit, limit); }

    Aabb box(std::size_t i, float side) {
        switch (place_) {
        case Place::Uniform: return around(reach(side), reach(side), 0.4f);
        case Place::Clusters: {
            const auto middle = static_cast<float>(random_.below(4)) * side * 3;
            return around(middle + gauss(random_) * scale_, middle * 0.5f + gauss(random_) * scale_, 0.1f);
        }
        case Place::LogNormal: return around(std::exp(gauss(random_) * 3), std::exp(gauss(random_) * 3), 0.4f);
        case Place::OneSpot: return around(scale_, -scale_, random_.below(2) == 0 ? 0 : 0.5f);
        case Place::Lattice: {
            const auto wide = static_cast<std::size_t>(std::max(1.f, side / scale_));
            const auto x = static_cast<float>(i % wide), y = static_cast<float>(i / wide);
            return {{x, y}, {x + scale_, y + 1}};
        }
        case Place::OneRow: return around(reach(side * side), 0, 0.3f);
        case Place::Huge: {
            const float limit = power_ == 38 ? 3.3e38f : std::pow(10.f, static_cast<float>(power_));
            return around(reach(limit), reach(limit), limit * 0.01f * random_.unit());
        }
        case Place::Denormal: {
            const float tiny = std::numeric_limits<float>::denorm_min();
            const float x = static_cast<float>(random_.below(64)) * tiny,
                        y = static_cast<float>(random_.below(64)) * tiny;
            return {{x, y},
                    {x + static_cast<float>(random_.below(4)) * tiny, y + static_cast<float>(random_.below(4)) * tiny}};
        }
        case Place::Giants:
            return around(reach(side), reach(side), random_.below(30) == 0 ? side * random_.uniform(0.2f, 40) : 0.3f);
        case Place::AnyFloats: {
            const float a = any_float(random_), b = any_float(random_), c = any_float(random_), d = any_float(random_);
            return {{std::min(a, b), std::min(c, d)}, {std::max(a, b), std::max(c, d)}};
        }
        case Place::FarAway: return around(1e6f + reach(side), -3e6f + reach(side), 0.4f);
        case Place::Sizes: return around(reach(side * 4), reach(side * 4), std::exp(gauss(random_) * 1.5f) * 0.3f);
        }
        return {};
    }

    void spoil(Aabb& b) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        switch (random_.below(5)) {
        case 0: b.min.x = std::numeric_limits<float>::quiet_NaN(); break;
        case 1: b.max.y = infinity; break;
        case 2: b.min.y = -infinity; break;
        case 3: b = {{1, 0}, {0, 1}}; break;
        default: b.max.x = std::numeric_limits<float>::signaling_NaN(); break;
        }
    }

    Place place_;
    Generator random_;
    float scale_ = 1;
    int power_ = 20;
    std::uint32_t bad_one_in_ = 0; // 0: none
};

} // namespace throng::fuzz
