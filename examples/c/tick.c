/* SPDX-License-Identifier: MIT */
/* People walk, and each tick lists the neighbours of all: a row grid in C, as examples/neighbors.cpp in C++. */
#include <throng/throng.h>

enum { count = 10000 };

int main(void) {
    static throng_vec2 people[count];
    for (int i = 0; i < count; ++i) people[i] = (throng_vec2){(float)(i % 100), (float)(i / 100)};
    const throng_points points = throng_points_of_vec2(people, count);
    throng_hits* near = throng_hits_create(NULL);

    throng_index* grid = NULL;
    throng_status status = throng_index_create(NULL, &grid);
    if (!status.faults) status = throng_index_build_points(grid, &points, NULL);
    for (int tick = 0; tick < 100 && !status.faults; ++tick) {
        for (int i = 0; i < count; ++i) people[i].x += 0.01f;
        status = throng_index_update_points(grid, &points, NULL);
        if (!status.faults) status = throng_neighbors(throng_index_space(grid), 2, near, NULL, NULL);
    }
    const size_t rows = throng_hits_rows(near);
    throng_hits_destroy(near);
    throng_index_destroy(grid);
    return status.faults || rows != count;
}
