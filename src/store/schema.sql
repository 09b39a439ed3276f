-- The index: a cache that may be deleted at any time. docs/index.md explains it.
-- Raise kSchemaVersion in index_database.cc with every change.

-- One transcript, as far as it is indexed. Ids are never used again: a document whose file id is not
-- here is dead, which is how rewritten and deleted files leave the index at once.
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  root TEXT NOT NULL,
  key TEXT NOT NULL,       -- of the project's folder
  session TEXT NOT NULL,
  project TEXT NOT NULL,   -- working directory in its first lines
  is_agent INTEGER NOT NULL,
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  indexed INTEGER NOT NULL,    -- bytes of whole lines that are in segments
  tail INTEGER NOT NULL,       -- 1: a last line without an end is in a segment too
  head_hash INTEGER NOT NULL,  -- of the first 4 KiB of these bytes,
  tail_hash INTEGER NOT NULL,  -- and of the last
  documents INTEGER NOT NULL,
  skipped INTEGER NOT NULL,    -- lines that were too long
  sum INTEGER NOT NULL,        -- checksum of all before
  state BLOB NOT NULL          -- what reading goes on with (PassageReader::state), and its sum
);

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
  tokens INTEGER NOT NULL,
  files BLOB NOT NULL,
  seconds BLOB NOT NULL,
  kinds BLOB NOT NULL,
  sizes BLOB NOT NULL
);
CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  segment INTEGER NOT NULL,
  first_term BLOB NOT NULL,
  terms BLOB NOT NULL,
  positions BLOB NOT NULL
);
CREATE INDEX block_by_term ON block (segment, first_term);
CREATE TABLE place (
  segment INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  places BLOB NOT NULL,
  PRIMARY KEY (segment, chunk)
);

-- next_file: the next id of a file. tokenizer: the rules that words were cut by.
CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
