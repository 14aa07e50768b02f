/* SPDX-License-Identifier: MIT */
/* An index without a world: slots are the caller's own, and a fault is reported with its position. */
#include <throng/throng.h>

#include <math.h>
#include <stdio.h>

static int failed(const char* what, throng_status status) {
    if (status.faults == THRONG_OK) return 0;
    fprintf(stderr, "%s: %s (%u items, first %u)\n", what, throng_describe_status(status), (unsigned)status.count,
            (unsigned)status.first);
    return 1;
}

int main(void) {
    throng_index_desc desc = THRONG_INDEX_DESC_INIT;
    desc.kind = THRONG_LOOSE_QUADTREE;
    throng_index* index = NULL;
    if (failed("create", throng_index_create(&desc, &index))) return 1;

    const throng_aabb boxes[] = {{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}, {{0, NAN}, {1, 1}}, {{8, 8}, {9, 9}}};
    const throng_boxes view = throng_boxes_of(boxes, 4);
    const throng_status built = throng_index_build(index, &view, NULL);
    if (!throng_applied(built)) return failed("build", built);
    printf("item %u is faulty: %s\n", (unsigned)built.first, throng_describe_status(built));

    /* The two nearest of two places, with their distances. */
    const throng_vec2 places[] = {{0, 0}, {10, 10}};
    const throng_points points = throng_points_of_vec2(places, 2);
    throng_hits* hits = throng_hits_create(NULL);
    throng_query_options options = THRONG_QUERY_OPTIONS_INIT;
    options.measure = THRONG_TO_CENTER;
    if (failed("nearest", throng_nearest(throng_index_space(index), &points, 2, INFINITY, hits, &options, NULL)))
        return 1;
    throng_hits_columns columns;
    throng_hits_read(hits, &columns);
    for (size_t row = 0; row < throng_hits_rows(hits); ++row) {
        printf("place %zu:", row);
        for (uint32_t i = columns.offsets[row]; i < columns.offsets[row + 1]; ++i)
            printf(" slot %u at %.3f", (unsigned)columns.slots[i], (double)columns.distances[i]);
        printf("\n");
    }
    throng_hits_destroy(hits);
    throng_index_destroy(index);
    return 0;
}
