// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include <boost/beast/http/basic_parser.hpp>

#include "base/text.h"
#include "serve/http/admission.h"
#include "serve/http/net.h"

namespace clew::net {

// Reads a request into plain values: first its head, then its body. Fields behind the body would
// be a second head that nobody has judged; a request that has them is broken.
class RequestParser : public http::basic_parser<true> {
 public:
  explicit RequestParser(bool unix_socket) { head_.unix_socket = unix_socket; }

  const RequestHead& head() const { return head_; }
  std::string take_body() { return std::move(body_); }

 private:
  using Text = beast::string_view;

  void on_request_impl(http::verb, Text method, Text target, int version, NetError&) override {
    head_.method = std::string(method);
    head_.target = std::string(target);
    head_.http_1_1 = version >= 11;
  }
  void on_field_impl(http::field, Text name, Text value, NetError& error) override {
    if (head_done_) {
      error = http::error::bad_field;
      return;
    }
    head_.fields.emplace_back(ascii_lower(std::string_view(name.data(), name.size())),
                              std::string(value));
  }
  void on_header_impl(NetError&) override { head_done_ = true; }
  std::size_t on_body_impl(Text piece, NetError&) override {
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

  RequestHead head_;
  std::string body_;
  bool head_done_ = false;
};

}  // namespace clew::net
