// SPDX-License-Identifier: MIT
#include "team/pg_library.h"

#include <dlfcn.h>

namespace clew {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

Result<PgLibrary> load_library() {
  // Never closed: it may have threads and handlers of its own.
  void* const library = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{ErrorCode::kUnsupported,
                 "a team's store needs the PostgreSQL client library, which is not here; on Debian "
                 "and Ubuntu: apt install libpq5"};
  }
  PgLibrary pq;
  const bool found =
      find(library, "PQconninfoParse", pq.conninfo_parse) &&
      find(library, "PQconninfoFree", pq.conninfo_free) &&
      find(library, "PQfreemem", pq.free_memory) &&
      find(library, "PQconnectStartParams", pq.connect_start) &&
      find(library, "PQconnectPoll", pq.connect_poll) && find(library, "PQfinish", pq.finish) &&
      find(library, "PQstatus", pq.status) &&
      find(library, "PQtransactionStatus", pq.transaction_status) &&
      find(library, "PQerrorMessage", pq.error_message) && find(library, "PQsocket", pq.socket) &&
      find(library, "PQuser", pq.user) &&
      find(library, "PQconnectionUsedPassword", pq.used_password) &&
      find(library, "PQsetnonblocking", pq.set_nonblocking) &&
      find(library, "PQsendQueryParams", pq.send_query_params) &&
      find(library, "PQsendQuery", pq.send_query) && find(library, "PQflush", pq.flush) &&
      find(library, "PQconsumeInput", pq.consume_input) && find(library, "PQisBusy", pq.is_busy) &&
      find(library, "PQgetResult", pq.get_result) && find(library, "PQnotifies", pq.notifies) &&
      find(library, "PQenterPipelineMode", pq.enter_pipeline) &&
      find(library, "PQexitPipelineMode", pq.exit_pipeline) &&
      find(library, "PQpipelineSync", pq.pipeline_sync) &&
      find(library, "PQencryptPasswordConn", pq.encrypt_password) &&
      find(library, "PQresultStatus", pq.result_status) &&
      find(library, "PQresultErrorField", pq.result_error_field) &&
      find(library, "PQntuples", pq.row_count) && find(library, "PQgetisnull", pq.is_null) &&
      find(library, "PQgetvalue", pq.value) && find(library, "PQgetlength", pq.value_length) &&
      find(library, "PQclear", pq.clear) &&
      find(library, "PQsetNoticeProcessor", pq.set_notice_processor);
  if (found) return pq;
  return Error{ErrorCode::kUnsupported,
               "the PostgreSQL client library here is too old for a team's store: libpq of "
               "PostgreSQL 14 or later is needed"};
}

}  // namespace

Result<const PgLibrary*> PgLibrary::load() {
  static const Result<PgLibrary> kLibrary = load_library();
  if (!kLibrary) return kLibrary.error();
  return &*kLibrary;
}

}  // namespace clew
