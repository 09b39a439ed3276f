// SPDX-License-Identifier: MIT
//
// Turns changes of files into events. Holds some 300 bytes for each transcript, and the shape of
// the last lines of those that grew lately (transcript_tail.h), at most kMostTails of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/facts/session_facts.h"
#include "catalog/list/live_registry.h"
#include "engine/live/event_bus.h"
#include "engine/live/live.h"
#include "engine/read/session_cache.h"
#include "ingest/transcript_tail.h"
#include "ingest/transcript_watch.h"

namespace clew {

// One thread at a time, except interrupt().
class LivePublisher {
 public:
  LivePublisher(const FileSystem& files, EngineOptions options, EventBus& bus, LiveOptions live);

  // Waits for changes and publishes what they mean.
  void run_once();
  void interrupt() { watch_.interrupt(); }

 private:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  static constexpr std::size_t kMostTails = 512;

  // What is known of a transcript.
  struct Known {
    FileInfo info{};             // when last read
    std::int64_t seen = 0;       // its size then
    std::uint64_t mark = 0;      // of its last bytes then: tells whether it only grew
    std::int64_t reported = -1;  // after the last line reported; -1: not known
    std::int64_t lines = -1;     // before `reported`; -1: not known
    std::uint64_t row = 0;       // of the facts last reported; 0: none
    Clock::time_point due{};     // when the facts are read again; {}: not asked for
    Milliseconds pause{0};       // at least, between two readings of the facts
    Milliseconds retry{0};       // after a read that failed
    bool unread = false;         // a read failed: again when due
    bool reload = false;         // the next facts say that all else is to be read again
    bool check_branch = false;   // when due
    std::string tip;             // before the conversation may have left its branch
    std::string session;         // what it belongs to; found out at the first event
    std::string project;
    std::string agent;
  };

  void add(const std::string& path);
  void look(const std::string& path);
  void remove(const std::string& path);
  void grow(const std::string& path, Known& known, const RandomAccessFile& file,
            const FileInfo& info);
  void start_again(const std::string& path, Known& known, const RandomAccessFile& file,
                   const FileInfo& info);
  Result<bool> only_grew(const Known& known, const RandomAccessFile& file, FileInfo& info) const;
  // Whether the last bytes that are known are still there.
  static Result<bool> still_begins_so(const Known& known, const RandomAccessFile& file);
  Result<void> remember(Known& known, const RandomAccessFile& file, const FileInfo& info) const;

  void tell_growth(const std::string& path, Known& known, const TranscriptTail& tail,
                   TailGrowth growth);
  void tell_facts(const std::string& path, Known& known, std::string_view type);
  void tell_branch(const std::string& path, Known& known);
  void tell_running();
  void publish(std::string_view type, const std::string& path, const Known& known,
               EventPayload payload);
  void identify(const std::string& path, Known& known) const;

  void try_again(const std::string& path, Known& known);
  void ask_later(const std::string& path, Known& known, Milliseconds delay);
  void do_what_is_due();
  std::optional<Milliseconds> until_due() const;
  TranscriptTail& tail_of(const std::string& path, bool is_agent);
  void drop_tail(const std::string& path);

  const FileSystem& files_;
  const EngineOptions options_;
  EventBus& bus_;
  const Milliseconds facts_delay_;
  const Milliseconds retry_;
  SessionCache own_sessions_{{.sessions = 2}};  // where nobody shares theirs with us
  SessionCache& sessions_;
  const TranscriptWatch::FindRoots roots_;
  TranscriptWatch watch_;
  FactsReader facts_;

  std::unordered_map<std::string, Known> known_;
  std::set<std::pair<Clock::time_point, std::string>> due_;

  struct HeldTail {
    std::string path;
    TranscriptTail tail;
  };
  std::list<HeldTail> tails_;  // last used first
  std::unordered_map<std::string, std::list<HeldTail>::iterator> tail_at_;

  std::map<std::string, LiveSession> running_;  // by session
};

}  // namespace clew
