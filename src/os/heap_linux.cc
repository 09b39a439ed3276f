// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdlib>  // says whether this is glibc
#include <sys/mman.h>
#include <unistd.h>

#include "os/heap.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace clew {

void use_large_pages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr int kHeap = 64 << 20;    // of addresses; memory is taken when it is touched
  constexpr int kLargest = 4 << 20;  // larger ones come from the system and go back to it
  constexpr std::uintptr_t kPage = std::uintptr_t{2} << 20U;
  // The end of the heap, and how far it is behind the last large page.
  const auto end_of_heap = [] { return static_cast<char*>(::sbrk(0)); };
  const auto beyond = [](char* at) { return reinterpret_cast<std::uintptr_t>(at) % kPage; };
  ::mallopt(M_MMAP_THRESHOLD, kLargest);
  ::mallopt(M_TRIM_THRESHOLD, 2 * kHeap);
  ::mallopt(M_TOP_PAD, kHeap);
  ::mallopt(M_ARENA_MAX, 1);  // threads use the same heap
  char* const before = end_of_heap();
  char* const begin = before + (kPage - beyond(before)) % kPage;
  void* volatile grow = std::malloc(kPage);
  std::free(grow);
  char* const after = end_of_heap();
  char* const end = after - beyond(after);
  if (begin < end) ::madvise(begin, static_cast<std::size_t>(end - begin), MADV_HUGEPAGE);
#endif
}

void return_large_blocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 1 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

void give_back_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace clew
