// SPDX-License-Identifier: MIT

#include "search/question.h"

#include <gtest/gtest.h>

#include "search/passage_matcher.h"
#include "search/recall_ranking.h"
#include "search/stemmer.h"

namespace clew {
namespace {

using Words = std::vector<std::string>;

// Which words of the question the text holds, as bits.
std::uint32_t terms_of(std::string_view question, std::string_view text) {
  const Question read = read_question(question);
  PassageMatcher matcher(read.query);
  return matcher.matches(text) ? matcher.terms() : 0;
}

TEST(Question, LeavesOutWhatEveryQuestionHas) {
  EXPECT_EQ(read_question("Why did the frost bell ring an hour too late?").words,
            (Words{"frost", "bell", "ring", "hour", "late"}));
  EXPECT_TRUE(read_question("What is it, and why?").words.empty());
  EXPECT_TRUE(read_question("").words.empty());
}

TEST(Question, AWordCountsOnceInAllItsForms) {
  EXPECT_EQ(read_question("cache caching cached").words, Words{"cache"});
}

TEST(Question, FindsOtherFormsOfAWord) {
  for (const auto& [asked, said] :
       {std::pair("caching", "it was cached"), std::pair("cache", "Caches"),
        std::pair("tries", "try again"), std::pair("try", "it tried"), std::pair("hoping", "hope"),
        std::pair("running", "RUN"), std::pair("dependencies", "a dependency"),
        std::pair("deploy", "deployed")}) {
    EXPECT_EQ(terms_of(asked, said), 1U) << asked << " in " << said;
  }
  EXPECT_EQ(terms_of("cache", "the cachet of it"), 0U);
  EXPECT_EQ(terms_of("ring", "a ringmaster"), 0U);
}

TEST(Question, NamesAndScriptsWithoutSpaces) {
  EXPECT_EQ(terms_of("where is parseMessageTree", "parse_message_tree(x)"), 1U);
  EXPECT_EQ(read_question("中秋和").words, (Words{"中秋", "秋和"}));
  EXPECT_EQ(terms_of("中秋和", "今年的中秋"), 1U);
}

TEST(Question, HasABoundedNumberOfWords) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "word" + std::to_string(i) + " ";
  EXPECT_EQ(read_question(text).words.size(), kMostQuestionWords);
}

SearchHit hit(std::uint32_t file, std::uint32_t terms, PassageRole role) {
  SearchHit made;
  made.file = file;
  made.terms = terms;
  made.role = role;
  return made;
}

TEST(RecallRanking, MoreAndRarerWordsComeFirst) {
  const std::vector<SearchHit> hits = {
      hit(0, 0b001, PassageRole::kAssistant), hit(1, 0b011, PassageRole::kAssistant),
      hit(2, 0b111, PassageRole::kTool),      hit(3, 0b111, PassageRole::kUser),
      hit(4, 0b100, PassageRole::kAssistant), hit(4, 0b011, PassageRole::kAssistant)};
  const std::vector<double> weights = word_weights(hits, 4);
  EXPECT_GT(weights[2], weights[0]);
  EXPECT_EQ(weights[3], 0);
  std::vector<std::uint32_t> order;
  for (const FileOfHits& file : rank_files(hits, weights, 10)) order.push_back(file.file);
  // All words by a person; all in two answers; two words; all, but printed by a tool; one word.
  EXPECT_EQ(order, (std::vector<std::uint32_t>{3, 4, 1, 2, 0}));
  EXPECT_EQ(rank_files(hits, weights, 2).size(), 2U);
}

}  // namespace
}  // namespace clew
