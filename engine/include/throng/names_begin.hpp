/* SPDX-License-Identifier: MIT */
/* Sets macros of other headers aside while a header of Throng is read: those of X11 (None, Status), of Qt's keywords
 * (slots, signals, emit), of <windows.h> (near, far, small, min, max) and of <complex.h> (I). names_end.hpp brings
 * them back. */
#pragma push_macro("None")
#pragma push_macro("Status")
#pragma push_macro("slots")
#pragma push_macro("signals")
#pragma push_macro("emit")
#pragma push_macro("near")
#pragma push_macro("far")
#pragma push_macro("small")
#pragma push_macro("min")
#pragma push_macro("max")
#pragma push_macro("I")
#undef None
#undef Status
#undef slots
#undef signals
#undef emit
#undef near
#undef far
#undef small
#undef min
#undef max
#undef I
