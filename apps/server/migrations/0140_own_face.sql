-- A host name of a school's own. No two schools have the same one, also when one of them is archived.
CREATE UNIQUE INDEX schools_host ON schools ((settings ->> 'host')) WHERE settings ->> 'host' IS NOT NULL;

-- The logo of a school. Its address holds the digest, which is also in the settings of the school.
CREATE TABLE school_logos (
  school_id  bigint PRIMARY KEY REFERENCES schools ON DELETE CASCADE,
  digest     text NOT NULL,
  mime_type  text NOT NULL,
  bytes      bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 200000)
);
