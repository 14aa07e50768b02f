/* SPDX-License-Identifier: MIT */
/* A thousand agents, and the neighbours of each within two units. */
#include <throng/throng.h>
#include <stdio.h>

int main(void) {
    float x[1000], y[1000];
    for (int i = 0; i < 1000; ++i) x[i] = (float)(i % 40), y[i] = (float)(i / 40);
    throng_world* world = NULL;
    throng_status s = throng_world_create(NULL, &world);            /* NULL: the defaults */
    throng_points at = {x, y, 1000, sizeof(float)};
    throng_boxes bodies = throng_boxes_around(&at, 0.25f);
    throng_id ids[1000];
    if (!s.faults) s = throng_world_spawn(world, &bodies, THRONG_DYNAMIC, ids, 1000, NULL);
    if (!s.faults) s = throng_world_commit(world, NULL);
    throng_hits* near = throng_hits_create(NULL);
    if (!s.faults) s = throng_neighbors(throng_world_space(world), 2.0f, near, NULL, NULL);
    printf("%s %zu neighbours\n", throng_describe(s.faults), throng_hits_count(near));
    throng_hits_destroy(near);
    throng_world_destroy(world);
    return s.faults != 0;
}
