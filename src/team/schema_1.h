// SPDX-License-Identifier: MIT
//
// The first step of the schema. Who may see what is decided here and nowhere else: a program, this
// one or psql, gets what the person it signed in as may have.
//
// session_user, not current_user, says who that is: functions with the rights of their owner run as
// the owner, and SET ROLE does not change it.
#pragma once

namespace clew {

inline constexpr char kSchema1[] = R"sql(
DO $$
DECLARE one text;
BEGIN
  FOREACH one IN ARRAY ARRAY['clew_read', 'clew_push', 'clew_admin'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = one) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', one);
    END IF;
  END LOOP;
END $$;

CREATE SCHEMA clew;
REVOKE ALL ON SCHEMA clew FROM PUBLIC;
GRANT USAGE ON SCHEMA clew TO clew_read, clew_push, clew_admin;

CREATE TABLE clew.store (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  schema_version integer NOT NULL,
  oldest_program integer NOT NULL,
  audit boolean NOT NULL DEFAULT false
);
INSERT INTO clew.store (schema_version, oldest_program) VALUES (1, 1);

CREATE TABLE clew.people (
  name text PRIMARY KEY CHECK (octet_length(name) BETWEEN 1 AND 63),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'push', 'admin']),
  made_role boolean NOT NULL DEFAULT false,
  invited_by text NOT NULL DEFAULT session_user,
  invited timestamptz NOT NULL DEFAULT now(),
  revoked timestamptz
);
INSERT INTO clew.people (name, scopes) VALUES (session_user, ARRAY['read', 'push', 'admin']);
DO $$ BEGIN
  EXECUTE format('GRANT clew_read, clew_push, clew_admin TO %I', session_user);
EXCEPTION WHEN others THEN NULL;  -- who creates roles may not be able to join them, and owns all
END $$;

-- A step of a path is never empty, "." or "..", and nothing in it can steer a terminal.
CREATE FUNCTION clew.is_plain_path(path text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT path !~ '(^|/)\.{0,2}(/|$)' AND path !~ '[[:cntrl:]]' AND octet_length(path) <= 1024
$$;

CREATE TABLE clew.machines (
  owner text NOT NULL REFERENCES clew.people (name),
  name text NOT NULL CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'),
  first_seen timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, name)
);

CREATE TABLE clew.projects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  machine text NOT NULL,
  root text NOT NULL CHECK (left(root, 1) = '/' AND clew.is_plain_path(substr(root, 2))),
  key text NOT NULL CHECK (clew.is_plain_path(key) AND key !~ '/'),
  folder text NOT NULL CHECK (octet_length(folder) <= 4096),
  remote text NOT NULL CHECK (octet_length(remote) <= 1024),
  below text NOT NULL CHECK (octet_length(below) <= 4096),
  visibility text NOT NULL CHECK (visibility IN ('mine', 'team', 'named')),
  generation bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, machine, root, key),
  FOREIGN KEY (owner, machine) REFERENCES clew.machines (owner, name)
);

CREATE TABLE clew.readers (
  project_id bigint NOT NULL REFERENCES clew.projects (id) ON DELETE CASCADE,
  person text NOT NULL REFERENCES clew.people (name),
  PRIMARY KEY (project_id, person)
);

CREATE TABLE clew.files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES clew.projects (id) ON DELETE CASCADE,
  path text NOT NULL CHECK (clew.is_plain_path(path)),
  session text NOT NULL CHECK (octet_length(session) <= 128 AND session !~ '[[:cntrl:]/]'),
  UNIQUE (project_id, path)
);
CREATE INDEX ON clew.files (session);

