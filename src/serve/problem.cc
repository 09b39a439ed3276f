// SPDX-License-Identifier: MIT

#include "serve/problem.h"

#include "json/writer.h"

namespace clew {

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kInvalid:
      return 400;
    case ErrorCode::kBusy:
      return 409;
    case ErrorCode::kCorrupt:
      return 422;
    case ErrorCode::kUnsupported:
      return 501;
    case ErrorCode::kCancelled:
      return 503;
    case ErrorCode::kIo:
      break;
  }
  return 500;
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 101:
      return "Switching Protocols";
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 422:
      return "Unprocessable Content";
    case 426:
      return "Upgrade Required";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return "Unknown";
  }
}

std::string problem_json(int status, std::string_view detail) {
  json::Writer out;
  out.begin_object().field("type", "about:blank").field("title", reason_phrase(status));
  out.field("status", status).field("detail", detail).end_object();
  return out.take();
}

}  // namespace clew
