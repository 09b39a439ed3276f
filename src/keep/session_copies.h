// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "keep/kept_machine.h"
#include "keep/pack_reader.h"

namespace clew {

// Whether a version begins with all that another one has, by the mark at its end: what a keeper
// goes by when it decides whether a file only grew. `packs` are those of the longer one.
bool begins_with(const KeptVersion& longer, const PackReader& packs, const KeptVersion& shorter);

// The last version, or an earlier one that has all of it and more: then the file was only cut.
const KeptVersion& fullest_version(const std::vector<KeptVersion>& versions,
                                   const PackReader& packs);

// Sessions that several machines have kept, because they were carried from one to another. A copy
// that says nothing that another does not say is covered by that one. Borrows what is added.
class SessionCopies {
 public:
  // What is added first covers what is equal to it.
  void add(const KeptMachine& machine, const PackReader& packs);

  // Whether the file is of a session whose transcript on this machine is covered.
  bool is_covered(const KeptMachine& machine, const KeptName& file) const;

 private:
  struct Copy {
    const KeptMachine* machine = nullptr;
    const PackReader* packs = nullptr;
    const KeptVersion* version = nullptr;
  };
  std::map<std::string, std::vector<Copy>> copies_;  // by session, none of them covered
  std::set<std::pair<const KeptMachine*, std::string>> covered_;
};

}  // namespace clew