CREATE TABLE clew.versions (
  file_id bigint NOT NULL REFERENCES clew.files (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  size bigint NOT NULL DEFAULT 0,
  mtime_ns bigint NOT NULL,
  changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (file_id, version)
);
CREATE INDEX ON clew.versions (changed);

-- The truth: bytes of files, compressed, each place once. Rows come and go, but never change.
CREATE TABLE clew.pieces (
  file_id bigint NOT NULL,
  version integer NOT NULL,
  start bigint NOT NULL CHECK (start >= 0),
  length integer NOT NULL CHECK (length BETWEEN 1 AND 4194304),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  frame bytea NOT NULL CHECK (octet_length(frame) BETWEEN 1 AND 4259840),
  PRIMARY KEY (file_id, version, start),
  FOREIGN KEY (file_id, version) REFERENCES clew.versions (file_id, version) ON DELETE CASCADE
);
ALTER TABLE clew.pieces ALTER COLUMN frame SET STORAGE EXTERNAL;

CREATE TABLE clew.reads (
  person text NOT NULL,
  file_id bigint NOT NULL,
  day date NOT NULL DEFAULT current_date,
  owner text NOT NULL,
  session text NOT NULL,
  path text NOT NULL,
  first_read timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (person, file_id, day)
);

CREATE FUNCTION clew.may(scope text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM clew.people
                 WHERE name = session_user AND revoked IS NULL AND scope = ANY (scopes))
$$;

-- The projects that who asks may see. Who only pushes sees what is theirs.
CREATE FUNCTION clew.visible() RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.id FROM clew.projects p
  WHERE (p.owner = session_user AND (clew.may('read') OR clew.may('push')))
     OR (clew.may('read')
         AND (p.visibility = 'team'
              OR (p.visibility = 'named'
                  AND EXISTS (SELECT FROM clew.readers r
                              WHERE r.project_id = p.id AND r.person = session_user))))
$$;

CREATE FUNCTION clew.is_mine(project bigint) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT clew.may('push')
     AND EXISTS (SELECT FROM clew.projects WHERE id = project AND owner = session_user)
$$;

ALTER TABLE clew.store ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.people ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.machines ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.readers ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.files ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.pieces ENABLE ROW LEVEL SECURITY;
ALTER TABLE clew.reads ENABLE ROW LEVEL SECURITY;

CREATE POLICY see ON clew.store FOR SELECT
  USING (clew.may('read') OR clew.may('push') OR clew.may('admin'));
CREATE POLICY see ON clew.people FOR SELECT
  USING (name = session_user OR clew.may('read') OR clew.may('admin'));
CREATE POLICY see ON clew.machines FOR SELECT
  USING (EXISTS (SELECT FROM clew.projects p WHERE p.owner = machines.owner AND p.machine = machines.name));
CREATE POLICY see ON clew.projects FOR SELECT USING (id IN (SELECT clew.visible()));
CREATE POLICY remove ON clew.projects FOR DELETE USING (clew.is_mine(id));
CREATE POLICY see ON clew.readers FOR SELECT USING (project_id IN (SELECT clew.visible()));
CREATE POLICY see ON clew.files FOR SELECT USING (project_id IN (SELECT clew.visible()));
CREATE POLICY remove ON clew.files FOR DELETE USING (clew.is_mine(project_id));
CREATE POLICY see ON clew.versions FOR SELECT
  USING (EXISTS (SELECT FROM clew.files f WHERE f.id = file_id));
CREATE POLICY remove ON clew.versions FOR DELETE
  USING (EXISTS (SELECT FROM clew.files f WHERE f.id = file_id AND clew.is_mine(f.project_id)));
CREATE POLICY see ON clew.pieces FOR SELECT
  USING (EXISTS (SELECT FROM clew.files f WHERE f.id = file_id));
CREATE POLICY add ON clew.pieces FOR INSERT
  WITH CHECK (EXISTS (SELECT FROM clew.files f WHERE f.id = file_id AND clew.is_mine(f.project_id)));
CREATE POLICY see ON clew.reads FOR SELECT USING (clew.may('admin') OR owner = session_user);

GRANT SELECT ON clew.store, clew.people TO clew_read, clew_push, clew_admin;
GRANT SELECT ON clew.machines, clew.projects, clew.readers, clew.files, clew.versions, clew.reads
  TO clew_read, clew_push;
GRANT SELECT ON clew.reads TO clew_admin;
GRANT DELETE ON clew.projects, clew.files, clew.versions TO clew_push;
-- What is in pieces is read through read_pieces() alone, which can write down who did.
GRANT SELECT (file_id, version, start, length, hash) ON clew.pieces TO clew_read, clew_push;
GRANT INSERT ON clew.pieces TO clew_push;

-- A piece continues its version, or was stored before, or is refused: whatever a pushing machine
-- claims, a version is one run of bytes without gaps.
CREATE FUNCTION clew.take_piece() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE have bigint;
BEGIN
  SELECT v.size INTO have FROM clew.versions v JOIN clew.files f ON f.id = v.file_id
  WHERE v.file_id = NEW.file_id AND v.version = NEW.version AND clew.is_mine(f.project_id)
  FOR UPDATE OF v;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no such file of yours' USING ERRCODE = 'CL404';
  END IF;
  IF NEW.start = have THEN
    UPDATE clew.versions SET size = size + NEW.length, changed = pg_current_xact_id(),
                             changed_at = clock_timestamp()
    WHERE file_id = NEW.file_id AND version = NEW.version;
    PERFORM pg_notify('clew', '');
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM clew.pieces WHERE file_id = NEW.file_id AND version = NEW.version
             AND start = NEW.start AND length = NEW.length AND hash = NEW.hash) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the version has % bytes; a piece at % does not continue it', have, NEW.start
    USING ERRCODE = 'CL409';
