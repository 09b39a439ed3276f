-- The index: a cache that may be deleted at any time. docs/index.md explains it.
-- Raise kSchemaVersion in index_database.cc with every change.
-- Every blob of ours ends with a checksum of itself and of what it is (store/checksum.h).

-- One row: what is in all other tables (store/manifest.h).
CREATE TABLE manifest (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);

-- One transcript, as far as it is indexed. Ids are never used again: a document whose file id is not
-- here is dead, which is how rewritten and deleted files leave the index at once.
CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  facts BLOB NOT NULL,         -- the other members of IndexedFile: one column, because they are
                               -- read together
  state BLOB NOT NULL          -- what reading goes on with (PassageReader::state)
);

-- The same, packed, to be compared with the disk (store/roster.h): a row for some of the files of a
-- folder, by the name of the first; the first part of a folder has none.
CREATE TABLE roster (
  root TEXT NOT NULL,
  folder TEXT NOT NULL,
  first_name TEXT NOT NULL,
  facts BLOB NOT NULL,
  PRIMARY KEY (root, folder, first_name)
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

-- Segments are written as a whole and never changed (store/segment.h). A block has the terms from
-- its first up to the first of the next, so that a lookup can tell whether it found the right one;
-- the first block of a segment begins with nothing, the last one ends with nothing.
CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  segment INTEGER NOT NULL,
  first_term BLOB NOT NULL,
  next_term BLOB NOT NULL,
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
