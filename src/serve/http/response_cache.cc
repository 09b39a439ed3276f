// SPDX-License-Identifier: MIT

#include "serve/http/response_cache.h"

#include <utility>

#include "serve/http/reply.h"
#include "serve/net/gzip.h"

namespace clew {

CachedBody::CachedBody(std::string bytes, std::string etag, std::string_view gzipped)
    : plain_(std::move(bytes)),
      etag_(etag.empty() ? etag_of(plain_) : std::move(etag)),
      given_(gzipped) {}

std::string_view CachedBody::gzipped() const {
  if (!given_.empty()) return given_;
  if (made_.empty()) made_ = gzip(plain_);
  return made_;
}

std::shared_ptr<const CachedBody> ResponseCache::find(const std::string& key,
                                                      std::uint64_t generation,
                                                      Clock::time_point now) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  if (found->second.generation == generation && now - found->second.began < kLifetime) {
    return found->second.body;
  }
  erase(found);
  return nullptr;
}

void ResponseCache::put(const std::string& key, std::uint64_t generation, Clock::time_point began,
                        std::shared_ptr<const CachedBody> body) {
  const std::size_t size = body->plain().size();
  if (size > kMaxBytes / 4) return;
  // What is there is old in a moment anyway.
  if (bytes_ + size > kMaxBytes || entries_.size() >= kMaxEntries) clear();
  if (const auto old = entries_.find(key); old != entries_.end()) erase(old);
  bytes_ += size;
  entries_.emplace(key, Entry{generation, began, std::move(body)});
}

void ResponseCache::clear() {
  entries_.clear();
  bytes_ = 0;
}

void ResponseCache::erase(std::map<std::string, Entry>::iterator entry) {
  bytes_ -= entry->second.body->plain().size();
  entries_.erase(entry);
}

}  // namespace clew
