// SPDX-License-Identifier: MIT
//
// Array.prototype.sort of V8, comparison by comparison.
//
// CLI 1.0 and 2.0 sort lines with (a, b) => dateB - dateA. When a date is invalid the difference is
// NaN, which counts as "equal" to everything: no order at all, and what comes first then depends on
// which elements the algorithm happens to compare. To end at the same line as those programs the
// same comparisons must be made, so this is TimSort as V8 has it (after Tim Peters' listsort).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace clew {

// `compare(a, b)` < 0 puts a before b.
template <class T, class Compare>
class JsSort {
 public:
  JsSort(std::vector<T>& items, Compare compare) : a_(items), compare_(compare) {}

  void run() {
    Index low = 0;
    Index remaining = static_cast<Index>(a_.size());
    if (remaining < 2) return;
    const Index min_run = min_run_length(remaining);
    while (remaining != 0) {
      Index length = count_run(low, low + remaining);
      if (length < min_run) {
        const Index forced = std::min(min_run, remaining);
        insertion_sort(low, low + length, low + forced);
        length = forced;
      }
      runs_.push_back({low, length});
      collapse();
      low += length;
      remaining -= length;
    }
    collapse_all();
  }

 private:
  using Index = std::ptrdiff_t;
  struct Run {
    Index base;
    Index length;
  };
  static constexpr Index kMinGallop = 7;

  T& at(Index i) { return a_[static_cast<std::size_t>(i)]; }
  bool less(const T& a, const T& b) { return compare_(a, b) < 0; }

  static Index min_run_length(Index n) {
    Index rest = 0;
    while (n >= 64) {
      rest |= n & 1;
      n >>= 1;
    }
    return n + rest;
  }

  Index count_run(Index low, Index high) {
    if (low + 1 == high) return 1;
    Index length = 2;
    const bool descending = less(at(low + 1), at(low));
    for (Index i = low + 2; i < high; ++i) {
      if (less(at(i), at(i - 1)) != descending) break;
      ++length;
    }
    if (descending) std::reverse(a_.begin() + low, a_.begin() + low + length);
    return length;
  }

  void insertion_sort(Index low, Index start, Index high) {
    for (start = std::max(start, low + 1); start < high; ++start) {
      Index left = low;
      Index right = start;
      const T pivot = at(start);
      while (left < right) {
        const Index mid = left + ((right - left) >> 1);
        if (less(pivot, at(mid))) {
          right = mid;
        } else {
          left = mid + 1;
        }
      }
      std::move_backward(a_.begin() + left, a_.begin() + start, a_.begin() + start + 1);
      at(left) = pivot;
    }
  }

  Index length(std::size_t i) const { return runs_[i].length; }

  bool invariant_holds(std::size_t n) const {
    return n < 2 || length(n - 2) > length(n - 1) + length(n);
  }

  void collapse() {
    while (runs_.size() > 1) {
      std::size_t n = runs_.size() - 2;
      if (!invariant_holds(n + 1) || !invariant_holds(n)) {
        if (length(n - 1) < length(n + 1)) --n;
        merge_at(n);
      } else if (length(n) <= length(n + 1)) {
        merge_at(n);
      } else {
        break;
      }
    }
  }

  void collapse_all() {
    while (runs_.size() > 1) {
      std::size_t n = runs_.size() - 2;
      if (n > 0 && length(n - 1) < length(n + 1)) --n;
      merge_at(n);
    }
  }

  void merge_at(std::size_t i) {
    Index base_a = runs_[i].base;
    Index length_a = runs_[i].length;
    const Index base_b = runs_[i + 1].base;
    Index length_b = runs_[i + 1].length;
    runs_[i].length = length_a + length_b;
    runs_.erase(runs_.begin() + static_cast<Index>(i) + 1);
    const Index skip = gallop_right(a_, at(base_b), base_a, length_a, 0);
    base_a += skip;
    length_a -= skip;
    if (length_a == 0) return;
    length_b = gallop_left(a_, at(base_a + length_a - 1), base_b, length_b, length_b - 1);
    if (length_b == 0) return;
    if (length_a <= length_b) {
      merge_low(base_a, length_a, base_b, length_b);
    } else {
      merge_high(base_a, length_a, base_b, length_b);
    }
  }

