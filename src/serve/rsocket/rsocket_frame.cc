// SPDX-License-Identifier: MIT

#include "serve/rsocket/rsocket_frame.h"

namespace clew::rsocket {
namespace {

constexpr std::string_view kComposite = "message/x.rsocket.composite-metadata.v0";
constexpr std::string_view kRouting = "message/x.rsocket.routing.v0";
constexpr std::string_view kAuthentication = "message/x.rsocket.authentication.v0";
constexpr unsigned char kRoutingId = 0x7E;
constexpr unsigned char kAuthenticationId = 0x7C;
constexpr std::uint32_t kBearerId = 0x81;

// Takes numbers and texts off the front; `ok` turns false when there is not enough, and stays so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (const char c : text(size)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  std::uint32_t u8() { return static_cast<std::uint32_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u24() { return static_cast<std::uint32_t>(number(3)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }

  std::string_view text(std::size_t size) {
    if (size > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view rest() const { return rest_; }
  bool ok() const { return ok_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

void append(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> shift & 0xFF);
  }
}

std::string begin_frame(std::uint32_t stream, FrameType type, std::uint16_t flags) {
  std::string out;
  append(out, stream, 4);
  append(out, static_cast<std::uint64_t>(type) << 10 | flags, 2);
  return out;
}

void read_setup(ByteReader& in, Frame& frame) {
  frame.major = in.u16();
  in.u16();
  frame.keepalive_ms = in.u32();
  frame.lifetime_ms = in.u32();
  if (frame.has(flag::kResume)) in.text(in.u16());
  frame.metadata_type = in.text(in.u8());
  frame.data_type = in.text(in.u8());
}

// Metadata behind its length, then data.
void read_payload(ByteReader& in, Frame& frame) {
  if (frame.has(flag::kMetadata)) frame.metadata = in.text(in.u24());
  frame.data = in.rest();
}

// The part of composite metadata that has this type. Nothing: there is none.
std::optional<std::string_view> composite_part(std::string_view composite, unsigned char id,
                                               std::string_view name) {
  ByteReader in(composite);
  while (in.ok() && !in.rest().empty()) {
    const std::uint32_t head = in.u8();
    const bool known = (head & 0x80) != 0;
    // A custom type: its length less one, as the clients write it.
    const std::string_view type = known ? std::string_view() : in.text(head + 1);
    const std::string_view payload = in.text(in.u24());
    if (!in.ok()) break;
    if ((known && (head & 0x7F) == id) || type == name) return payload;
  }
  return std::nullopt;
}

// Authentication metadata: its kind, a number or a name behind its length, then the token.
std::optional<std::string_view> bearer_in(std::string_view authentication) {
  ByteReader in(authentication);
  const std::uint32_t head = in.u8();
  const bool known = (head & 0x80) != 0;
  const std::string_view type = known ? std::string_view() : in.text(head);
  if (!in.ok() || (head != kBearerId && type != "bearer")) return std::nullopt;
  return in.rest();
}

}  // namespace

std::optional<Frame> read_frame(std::string_view bytes) {
  ByteReader in(bytes);
  Frame frame;
  frame.stream = in.u32();
  const std::uint16_t head = in.u16();
  frame.type = static_cast<FrameType>(head >> 10);
  frame.flags = head & 0x3FF;
  if (!in.ok() || frame.stream > kUnlimited) return std::nullopt;
  switch (frame.type) {
    case FrameType::kSetup:
      read_setup(in, frame);
      read_payload(in, frame);
      break;
    case FrameType::kRequestStream:
    case FrameType::kRequestChannel:
      frame.number = in.u32();
      read_payload(in, frame);
      break;
    case FrameType::kRequestResponse:
    case FrameType::kRequestFnf:
    case FrameType::kPayload:
      read_payload(in, frame);
      break;
    case FrameType::kKeepalive:
      in.number(8);
      frame.data = in.rest();
      break;
    case FrameType::kRequestN:
    case FrameType::kError:
      frame.number = in.u32();
      frame.data = in.rest();
      break;
    default:
      frame.data = in.rest();
  }
  if (!in.ok()) return std::nullopt;
  return frame;
}

std::string payload_frame(std::uint32_t stream, std::uint16_t flags, std::string_view data) {
  std::string out = begin_frame(stream, FrameType::kPayload, flags);
  out += data;
  return out;
}

std::string error_frame(std::uint32_t stream, ErrorCode code, std::string_view text) {
  std::string out = begin_frame(stream, FrameType::kError, 0);
  append(out, static_cast<std::uint64_t>(code), 4);
  out += text;
  return out;
}

std::string keepalive_frame(std::string_view data) {
  std::string out = begin_frame(0, FrameType::kKeepalive, 0);
  append(out, 0, 8);
  out += data;
  return out;
}

std::string lease_frame() {
  std::string out = begin_frame(0, FrameType::kLease, 0);
  append(out, kUnlimited, 4);
  append(out, kUnlimited, 4);
  return out;
}

std::optional<std::string_view> bearer_of(const Frame& setup) {
  const std::string_view metadata = setup.metadata.value_or("");
  if (setup.metadata_type == kAuthentication) return bearer_in(metadata);
  if (setup.metadata_type == kComposite) {
    const auto part = composite_part(metadata, kAuthenticationId, kAuthentication);
    if (part) return bearer_in(*part);
  }
  if (setup.data.empty()) return std::nullopt;
  return setup.data;
}

std::string_view route_of(std::string_view metadata, std::string_view type) {
  ByteReader in(type == kComposite
                    ? composite_part(metadata, kRoutingId, kRouting).value_or(std::string_view())
                    : metadata);
  const std::string_view route = in.text(in.u8());
  return in.ok() ? route : std::string_view();
}

}  // namespace clew::rsocket
