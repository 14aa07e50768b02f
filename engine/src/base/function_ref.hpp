// SPDX-License-Identifier: MIT
// A callable as a parameter, without a template and without memory of its own.
#pragma once

#include <type_traits>

namespace throng {

/// A reference to a callable, for the length of one call.
template <class Signature> class FunctionRef;
template <class Result, class... Arguments> class FunctionRef<Result(Arguments...)> {
public:
    template <class F>
    requires(!std::is_same_v<std::remove_cv_t<F>, FunctionRef>) // a copy refers to the same callable
        FunctionRef(F& f)
    noexcept
        : object_(const_cast<void*>(static_cast<const void*>(&f))),
          call_([](void* object, Arguments... arguments) -> Result {
              return (*static_cast<F*>(object))(arguments...);
          }) {}
    Result operator()(Arguments... arguments) const { return call_(object_, arguments...); }

private:
    void* object_;
    Result (*call_)(void*, Arguments...);
};

} // namespace throng
