// SPDX-License-Identifier: MIT
#include "team/pg_library.h"

#include "os/shared_library.h"

namespace clew {
namespace {

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
      find_symbol(library, "PQconninfoParse", pq.conninfo_parse) &&
      find_symbol(library, "PQconninfoFree", pq.conninfo_free) &&
      find_symbol(library, "PQfreemem", pq.free_memory) &&
      find_symbol(library, "PQconnectStartParams", pq.connect_start) &&
      find_symbol(library, "PQconnectPoll", pq.connect_poll) &&
      find_symbol(library, "PQfinish", pq.finish) && find_symbol(library, "PQstatus", pq.status) &&
      find_symbol(library, "PQtransactionStatus", pq.transaction_status) &&
      find_symbol(library, "PQerrorMessage", pq.error_message) &&
      find_symbol(library, "PQsocket", pq.socket) && find_symbol(library, "PQuser", pq.user) &&
      find_symbol(library, "PQconnectionUsedPassword", pq.used_password) &&
      find_symbol(library, "PQsetnonblocking", pq.set_nonblocking) &&
      find_symbol(library, "PQsendQueryParams", pq.send_query_params) &&
      find_symbol(library, "PQsendQuery", pq.send_query) &&
      find_symbol(library, "PQflush", pq.flush) &&
      find_symbol(library, "PQconsumeInput", pq.consume_input) &&
      find_symbol(library, "PQisBusy", pq.is_busy) &&
      find_symbol(library, "PQgetResult", pq.get_result) &&
      find_symbol(library, "PQnotifies", pq.notifies) &&
      find_symbol(library, "PQenterPipelineMode", pq.enter_pipeline) &&
      find_symbol(library, "PQexitPipelineMode", pq.exit_pipeline) &&
      find_symbol(library, "PQpipelineSync", pq.pipeline_sync) &&
      find_symbol(library, "PQencryptPasswordConn", pq.encrypt_password) &&
      find_symbol(library, "PQresultStatus", pq.result_status) &&
      find_symbol(library, "PQresultErrorField", pq.result_error_field) &&
      find_symbol(library, "PQntuples", pq.row_count) &&
      find_symbol(library, "PQgetisnull", pq.is_null) &&
      find_symbol(library, "PQgetvalue", pq.value) &&
      find_symbol(library, "PQgetlength", pq.value_length) &&
      find_symbol(library, "PQclear", pq.clear) &&
      find_symbol(library, "PQsetNoticeProcessor", pq.set_notice_processor);
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
