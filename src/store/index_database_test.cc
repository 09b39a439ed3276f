// SPDX-License-Identifier: MIT
//
// Whatever is missing, changed or in the wrong place in an index: each answer is right, or an error
// that says damage, and the verification finds it.
#include "store/index_database.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "os/test_dir.h"
#include "store/index_files.h"
#include "store/index_verify.h"
#include "store/segment_builder.h"
#include "store/sql.h"

namespace clew {
namespace {

constexpr std::int64_t kFiles = 3;
constexpr std::int64_t kDocuments = 600;  // of each file

std::string path_of(std::int64_t id) { return "/r/projects/k/" + std::to_string(id) + ".jsonl"; }

IndexedFile indexed(std::int64_t id) {
  IndexedFile file;
  file.id = id;
  file.set_place(path_of(id), "/r", "k");
  file.session = "s" + std::to_string(id);
  file.size = 100 + id;
  file.documents = kDocuments;
  file.state = "state " + std::to_string(id);
  return file;
}

// A segment for each file, of many blocks and some pages.
EncodedSegment segment_of(std::int64_t file) {
  SegmentBuilder builder;
  for (std::int64_t i = 0; i < kDocuments; ++i) {
    builder.begin_document({.file = static_cast<std::uint32_t>(file),
                            .second = 7,
                            .kind = 3,
                            .part = 1,
                            .offset = i * 100,
                            .length = 9});
    std::string text = "common";
    for (std::int64_t word = 0; word < 20; ++word) text += " w" + std::to_string(i * 7 + word * 13);
    builder.add_text(text);
  }
  return builder.finish();
}

std::string text_of(const DocumentPlace& place) {
  return std::to_string(place.offset) + "+" + std::to_string(place.length);
}

std::string text_of(const FoundTerms& found) {
  std::string text;
  for (const FoundTerm& one : found) {
    text += one.term + "=" + std::to_string(one.postings.documents) + ":" +
            std::string(one.postings.docs) + std::string(one.postings.positions) + " ";
  }
  return text;
}

// All questions that can be asked, each with its answer: a text, "damage", or "none" for notes of a
// file that are simply not there.
class Questions {
 public:
  explicit Questions(IndexDatabase& database) : database_(database) {
    ask_about_files();
    for (const std::int64_t id : {1, 2, 3}) ask_about_segment({id, kDocuments, 0, blocks(id)});
    put("structure", database_.check_structure(), [](auto&) { return "fine"; });
  }
  const std::map<std::string, std::string>& answers() const { return answers_; }

 private:
  template <typename Answer, typename ToText>
  void put(const std::string& question, Answer answer, const ToText& to_text) {
    if (!answer) {
      EXPECT_EQ(answer.error().code, ErrorCode::kCorrupt) << question;
      answers_[question] = "damage";
    } else {
      answers_[question] = to_text(answer);
    }
  }
  std::int64_t blocks(std::int64_t id) {
    const auto segments = database_.segments();
    if (!segments) return 1;
    for (const SegmentInfo& one : *segments) {
      if (one.id == id) return one.blocks;
    }
    return 1;
  }

  void ask_about_files() {
    put("files", database_.files(), [](auto& files) {
      std::string text;
      for (const IndexedFile& one : *files)
        text += one.path + " " + std::to_string(one.size) + "\n";
      return text;
    });
    put("counts", database_.counts(), [](auto& counts) {
      return std::to_string(counts->files) + " " + std::to_string(counts->documents);
    });
    put("segments", database_.segments(), [](auto& segments) {
      std::string text;
      for (const SegmentInfo& one : *segments)
        text += std::to_string(one.id) + ":" + std::to_string(one.blocks) + " ";
      return text;
    });
    put("roster", database_.roster({"/r"}), [](auto& roster) {
      std::string text = roster->complete ? "" : "none";
      for (const RosterPart& part : roster->parts) {
        for (const RosterFile& file : part.files)
          text += std::string(file.name) + " " + std::to_string(file.size) + "\n";
      }
      return text;
    });
    ask_about_ledgers("ledgers", false);
    ask_about_ledgers("ledgers with tools", true);
    for (std::int64_t id = 1; id <= kFiles; ++id) {
      const std::string of = " of " + std::to_string(id);
      const IndexedFile file = indexed(id);
      put("row" + of, database_.file_at(path_of(id)),
          [](auto& row) { return *row ? std::to_string((*row)->size) : "none"; });
      put("state" + of, database_.state_of(file), [](auto& state) { return *state; });
      put("ledger" + of, database_.ledger_of(file), [](auto& ledger) {
        return ledger->rows.empty() ? "none" : ledger->rows + " " + ledger->tools;
      });
      put("branches" + of, database_.branches_of(id), [](auto& branches) {
        return branches->map.empty() ? "none" : branches->map + std::to_string(branches->size);
      });
    }
  }

