// SPDX-License-Identifier: MIT
// Work spread over threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/stop.h"

namespace clew {

// How many threads work when nobody says otherwise: one for each processor, at most 16.
int default_threads();

// How many threads are worth starting for so much work: one for each `per_thread`, at least one.
int threads_for(int64_t work, int64_t per_thread, int64_t most = default_threads());

// Calls body(index, worker) once for each index in [0, count), beginning them in that order, on up
// to `threads` threads of which the caller is one; returns when all calls have returned. `worker`
// lies in [0, threads), and no two calls with the same worker run at the same time: it selects a
// buffer that is reused. Once `stop` says so no further call begins. The body must not
// throw. Where the system gives no more threads, fewer do the work.
void parallel_for(int64_t count, int threads, const std::function<void(int64_t, int)>& body,
                  StopToken stop = {});

// The order in which threads do `count` pieces of work: large ones first, so that no thread is left
// alone with one at the end. Those of about the same size stay in their order, because neighbours
// are often stored together.
std::vector<std::size_t> large_first(std::size_t count,
                                     const std::function<int64_t(std::size_t)>& size_of);

}  // namespace clew