  // Where `key` belongs in the sorted run list[base, base+length), left of equals.
  Index gallop_left(const std::vector<T>& list, const T& key, Index base, Index length,
                    Index hint) {
    const auto item = [&](Index i) -> const T& { return list[static_cast<std::size_t>(base + i)]; };
    Index last = 0;
    Index offset = 1;
    if (less(item(hint), key)) {
      const Index max = length - hint;
      while (offset < max && less(item(hint + offset), key)) {
        last = offset;
        offset = (offset << 1) + 1;
      }
      offset = std::min(offset, max);
      last += hint;
      offset += hint;
    } else {
      const Index max = hint + 1;
      while (offset < max && !less(item(hint - offset), key)) {
        last = offset;
        offset = (offset << 1) + 1;
      }
      offset = std::min(offset, max);
      const Index swap = last;
      last = hint - offset;
      offset = hint - swap;
    }
    ++last;
    while (last < offset) {
      const Index mid = last + ((offset - last) >> 1);
      if (less(item(mid), key)) {
        last = mid + 1;
      } else {
        offset = mid;
      }
    }
    return offset;
  }

  // The same, right of equals.
  Index gallop_right(const std::vector<T>& list, const T& key, Index base, Index length,
                     Index hint) {
    const auto item = [&](Index i) -> const T& { return list[static_cast<std::size_t>(base + i)]; };
    Index last = 0;
    Index offset = 1;
    if (less(key, item(hint))) {
      const Index max = hint + 1;
      while (offset < max && less(key, item(hint - offset))) {
        last = offset;
        offset = (offset << 1) + 1;
      }
      offset = std::min(offset, max);
      const Index swap = last;
      last = hint - offset;
      offset = hint - swap;
    } else {
      const Index max = length - hint;
      while (offset < max && !less(key, item(hint + offset))) {
        last = offset;
        offset = (offset << 1) + 1;
      }
      offset = std::min(offset, max);
      last += hint;
      offset += hint;
    }
    ++last;
    while (last < offset) {
      const Index mid = last + ((offset - last) >> 1);
      if (less(key, item(mid))) {
        offset = mid;
      } else {
        last = mid + 1;
      }
    }
    return offset;
  }

  void merge_low(Index base_a, Index length_a, Index base_b, Index length_b) {
    const std::vector<T> temp(a_.begin() + base_a, a_.begin() + base_a + length_a);
    Index dest = base_a;
    Index cursor_a = 0;
    Index cursor_b = base_b;
    const auto rest_of_a = [&] {
      std::copy(temp.begin() + cursor_a, temp.begin() + cursor_a + length_a, a_.begin() + dest);
    };
    const auto last_of_a = [&] {
      std::move(a_.begin() + cursor_b, a_.begin() + cursor_b + length_b, a_.begin() + dest);
      at(dest + length_b) = temp[static_cast<std::size_t>(cursor_a)];
    };
    at(dest++) = at(cursor_b++);
    if (--length_b == 0) return rest_of_a();
    if (length_a == 1) return last_of_a();
    for (;;) {
      Index wins_a = 0;
      Index wins_b = 0;
      for (;;) {  // one at a time, until one side keeps winning
        if (less(at(cursor_b), temp[static_cast<std::size_t>(cursor_a)])) {
          at(dest++) = at(cursor_b++);
          ++wins_b;
          wins_a = 0;
          if (--length_b == 0) return rest_of_a();
          if (wins_b >= min_gallop_) break;
        } else {
          at(dest++) = temp[static_cast<std::size_t>(cursor_a++)];
          ++wins_a;
          wins_b = 0;
          if (--length_a == 1) return last_of_a();
          if (wins_a >= min_gallop_) break;
        }
      }
      ++min_gallop_;
      do {  // in strides
        min_gallop_ = std::max<Index>(1, min_gallop_ - 1);
        wins_a = gallop_right(temp, at(cursor_b), cursor_a, length_a, 0);
        if (wins_a > 0) {
          std::copy(temp.begin() + cursor_a, temp.begin() + cursor_a + wins_a, a_.begin() + dest);
          dest += wins_a;
          cursor_a += wins_a;
          length_a -= wins_a;
          if (length_a == 1) return last_of_a();
          if (length_a == 0) return;  // only an inconsistent comparison leads here
        }
        at(dest++) = at(cursor_b++);
        if (--length_b == 0) return rest_of_a();
        wins_b = gallop_left(a_, temp[static_cast<std::size_t>(cursor_a)], cursor_b, length_b, 0);
        if (wins_b > 0) {
          std::move(a_.begin() + cursor_b, a_.begin() + cursor_b + wins_b, a_.begin() + dest);
          dest += wins_b;
          cursor_b += wins_b;
          length_b -= wins_b;
          if (length_b == 0) return rest_of_a();
        }
        at(dest++) = temp[static_cast<std::size_t>(cursor_a++)];
        if (--length_a == 1) return last_of_a();
      } while (wins_a >= kMinGallop || wins_b >= kMinGallop);
      ++min_gallop_;
    }
  }

