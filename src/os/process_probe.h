// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace clew {

// What is known of other processes. Behind an interface, so that tests can have processes that do
// not exist.
class ProcessProbe {
 public:
  virtual ~ProcessProbe() = default;

  // Whether a process with this number exists, also one of another user.
  virtual bool is_alive(std::int64_t pid) const = 0;

  // When it began, in the units of this system (on Linux: ticks since boot, field 22 of
  // /proc/<pid>/stat). With the number it names a process for good: numbers are used again.
  // Nothing where the system does not tell.
  virtual std::optional<std::string> start_mark(std::int64_t pid) const = 0;

  // Names the space in which numbers of processes are unique (on Linux: "pid:[4026531836]"); a
  // process of another container or machine cannot be looked at. Empty when the system does not
  // tell.
  virtual std::string number_space() const = 0;
};

// The processes of this machine. Stateless.
class RealProcessProbe : public ProcessProbe {
 public:
  bool is_alive(std::int64_t pid) const override;
  std::optional<std::string> start_mark(std::int64_t pid) const override;
  std::string number_space() const override;
};

}  // namespace clew
