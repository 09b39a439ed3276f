// SPDX-License-Identifier: MIT
//
// What a value looks like: whether it can be a secret at all, or is a placeholder, code, a path, a
// word.
#pragma once

#include <cstddef>
#include <string_view>

namespace clew::redact {

// Shannon's, in bits per character.
double entropy(std::string_view value);

struct Makeup {
  std::size_t lower = 0, upper = 0, digits = 0, other = 0;
  std::size_t distinct = 0;
  std::size_t turns = 0;  // from a letter to a digit or back, from lower case to upper case or back
  std::size_t letters() const { return lower + upper; }
};
Makeup makeup(std::string_view value);

bool is_uuid(std::string_view value);
bool is_hex(std::string_view value);

// Stands where a secret would: "<your-token>", "${DB_PASSWORD}", "xxxx", "changeme", "sk-ant-...".
bool is_placeholder(std::string_view value);

// An expression, a name, a path, an address: what code and configuration have there instead.
bool is_code(std::string_view value);

// A password as people and their managers make it up, with signs that code has too: "N2k(HD9]fSU".
// Asked only where a name says that it is one.
bool is_made_up(std::string_view value);

// Words joined to a name, in any of the usual ways, without the digits that a secret would have.
bool is_identifier(std::string_view value);

// Letters of both cases and digits in no order, 16 and more: nobody's word, and no hash.
bool is_random_word(std::string_view value);

// The same without digits, as base64 of a short text may be.
bool is_random_letters(std::string_view value);

// Letters alone that are no word: one word twice ("hunterhunter"), several without a gap, or
// letters in no order. Asked only where a name says that it is a password.
bool is_made_of_letters(std::string_view value);

// How much a name must promise before a value like this is taken for a secret.
enum class Strength {
  kNone,    // no secret, whatever the name
  kWeak,    // a password that somebody made up: letters and a digit
  kFair,    // nobody's word, long enough for a token
  kStrong,  // made by a machine
};
Strength strength(std::string_view value);

// Whether it may be replaced wherever it stands in a session: nothing that another text could say
// too.
bool is_distinct(std::string_view value);

}  // namespace clew::redact
