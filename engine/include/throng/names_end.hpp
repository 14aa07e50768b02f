/* SPDX-License-Identifier: MIT */
/* Brings back the macros that names_begin.hpp has set aside. */
#pragma pop_macro("None")
#pragma pop_macro("Status")
#pragma pop_macro("slots")
#pragma pop_macro("signals")
#pragma pop_macro("emit")
#pragma pop_macro("near")
#pragma pop_macro("far")
#pragma pop_macro("small")
#pragma pop_macro("min")
#pragma pop_macro("max")
#pragma pop_macro("I")