  void ask_about_ledgers(const std::string& question, bool with_tools) {
    std::string text;
    Result<void> opened;
    const auto each =
        database_.each_ledger(with_tools, [&](std::int64_t id, const LedgerView& one) {
          const IndexedFile file = indexed(id);
          const auto ledger = open_ledger(roster_file(file), one);
          if (!ledger) {
            opened = ledger.error();
          } else {
            text += std::string(ledger->rows) + std::string(ledger->tools.value_or("")) + " ";
          }
        });
    put(question, each ? opened : each, [&](auto&) { return text; });
  }

  void ask_about_segment(const SegmentInfo& segment) {
    const std::string in = " in " + std::to_string(segment.id);
    put("facts" + in, database_.facts(segment), [](auto& facts) {
      std::string text;
      for (std::uint32_t i = 0; i < kDocuments; ++i) text += std::to_string(facts->file(i));
      return text;
    });
    for (std::uint32_t page = 0; page < 3; ++page) {
      DocumentFacts one(kDocuments);
      put("page " + std::to_string(page) + in, database_.read_facts(segment.id, page, one),
          [&](auto&) { return std::to_string(one.file(page * kDocumentsPerPage)); });
    }
    for (const std::uint32_t document : {0U, 255U, 256U, 512U, 599U}) {
      put("place " + std::to_string(document) + in, database_.place(segment.id, document),
          [](auto& place) { return text_of(*place); });
    }
    for (const char* term : {"a", "common", "w1", "w13", "w2000", "w500", "zzz"}) {
      for (const bool prefix : {false, true}) {
        for (const Positions positions : {Positions::kNo, Positions::kYes}) {
          std::deque<std::string> keep;
          const std::string question = std::string(term) + (prefix ? "*" : "") +
                                       (positions == Positions::kYes ? " with places" : "") + in;
          put(question, database_.find(segment, term, prefix, positions, keep),
              [](auto& found) { return text_of(*found); });
        }
      }
    }
    std::string terms;
    const auto each = database_.each_block(segment, [&](const BlockView& block) {
      terms += std::string(block.first_term) + " ";
      return true;
    });
    put("blocks" + in, each, [&](auto&) { return terms; });
  }

  IndexDatabase& database_;
  std::map<std::string, std::string> answers_;
};

class IndexDamage : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = IndexDatabase::open_to_write(path_);
    ASSERT_TRUE(opened) << opened.error().message;
    IndexDatabase& database = **opened;
    ASSERT_TRUE(database.begin());
    ASSERT_TRUE(database.new_file_ids(kFiles));
    std::vector<RosterPart> parts(2);
    std::vector<IndexedFile> files;
    for (std::int64_t id = 1; id <= kFiles; ++id) files.push_back(indexed(id));
    for (const IndexedFile& file : files) {
      ASSERT_TRUE(database.put_file(file));
      ASSERT_TRUE(database.put_ledger(file, {"rows " + file.session, "tools " + file.session}));
      ASSERT_TRUE(database.put_branches(file.id, {file.size, "map " + file.session}));
      ASSERT_TRUE(database.add_segment(segment_of(file.id)));
      RosterPart& part = parts[file.id == 1 ? 0 : 1];
      part.folder = "/r/projects/k";
      part.files.push_back(roster_file(file));
    }
    ASSERT_TRUE(database.put_roster("/r", parts));
    ASSERT_TRUE(database.commit());
    database.tidy();
    good_ = Questions(database).answers();
    EXPECT_TRUE(verify_database(database));
  }

