// SPDX-License-Identifier: MIT

#include "cli/programs.h"
#include "cli/serve_program.h"
#include "engine/engine.h"
#include "engine/read/open_session.h"
#include "os/real_file_system.h"

namespace clew {
namespace {

// As encodeURIComponent does it, for the names and uuids that transcripts have.
std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-_.~";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const char lower = static_cast<char>(c | 0x20);
    if ((c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z') || kPlain.find(c) != kPlain.npos) {
      out += c;
    } else {
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

// What a server, which stands in no folder, knows the session by.
std::string served_name(RealFileSystem& files, EngineOptions options, const NamedSession& session) {
  options.folder.clear();
  options.by_path = FilesByPath::kRefused;
  Engine server(files, std::move(options));
  std::string id = session.id.text();
  const auto found = server.locate(id);
  if (found && found->path == session.path) return id;
  return session.folder.key + "/" + id;
}

Result<FirstPage> page_of(const Invocation& invocation, const Arguments& arguments) {
  // Who wants a link goes on with it (URL=$(clew open ...)) and does not wait for a server's end.
  const bool link_alone = arguments.flag("print-url");
  FirstPage page{.browser = !link_alone, .instead_of_server = true, .starts_none = link_alone};
  const std::string name = arguments.text("session");
  const auto at = arguments.maybe_text("at");
  if (name.empty()) {
    if (at) return Error{ErrorCode::kInvalid, "--at needs a SESSION that has this line"};
    return page;
  }
  RealFileSystem files;
  EngineOptions options = EngineOptions::from_environment(invocation.roots, invocation.keep);
  options.by_path = FilesByPath::kTaken;
  Engine engine(files, options);
  const auto named = engine.locate(name);
  if (!named) return named.error();
  if (named->folder.key.empty()) {
    return Error{ErrorCode::kUnsupported, named->path +
                                              " lies below no root, and the page shows only what "
                                              "does; clew show reads it here"};
  }
  page.session = served_name(files, options, *named);
  page.file = named->path;
  page.route = "/s/" + percent_encoded(page.session);
  if (!at) return page;
  const auto session = open_session(engine, *named);
  if (!session) return session.error();
  const auto line = (*session)->find_entry(*at);
  if (!line) return line.error();
  const Transcript& t = (*session)->transcript();
  page.route += "?at=" + percent_encoded(t.text(t[*line].uuid));
  return page;
}

}  // namespace

Result<Outcome> run_open(const Invocation& invocation, const Arguments& arguments, Output& out) {
  auto page = page_of(invocation, arguments);
  if (!page) return page.error();
  // A server as `clew serve` would start it.
  const Operation& serve = find_program("serve")->row;
  auto as_served = Arguments::check(serve, {{"port", {std::to_string(arguments.integer("port"))}}});
  if (!as_served) return as_served.error();
  return serve_page(invocation, *as_served, *page, out);
}

}  // namespace clew
