// SPDX-License-Identifier: MIT
//
// What a person decided about findings: keep this one, hide that one, by place, by value, by kind.
// The file (in our data, private to the user) holds salted hashes and no value:
// {"salt":"…","keep":[…], "hide":[…]}.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Where a finding stands: which line of which file of which session.
struct FindingPlace {
  std::string_view session;
  std::string_view file;
  std::int64_t line = 0;
};

class RedactDecisions {
 public:
  // A missing file is no decision; a damaged one is an error, so that nobody writes over it.
  static Result<RedactDecisions> read(const FileSystem& files, const std::string& path);
  Result<void> write(WritableFileSystem& files, const std::string& path) const;

  enum class What { kKeep, kHide, kForget };
  void decide_kind(What what, std::string_view kind);
  void decide_value(What what, std::string_view secret);
  void decide_place(What what, std::string_view secret, const FindingPlace& place);

  // The narrowest decision counts; without one a finding is hidden.
  bool keeps(std::string_view kind, std::string_view secret, const FindingPlace& place) const;
  bool empty() const { return keep_.empty() && hide_.empty(); }

 private:
  std::string hash(std::string_view what, std::string_view text) const;
  std::string hash_of_place(std::string_view secret, const FindingPlace& place) const;
  void decide(What what, const std::string& hash);
  // 1: keep, -1: hide, 0: nothing was decided
  int decided(const std::string& hash) const;

  std::string salt_;
  std::set<std::string> keep_;
  std::set<std::string> hide_;
};

}  // namespace clew
