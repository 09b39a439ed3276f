// SPDX-License-Identifier: MIT

#include "serve/acp/acp_prompt.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "engine/doctor/attached_media.h"
#include "json/writer.h"
#include "serve/call/file_uri.h"

namespace clew {
namespace {

constexpr int kMostBlocks = 1000;
constexpr int kMostServers = 100;

void write_text(json::Writer& out, std::string_view text) {
  out.begin_object().field("type", "text").field("text", text).end_object();
}

// A link as claude takes it in a prompt: the path of a file, in quotes where it has spaces.
std::string mention(std::string_view uri) {
  if (!uri.starts_with("file://")) return "@" + std::string(uri);
  const auto found = path_of_file_uri(uri);
  const std::string path = found.value_or("");
  // A file elsewhere is none of ours, and a name must not become words of the person's.
  const bool plain = terminal_line(path) == path && path.find('"') == path.npos;
  if (!found || !plain) return "@" + terminal_line(uri);
  return path.find(' ') == path.npos ? "@" + path : "@\"" + path + "\"";
}

std::optional<std::string> base64_decoded(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == kDigits.npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return out;
}

void write_source(json::Writer& out, std::string_view kind, std::string_view type,
                  std::string_view data) {
  out.begin_object().field("type", kind).key("source").begin_object();
  out.field("type", "base64").field("media_type", type).field("data", data);
  out.end_object().end_object();
}

// A picture or PDF. What the API refuses would be in the session for ever, and each later turn
// would fail: so the type is the one that the bytes have, and broken ones are refused here.
bool write_media(json::Writer& out, std::string_view data) {
  const std::string_view type = attached_media_type(data);
  if (type.empty()) return false;
  write_source(out, type == "application/pdf" ? "document" : "image", type, data);
  return true;
}

// In a tag that the text cannot close.
void write_context(json::Writer& out, std::string_view uri, std::string_view text) {
  std::string tag = "context";
  for (int i = 2; text.find("</" + tag) != text.npos; ++i) tag = "context-" + std::to_string(i);
  std::string address;
  json::append_quoted(address, uri);
  write_text(out, "<" + tag + " ref=" + address + ">\n" + std::string(text) + "\n</" + tag + ">");
}

// An embedded file: pictures and PDFs as they are, what is text as text. Nothing else can be read.
bool write_resource(json::Writer& out, json::Value resource) {
  const std::string_view uri = resource["uri"].string_or("");
  const std::string_view blob = resource["blob"].string_or("");
  if (!resource["blob"].is_string()) {
    write_context(out, uri, resource["text"].string_or(""));
    return true;
  }
  const std::string_view type = resource["mimeType"].string_or("");
  if (type.starts_with("image/") || type == "application/pdf") return write_media(out, blob);
  const auto text = base64_decoded(blob);
  if (!text || !is_valid_utf8(*text)) return false;
  write_context(out, uri, *text);
  return true;
}

bool write_block(json::Writer& out, json::Value block) {
  const std::string_view type = block["type"].string_or("");
  if (type == "text") {
    const std::string_view text = block["text"].string_or("");
    // The API refuses a text of nothing, and everything that follows it.
    if (!is_blank(text)) write_text(out, text);
  } else if (type == "image") {
    return write_media(out, block["data"].string_or(""));
  } else if (type == "resource_link") {
    write_text(out, mention(block["uri"].string_or("")));
  } else if (type == "resource") {
    return write_resource(out, block["resource"]);
  } else {
    return false;
  }
  return true;
}

void write_pairs(json::Writer& out, std::string_view name, json::Value pairs) {
  out.key(name).begin_object();
  for (const json::Value pair : pairs.elements()) {
    out.field(pair["name"].string_or(""), pair["value"].string_or(""));
  }
  out.end_object();
}

void write_server(json::Writer& out, json::Value server) {
  const std::string_view type = server["type"].string_or("stdio");
  out.key(server["name"].string_or("")).begin_object().field("type", type);
  if (type == "stdio") {
    out.field("command", server["command"].string_or("")).key("args").begin_array();
    for (const json::Value argument : server["args"].elements()) out.value(argument.string_or(""));
    out.end_array();
    write_pairs(out, "env", server["env"]);
  } else {
    out.field("url", server["url"].string_or(""));
    write_pairs(out, "headers", server["headers"]);
  }
  out.end_object();
}

}  // namespace

Result<std::string> acp_prompt_blocks(json::Value prompt) {
  json::Writer out;
  int count = 0;
  out.begin_array();
  const std::size_t nothing = out.text().size();
  for (const json::Value block : prompt.elements()) {
    if (++count > kMostBlocks) return invalid("prompt: too many blocks");
    if (!write_block(out, block)) {
      const json::Value embedded = block["resource"]["mimeType"];
      return invalid("prompt: a block of type " +
                     (embedded.is_string() ? embedded : block["type"]).to_json() +
                     " cannot be read: text, whole pictures (PNG, JPEG, GIF, WebP) and PDFs can");
    }
  }
  if (out.text().size() == nothing) return invalid("prompt: must hold something");
  out.end_array();
  return out.take();
}

Result<std::string> acp_mcp_config(json::Value servers) {
  if (servers.elements().empty()) return std::string();
  json::Writer out;
  int count = 0;
  out.begin_object().key("mcpServers").begin_object();
  for (const json::Value server : servers.elements()) {
    const std::string_view type = server["type"].string_or("stdio");
    const bool known = type == "stdio" || type == "http" || type == "sse";
    if (!known || server["name"].string_or("").empty() || ++count > kMostServers) {
      return invalid("mcpServers: not as the protocol says");
    }
    write_server(out, server);
  }
  out.end_object().end_object();
  return out.take();
}

}  // namespace clew
