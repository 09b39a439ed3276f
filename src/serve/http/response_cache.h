// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace clew {

// A whole answer with what is needed to send it again. Used by the loop alone.
class CachedBody {
 public:
  // `etag`: made from the bytes when it is empty. `gzipped`: the same bytes, compressed beforehand,
  // for as long as the program runs.
  explicit CachedBody(std::string bytes, std::string etag = {}, std::string_view gzipped = {});

  const std::string& plain() const { return plain_; }
  const std::string& etag() const { return etag_; }
  std::string_view gzipped() const;  // made when first asked for

 private:
  std::string plain_;
  std::string etag_;
  std::string_view given_;
  mutable std::string made_;
};

// Answers to questions that are asked again and again: a page that polls, ten pages that open. Kept
// for a moment only, and not beyond anything that happened meanwhile: `generation` is the number of
// the last event when the work began. Used by the loop alone.
class ResponseCache {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kLifetime{250};
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMaxEntries = 256;

  // Null when there is none that still holds.
  std::shared_ptr<const CachedBody> find(const std::string& key, std::uint64_t generation,
                                         Clock::time_point now);
  // `began`: when the work for it began, which is what it is an answer of.
  void put(const std::string& key, std::uint64_t generation, Clock::time_point began,
           std::shared_ptr<const CachedBody> body);
  void clear();

 private:
  struct Entry {
    std::uint64_t generation;
    Clock::time_point began;
    std::shared_ptr<const CachedBody> body;
  };
  void erase(std::map<std::string, Entry>::iterator entry);

  std::map<std::string, Entry> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace clew