  // What is answered after this was done to a copy.
  void damage(const std::string& script) {
    SCOPED_TRACE(script);
    const std::string copy = folder_.path("copy.db");
    ASSERT_TRUE(remove_index(copy));
    std::filesystem::copy_file(path_, copy);
    {
      auto raw = sql::Connection::open(copy, sql::Access::kWrite);
      ASSERT_TRUE(raw);
      const auto done = raw->run(script);
      ASSERT_TRUE(done) << done.error().message;
      ASSERT_GT(raw->changes(), 0);
    }
    auto database = IndexDatabase::open_to_read(copy);
    ASSERT_TRUE(database) << database.error().message;
    const Questions asked(**database);
    for (const auto& [question, answer] : asked.answers()) {
      const bool may_lack = question.find(" of ") != std::string::npos;
      if (answer == "damage" || (may_lack && answer == "none")) continue;
      EXPECT_EQ(answer, good_.at(question)) << question;
    }
    const auto verified = verify_database(**database);
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().code, ErrorCode::kCorrupt);
  }

  TestDir folder_;
  std::string path_ = folder_.path("index.db");
  std::map<std::string, std::string> good_;
};

TEST_F(IndexDamage, AnswersOfAGoodOne) {
  for (const auto& [question, answer] : good_) {
    EXPECT_NE(answer, "damage") << question;
    EXPECT_NE(answer, "none") << question;
  }
  EXPECT_EQ(good_.at("row of 2"), "102");
  EXPECT_EQ(good_.at("state of 2"), "state 2");
  EXPECT_EQ(good_.at("ledger of 2"), "rows s2 tools s2");
  EXPECT_EQ(good_.at("branches of 2"), "map s2102");
  EXPECT_EQ(good_.at("place 599 in 2"), "59900+9");
  EXPECT_EQ(good_.at("counts"), "3 1800");
  EXPECT_EQ(good_.at("a in 2"), "");
  EXPECT_EQ(good_.at("zzz* in 2"), "");
  EXPECT_TRUE(good_.at("common in 2").starts_with("common=600:"));
  EXPECT_GT(good_.at("w1* in 2").size(), 1000U);
  const std::string& blocks = good_.at("blocks in 2");
  EXPECT_GT(std::count(blocks.begin(), blocks.end(), ' '), 5);
  EXPECT_LT(std::count(blocks.begin(), blocks.end(), ' '), 100);
  EXPECT_EQ(good_.at("page 2 in 2"), "2");
  EXPECT_EQ(good_.at("ledgers"), "rows s1 rows s2 rows s3 ");
  EXPECT_EQ(good_.at("ledgers with tools"), "rows s1tools s1 rows s2tools s2 rows s3tools s3 ");
}

TEST_F(IndexDamage, RowsThatAreMissing) {
  for (const char* table : {"file", "ledger", "branches", "roster", "page", "block", "manifest"}) {
    for (const char* which : {"min", "max"}) {
      const std::string name(table);
      damage("DELETE FROM " + name + " WHERE rowid = (SELECT " + which + "(rowid) FROM " + name +
             ")");
    }
    damage("DELETE FROM " + std::string(table));
  }
  for (const char* offset : {"1", "2", "5"}) {
    for (const char* table : {"page", "block"}) {
      const std::string name(table);
      damage("DELETE FROM " + name + " WHERE rowid = (SELECT rowid FROM " + name +
             " LIMIT 1 OFFSET " + offset + ")");
    }
  }
}

TEST_F(IndexDamage, RowsThatAreTooMany) {
  damage(
      "INSERT INTO block (segment, first_term, next_term, terms, positions) "
      "SELECT segment, first_term, next_term, terms, positions FROM block WHERE id = 2");
  damage("INSERT INTO file SELECT 9, '/r/projects/k/9.jsonl', facts, state FROM file WHERE id = 1");
  damage("INSERT INTO ledger SELECT 9, rows, tools FROM ledger WHERE file = 1");
  damage("INSERT INTO branches SELECT 9, size, map FROM branches WHERE file = 1");
  damage("INSERT INTO roster SELECT root, folder || 'x', first_name, facts FROM roster LIMIT 1");
}

