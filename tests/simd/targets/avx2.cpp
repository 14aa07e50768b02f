// SPDX-License-Identifier: MIT
#include "tests/simd/targets/operations_of.hpp"
template throng::test::Operations throng::test::operations_of<throng::simd::avx2>();
