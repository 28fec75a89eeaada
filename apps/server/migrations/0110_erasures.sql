-- The erasure of a person: asked for, to be canceled for days, then final. The account is named until it is final; afterwards only a
-- digest of its id stays, by which a restored backup is erased again.
CREATE TABLE erasures (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number          text NOT NULL UNIQUE CHECK (number <> ''),
  school_id       bigint REFERENCES schools (id),
  account_id      bigint REFERENCES accounts (id),
  new_account_id  bigint REFERENCES accounts (id),
  asked_by        bigint REFERENCES accounts (id) ON DELETE SET NULL,
  asked_at        timestamptz NOT NULL DEFAULT app_now(),
  due_at          timestamptz NOT NULL,
  was_active      boolean NOT NULL,
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'canceled', 'erasing', 'done')),
  step            integer NOT NULL DEFAULT 0,
  counts          jsonb NOT NULL DEFAULT '{}',   -- {"live_posts": {"emptied": 12, "numbered": 12}}
  named_in        jsonb NOT NULL DEFAULT '[]',   -- rows of others in whose free text the name stands: [{"table": "post_comments", "id": 7}]
  chain           bytea NOT NULL DEFAULT '',     -- a hash over what was erased
  digest          bytea,
  done_at         timestamptz,
  CHECK ((state = 'done') = (account_id IS NULL)),
  CHECK ((state = 'done') = (digest IS NOT NULL AND done_at IS NOT NULL))
);
CREATE UNIQUE INDEX erasures_open ON erasures (account_id) WHERE state IN ('waiting', 'erasing');
CREATE INDEX erasures_account ON erasures (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX erasures_new_account ON erasures (new_account_id);
CREATE INDEX erasures_asked ON erasures (asked_by);
CREATE INDEX erasures_school ON erasures (school_id, id);
CREATE INDEX erasures_due ON erasures (due_at) WHERE state IN ('waiting', 'erasing');

-- The salt of the digests of erased ids.
ALTER TABLE installation ADD COLUMN erasure_salt text NOT NULL DEFAULT md5(gen_random_uuid()::text) || md5(gen_random_uuid()::text);

-- Append-only rows change in an erasure alone, which says so in its transaction.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND current_setting('classwright.erases', true) = 'on' THEN RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE FUNCTION refuse_change_of_used_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE version_id bigint; used timestamptz;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('classwright.erases', true) = 'on' THEN RETURN NEW; END IF;
  IF TG_TABLE_NAME = 'question_versions' THEN
    IF TG_OP = 'UPDATE' AND OLD.first_used_at IS NULL THEN RETURN NEW; END IF;
    IF TG_OP = 'DELETE' AND OLD.first_used_at IS NULL THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'question version % has been asked and is immutable', OLD.id;
  END IF;
  version_id := CASE WHEN TG_OP = 'INSERT' THEN NEW.question_version_id ELSE OLD.question_version_id END;
  SELECT first_used_at INTO used FROM question_versions WHERE id = version_id;
  IF used IS NOT NULL THEN RAISE EXCEPTION 'question version % has been asked and is immutable', version_id; END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
