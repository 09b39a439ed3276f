// SPDX-License-Identifier: MIT
//
// Myers' greedy O(ND) algorithm with the trace of every round kept, which bounds it to kMaxEdits
// rounds: 16 MB at most.

#include "base/diff.h"

#include <algorithm>
#include <span>

namespace clew {
namespace {

constexpr int kMaxEdits = 2000;

enum class Edit : std::uint8_t { kKeep, kRemove, kAdd };

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

using Lines = std::span<const std::string_view>;

// The steps from a to b; empty means: too many to be worth finding.
std::vector<Edit> shortest_edits(Lines a, Lines b) {
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  const int limit = std::min(n + m, kMaxEdits);
  std::vector<int> reach(static_cast<std::size_t>(2 * limit + 2), 0);
  const auto at = [&](std::vector<int>& v, int k) -> int& { return v.begin()[k + limit]; };
  std::vector<std::vector<int>> trace;
  int rounds = 0;
  for (bool found = false; !found; ++rounds) {
    if (rounds > limit) return {};
    trace.push_back(reach);
    for (int k = -rounds; k <= rounds && !found; k += 2) {
      const bool down = k == -rounds || (k != rounds && at(reach, k - 1) < at(reach, k + 1));
      int x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < n && x - k < m &&
             a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)])
        ++x;
      at(reach, k) = x;
      found = x >= n && x - k >= m;
    }
  }
  std::vector<Edit> edits;
  int x = n;
  int y = m;
  for (int d = rounds - 1; d >= 0; --d) {
    std::vector<int>& v = trace[static_cast<std::size_t>(d)];
    const int k = x - y;
    const bool down = k == -d || (k != d && at(v, k - 1) < at(v, k + 1));
    const int from_x = d == 0 ? 0 : down ? at(v, k + 1) : at(v, k - 1);
    const int from_y = d == 0 ? 0 : from_x - (down ? k + 1 : k - 1);
    for (; x > from_x && y > from_y; --x, --y) edits.push_back(Edit::kKeep);
    if (d > 0) edits.push_back(down ? Edit::kAdd : Edit::kRemove);
    x = from_x;
    y = from_y;
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

std::string range(std::size_t start, std::size_t count) {
  return std::to_string(count == 0 ? start : start + 1) +
         (count == 1 ? "" : "," + std::to_string(count));
}

}  // namespace

std::vector<std::string> unified_diff(std::string_view before, std::string_view after,
                                      int context) {
  if (before == after) return {};
  const std::vector<std::string_view> a = split_lines(before);
  const std::vector<std::string_view> b = split_lines(after);
  std::vector<Edit> edits = shortest_edits(a, b);
  if (edits.empty()) {
    edits.assign(a.size(), Edit::kRemove);
    edits.insert(edits.end(), b.size(), Edit::kAdd);
  }
  std::vector<std::string> out;
  const auto around = static_cast<std::size_t>(context);
  std::size_t i = 0;
  std::size_t line_a = 0;
  std::size_t line_b = 0;
  while (i < edits.size()) {
    // to the next change, and back by the context
    std::size_t change = i;
    while (change < edits.size() && edits[change] == Edit::kKeep) ++change;
    if (change == edits.size()) break;
    const std::size_t start = change - std::min(change - i, around);
    line_a += start - i;
    line_b += start - i;
    // a hunk ends where twice the context is unchanged
    std::size_t end = change;
    std::size_t same = 0;
    while (end < edits.size() && same <= 2 * around) {
      same = edits[end++] == Edit::kKeep ? same + 1 : 0;
    }
    end -= same > around ? same - around : 0;
    const std::size_t heading = out.size();
    out.emplace_back();
    const std::size_t first_a = line_a;
    const std::size_t first_b = line_b;
    for (i = start; i < end; ++i) {
      switch (edits[i]) {
        case Edit::kKeep:
          out.push_back(" " + std::string(a[line_a]));
          ++line_a;
          ++line_b;
          break;
        case Edit::kRemove:
          out.push_back("-" + std::string(a[line_a++]));
          break;
        case Edit::kAdd:
          out.push_back("+" + std::string(b[line_b++]));
          break;
      }
    }
    out[heading] =
        "@@ -" + range(first_a, line_a - first_a) + " +" + range(first_b, line_b - first_b) + " @@";
  }
  return out;
}

}  // namespace clew