END $$;
CREATE TRIGGER take BEFORE INSERT ON clew.pieces FOR EACH ROW EXECUTE FUNCTION clew.take_piece();

CREATE FUNCTION clew.note_removal() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'files' THEN
    UPDATE clew.projects SET generation = generation + 1 WHERE id = OLD.project_id;
  ELSIF TG_TABLE_NAME = 'versions' THEN
    UPDATE clew.projects p SET generation = generation + 1
    FROM clew.files f WHERE f.id = OLD.file_id AND p.id = f.project_id;
  END IF;
  PERFORM pg_notify('clew', '');
  RETURN NULL;
END $$;
CREATE TRIGGER removed AFTER DELETE ON clew.projects FOR EACH ROW EXECUTE FUNCTION clew.note_removal();
CREATE TRIGGER removed AFTER DELETE ON clew.files FOR EACH ROW EXECUTE FUNCTION clew.note_removal();
CREATE TRIGGER removed AFTER DELETE ON clew.versions FOR EACH ROW EXECUTE FUNCTION clew.note_removal();

-- --- pushing ---

CREATE FUNCTION clew.push_project(machine_ text, root_ text, key_ text, folder_ text, remote_ text,
                                  below_ text, visibility_ text, readers_ text[]) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE project bigint;
DECLARE unknown text;
BEGIN
  IF NOT clew.may('push') THEN
    RAISE EXCEPTION '% may not push', session_user USING ERRCODE = '42501';
  END IF;
  SELECT r INTO unknown FROM unnest(readers_) r
  WHERE NOT EXISTS (SELECT FROM clew.people WHERE name = r AND revoked IS NULL);
  IF FOUND THEN
    RAISE EXCEPTION 'nobody called % is in this team', unknown USING ERRCODE = 'CL404';
  END IF;
  INSERT INTO clew.machines (owner, name) VALUES (session_user, machine_)
    ON CONFLICT (owner, name) DO UPDATE SET last_seen = now();
  INSERT INTO clew.projects AS p
      (owner, machine, root, key, folder, remote, below, visibility)
    VALUES (session_user, machine_, root_, key_, folder_, remote_, below_, visibility_)
    ON CONFLICT (owner, machine, root, key) DO UPDATE
      SET folder = folder_, remote = remote_, below = below_, visibility = visibility_
    RETURNING p.id INTO project;
  DELETE FROM clew.readers WHERE project_id = project AND NOT (person = ANY (readers_));
  INSERT INTO clew.readers SELECT project, r FROM unnest(readers_) r ON CONFLICT DO NOTHING;
  PERFORM pg_notify('clew', '');
  RETURN project;
END $$;

-- The file, locked until the transaction ends: two who push it wait for each other.
CREATE FUNCTION clew.push_file(project bigint, path_ text, session_ text) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE file bigint;
BEGIN
  IF NOT clew.is_mine(project) THEN
    RAISE EXCEPTION 'there is no such project of yours' USING ERRCODE = 'CL404';
  END IF;
  INSERT INTO clew.files (project_id, path, session) VALUES (project, path_, session_)
    ON CONFLICT (project_id, path) DO NOTHING;
  SELECT id INTO file FROM clew.files WHERE project_id = project AND path = path_ FOR UPDATE;
  RETURN file;
END $$;

CREATE FUNCTION clew.push_version(file bigint, version_ integer, mtime bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM clew.files f WHERE f.id = file AND clew.is_mine(f.project_id)) THEN
    RAISE EXCEPTION 'there is no such file of yours' USING ERRCODE = 'CL404';
  END IF;
  INSERT INTO clew.versions AS v (file_id, version, mtime_ns) VALUES (file, version_, mtime)
    ON CONFLICT (file_id, version) DO UPDATE
      SET mtime_ns = mtime, changed = pg_current_xact_id(), changed_at = clock_timestamp()
      WHERE v.mtime_ns <> mtime;
  PERFORM pg_notify('clew', '');
END $$;

-- --- reading ---