TEST_F(IndexDamage, RowsOfOthers) {
  damage("UPDATE file SET facts = (SELECT facts FROM file WHERE id = 1) WHERE id = 2");
  damage("UPDATE file SET state = (SELECT state FROM file WHERE id = 1) WHERE id = 2");
  damage("UPDATE file SET path = '/r/projects/k/x.jsonl' WHERE id = 2");
  damage("UPDATE file SET id = 9 WHERE id = 2");
  damage("UPDATE ledger SET rows = (SELECT rows FROM ledger WHERE file = 1) WHERE file = 2");
  damage("UPDATE ledger SET rows = tools WHERE file = 2");
  damage("UPDATE ledger SET tools = rows WHERE file = 2");
  damage("UPDATE branches SET size = size + 1 WHERE file = 2");
  damage("UPDATE branches SET map = (SELECT map FROM branches WHERE file = 1) WHERE file = 2");
  damage("UPDATE roster SET folder = '/r/projects/x' WHERE first_name = ''");
  damage("UPDATE page SET places = facts WHERE number = 1");
  damage("UPDATE page SET facts = (SELECT facts FROM page WHERE number = 0) WHERE number = 1");
  damage("UPDATE page SET number = 100 WHERE number = 1 AND segment = 2");
  damage("UPDATE block SET segment = 3 WHERE id = 2");
  damage("UPDATE block SET next_term = x'' WHERE id = 2");
  damage("UPDATE block SET first_term = next_term WHERE id = 2");
  damage("UPDATE block SET terms = (SELECT terms FROM block WHERE id = 1) WHERE id = 2");
  damage("UPDATE block SET positions = (SELECT positions FROM block WHERE id = 1) WHERE id = 2");
}

TEST_F(IndexDamage, BytesThatAreCut) {
  for (const char* place :
       {"file facts", "file state", "ledger rows", "ledger tools", "branches map", "roster facts",
        "page facts", "page places", "block terms", "block positions", "manifest bytes"}) {
    const std::string text(place);
    const std::string table = text.substr(0, text.find(' '));
    const std::string column = text.substr(text.find(' ') + 1);
    for (const char* left : {"substr(:, 2)", "substr(:, 1, length(:) - 1)", "x''"}) {
      std::string value(left);
      for (std::size_t at = 0; (at = value.find(':')) != std::string::npos;)
        value.replace(at, 1, column);
      damage("UPDATE " + table + " SET " + column + " = " + value +
             " WHERE rowid = (SELECT max(rowid) FROM " + table + ")");
    }
  }
}

// Blocks whose checksums are right, as a mistake of our own would leave them.
TEST(IndexDatabase, BlocksThatMakeNoSense) {
  const TestDir folder;
  auto database = IndexDatabase::open_to_write(folder.path("index.db"));
  ASSERT_TRUE(database);
  SegmentBuilder builder;
  builder.begin_document({.file = 1});
  builder.add_text("one two");
  const EncodedSegment good = builder.finish();
  const auto verified = [&](EncodedSegment segment) {
    EXPECT_TRUE((*database)->begin());
    const auto old = (*database)->segments();
    for (const SegmentInfo& one : *old) EXPECT_TRUE((*database)->remove_segment(one.id));
    EXPECT_TRUE((*database)->add_segment(std::move(segment)));
    EXPECT_TRUE((*database)->commit());
    const auto done = verify_database(**database);
    return done ? "fine" : done.error().message;
  };
  const auto found = [&] {
    std::deque<std::string> keep;
    const auto terms =
        (*database)->find((*database)->segments()->at(0), "two", false, Positions::kNo, keep);
    return terms ? std::to_string(terms->size()) : terms.error().message;
  };
  EXPECT_EQ(verified(good), "fine");
  EXPECT_EQ(found(), "1");

  EncodedSegment cut = good;
  cut.blocks[0].terms.pop_back();
  EXPECT_NE(verified(cut).find("makes no sense"), std::string::npos);
  EXPECT_NE(found().find("makes no sense"), std::string::npos);

  EncodedSegment without_places = good;
  without_places.blocks[0].positions.pop_back();
  EXPECT_NE(verified(without_places).find("makes no sense"), std::string::npos);

  const auto with_terms = [&](const std::vector<std::pair<std::string, std::int64_t>>& terms) {
    EncodedSegment segment = good;
    segment.blocks.clear();
    for (const auto& [term, documents] : terms) {
      BlockWriter writer(segment.blocks);
      writer.add(term, documents, std::string(1, '\0'), "");
      writer.finish();
    }
    return segment;
  };
  EXPECT_EQ(verified(with_terms({{"one", 1}, {"two", 1}})), "fine");
  EXPECT_NE(verified(with_terms({{"one", 1}, {"one", 1}})).find("out of order"), std::string::npos);
  EXPECT_NE(verified(with_terms({{"one", 1}, {"two", 2}})).find("wrong"), std::string::npos);
  EncodedSegment renamed = with_terms({{"one", 1}, {"two", 1}});
  renamed.blocks[1].first_term = "three";
  EXPECT_NE(verified(renamed).find("wrong name"), std::string::npos);
}

