// SPDX-License-Identifier: MIT
//
// RSocket frames, each behind two bytes of length. Whatever comes, what is sent are frames.

#include <cstdint>
#include <cstdlib>

#include "serve/net/test_host.h"
#include "serve/net/test_root.h"
#include "serve/rsocket/rsocket_channel.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clew;
  if (size > 1 << 16) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  TestRoot root;
  EventBus bus;
  ServeContext context = root.context();
  context.services.events = &bus;
  TestHost host;
  RSocketChannel channel(Caller::of_own_process(context), host.host(),
                         {.largest_frame = 256, .largest_request = 4096});
  for (int frames = 0; rest.size() >= 2 && frames < 64; ++frames) {
    const std::size_t length = static_cast<std::size_t>(static_cast<unsigned char>(rest[0])) << 8 |
                               static_cast<unsigned char>(rest[1]);
    const std::string_view frame = rest.substr(2, length);
    rest.remove_prefix(2 + frame.size());
    if (const auto read = rsocket::read_frame(frame)) {
      const auto token = rsocket::bearer_of(*read);
      if (token && token->size() > frame.size()) std::abort();
    }
    channel.arriving(frame);
    channel.receive(frame);
    bus.publish({.type = "session.appended", .session = kTestSession});
    host.run_posted();
    for (const std::string& sent : host.sent) {
      // A keepalive comes back as it was.
      if (!rsocket::read_frame(sent) || sent.size() > 4096 + frame.size()) std::abort();
    }
    host.sent.clear();
  }
  return 0;
}
