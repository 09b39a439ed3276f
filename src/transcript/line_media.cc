// SPDX-License-Identifier: MIT
#include "transcript/line_media.h"

namespace clew {
namespace {

constexpr int kDeepest = 3;

void add_media(json::Value blocks, int depth, std::vector<LineMedia>& out) {
  for (const json::Value block : blocks.elements()) {
    const json::Value source = block["source"];
    const std::string_view data = source["data"].string_or("");
    if (!data.empty()) out.push_back({source["media_type"].string_or(""), data});
    if (depth < kDeepest) add_media(block["content"], depth + 1, out);
  }
}

}  // namespace

std::vector<LineMedia> media_of(json::Value line) {
  std::vector<LineMedia> out;
  add_media(line["message"]["content"], 0, out);
  return out;
}

}  // namespace clew