  void merge_high(Index base_a, Index length_a, Index base_b, Index length_b) {
    const std::vector<T> temp(a_.begin() + base_b, a_.begin() + base_b + length_b);
    Index dest = base_b + length_b - 1;
    Index cursor_b = length_b - 1;
    Index cursor_a = base_a + length_a - 1;
    const auto rest_of_b = [&] {
      std::copy(temp.begin(), temp.begin() + length_b, a_.begin() + dest - (length_b - 1));
    };
    const auto last_of_b = [&] {
      dest -= length_a;
      cursor_a -= length_a;
      std::move_backward(a_.begin() + cursor_a + 1, a_.begin() + cursor_a + 1 + length_a,
                         a_.begin() + dest + 1 + length_a);
      at(dest) = temp[static_cast<std::size_t>(cursor_b)];
    };
    at(dest--) = at(cursor_a--);
    if (--length_a == 0) return rest_of_b();
    if (length_b == 1) return last_of_b();
    for (;;) {
      Index wins_a = 0;
      Index wins_b = 0;
      for (;;) {
        if (less(temp[static_cast<std::size_t>(cursor_b)], at(cursor_a))) {
          at(dest--) = at(cursor_a--);
          ++wins_a;
          wins_b = 0;
          if (--length_a == 0) return rest_of_b();
          if (wins_a >= min_gallop_) break;
        } else {
          at(dest--) = temp[static_cast<std::size_t>(cursor_b--)];
          ++wins_b;
          wins_a = 0;
          if (--length_b == 1) return last_of_b();
          if (wins_b >= min_gallop_) break;
        }
      }
      ++min_gallop_;
      do {
        min_gallop_ = std::max<Index>(1, min_gallop_ - 1);
        wins_a = length_a - gallop_right(a_, temp[static_cast<std::size_t>(cursor_b)], base_a,
                                         length_a, length_a - 1);
        if (wins_a > 0) {
          dest -= wins_a;
          cursor_a -= wins_a;
          std::move_backward(a_.begin() + cursor_a + 1, a_.begin() + cursor_a + 1 + wins_a,
                             a_.begin() + dest + 1 + wins_a);
          length_a -= wins_a;
          if (length_a == 0) return rest_of_b();
        }
        at(dest--) = temp[static_cast<std::size_t>(cursor_b--)];
        if (--length_b == 1) return last_of_b();
        wins_b = length_b - gallop_left(temp, at(cursor_a), 0, length_b, length_b - 1);
        if (wins_b > 0) {
          dest -= wins_b;
          cursor_b -= wins_b;
          std::copy(temp.begin() + cursor_b + 1, temp.begin() + cursor_b + 1 + wins_b,
                    a_.begin() + dest + 1);
          length_b -= wins_b;
          if (length_b == 1) return last_of_b();
          if (length_b == 0) return;  // only an inconsistent comparison leads here
        }
        at(dest--) = at(cursor_a--);
        if (--length_a == 0) return rest_of_b();
      } while (wins_a >= kMinGallop || wins_b >= kMinGallop);
      ++min_gallop_;
    }
  }

  std::vector<T>& a_;
  Compare compare_;
  std::vector<Run> runs_;
  Index min_gallop_ = kMinGallop;
};

template <class T, class Compare>
void js_sort(std::vector<T>& items, Compare compare) {
  JsSort<T, Compare>(items, compare).run();
}

}  // namespace clew
