// SPDX-License-Identifier: MIT
#include "os/large_pages.h"

#include <cstdint>
#include <cstdlib>  // says whether this is glibc
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace clew {

void use_large_pages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr int kHeap = 64 << 20;     // of addresses; memory is taken when it is touched
  constexpr int kLargest = 32 << 20;  // that glibc takes for this
  constexpr std::uintptr_t kPage = std::uintptr_t{2} << 20U;
  const auto end_of_heap = [] { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); };
  ::mallopt(M_MMAP_THRESHOLD, kLargest);
  ::mallopt(M_TRIM_THRESHOLD, 2 * kHeap);
  ::mallopt(M_TOP_PAD, kHeap);
  ::mallopt(M_ARENA_MAX, 1);  // threads use the same heap
  const std::uintptr_t begin = (end_of_heap() + kPage - 1) / kPage * kPage;
  void* volatile grow = std::malloc(kPage);
  std::free(grow);
  const std::uintptr_t end = end_of_heap() / kPage * kPage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace clew
