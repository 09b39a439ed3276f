// SPDX-License-Identifier: MIT

#include "engine/search/search_answers.h"

namespace clew {

Result<IndexAnswer> index_answer(Engine& engine, const Arguments& arguments) {
  const std::string what = arguments.text("what");
  IndexAnswer answer;
  answer.path = index_path(engine);
  if (what == "status") {
    auto status = index_status(engine);
    if (!status) return status.error();
    answer.status = *status;
  } else if (what == "verify") {
    if (auto verified = verify_index(engine); !verified) return verified.error();
    answer.verified = true;
  } else if (what == "drop") {
    if (auto dropped = drop_index(engine); !dropped) return dropped.error();
    answer.dropped = true;
  } else {
    auto report = build_index(engine, {});
    if (!report) return report.error();
    answer.built = std::move(*report);
  }
  return answer;
}

}  // namespace clew
