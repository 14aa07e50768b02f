// SPDX-License-Identifier: MIT
// The picture of an index: its rows, cells, nodes and boxes over its elements.
#include "apps/throng/draw/index_picture.hpp"

#include "apps/throng/cli/table.hpp"
#include "apps/throng/crowd/plan.hpp"
#include "apps/throng/draw/lettering.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace throng::app {

namespace {

constexpr float leaf_tint = 0.07f;
constexpr float element_tint = 0.3f; // low, so that overlapping elements are distinguishable

// Sizes of all except the world, for a picture of the width that they were chosen for.
struct Layout {
    explicit Layout(int width) : unit(static_cast<float>(width) / 1200) {}

    float margin() const { return 30 * unit; }
    float title() const { return 52 * unit; }
    float text() const { return 30 * unit; }
    float axes() const { return 26 * unit; } // their lettering
    float line() const { return 36 * unit; }
    float gap() const { return 34 * unit; } // between entries of the legend
    float swatch() const { return 30 * unit; }

    float unit;
};

// With a border, so that outer lines are seen whole.
Aabb world_of(const IndexScene& scene) {
    if (scene.zoom) return *scene.zoom;
    constexpr float least = 1; // metres
    Aabb world = scene.bounds;
    for (const Node& node : scene.nodes) {
        world.min = {std::min(world.min.x, node.bounds.min.x), std::min(world.min.y, node.bounds.min.y)};
        world.max = {std::max(world.max.x, node.bounds.max.x), std::max(world.max.y, node.bounds.max.y)};
    }
    const float side = std::max(world.max.x - world.min.x, world.max.y - world.min.y);
    const float border = side > 0 ? 0.01f * side : least;
    return {{world.min.x - border, world.min.y - border}, {world.max.x + border, world.max.y + border}};
}

// Deeper lines are finer, so that the enclosing one is visible if lines coincide.
float thickness_of(std::uint32_t depth, std::uint32_t deepest, const Layout& layout) {
    const float share = deepest == 0 ? 0 : static_cast<float>(depth) / static_cast<float>(deepest);
    return std::max(1.0f, (3.2f - 2.0f * share) * layout.unit);
}

// The lines of very many small nodes would paint the ground in one colour, or, rounded to pixels, in a pattern that the
// index does not have. `of_ground` is the share of the ground that the lines of this depth take.
float opacity_of_lines(Rectangle area, float unit, float of_ground) {
    constexpr float unseen = 3, whole = 8; // pixels between the longer sides of a node
    const float by_size = (std::min(area.width(), area.height()) / unit - unseen) / (whole - unseen);
    return std::clamp(std::max(by_size, 1.2f - 2 * of_ground), 0.0f, 1.0f);
}

// The range of the values that colour elements.
struct ValueRange {
    explicit ValueRange(std::span<const float> values) {
        if (values.empty()) return;
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        low = *least;
        high = *most;
    }
    // The colours nearest to the ground would not be seen on it.
    Colour colour(float value, const Theme& theme) const {
        constexpr float nearest = 0.15f;
        const float share = high > low ? (value - low) / (high - low) : 1;
        return amount_colour(nearest + (1 - nearest) * share, theme);
    }

    float low = 0, high = 0;
};

float line_of(float thickness) { return std::max(1.0f, std::round(thickness)); }

// The rectangle to frame by a line with its middle on the area's border, both rounded to pixels, so that lines are
// crisp. An area narrower than its line becomes a line.
Rectangle within_outline(Rectangle area, float line) {
    const auto inner = [line](float border) { return std::round(border - 0.5f * line) + line; };
    const float left = inner(area.left), top = inner(area.top);
    return {left, top, std::max(inner(area.right) - line, left), std::max(inner(area.bottom) - line, top)};
}

// The shapes on the ground, from below: the tints of leaves, the elements, the lines of nodes.
class Shapes {
public:
    Shapes(const IndexScene& scene, const Plan& plan, const Layout& layout)
        : scene_(scene), plan_(plan), layout_(layout), values_(scene.values) {
        for (const Node& node : scene.nodes) deepest_first_.push_back(&node);
        // Boxes that touch share their line; it is painted for the deepest first, so that the enclosing one stays on
        // top.
        std::stable_sort(deepest_first_.begin(), deepest_first_.end(),
                         [](const Node* a, const Node* b) { return a->depth > b->depth; });
        deepest_ = deepest_first_.empty() ? 0 : deepest_first_.front()->depth;
        for (std::uint32_t depth = 0; depth <= deepest_; ++depth)
            colours_.push_back(depth_colour(depth, deepest_, scene.theme));
        of_ground_.resize(deepest_ + 1);
        for (const Node& node : scene.nodes) {
            const Rectangle area = plan.area_of(node.bounds);
            const float line = line_of(thickness_of(node.depth, deepest_, layout));
            of_ground_[node.depth] +=
                2 * (area.width() + area.height()) * line / (plan.area().width() * plan.area().height());
        }
    }

