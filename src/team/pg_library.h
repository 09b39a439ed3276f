// SPDX-License-Identifier: MIT
//
// libpq, found when it is first used. Linked at the start of the program it would bring fifteen
// libraries (TLS, Kerberos, LDAP) that every `clew list` would load and wait for; and a machine
// without it runs everything but the team.
#pragma once

#include <libpq-fe.h>

#include "base/result.h"

namespace clew {

// The functions of libpq that this module uses, and no other.
struct PgLibrary {
  decltype(&::PQconninfoParse) conninfo_parse = nullptr;
  decltype(&::PQconninfoFree) conninfo_free = nullptr;
  decltype(&::PQfreemem) free_memory = nullptr;
  decltype(&::PQconnectStartParams) connect_start = nullptr;
  decltype(&::PQconnectPoll) connect_poll = nullptr;
  decltype(&::PQfinish) finish = nullptr;
  decltype(&::PQstatus) status = nullptr;
  decltype(&::PQtransactionStatus) transaction_status = nullptr;
  decltype(&::PQerrorMessage) error_message = nullptr;
  decltype(&::PQsocket) socket = nullptr;
  decltype(&::PQuser) user = nullptr;
  decltype(&::PQconnectionUsedPassword) used_password = nullptr;
  decltype(&::PQsetnonblocking) set_nonblocking = nullptr;
  decltype(&::PQsendQueryParams) send_query_params = nullptr;
  decltype(&::PQsendQuery) send_query = nullptr;
  decltype(&::PQflush) flush = nullptr;
  decltype(&::PQconsumeInput) consume_input = nullptr;
  decltype(&::PQisBusy) is_busy = nullptr;
  decltype(&::PQgetResult) get_result = nullptr;
  decltype(&::PQnotifies) notifies = nullptr;
  decltype(&::PQenterPipelineMode) enter_pipeline = nullptr;
  decltype(&::PQexitPipelineMode) exit_pipeline = nullptr;
  decltype(&::PQpipelineSync) pipeline_sync = nullptr;
  decltype(&::PQencryptPasswordConn) encrypt_password = nullptr;
  decltype(&::PQresultStatus) result_status = nullptr;
  decltype(&::PQresultErrorField) result_error_field = nullptr;
  decltype(&::PQntuples) row_count = nullptr;
  decltype(&::PQgetisnull) is_null = nullptr;
  decltype(&::PQgetvalue) value = nullptr;
  decltype(&::PQgetlength) value_length = nullptr;
  decltype(&::PQclear) clear = nullptr;
  decltype(&::PQsetNoticeProcessor) set_notice_processor = nullptr;

  // kUnsupported when it is not installed; the message says what to install.
  static Result<const PgLibrary*> load();
};

}  // namespace clew
