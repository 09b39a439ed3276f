// SPDX-License-Identifier: MIT
//
// Functions of a library that is opened when it is first needed: linked at the start of the program
// it would cost every command time.
#pragma once

#include <dlfcn.h>

namespace clew {

// Finds a function by its name; false: this library has none of that name.
template <class Function>
bool find_symbol(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace clew