    void add(std::size_t shape, std::vector<Layer>& layers) const {
        const std::size_t nodes = scene_.nodes.size(), elements = scene_.x.size();
        if (shape < nodes) return add_tint(scene_.nodes[shape], layers);
        if (shape < nodes + elements) return add_element(shape - nodes, layers);
        add_line(*deepest_first_[shape - nodes - elements], layers);
    }

private:
    void add_tint(const Node& node, std::vector<Layer>& layers) const {
        if (node.leaf && node.elements > 0)
            layers.push_back({plan_.area_of(node.bounds), colours_[node.depth], leaf_tint});
    }
    void add_element(std::size_t i, std::vector<Layer>& layers) const {
        const float least = 0.8f * layout_.unit; // a point is visible, too
        const Point at = plan_.at(scene_.x[i], scene_.y[i]);
        const float half = std::max(scene_.half_extents[i] * plan_.scale(), least);
        const float half_height =
            scene_.half_heights.empty() ? half : std::max(scene_.half_heights[i] * plan_.scale(), least);
        const Rectangle area{at.x - half, at.y - half_height, at.x + half, at.y + half_height};
        const bool shows_border = std::min(half, half_height) > 3 * layout_.unit;
        const Colour colour =
            scene_.values.empty() ? scene_.theme.text : values_.colour(scene_.values[i], scene_.theme);
        layers.push_back({area, colour, shows_border ? element_tint : 0.8f});
        if (shows_border) add_frame(area, layout_.unit, colour, 1, layers);
    }
    void add_line(const Node& node, std::vector<Layer>& layers) const {
        const Rectangle area = plan_.area_of(node.bounds);
        const float opacity = opacity_of_lines(area, layout_.unit, of_ground_[node.depth]);
        if (opacity > 0)
            add_frame(area, thickness_of(node.depth, deepest_, layout_), colours_[node.depth], opacity, layers);
    }
    static void add_frame(Rectangle area, float thickness, Colour colour, float opacity, std::vector<Layer>& layers) {
        const float line = line_of(thickness);
        for (const Rectangle& side : sides_of_frame(within_outline(area, line), line))
            layers.push_back({side, colour, opacity});
    }

    const IndexScene& scene_;
    const Plan& plan_;
    const Layout& layout_;
    ValueRange values_;
    std::vector<const Node*> deepest_first_;
    std::uint32_t deepest_ = 0;
    std::vector<Colour> colours_;  // by depth
    std::vector<float> of_ground_; // by depth: the share of the ground that its lines take
};

struct Entry {
    std::string label;
    Colour colour;
    float line = 0;      // its thickness
    float opacity = 0;   // of its inside
    std::size_t row = 0; // of the legend
    float left = 0;
};

// An entry for each depth, one for leaves and one for elements, from left to right and row by row.
std::vector<Entry> legend_of(const IndexScene& scene, const Layout& layout, float width) {
    const Theme& theme = scene.theme;
    const std::vector<IndexLevel> levels = levels_of(scene.nodes);
    const auto deepest = static_cast<std::uint32_t>(levels.empty() ? 0 : levels.size() - 1);
    std::vector<Entry> entries;
    for (const IndexLevel& level : levels) {
        entries.push_back({fmt::format("{}: {}", level.depth, contents_of(level, scene.structure)),
                           depth_colour(level.depth, deepest, theme), thickness_of(level.depth, deepest, layout)});
    }
    entries.push_back(
        {"tinted: leaf", depth_colour(deepest, deepest, theme), thickness_of(deepest, deepest, layout), 2 * leaf_tint});
    if (scene.values.empty()) {
        entries.push_back({"element", theme.text, layout.unit, element_tint});
    } else {
        const ValueRange values(scene.values);
        const auto add = [&](std::string label, float value) {
            entries.push_back({std::move(label), values.colour(value, theme), layout.unit, 0.8f});
        };
        if (scene.value_names.empty() && values.low == values.high)
            add(fmt::format("{} {:.4g}", scene.value_name, values.low), values.low);
        else if (scene.value_names.empty())
            for (const float value : {values.low, 0.5f * values.low + 0.5f * values.high, values.high})
                add(fmt::format("{} {:.4g}", scene.value_name, value), value);
        for (std::size_t i = 0; i < scene.value_names.size(); ++i) add(scene.value_names[i], static_cast<float>(i));
    }
    float left = 0;
    std::size_t row = 0;
    for (Entry& entry : entries) {
        const float wide = 1.35f * layout.swatch() + width_of(entry.label, layout.text());
        if (left > 0 && left + wide > width) {
            left = 0;
            ++row;
        }
        entry.row = row;
        entry.left = left;
        left += wide + layout.gap();
    }
    return entries;
}

void draw_legend(Canvas& canvas, const std::vector<Entry>& entries, Point corner, const Layout& layout,
                 const Theme& theme) {
    for (const Entry& entry : entries) {
        const float left = corner.x + entry.left,
                    baseline = corner.y + layout.line() * static_cast<float>(entry.row + 1);
        const float high = 0.6f * layout.swatch(), middle = baseline - 0.25f * layout.text();
        const Rectangle swatch{left, middle - 0.5f * high, left + layout.swatch(), middle + 0.5f * high};
        canvas.rectangle(swatch, entry.colour, entry.opacity);
        const float line = line_of(entry.line);
        if (entry.line > 0) canvas.frame(within_outline(swatch, line), line, entry.colour);
        write(canvas, entry.label, {left + 1.35f * layout.swatch(), baseline},
              {layout.text(), theme.faint, Align::Left, 1.1f});
    }
}

} // namespace

