-- Where a school's roster is read by OneRoster: the server of its information system, and how to come in there.
CREATE TABLE oneroster_sources (
  source_id        bigint PRIMARY KEY REFERENCES external_sources (id),
  service_url      text NOT NULL CHECK (service_url <> ''),
  token_url        text NOT NULL CHECK (token_url <> ''),
  version          text NOT NULL CHECK (version IN ('1.1', '1.2')),
  client_id        text NOT NULL CHECK (client_id <> ''),
  secret_sealed    bytea,                                      -- null: the source was removed
  org_id           text NOT NULL DEFAULT '',                   -- of the school there; '': the only one
  schedule         text NOT NULL DEFAULT 'off' CHECK (schedule IN ('off', 'nightly')),
  night_does       text NOT NULL DEFAULT 'preview' CHECK (night_does IN ('preview', 'apply')),
  create_accounts  boolean NOT NULL DEFAULT false,             -- at night, where it is done
  account_id       bigint REFERENCES accounts (id) ON DELETE SET NULL, -- who saved it last: the night reads with their rights
  created_at       timestamptz NOT NULL DEFAULT app_now(),
  updated_at       timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX oneroster_sources_account ON oneroster_sources (account_id);
CREATE TRIGGER oneroster_sources_touch BEFORE UPDATE ON oneroster_sources FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Each time that a source was read, and how far it is.
CREATE TABLE oneroster_source_reads (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id    bigint NOT NULL REFERENCES oneroster_sources (source_id),
  account_id   bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  mode         text NOT NULL CHECK (mode IN ('asked', 'nightly')),
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'finished', 'failed', 'cancelled')),
  outcome      text CHECK (outcome IN ('nothing', 'preview', 'applied', 'asks')), -- null: not finished
  step         integer NOT NULL DEFAULT 0,                     -- which collection is read
  page_offset  integer NOT NULL DEFAULT 0,                     -- how many of its records are
  page_total   integer,                                        -- how many it has, where the server says so
  restarts     integer NOT NULL DEFAULT 0,                     -- of collections that changed while they were read
  waits        integer NOT NULL DEFAULT 0,                     -- how often the server asked to wait
  records      integer NOT NULL DEFAULT 0,
  bytes        bigint NOT NULL DEFAULT 0,
  trouble      jsonb,                                          -- what went wrong last
  waits_until  timestamptz,
  import_id    bigint REFERENCES roster_imports (id) ON DELETE SET NULL,
  request_id   text NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL DEFAULT app_now(),
  finished_at  timestamptz
);
CREATE INDEX oneroster_source_reads_source ON oneroster_source_reads (source_id, id DESC);
CREATE UNIQUE INDEX oneroster_source_reads_alive ON oneroster_source_reads (source_id) WHERE status IN ('waiting', 'running');
CREATE INDEX oneroster_source_reads_account ON oneroster_source_reads (account_id);
CREATE INDEX oneroster_source_reads_import ON oneroster_source_reads (import_id);

-- What was read so far, as rows of the tables that a file would have; gone when the reading is over.
CREATE TABLE oneroster_source_pages (
  read_id  bigint NOT NULL REFERENCES oneroster_source_reads (id) ON DELETE CASCADE,
  step     integer NOT NULL,
  number   integer NOT NULL,                                   -- the offset of the page
  content  text NOT NULL,
  PRIMARY KEY (read_id, step, number)
);

-- Null: what was uploaded, known by the school's source of files.
ALTER TABLE roster_imports ADD COLUMN source_id bigint REFERENCES external_sources (id);
CREATE INDEX roster_imports_source ON roster_imports (source_id, id);
