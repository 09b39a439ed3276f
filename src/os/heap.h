// SPDX-License-Identifier: MIT
#pragma once

namespace clew {

// For a program that answers one question and ends: lets the heap grow in large pages and keep what
// it has. Touching 10 MB for the first time, 4 KiB at a time, takes longer than adding up what is
// in them (`usage` of tree M with an index: 50 ms, so 36). Where the system cannot do it nothing
// happens. To be called before threads are started; not for servers, which should give memory back.
void use_large_pages();

// For a program that lasts: large blocks go back to the system as soon as they are freed. glibc
// would raise its idea of large to the largest block that was ever freed, and keep those below.
void return_large_blocks();

// Gives the system back what was freed. Worth its milliseconds after work that freed much of what
// it took, before more work that takes much.
void give_back_freed_memory();

}  // namespace clew
