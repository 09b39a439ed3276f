-- The index: a cache that may be deleted at any time. docs/index.md explains it.
-- Raise kSchemaVersion in index_database.cc with every change.

-- One transcript, as far as it is indexed. Ids are never used again: a document whose file id is not
-- here is dead, which is how rewritten and deleted files leave the index at once.
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  documents INTEGER NOT NULL,  -- also among the facts; here to be added up
  facts BLOB NOT NULL,         -- the other members of IndexedFile, and a sum of all: one column,
                               -- because every query reads all rows
  state BLOB NOT NULL          -- what reading goes on with (PassageReader::state), and its sum
);

-- The same, packed, to be compared with the disk (store/roster.h): a row for some of the files of a
-- folder, by the name of the first; the first part of a folder has none.
CREATE TABLE roster (
  folder TEXT NOT NULL,
  first_name TEXT NOT NULL,
  root TEXT NOT NULL,
  facts BLOB NOT NULL,
  PRIMARY KEY (folder, first_name)
);
-- Roots whose rosters name all files of theirs that the index has, and no other.
CREATE TABLE complete (root TEXT PRIMARY KEY);

-- What the same reading found out beside the words. The store does not look into it.
CREATE TABLE ledger (
  file INTEGER PRIMARY KEY,
  rows BLOB NOT NULL,          -- of the whole file as its row says (usage/ledger_codec.h)
  tools BLOB NOT NULL          -- the same, of calls of tools
);
CREATE TABLE branches (
  file INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,       -- of the file when it was found out
  map BLOB NOT NULL            -- ingest/branch_map.h
);

-- Written as a whole, never changed (store/segment.h).
CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  documents INTEGER NOT NULL,
  tokens INTEGER NOT NULL
);
CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  segment INTEGER NOT NULL,
  first_term BLOB NOT NULL,
  terms BLOB NOT NULL,
  positions BLOB NOT NULL
);
CREATE INDEX block_by_term ON block (segment, first_term);
CREATE TABLE page (
  segment INTEGER NOT NULL,
  number INTEGER NOT NULL,
  facts BLOB NOT NULL,
  places BLOB NOT NULL,
  PRIMARY KEY (segment, number)
);

-- next_file: the next id of a file.
CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
