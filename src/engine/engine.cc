// SPDX-License-Identifier: MIT

#include "engine/engine.h"

namespace clew {

Result<std::unique_ptr<Session>> Engine::open_session(const std::string& name) {
  return Session::open(files_, name);
}

}  // namespace clew
