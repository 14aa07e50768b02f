/* SPDX-License-Identifier: MIT */
/* A crowd and a wall: mixed queries, lines of sight, and the pairs that have begun or ended to touch. */
#include <throng/throng.h>

#include <stdio.h>
#include <stdlib.h>

enum { people = 400 };

/* Prints a fault, and ends the program if the call failed as a whole; otherwise only faulty items were left out. */
static void check(throng_status status) {
    if (status.faults != THRONG_OK) fprintf(stderr, "%s\n", throng_describe_status(status));
    if (!throng_applied(status)) exit(1);
}

int main(void) {
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.track_overlaps = 1;
    throng_world* world = NULL;
    check(throng_world_create(&desc, &world));
    const throng_space* space = throng_world_space(world);

    throng_vec2 at[people];
    for (int i = 0; i < people; ++i) at[i] = (throng_vec2){(float)(i % 20), (float)(i / 20)};
    const throng_points centers = throng_points_of_vec2(at, people);
    const throng_boxes bodies = throng_boxes_around(&centers, 0.4f);
    const throng_aabb wall_box = {{5, -2}, {5.5f, 12.5f}};
    const throng_boxes walls = throng_boxes_of(&wall_box, 1);
    throng_id ids[people], wall;
    const uint32_t wall_category = 2;
    uint32_t categories[people];
    for (int i = 0; i < people; ++i) categories[i] = 1;
    check(throng_world_spawn(world, &bodies, THRONG_DYNAMIC, ids, people, categories));
    check(throng_world_spawn(world, &walls, THRONG_STATIC, &wall, 1, &wall_category));
    check(throng_world_commit(world, NULL));

    throng_query queries[2] = {THRONG_QUERY_INIT, THRONG_QUERY_INIT};
    queries[0].kind = THRONG_QUERY_NEAREST;
    queries[0].at = at[0];
    queries[0].k = 3;
    queries[0].reach = 10;
    queries[0].exclude = ids[0].slot;
    queries[1].kind = THRONG_QUERY_CONE;
    queries[1].at = at[0];
    queries[1].to = (throng_vec2){1, 0};
    queries[1].cos_half_angle = 0.9f;
    queries[1].reach = 4;
    throng_hits* hits = throng_hits_create(NULL);
    check(throng_query_batch(space, queries, 2, hits, NULL, NULL));
    for (size_t row = 0; row < throng_hits_rows(hits); ++row) {
        size_t count;
        const throng_slot* slots = throng_hits_row(hits, row, &count);
        printf("query %zu:", row);
        for (size_t i = 0; i < count; ++i) printf(" %u", (unsigned)slots[i]);
        printf("\n");
    }

    uint8_t free_sight[people];
    const throng_points eye = {&at[0].x, &at[0].y, people, 0}; /* stride 0: the same point for all */
    check(throng_visible(space, &eye, &centers, wall_category, free_sight, people, NULL));
    int seen = 0;
    for (int i = 0; i < people; ++i) seen += free_sight[i];
    printf("%d of %d in sight\n", seen, people);

    throng_pairs *begun = throng_pairs_create(NULL), *ended = throng_pairs_create(NULL);
    check(throng_world_overlaps_changed(world, begun, ended, NULL));
    at[1].x = 0.5f;
    const throng_points moved = throng_points_of_vec2(&at[1], 1);
    const throng_boxes body = throng_boxes_around(&moved, 0.4f);
    check(throng_world_move(world, &ids[1], 1, &body));
    check(throng_world_commit(world, NULL));
    check(throng_world_overlaps_changed(world, begun, ended, NULL));
    for (size_t i = 0; i < throng_pairs_count(begun); ++i)
        printf("%u now touches %u\n", (unsigned)throng_pairs_data(begun)[i].a, (unsigned)throng_pairs_data(begun)[i].b);

    throng_pairs_destroy(begun);
    throng_pairs_destroy(ended);
    throng_hits_destroy(hits);
    throng_world_destroy(world);
    return 0;
}
