// SPDX-License-Identifier: MIT
// validate() of a quadtree tells each invariant that is broken.
#include "engine/src/base/access.hpp"
#include "engine/src/quadtree/quadtree_state.hpp"
#include "scenes/generator.hpp"
#include "tests/support/damage.hpp"
#include "tests/support/private_member.hpp"

#include <throng/quadtree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace throng::test {

struct Nodes {
    using Pointer = Column<kernels::QuadNode> TightTree::*;
    friend Pointer pointer_to(Nodes);
};
struct Entries {
    using Pointer = Column<kernels::QuadEntry> TightTree::*;
    friend Pointer pointer_to(Entries);
};
struct FreeGroups {
    using Pointer = std::uint32_t TightTree::*;
    friend Pointer pointer_to(FreeGroups);
};
struct FreeGroupCount {
    using Pointer = std::uint32_t TightTree::*;
    friend Pointer pointer_to(FreeGroupCount);
};
struct FreeEntries {
    using Pointer = std::uint32_t TightTree::*;
    friend Pointer pointer_to(FreeEntries);
};
struct Listed {
    using Pointer = std::uint32_t TightTree::*;
    friend Pointer pointer_to(Listed);
};
template struct PrivateMember<Nodes, &TightTree::nodes_>;
template struct PrivateMember<Entries, &TightTree::entries_>;
template struct PrivateMember<FreeGroups, &TightTree::free_groups_>;
template struct PrivateMember<FreeGroupCount, &TightTree::free_group_count_>;
template struct PrivateMember<FreeEntries, &TightTree::free_entries_>;
template struct PrivateMember<Listed, &TightTree::listed_>;

namespace {

using kernels::no_entry;
using kernels::QuadEntry;
using kernels::QuadNode;
using kernels::QuadSquare;

// Lists of leaves at all depths, leaves that have become empty, free groups of nodes and free entries.
class ABrokenQuadtree : public testing::Test {
protected:
    ABrokenQuadtree() {
        scenes::Generator random(3);
        std::vector<Aabb> boxes;
        const auto add = [&](std::size_t count, float left, float low, float side) {
            for (std::size_t i = 0; i < count; ++i) {
                const float x = left + random.uniform(0, side), y = low + random.uniform(0, side);
                boxes.push_back({{x, y}, {x + 0.1f, y + 0.1f}});
            }
        };
        add(1300, 33, 33, 30); // the last nodes and entries
        add(200, 1, 1, 30);
        add(100, 33, 1, 6);
        EXPECT_TRUE(tree.build(boxes));
        erase(1500, 1600);
        EXPECT_TRUE(tree.cleanup()); // groups become free
        erase(1300, 1500);           // leaves become empty
        EXPECT_TRUE(tree.insert(std::vector<Slot>{in_two_leaves}, Aabb{{15.9f, 5}, {16.1f, 5.1f}}));
    }
    void erase(Slot begin, Slot end) {
        std::vector<Slot> slots;
        for (Slot slot = begin; slot < end; ++slot) slots.push_back(slot);
        EXPECT_TRUE(tree.erase(slots));
    }

    template <class Name> auto& of(Name name) { return state.tree.*pointer_to(name); }
    Column<QuadNode>& nodes() { return of(Nodes{}); }
    Column<QuadEntry>& entries() { return of(Entries{}); }
    std::uint32_t size() { return static_cast<std::uint32_t>(nodes().size()); }

