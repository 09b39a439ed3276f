// SPDX-License-Identifier: MIT
//
// From an answer to what a front end takes. An operation is a function that gives a described value
// (base/described.h); `answers<function>()` makes of it what a row of the table holds: the JSON,
// piece by piece, and the shape of it for documents.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "base/stop.h"
#include "engine/call/flow.h"
#include "engine/call/json_pieces.h"
#include "engine/call/operation.h"
#include "engine/call/shape_of.h"
#include "engine/engine.h"
#include "json/described_json.h"

namespace clew {

// Writes an answer, its lists element by element.
template <Described A>
class AnswerWriter {
 public:
  AnswerWriter(const Sink& sink, StopToken stop) : sink_(sink), stop_(stop) {}

  // False: nobody listens any more. An error after a stop.
  Result<bool> run(const A& answer) {
    out_.begin_object();
    json::each_member(answer, [this](const auto& member, const auto& value) {
      if (!listening_ || error_) return;
      if (member.presence == Presence::kIfAny && !says_something(value)) return;
      out_.key(member.name);
      write(value);
    });
    if (error_) return *error_;
    if (!listening_) return false;
    out_.end_object();
    return sink_(out_.take());
  }

 private:
  template <class T>
  void write(const T& value) {
    if constexpr (IsOptional<T>::value) {
      value ? write(*value) : static_cast<void>(out_.null());
    } else if constexpr (IsFlow<T>::value) {
      out_.begin_array();
      note(value.each_written(
          [](json::Writer& out, const auto& element) { json::write(out, element); }, out_, sink_));
      out_.end_array();
    } else if constexpr (IsParallelList<T>::value) {
      out_.begin_array();
      note(write_in_batches(value));
      out_.end_array();
    } else if constexpr (List<T>) {
      out_.begin_array();
      for (const auto& element : value) {
        if (stop_.is_stopped()) return note(stopped_error());
        json::write(out_, element);
        listening_ = send_full_piece(out_, sink_);
        if (!listening_) return;
      }
      out_.end_array();
    } else {
      json::write(out_, value);
    }
  }

  // Elements of a long list are written by several threads.
  template <class T>
  Result<bool> write_in_batches(const T& list) {
    constexpr std::size_t kBatch = 128;
    constexpr std::size_t kElement = 1024;  // bytes, roughly
    if (!sink_(out_.take())) return false;
    const auto batch = [&list](std::size_t i) -> Result<std::string> {
      json::Writer part;
      part.reserve(kBatch * kElement);
      part.begin_array();
      const std::size_t end = std::min((i + 1) * kBatch, list.size());
      for (std::size_t at = i * kBatch; at < end; ++at) json::write(part, list[at]);
      part.end_array();
      return part.take();
    };
    return send_in_batches((list.size() + kBatch - 1) / kBatch, batch, sink_, stop_);
  }

  void note(const Result<bool>& listening) {
    if (!listening) {
      error_ = listening.error();
    } else {
      listening_ = *listening;
    }
  }

  const Sink& sink_;
  StopToken stop_;
  json::Writer out_;
  bool listening_ = true;
  std::optional<Error> error_;
};

// What an answer that was given means to who asked.
template <Described A>
Result<Outcome> outcome_of(const A& answer) {
  if constexpr (requires { answer.complaint; }) {
    if (answer.complaint) return *answer.complaint;
  }
  if constexpr (requires { holds_nothing(answer); }) {
    if (holds_nothing(answer)) return Outcome::kNothing;
  }
  return Outcome::kFound;
}

template <Described A>
Result<Outcome> send_answer(const A& answer, const Sink& sink, StopToken stop = {}) {
  auto listening = AnswerWriter<A>(sink, stop).run(answer);
  if (!listening) return listening.error();
  return outcome_of(answer);
}

// What a function answers with, seen through what owns it.
template <class T>
struct AnswerOf {
  using Type = T;
  static const T& see(const T& answer) { return answer; }
};
template <class T>
struct AnswerOf<std::unique_ptr<T>> {
  using Type = T;
  static const T& see(const std::unique_ptr<T>& answer) { return *answer; }
};

template <auto kMake>
Result<Outcome> run_and_send(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto answer = kMake(engine, arguments);
  if (!answer) return answer.error();
  using Of = AnswerOf<std::remove_cvref_t<decltype(*answer)>>;
  return send_answer(Of::see(*answer), sink, engine.stop());
}

template <class... Answers>
std::string answer_type(ShapeCollector& shapes) {
  std::string type;
  ((type += (type.empty() ? "" : "|") + shapes.type_of<Answers>()), ...);
  return type;
}

template <auto kMake>
using MadeBy = typename AnswerOf<std::remove_cvref_t<decltype(*kMake(
    std::declval<Engine&>(), std::declval<const Arguments&>()))>>::Type;

// Its address stands for the function. Comparing `run_and_send` itself would compile the writing of
// the answer into everybody who asks for a value.
template <auto kMake>
inline constexpr char kMaker = 0;

template <auto kMake>
constexpr Handler answers() {
  return {run_and_send<kMake>, answer_type<MadeBy<kMake>>, &kMaker<kMake>};
}

// The row of the table whose answer `kMake` makes: for who takes the value instead of the JSON.
template <auto kMake>
const Operation& operation_of() {
  static const auto kRow = std::find_if(
      operations().begin(), operations().end(),
      [](const Operation& operation) { return operation.handler.made_by == &kMaker<kMake>; });
  return *kRow;
}

// For operations that write lines themselves: what each line is.
template <auto kRun, class... Lines>
constexpr Handler sends_lines() {
  return {kRun, answer_type<Lines...>};
}

}  // namespace clew
