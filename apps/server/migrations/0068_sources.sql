-- Where rows of ours are known from besides: Google Classroom, a school's information system. And which row is which there.
CREATE TABLE external_sources (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id    bigint NOT NULL REFERENCES schools (id),
  kind         text NOT NULL CHECK (kind IN ('google_classroom', 'roster_file', 'oneroster_rest')),
  name         text NOT NULL CHECK (name <> ''),
  settings     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL DEFAULT app_now(),
  updated_at   timestamptz NOT NULL DEFAULT app_now(),
  archived_at  timestamptz
);
CREATE UNIQUE INDEX external_sources_classroom ON external_sources (school_id) WHERE kind = 'google_classroom';
CREATE INDEX external_sources_school ON external_sources (school_id, id) WHERE archived_at IS NULL;
CREATE TRIGGER external_sources_touch BEFORE UPDATE ON external_sources FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- `parent_id` is the link that it is found under there: of a class, of a work. `base` is what both sides last agreed on,
-- by field; `facts` what only the source says. Without `local_id` it is known only there.
CREATE TABLE external_links (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id    bigint NOT NULL REFERENCES external_sources (id),
  kind         text NOT NULL CHECK (kind IN ('person', 'class', 'member', 'invitation', 'topic', 'work', 'material', 'announcement',
                                             'submission', 'school', 'term', 'result')),
  parent_id    bigint REFERENCES external_links (id) ON DELETE CASCADE,
  external_id  text NOT NULL CHECK (external_id <> ''),
  local_id     bigint,
  base         jsonb NOT NULL DEFAULT '{}',
  facts        jsonb NOT NULL DEFAULT '{}',
  is_ours      boolean NOT NULL DEFAULT false,
  -- of a class: its people follow this source, and others only report
  owns_people  boolean NOT NULL DEFAULT false,
  state        text NOT NULL DEFAULT 'linked' CHECK (state IN ('linked', 'only_there', 'ignored', 'gone', 'lost')),
  created_at   timestamptz NOT NULL DEFAULT app_now(),
  updated_at   timestamptz NOT NULL DEFAULT app_now(),
  CHECK (state <> 'linked' OR local_id IS NOT NULL)
);
CREATE UNIQUE INDEX external_links_there ON external_links (source_id, kind, parent_id, external_id) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX external_links_here ON external_links (source_id, kind, parent_id, local_id) NULLS NOT DISTINCT WHERE local_id IS NOT NULL;
CREATE UNIQUE INDEX external_links_people ON external_links (local_id) WHERE kind = 'class' AND owns_people;
CREATE INDEX external_links_local ON external_links (kind, local_id) WHERE local_id IS NOT NULL AND kind IN ('class', 'person', 'work');
CREATE INDEX external_links_parent ON external_links (parent_id) WHERE parent_id IS NOT NULL;
CREATE TRIGGER external_links_touch BEFORE UPDATE ON external_links FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