std::vector<IndexLevel> levels_of(std::span<const Node> nodes) {
    std::vector<IndexLevel> levels;
    for (const Node& node : nodes) {
        while (levels.size() <= node.depth) levels.push_back({static_cast<std::uint32_t>(levels.size())});
        IndexLevel& level = levels[node.depth];
        ++level.nodes;
        level.leaves += node.leaf ? 1u : 0u;
        level.elements += node.leaf ? node.elements : 0u;
    }
    return levels;
}

std::string contents_of(const IndexLevel& level, Route structure) {
    const bool is_grid = structure == Route::RowGrid || structure == Route::LooseGrid;
    if (is_grid && level.depth == 0) return counted(level.nodes, "grid");
    if (is_grid && level.depth == 1) return counted(level.nodes, structure == Route::RowGrid ? "row" : "level");
    return counted(level.nodes, is_grid ? "cell" : "node");
}

// From blue by green to yellow, ever farther from the ground; equal steps of depth are equal steps to the eye.
Colour depth_colour(std::uint32_t depth, std::uint32_t deepest, const Theme& theme) {
    const float share = deepest == 0 ? 0 : static_cast<float>(depth) / static_cast<float>(deepest);
    const float lightness = theme.is_light ? 0.66f - 0.06f * share : 0.66f + 0.2f * share;
    return oklch(lightness, 0.15f, 285 - 195 * share);
}

std::size_t shapes_in(const IndexScene& scene) { return 2 * scene.nodes.size() + scene.x.size(); }

Canvas index_picture(const IndexScene& scene, int width, const ShapesPainted& tell) {
    const Theme& theme = scene.theme;
    const Layout layout(width);
    const Aabb world = world_of(scene);
    const float left = layout.margin(), whole = static_cast<float>(width) - 2 * layout.margin();
    const float aspect = std::clamp((world.max.y - world.min.y) / (world.max.x - world.min.x), 0.1f, 1.5f);
    float gutter = 0, below = 0;
    if (scene.axes) {
        const Axes axes(*scene.axes, Plan(world, {0, 0, whole, aspect * whole}), layout.axes());
        gutter = axes.left();
        below = axes.below();
    }
    const float across = whole - gutter, down = std::ceil(aspect * across);
    const float header =
        layout.title() + layout.line() * static_cast<float>(scene.lines.size()) + 0.5f * layout.margin();
    const std::vector<Entry> legend = legend_of(scene, layout, whole);
    const float footer = layout.line() * static_cast<float>(legend.back().row + 1);

    Canvas canvas(width, static_cast<int>(std::ceil(header + down + below + footer + 2.5f * layout.margin())),
                  theme.page);
    const float top = layout.margin() + header;
    float baseline = layout.margin() + 0.6f * layout.title();
    write(canvas, scene.title, {left, baseline}, {layout.title(), theme.text, Align::Left, 1.35f});
    for (const std::string& line : scene.lines) {
        write(canvas, line, {left, baseline += layout.line()}, {layout.text(), theme.faint, Align::Left, 1.1f});
    }

    const Plan plan(world, {left + gutter, top, left + whole, top + down});
    canvas.rectangle(plan.area(), theme.ground);
    canvas.clip(plan.area());
    const Shapes shapes(scene, plan, layout);
    paint_layers(
        canvas, shapes_in(scene), [&](std::size_t shape, std::vector<Layer>& layers) { shapes.add(shape, layers); },
        tell);
    canvas.clip(canvas.whole());
    if (scene.axes) {
        Axes(*scene.axes, plan, layout.axes()).draw(canvas, theme);
        write(canvas, fmt::format("axes in {}", scene.axes->name), {left + whole, baseline},
              {layout.text(), theme.faint, Align::Right, 1.1f});
    } else {
        const float longest = 0.2f * across, bar = round_number(longest / plan.scale()) * plan.scale();
        draw_scale_bar(canvas, plan, {left + across - bar, baseline}, longest, layout.text(), theme.faint);
    }
    draw_legend(canvas, legend, {left, top + down + below + 0.5f * layout.margin()}, layout, theme);
    return canvas;
}

} // namespace throng::app
