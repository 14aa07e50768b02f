// SPDX-License-Identifier: MIT
// A folder beside engine/ is an area of its own.
namespace places {

int sum(int a, int b) { return a + b; }

} // namespace places