    /// A leaf, or a branch, for which the condition holds.
    QuadSquare find(auto&& condition) {
        std::vector<QuadSquare> waiting{{0, 0, 0, state.tree.frame().cells()}};
        while (!waiting.empty()) {
            const QuadSquare at = waiting.back();
            waiting.pop_back();
            const QuadNode node = nodes()[at.node];
            if (condition(at, node)) return at;
            for (std::uint32_t quarter = 0; node.count == QuadNode::branch && quarter < 4; ++quarter)
                waiting.push_back(at.child(node.first, quarter));
        }
        ADD_FAILURE() << "there is no such node";
        return {};
    }
    QuadNode& leaf_of(std::int32_t least) {
        return nodes()[find([=](const QuadSquare&, const QuadNode& n) { return n.count >= least; }).node];
    }
    QuadNode& empty_leaf() {
        return nodes()[find([](const QuadSquare&, const QuadNode& n) { return n.count == 0; }).node];
    }
    bool is_empty_group(std::uint32_t first) {
        for (std::uint32_t n = first; n < first + 4; ++n)
            if (nodes()[n].count != 0) return false;
        return true;
    }
    std::uint32_t last_entry(const QuadNode& leaf) {
        std::uint32_t entry = leaf.first;
        while (entries()[entry].next != no_entry) entry = entries()[entry].next;
        return entry;
    }
    std::uint32_t last_free_entry() {
        std::uint32_t entry = of(FreeEntries{});
        while (entries()[entry].next != no_entry) entry = entries()[entry].next;
        return entry;
    }
    // Takes the last node or entry away from its column, and keeps it behind.
    template <class T> static void shorten(Damage& d, Column<T>& column, std::size_t by) {
        const std::vector<T> last(column.end() - by, column.end());
        column.resize(column.size() - by);
        std::copy(last.begin(), last.end(), column.end());
        d.repair_by([&column, last] {
            column.resize(column.size() + last.size());
            std::copy(last.begin(), last.end(), column.end() - last.size());
        });
    }
    // Room for one more, whose value is unspecified.
    template <class T> static T& behind(Column<T>& column) {
        EXPECT_TRUE(column.reserve(column.size() + 8));
        return *column.end();
    }
    void forget_free_group(Damage& d) {
        d.set(of(FreeGroups{}), nodes()[of(FreeGroups{})].first);
        d.set(of(FreeGroupCount{}), of(FreeGroupCount{}) - 1);
    }
    void forget_free_entry(Damage& d) { d.set(of(FreeEntries{}), entries()[of(FreeEntries{})].next); }

