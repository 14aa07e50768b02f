// SPDX-License-Identifier: MIT
// The program throng.
#include "apps/throng/cli/command_line.hpp"

int main(int count, char** arguments) { return throng::app::run_program(count, arguments); }
