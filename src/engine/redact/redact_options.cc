// SPDX-License-Identifier: MIT
#include "engine/redact/redact_options.h"

#include <algorithm>

namespace clew {

Result<redact::Finder> finder_for(const Arguments& arguments) {
  redact::Options options;
  options.literals = arguments.list("literal");
  options.expressions = arguments.list("expression");
  options.off = arguments.list("without");
  const auto asked = arguments.list("also");
  const auto also = [&](std::string_view what) {
    return std::find(asked.begin(), asked.end(), what) != asked.end();
  };
  options.emails = also("email");
  options.addresses = also("ip");
  options.homes = also("home");
  options.hosts = also("host");
  return redact::Finder::make(options);
}

}  // namespace clew
