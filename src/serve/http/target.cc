// SPDX-License-Identifier: MIT

#include "serve/http/target.h"

#include <optional>

#include "base/hex_digit.h"
#include "base/text.h"
#include "serve/call/operation_call.h"

namespace clew {
namespace {

Error bad(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

bool has_control(std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return true;
  }
  return false;
}

Result<std::string> decode_path_part(std::string_view part) {
  auto decoded = percent_decode(part, false);
  if (!decoded) return bad("the path has a broken % escape");
  if (!is_valid_utf8(*decoded)) return bad("the path is not UTF-8");
  if (has_control(*decoded) || decoded->find_first_of("/\\") != std::string::npos) {
    return bad("the path has an encoded slash or a control character");
  }
  if (*decoded == "." || *decoded == "..") return bad("the path has a part that is . or ..");
  return std::move(*decoded);
}

Error unknown_param(const Operation& operation, std::string_view name) {
  return bad(std::string(operation.name) + " has no parameter \"" + std::string(name) + "\"");
}

Error wrong_kind(const Param& param, std::string_view wanted) {
  return bad(std::string(param.name) + ": must be " + std::string(wanted));
}

// A flag is given or not: false is the same as not to give it.
Result<bool> flag_value(const Param& param, std::string_view text) {
  if (text.empty() || text == "1" || text == "true") return true;
  if (text == "0" || text == "false") return false;
  return wrong_kind(param, "true or false");
}

}  // namespace

Result<std::string> decode_query_part(std::string_view text) {
  auto decoded = percent_decode(text, true);
  if (!decoded) return bad("the query has a broken % escape");
  if (!is_valid_utf8(*decoded) || decoded->find('\0') != std::string::npos) {
    return bad("the query is not UTF-8 without NUL");
  }
  return std::move(*decoded);
}

Result<Target> parse_target(std::string_view target) {
  if (target.size() > kMaxTarget) return bad("the request target is too long");
  if (!target.starts_with('/')) return bad("the request target must begin with a slash");
  Target parsed;
  const std::size_t question = target.find('?');
  std::string_view path = target.substr(1, question == target.npos ? question : question - 1);
  for (;;) {
    const std::size_t slash = path.find('/');
    auto part = decode_path_part(path.substr(0, slash));
    if (!part) return part.error();
    if (part->empty() && slash != path.npos) return bad("the path has an empty part");
    parsed.path += "/" + *part;
    if (slash == path.npos) break;
    path.remove_prefix(slash + 1);
  }
  if (question == target.npos) return parsed;
  std::string_view query = target.substr(question + 1);
  while (!query.empty()) {
    if (parsed.query.size() == kMaxQueryFields) return bad("the query has too many fields");
    const std::size_t end = query.find('&');
    const std::string_view field = query.substr(0, end);
    query.remove_prefix(end == query.npos ? query.size() : end + 1);
    if (field.empty()) continue;
    const std::size_t equals = field.find('=');
    auto name = decode_query_part(field.substr(0, equals));
    auto value = decode_query_part(equals == field.npos ? "" : field.substr(equals + 1));
    if (!name) return name.error();
    if (!value) return value.error();
    parsed.query.emplace_back(std::move(*name), std::move(*value));
  }
  return parsed;
}

Result<Arguments::Given> given_from_query(
    const Operation& operation, const std::vector<std::pair<std::string, std::string>>& query) {
  Arguments::Given given;
  for (const auto& [name, value] : query) {
    const Param* param = find_param(operation, name);
    if (!param) return unknown_param(operation, name);
    if (param->type == ParamType::kFlag) {
      auto on = flag_value(*param, value);
      if (!on) return on.error();
      if (*on) given[std::string(param->name)] = {"true"};
    } else {
      const bool names_session = param->name == "session";
      given[std::string(param->name)].emplace_back(names_session ? plain_session_id(value)
                                                                 : std::string_view(value));
    }
  }
  return given;
}

}  // namespace clew