    static constexpr Slot in_two_leaves = 1600;
    Quadtree tree{{.bounds = {{0, 0}, {64, 64}}, .max_per_leaf = 4, .max_depth = 5}};
    Access::QuadtreeState& state = *Access::open_state(tree);
};

TEST_F(ABrokenQuadtree, OfWrongNodesIsTold) {
    ASSERT_GE(of(FreeGroupCount{}), 2u);
    const QuadSquare of_empty = find([&](const QuadSquare&, const QuadNode& n) {
        return n.count == QuadNode::branch && n.first + 8 <= size() && is_empty_group(n.first) &&
               is_empty_group(n.first + 4);
    });
    const QuadSquare finest =
        find([](const QuadSquare& at, const QuadNode& n) { return at.side == 1 && n.count == 0; });
    const Flaw flaws[] = {
        {"nodes come in groups", [&](Damage& d) { shorten(d, nodes(), 1); }},
        {"a cell is not divided",
         [&](Damage& d) {
             const std::uint32_t group = of(FreeGroups{});
             forget_free_group(d);
             for (std::uint32_t n = group; n < group + 4; ++n) d.set(nodes()[n], {no_entry, 0});
             d.set(nodes()[finest.node], {group, QuadNode::branch});
         }},
        {"the children of a branch are a group",
         [&](Damage& d) { d.set(nodes()[of_empty.node].first, nodes()[of_empty.node].first + 1); }},
        {"the children of a branch are not the root", [&](Damage& d) { d.set(nodes()[of_empty.node].first, 0); }},
        {"the children of a branch exist",
         [&](Damage& d) {
             forget_free_group(d);
             shorten(d, nodes(), 4);
         }},
        {"no two branches share a group",
         [&](Damage& d) {
             const QuadSquare other = find([&](const QuadSquare& at, const QuadNode& n) {
                 return n.count == QuadNode::branch && is_empty_group(n.first) && at.node != of_empty.node;
             });
             d.set(nodes()[of_empty.node].first, nodes()[other.node].first);
         }},
        {"no branch is below itself", [&](Damage& d) { d.set(nodes()[of_empty.node].first, nodes()[0].first); }},
        {"a leaf has a number of elements", [&](Damage& d) { d.set(empty_leaf().count, -2); }},
        {"a box is valid",
         [&](Damage& d) {
             const Slot slot = entries()[leaf_of(1).first].slot;
             const float before = state.boxes[slot].max_x;
             d.set(state.boxes[slot].max_x, before - 0.101f); // still in the same cells
         }},
    };
    expect_told(tree, flaws);
}

TEST_F(ABrokenQuadtree, OfWrongListsIsTold) {
    const Slot absent = 1500;
    ASSERT_NE(of(FreeEntries{}), no_entry);
    const Flaw flaws[] = {
        {"an entry of a list exists",
         [&](Damage& d) {
             forget_free_entry(d);
             shorten(d, entries(), 1);
         }},
        {"a free entry exists",
         [&](Damage& d) {
             const auto none = static_cast<std::uint32_t>(entries().size());
             behind(entries()) = {0, no_entry};
             d.set(entries()[last_free_entry()].next, none);
         }},
        {"a list is as long as its leaf says",
         [&](Damage& d) {
             QuadNode& leaf = leaf_of(2);
             d.set(entries()[last_free_entry()].next, last_entry(leaf));
             d.set(leaf.count, leaf.count - 1);
             d.set(of(Listed{}), of(Listed{}) - 1);
         }},
        {"a list is not shorter than its leaf says", [&](Damage& d) { d.set(leaf_of(1).count, leaf_of(1).count + 1); }},
        {"an entry's slot is present", [&](Damage& d) { d.set(entries()[leaf_of(1).first].slot, absent); }},
        {"an entry's slot exists",
         [&](Damage& d) { d.set(entries()[leaf_of(1).first].slot, static_cast<Slot>(state.slot_count())); }},
        {"a listed element meets its leaf",
         [&](Damage& d) {
             d.set(state.boxes[entries()[leaf_of(1).first].slot], {50, 50, 51, 51});
         }},
        {"an element is listed in all leaves that it meets",
         [&](Damage& d) { d.set(state.boxes[entries()[leaf_of(1).first].slot].min_x, 1); }},
        {"no two leaves share an entry",
         [&](Damage& d) {
             const auto with_it = [&](const QuadSquare&, const QuadNode& n) {
                 return n.count == 1 && entries()[n.first].slot == in_two_leaves;
             };
             const QuadNode& one = nodes()[find(with_it).node];
             const QuadNode& other = nodes()[find([&](const QuadSquare& at, const QuadNode& n) {
                                                 return with_it(at, n) && n.first != one.first;
                                             }).node];
             d.set(one.first, other.first);
         }},
        {"the tree counts its entries", [&](Damage& d) { d.set(of(Listed{}), of(Listed{}) + 1); }},
        {"the tree counts its elements", [&](Damage& d) { d.set(state.size, state.size + 1); }},
        {"between changes no element is marked", [&](Damage& d) { d.set(state.marks[0], 4); }},
    };
    ASSERT_FALSE(state.marks.empty());
    expect_told(tree, flaws);
}

TEST_F(ABrokenQuadtree, OfWrongFreeNodesAndEntriesIsTold) {
    const std::uint32_t group = of(FreeGroups{}), entry = of(FreeEntries{});
    const Flaw flaws[] = {
        {"a free group is a group",
         [&](Damage& d) {
             d.set(nodes()[group + 1].first, nodes()[group].first);
             d.set(of(FreeGroups{}), group + 1);
         }},
        {"a free group exists",
         [&](Damage& d) {
             behind(nodes()).first = nodes()[group].first;
             d.set(of(FreeGroups{}), size());
         }},
        {"the chain of free groups ends", [&](Damage& d) { d.set(nodes()[nodes()[group].first].first, group); }},
        {"no group is lost", [&](Damage& d) { forget_free_group(d); }},
        {"free groups are counted", [&](Damage& d) { d.set(of(FreeGroupCount{}), of(FreeGroupCount{}) + 1); }},
        {"a free entry exists",
         [&](Damage& d) {
             behind(entries()).next = entries()[entry].next;
             d.set(of(FreeEntries{}), static_cast<std::uint32_t>(entries().size()));
         }},
        {"the chain of free entries ends", [&](Damage& d) { d.set(entries()[last_free_entry()].next, entry); }},
        {"no entry is lost", [&](Damage& d) { forget_free_entry(d); }},
    };
    expect_told(tree, flaws);
}

TEST_F(ABrokenQuadtree, OfWrongPartsIsTold) {
    const Column<std::uint32_t>& parts = state.tree.parts();
    ASSERT_GE(parts.size(), 3u);
    const Flaw flaws[] = {
        {"parts follow each other", [&](Damage& d) { d.set(parts[1], parts[2]); }},
        {"the first part begins with the first cell", [&](Damage& d) { d.set(parts[0], 1); }},
        {"the last part ends with the last cell",
         [&](Damage& d) { d.set(parts[parts.size() - 1], parts[parts.size() - 1] - 1); }},
    };
    expect_told(tree, flaws);
}

TEST(AnEmptyQuadtree, IsValidWithoutSlots) {
    Quadtree tree(QuadtreeDesc{});
    auto& state = *Access::open_state(tree);
    const Flaw flaws[] = {
        {"without a root there are no elements", [&](Damage& d) { d.set(state.size, 1); }},
        {"without a root there are no slots",
         [&](Damage& d) {
             ASSERT_TRUE(state.boxes.resize_discard(1));
             d.repair_by([&] { state.boxes.resize(0); });
         }},
    };
    expect_told(tree, flaws);
    ASSERT_TRUE(tree.build(Aabb{{0, 0}, {1, 1}}));
    ASSERT_TRUE(tree.clear());
    EXPECT_TRUE(tree.validate());
}

} // namespace
} // namespace throng::test
