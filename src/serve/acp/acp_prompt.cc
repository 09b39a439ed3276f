// SPDX-License-Identifier: MIT

#include "serve/acp/acp_prompt.h"

#include "json/writer.h"

namespace clew {
namespace {

constexpr int kMostBlocks = 1000;
constexpr int kMostServers = 100;

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

void write_text(json::Writer& out, std::string_view text) {
  out.begin_object().field("type", "text").field("text", text).end_object();
}

std::string_view file_path(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  return uri.starts_with(kFile) ? uri.substr(kFile.size()) : uri;
}

bool write_block(json::Writer& out, json::Value block) {
  const std::string_view type = block["type"].string_or("");
  if (type == "text") {
    write_text(out, block["text"].string_or(""));
  } else if (type == "image") {
    out.begin_object().field("type", "image").key("source").begin_object();
    out.field("type", "base64").field("media_type", block["mimeType"].string_or("image/png"));
    out.field("data", block["data"].string_or("")).end_object().end_object();
  } else if (type == "resource_link") {
    write_text(out, "@" + std::string(file_path(block["uri"].string_or(""))));
  } else if (type == "resource") {
    const json::Value resource = block["resource"];
    std::string address;
    json::append_quoted(address, resource["uri"].string_or(""));
    write_text(out, "<context ref=" + address + ">\n" +
                        std::string(resource["text"].string_or("")) + "\n</context>");
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
  for (const json::Value block : prompt.elements()) {
    if (++count > kMostBlocks) return invalid("prompt: too many blocks");
    if (!write_block(out, block)) {
      return invalid("prompt: blocks of type " + block["type"].to_json() + " are not supported");
    }
  }
  if (count == 0) return invalid("prompt: must hold something");
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
