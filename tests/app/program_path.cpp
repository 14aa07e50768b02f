// SPDX-License-Identifier: MIT
// Where the program is. All else of its tests is the same in every build.
#include "tests/app/program.hpp"

const char* const throng::app::program_path = THRONG_PROGRAM;
