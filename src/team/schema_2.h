// SPDX-License-Identifier: MIT
//
// The second step of the schema: what a month may cost, and where the team's page is. Programs that
// know only the first step go on as before.
#pragma once

namespace clew {

inline constexpr char kSchema2[] = R"sql(
-- Words that stand for who may see something are no names.
ALTER TABLE clew.people ADD CONSTRAINT reserved CHECK (name NOT IN ('mine', 'team')) NOT VALID;

ALTER TABLE clew.store ADD COLUMN page text NOT NULL DEFAULT ''
  CHECK (octet_length(page) <= 1024 AND page ~ '^(https?://[^[:cntrl:][:space:]]+)?$');

-- For a month: of the team, a person, or a repository.
CREATE TABLE clew.budgets (
  kind text NOT NULL CHECK (kind IN ('team', 'person', 'repository')),
  name text NOT NULL CHECK (octet_length(name) <= 1024 AND name !~ '[[:cntrl:]]'),
  micro_usd bigint NOT NULL CHECK (micro_usd > 0),
  set_by text NOT NULL DEFAULT session_user,
  PRIMARY KEY (kind, name)
);
ALTER TABLE clew.budgets ENABLE ROW LEVEL SECURITY;
CREATE POLICY see ON clew.budgets FOR SELECT USING (clew.may('read') OR clew.may('admin'));
GRANT SELECT ON clew.budgets TO clew_read, clew_admin;

CREATE FUNCTION clew.set_page(page_ text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT clew.may('admin') THEN
    RAISE EXCEPTION '% may not change this', session_user USING ERRCODE = '42501';
  END IF;
  UPDATE clew.store SET page = page_;
END $$;

-- 0 takes it away.
CREATE FUNCTION clew.set_budget(kind_ text, name_ text, micro_usd_ bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT clew.may('admin') THEN
    RAISE EXCEPTION '% may not change this', session_user USING ERRCODE = '42501';
  END IF;
  DELETE FROM clew.budgets WHERE kind = kind_ AND name = name_;
  IF micro_usd_ <> 0 THEN
    INSERT INTO clew.budgets (kind, name, micro_usd, set_by)
      VALUES (kind_, name_, micro_usd_, session_user);
  END IF;
END $$;

REVOKE ALL ON FUNCTION clew.set_page(text), clew.set_budget(text, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clew.set_page(text), clew.set_budget(text, text, bigint)
  TO clew_read, clew_push, clew_admin;
UPDATE clew.store SET schema_version = 2;
)sql";

}  // namespace clew
