// SPDX-License-Identifier: MIT
//
// Frames of RSocket 1.0, as bytes and as values. All numbers are big-endian.
//
//   header: 0 | stream id (31 bits), type (6 bits), flags (10 bits)
//   body:   fields of the type, then metadata (24-bit length before it, where flag M is set), data
//
// On a WebSocket each message is a frame; on a byte stream a 24-bit length goes before each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "serve/call/error_codes.h"

namespace clew::rsocket {

enum class FrameType : std::uint8_t {
  kSetup = 0x01,
  kLease = 0x02,
  kKeepalive = 0x03,
  kRequestResponse = 0x04,
  kRequestFnf = 0x05,
  kRequestStream = 0x06,
  kRequestChannel = 0x07,
  kRequestN = 0x08,
  kCancel = 0x09,
  kPayload = 0x0A,
  kError = 0x0B,
  kMetadataPush = 0x0C,
  kResume = 0x0D,
  kResumeOk = 0x0E,
  kExtension = 0x3F,
};

namespace flag {
inline constexpr std::uint16_t kIgnore = 0x200;
inline constexpr std::uint16_t kMetadata = 0x100;
inline constexpr std::uint16_t kFollows = 0x80;   // of requests and payloads
inline constexpr std::uint16_t kResume = 0x80;    // of SETUP
inline constexpr std::uint16_t kRespond = 0x80;   // of KEEPALIVE
inline constexpr std::uint16_t kComplete = 0x40;  // of payloads
inline constexpr std::uint16_t kLease = 0x40;     // of SETUP
inline constexpr std::uint16_t kNext = 0x20;      // of payloads
}  // namespace flag

inline constexpr std::size_t kLargestFrame = 0xFFFFFF;
inline constexpr std::uint32_t kUnlimited = 0x7FFFFFFF;

// A view into the bytes it was read from.
struct Frame {
  std::uint32_t stream = 0;
  FrameType type = FrameType::kExtension;
  std::uint16_t flags = 0;
  std::uint32_t number = 0;  // initial credits, credits, or the code of an error
  std::optional<std::string_view> metadata;
  std::string_view data;
  // Of SETUP.
  std::uint16_t major = 0;
  std::uint32_t keepalive_ms = 0;
  std::uint32_t lifetime_ms = 0;
  std::string_view metadata_type;
  std::string_view data_type;

  bool has(std::uint16_t bit) const { return (flags & bit) != 0; }
};

// Nothing when the bytes are no frame.
std::optional<Frame> read_frame(std::string_view bytes);

std::string payload_frame(std::uint32_t stream, std::uint16_t flags, std::string_view data);
std::string error_frame(std::uint32_t stream, ErrorCode code, std::string_view text);
std::string keepalive_frame(std::string_view data);
std::string lease_frame();  // as many as wanted, for as long as possible

// The bearer token that a SETUP frame brings: authentication metadata where its type allows that
// (message/x.rsocket.authentication.v0, alone or in composite metadata), else the frame's data.
// Nothing: none was brought.
std::optional<std::string_view> bearer_of(const Frame& setup);

// The first tag of routing metadata; `type` is what SETUP said the metadata is. Empty: none.
std::string_view route_of(std::string_view metadata, std::string_view type);

}  // namespace clew::rsocket
