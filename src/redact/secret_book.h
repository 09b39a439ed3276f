// SPDX-License-Identifier: MIT
//
// The secrets of a session, each once, with the label that stands for it everywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "redact/found.h"

namespace clew::redact {

struct TextFinding;

class SecretBook {
 public:
  // Beyond this many nothing is added; see is_full(). What is found then is replaced where it
  // stands, but bare copies are not.
  static constexpr std::size_t kMost = 100'000;

  // Adds a secret, or learns that a known one is of a better kind. Before finish().
  void note(const TextFinding& finding);
  // Numbers the labels and prepares find().
  void finish();

  std::size_t size() const { return secrets_.size(); }
  bool is_full() const { return secrets_.size() >= kMost; }
  const std::string& text_of(std::size_t secret) const { return secrets_[secret].text; }
  std::string_view kind_of(std::size_t secret) const { return secrets_[secret].kind; }
  Sure sure_of(std::size_t secret) const { return secrets_[secret].sure; }
  // "[github-token 1]"; of a secret that was never noted "[github-token]".
  std::string label(std::string_view secret, std::string_view kind) const;

  // Calls hit(span, secret) for every copy in a text, also of a long beginning or end of a secret.
  using Hit = std::function<void(Span, std::size_t)>;
  void find(std::string_view text, const Hit& hit) const;
  // Places in raw bytes where a copy may stand, as it is or behind escapes of JSON or percent
  // signs.
  void candidates(std::string_view raw, std::vector<std::size_t>& places) const;

 private:
  struct Secret {
    std::string text;
    std::string_view kind;
    Sure sure = Sure::kLikely;
    bool by_context = false;
    std::vector<std::string> pieces;
    int number = 0;
  };
  // Eight bytes of a secret by which it is found.
  struct Anchor {
    std::uint32_t text = 0;  // in texts_
    std::uint32_t offset = 0;
  };
  struct Wanted {
    std::string_view text;  // of a secret or one of its pieces
    std::uint32_t secret = 0;
    std::uint32_t fixed = 0;  // how much at its beginning others of the kind have too
  };

  void want(std::string_view text, std::uint32_t secret, std::size_t fixed);
  void add_anchor(std::uint32_t text, std::size_t from, std::size_t to);
  void mark(std::uint64_t key);
  bool may_begin(std::uint64_t key) const;
  void compare(std::string_view text, std::size_t at, const Anchor& anchor, const Hit& hit) const;

  std::vector<Secret> secrets_;
  std::unordered_map<std::string, std::uint32_t> by_text_;
  std::vector<Wanted> texts_;
  std::unordered_multimap<std::uint64_t, Anchor> anchors_;
  std::unordered_set<std::uint64_t> written_;  // anchors as they may be written in raw bytes
  std::vector<std::uint64_t> bits_;
};

}  // namespace clew::redact
