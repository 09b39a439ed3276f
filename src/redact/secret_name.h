// SPDX-License-Identifier: MIT
//
// What the name of a variable, member, parameter or header says about its value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clew::redact {

enum class Promise {
  kNothing,
  kMaybe,     // "key", "auth", "session": only a value that a machine made
  kToken,     // "api_key", "SERVICE_TOKEN", "clientSecret"
  kPassword,  // people make these up
};
Promise promise_of(std::string_view name);

// The words of a name, in lower case: "awsSecretAccessKey" and "AWS_SECRET_ACCESS_KEY" are the
// same.
std::vector<std::string> words_of(std::string_view name);

// What a name promises is called in labels: "password", "token", "secret", "api-key", "cookie".
std::string_view kind_of_name(std::string_view name);

}  // namespace clew::redact
