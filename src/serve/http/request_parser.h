// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>

#include <boost/beast/http/basic_parser.hpp>

#include "base/text.h"
#include "json/value.h"
#include "serve/http/admission.h"
#include "serve/http/net.h"
#include "serve/net/held_input.h"

namespace clew::net {

// Reads a request into plain values: first its head, then its body. Fields behind the body would
// be a second head that nobody has judged; a request that has them is broken. So is one with a
// field that goes on in the next line (obs-fold): others read such heads otherwise.
class RequestParser : public http::basic_parser<true> {
 public:
  explicit RequestParser(bool unix_socket) { head_.unix_socket = unix_socket; }

  const RequestHead& head() const { return head_; }
  std::string take_body() { return std::move(body_); }

  // Where the body is counted; before its first byte. `size`: what was counted for it already.
  void hold_body_in(HeldInput& held, std::size_t size) {
    held_ = &held;
    counted_ = size;
    // Taken at once, which costs nothing until it is used: a string that grows is copied.
    if (size > 0) body_.reserve(size + json::kPadding);
  }
  // The body was refused with body_limit, because all callers together have sent too much.
  bool lacked_room() const { return lacked_room_; }

 private:
  using Text = beast::string_view;

  void on_request_impl(http::verb, Text method, Text target, int version, NetError&) override {
    head_.method = std::string(method);
    head_.target = std::string(target);
    head_.http_1_1 = version >= 11;
  }
  void on_field_impl(http::field, Text name, Text value, NetError& error) override {
    if (head_done_ || is_folded(name, value)) {
      error = http::error::bad_field;
      return;
    }
    head_.fields.emplace_back(ascii_lower(std::string_view(name.data(), name.size())),
                              std::string(value));
  }
  void on_header_impl(NetError&) override { head_done_ = true; }
  std::size_t on_body_impl(Text piece, NetError& error) override {
    const std::size_t size = body_.size() + piece.size();
    if (size > counted_ && (held_ == nullptr || !held_->hold(size))) {
      lacked_room_ = true;
      error = http::error::body_limit;
      return 0;
    }
    body_.append(piece.data(), piece.size());
    return piece.size();
  }
  std::size_t on_chunk_body_impl(std::uint64_t, Text piece, NetError& error) override {
    return on_body_impl(piece, error);
  }
  void on_response_impl(int, Text, int, NetError&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, NetError&) override {}
  void on_chunk_header_impl(std::uint64_t, Text, NetError&) override {}
  void on_finish_impl(NetError&) override {}

  // Beast joins the lines of a folded value in a buffer of its own. All other values stand behind
  // their names in what was read.
  static bool is_folded(Text name, Text value) {
    const std::less<const char*> before;
    return before(value.data(), name.data() + name.size()) ||
           before(name.data() + name.size() + kLongestHead, value.data());
  }
  // More than ServerLimits::header_bytes.
  static constexpr std::size_t kLongestHead = std::size_t{64} << 10;

  RequestHead head_;
  std::string body_;
  HeldInput* held_ = nullptr;
  std::size_t counted_ = 0;
  bool lacked_room_ = false;
  bool head_done_ = false;
};

}  // namespace clew::net