-- The files that who asks may see, each in the version that grew last, of those that changed in or
-- after the transaction `since`.
CREATE FUNCTION clew.seen_files(since xid8)
  RETURNS TABLE (project_id bigint, file_id bigint, path text, version integer, size bigint,
                 mtime_ns bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT f.project_id, f.id, f.path, n.version, n.size, n.mtime_ns
  FROM clew.files f
  JOIN LATERAL (SELECT v.version, v.size, v.mtime_ns FROM clew.versions v WHERE v.file_id = f.id
                ORDER BY v.changed_at DESC, v.version DESC LIMIT 1) n ON true
  WHERE f.project_id IN (SELECT clew.visible())
    AND (since = '0'::xid8
         OR f.id IN (SELECT c.file_id FROM clew.versions c WHERE c.changed >= since))
$$;

-- The pieces of a version that hold bytes from `first` on, up to about `room` bytes of them.
CREATE FUNCTION clew.read_pieces(file bigint, version_ integer, first bigint, room bigint)
  RETURNS TABLE (start bigint, length integer, hash bytea, frame bytea)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM clew.files f WHERE f.id = file
                 AND f.project_id IN (SELECT clew.visible())) THEN
    RETURN;
  END IF;
  IF (SELECT s.audit FROM clew.store s) THEN
    INSERT INTO clew.reads (person, file_id, owner, session, path)
      SELECT session_user, f.id, p.owner, f.session, f.path
      FROM clew.files f JOIN clew.projects p ON p.id = f.project_id
      WHERE f.id = file AND p.owner <> session_user
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN QUERY SELECT p.start, p.length, p.hash, p.frame FROM clew.pieces p
    WHERE p.file_id = file AND p.version = version_ AND p.start < first + room
      AND p.start >= (SELECT coalesce(max(b.start), 0) FROM clew.pieces b
                      WHERE b.file_id = file AND b.version = version_ AND b.start <= first)
    ORDER BY p.start;
END $$;

-- --- people ---

CREATE FUNCTION clew.invite(person text, verifier text, scopes_ text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE one text;
BEGIN
  IF NOT clew.may('admin') THEN
    RAISE EXCEPTION '% may not invite people', session_user USING ERRCODE = '42501';
  END IF;
  IF person !~ '^[a-z][a-z0-9_-]{0,40}$' OR person LIKE 'pg\_%' OR person LIKE 'clew\_%' THEN
    RAISE EXCEPTION 'a name has small letters, digits, "-" and "_", and begins with a letter'
      USING ERRCODE = '22023';
  END IF;
  IF verifier !~ '^SCRAM-SHA-256\$[A-Za-z0-9+/=:$]+$' THEN
    RAISE EXCEPTION 'this is no SCRAM-SHA-256 verifier' USING ERRCODE = '22023';
  END IF;
  IF EXISTS (SELECT FROM clew.people WHERE name = person AND made_role) THEN
    UPDATE clew.people SET scopes = scopes_, revoked = NULL, invited = now(),
                           invited_by = session_user
    WHERE name = person;
  ELSIF EXISTS (SELECT FROM pg_roles WHERE rolname = person) THEN
    RAISE EXCEPTION 'this PostgreSQL has a role % that was not made by an invitation', person
      USING ERRCODE = '42710', HINT = 'take another name';
  ELSE
    EXECUTE format('CREATE ROLE %I', person);
    INSERT INTO clew.people (name, scopes, made_role) VALUES (person, scopes_, true);
  END IF;
  EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', person, verifier);
  FOREACH one IN ARRAY ARRAY['read', 'push', 'admin'] LOOP
    IF one = ANY (scopes_) THEN
      EXECUTE format('GRANT %I TO %I', 'clew_' || one, person);
    ELSE
      EXECUTE format('REVOKE %I FROM %I', 'clew_' || one, person);
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION clew.revoke(person text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE made boolean;
BEGIN
  IF NOT clew.may('admin') THEN
    RAISE EXCEPTION '% may not revoke anybody', session_user USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT FROM clew.people WHERE name <> person AND revoked IS NULL
                 AND 'admin' = ANY (scopes)) THEN
    RAISE EXCEPTION '% is the last administrator', person USING ERRCODE = '22023';
  END IF;
  UPDATE clew.people SET revoked = now() WHERE name = person AND revoked IS NULL
    RETURNING made_role INTO made;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nobody called % is in this team', person USING ERRCODE = 'CL404';
  END IF;
  PERFORM pg_notify('clew', '');
  IF NOT made THEN RETURN; END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', person);
  EXECUTE format('REVOKE clew_read, clew_push, clew_admin FROM %I', person);
  BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = person;
  EXCEPTION WHEN insufficient_privilege THEN NULL;  -- they see nothing any more in any case
  END;
END $$;

CREATE FUNCTION clew.set_audit(wanted boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT clew.may('admin') THEN
    RAISE EXCEPTION '% may not change this', session_user USING ERRCODE = '42501';
  END IF;
  UPDATE clew.store SET audit = wanted;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA clew FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA clew TO clew_read, clew_push, clew_admin;
)sql";

}  // namespace clew
