// SPDX-License-Identifier: MIT
//
// How answers leave: whole, or piece by piece while they are made. No write waits longer than the
// limit for the client to take some of it.
//
// In the coroutines of this module no temporary is made inside an expression with co_await and
// conditions: g++ 12 destroys some of them twice.

#include <array>

#include <boost/asio/buffer.hpp>

#include "serve/http/http_connection.h"
#include "serve/net/gzip.h"

namespace clew::net {
asio::awaitable<bool> HttpConnection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    stream_.expires_after(core_.options.limits.write_time);
    const std::size_t size = bytes.size() < kSlice ? bytes.size() : kSlice;
    auto [error, written] =
        co_await asio::async_write(stream_, asio::buffer(bytes.data(), size), kQuiet);
    if (error) co_return false;
    bytes.remove_prefix(size);
  }
  co_return true;
}

asio::awaitable<bool> HttpConnection::write(std::string_view head, std::string_view body) {
  if (body.size() > kSlice) {
    if (!co_await write(head)) co_return false;
    co_return co_await write(body);
  }
  const std::array<asio::const_buffer, 2> both = {asio::buffer(head.data(), head.size()),
                                                  asio::buffer(body.data(), body.size())};
  stream_.expires_after(core_.options.limits.write_time);
  auto [error, written] = co_await asio::async_write(stream_, both, kQuiet);
  co_return !error;
}

HttpConnection::Served HttpConnection::send(Reply reply) {
  Wire wire;
  to_wire(std::move(reply), form_, wire);
  const bool sent = co_await write(wire.head, wire.body);
  co_return sent&& form_.keep_alive;
}

// An error after the first piece cannot become a status any more: the connection is cut, so that
// nobody takes half an answer for a whole one.
HttpConnection::Served HttpConnection::send_stream(ResponseStream& stream,
                                                   ResponseStream::Piece piece,
                                                   std::string_view type) {
  if (!form_.http_1_1) form_.keep_alive = false;
  const bool compress =
      accepts_gzip(form_.accept_encoding) && form_.http_1_1 && type != "text/event-stream";
  Fields fields = {{"Cache-Control", "private, no-cache"}, {"Vary", "Accept-Encoding"}};
  if (!piece.tag.empty()) fields.emplace_back("ETag", etag_as_sent(piece.tag, compress));
  const std::string head = stream_head(type, fields, form_, compress);
  if (!co_await write(head)) co_return false;
  if (form_.head_only) co_return form_.keep_alive;
  GzipStream compressor;
  for (;;) {
    if (piece.error) co_return false;
    std::string bytes = std::move(piece.bytes);
    if (compress) bytes = compressor.add(bytes, piece.last, true);
    if (!bytes.empty()) {
      if (form_.http_1_1) bytes = chunk(bytes);
      if (!co_await write(bytes)) co_return false;
    }
    if (piece.last) break;
    if (!co_await wait_ready(stream, Clock::time_point::max())) co_return false;
    piece = stream.take();
  }
  if (form_.http_1_1 && !co_await write(kLastChunk)) co_return false;
  co_return form_.keep_alive;
}

asio::awaitable<bool> HttpConnection::wait_ready(const ResponseStream& stream,
                                                 Clock::time_point deadline) {
  stream_.expires_never();
  while (!stream.ready()) {
    if (gone_ || shut_ || Clock::now() >= deadline) break;
    watch_client();
    co_await wake_.wait_until(deadline);
  }
  co_return stream.ready() && !gone_ && !shut_;
}

// While an operation works nothing is read. That the client has gone shows in the socket becoming
// readable with nothing in it. The wait stays behind when the answer is there first: it harms
// nobody, ends with the next request or the socket, and saves a cancellation for each request.
void HttpConnection::watch_client() {
  if (watching_) return;
  watching_ = true;
  stream_.socket().async_wait(asio::socket_base::wait_read,
                              [self = shared_from_this()](NetError error) {
                                self->watching_ = false;
                                if (error || self->handed_over_) return;
                                if (!self->stream_.is_gone()) return;
                                self->gone_ = true;
                                self->wake_.signal();
                              });
}

}  // namespace clew::net