TEST(IndexDatabase, SumsFollowTheRows) {
  const TestDir folder;
  auto database = IndexDatabase::open_to_write(folder.path("index.db"));
  ASSERT_TRUE(database);
  const auto change = [&](const std::function<void()>& what) {
    ASSERT_TRUE((*database)->begin());
    what();
    ASSERT_TRUE((*database)->commit());
    const auto files = (*database)->files();
    ASSERT_TRUE(files) << files.error().message;
  };
  const auto counts = [&] {
    const auto now = (*database)->counts();
    return std::to_string(now->files) + " " + std::to_string(now->documents);
  };
  IndexedFile file = indexed(1);
  change([&] { EXPECT_TRUE((*database)->put_file(file)); });
  change([&] { EXPECT_TRUE((*database)->put_file(indexed(2))); });
  EXPECT_EQ(counts(), "2 1200");
  file.documents = 7;
  change([&] { EXPECT_TRUE((*database)->put_file(file)); });
  EXPECT_EQ(counts(), "2 607");
  file.id = 3;  // another one at the same path
  change([&] { EXPECT_TRUE((*database)->put_file(file)); });
  EXPECT_EQ(counts(), "2 607");
  change([&] { EXPECT_TRUE((*database)->remove_file(2)); });
  EXPECT_EQ(counts(), "1 7");
}

// Also after writing or giving up to write.
TEST(IndexDatabase, SeesWhatOthersWrote) {
  const TestDir folder;
  auto one = IndexDatabase::open_to_write(folder.path("index.db"));
  auto other = IndexDatabase::open_to_write(folder.path("index.db"));
  ASSERT_TRUE(one && other);
  ASSERT_TRUE((*one)->begin());
  ASSERT_TRUE((*one)->put_file(indexed(1)));
  (*one)->roll_back();
  EXPECT_EQ((*one)->counts()->files, 0);
  for (std::int64_t id = 1; id < 5; ++id) {
    IndexDatabase& writer = id % 2 == 0 ? **one : **other;
    ASSERT_TRUE(writer.begin());
    ASSERT_TRUE(writer.put_file(indexed(id)));
    ASSERT_TRUE(writer.commit());
    for (IndexDatabase* const reader : {one->get(), other->get()}) {
      EXPECT_EQ(reader->counts()->files, id);
      const auto files = reader->files();
      ASSERT_TRUE(files) << files.error().message;
      EXPECT_EQ(files->size(), static_cast<std::size_t>(id));
    }
  }
}

TEST(DocumentFacts, HaveAPageForEveryDocument) {
  EXPECT_EQ(DocumentFacts(0).pages(), 0U);
  EXPECT_EQ(DocumentFacts(1).pages(), 1U);
  EXPECT_EQ(DocumentFacts(kDocumentsPerPage).pages(), 1U);
  EXPECT_EQ(DocumentFacts(kDocumentsPerPage + 1).pages(), 2U);
  DocumentFacts facts(kDocumentsPerPage + 1);
  EXPECT_FALSE(facts.put(1, std::string(20, 'x')));
  EXPECT_FALSE(facts.has(1));
  EXPECT_TRUE(facts.put(1, std::string(10, 'x')));
  EXPECT_TRUE(facts.has(1));
}

TEST(IndexLock, WaitsAsLongAsItIsTold) {
  const TestDir folder;
  const std::string path = folder.path("lock");
  int asked = 0;
  {
    auto first = IndexLock::take(path);
    ASSERT_TRUE(first);
    const auto second = IndexLock::wait(path, [&] { return ++asked < 3; });
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kBusy);
    EXPECT_EQ(asked, 3);
  }
  EXPECT_TRUE(IndexLock::wait(path, [] { return false; }));
  EXPECT_EQ(IndexLock::wait(folder.path("no/lock"), [] { return true; }).error().code,
            ErrorCode::kIo);
}

TEST(IndexDatabase, ASuspectIsMarkedUntilItIsRemoved) {
  const TestDir folder;
  const std::string path = folder.path("index.db");
  EXPECT_FALSE(is_suspect(path));
  mark_suspect(path);
  EXPECT_TRUE(is_suspect(path));
  clear_suspect(path);
  EXPECT_FALSE(is_suspect(path));
  mark_suspect(path);
  ASSERT_TRUE(remove_index(path));
  EXPECT_FALSE(is_suspect(path));
}

}  // namespace
}  // namespace clew
