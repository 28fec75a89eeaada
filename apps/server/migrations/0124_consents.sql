-- Who must agree to an optional use of students' data, where the school does not agree for everyone (the contract: `OPTIONAL_USES`).
CREATE TABLE consent_demands (
  school_id   bigint NOT NULL REFERENCES schools ON DELETE CASCADE,
  use         text NOT NULL CHECK (use IN ('classroom', 'drive', 'picture', 'wall_name')),
  asks        text NOT NULL CHECK (asks IN ('guardian', 'student')),
  updated_at  timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (school_id, use)
);
CREATE TRIGGER consent_demands_touch BEFORE UPDATE ON consent_demands FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- consents: whom a school asks about which use.
CREATE VIEW consents_asked AS SELECT school_id, use, asks FROM consent_demands;

-- Who agreed to what for whom, under which version of the notice, and when that ended.
CREATE TABLE consents (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  child_id       bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  use            text NOT NULL CHECK (use IN ('classroom', 'drive', 'picture', 'wall_name')),
  way            text NOT NULL CHECK (way IN ('guardian', 'student', 'paper')),   -- paper: the office recorded it
  given_by       bigint REFERENCES accounts ON DELETE SET NULL,
  notice_number  integer NOT NULL CHECK (notice_number > 0),
  given_at       timestamptz NOT NULL DEFAULT app_now(),
  ended_at       timestamptz,
  ended_by       bigint REFERENCES accounts ON DELETE SET NULL
);
CREATE UNIQUE INDEX consents_open ON consents (child_id, use) WHERE ended_at IS NULL;
CREATE INDEX consents_child ON consents (child_id);
CREATE INDEX consents_given_by ON consents (given_by) WHERE given_by IS NOT NULL;
CREATE INDEX consents_ended_by ON consents (ended_by) WHERE ended_by IS NOT NULL;

-- consents: students of whom a use is asked that nobody has agreed to who may. Every place of a use asks this.
CREATE VIEW consents_lacking AS
  SELECT account.id AS account_id, account.school_id, demand.use, demand.asks
    FROM accounts account JOIN account_types type ON type.id = account.account_type_id AND lower(trim(type.name)) = 'student'
    JOIN consent_demands demand ON demand.school_id = account.school_id
   WHERE account.simulated_in IS NULL
     AND NOT EXISTS (SELECT FROM consents given WHERE given.child_id = account.id AND given.use = demand.use AND given.ended_at IS NULL
                        AND given.way IN (demand.asks, 'paper'));

-- A picture without the needed consent is shown nowhere. The file stays, and is shown again after a consent.
CREATE OR REPLACE VIEW people AS
  SELECT id, school_id, first_name, last_name, email, status,
         password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM google_identities WHERE google_identities.account_id = accounts.id) AS can_sign_in,
         account_type_id, role_id, email_key, first_key, last_key, phone_number,
         CASE WHEN picture_file_id IS NOT NULL AND NOT EXISTS (SELECT FROM consents_lacking lacking WHERE lacking.account_id = accounts.id AND lacking.use = 'picture')
              THEN picture_file_id END AS picture_file_id,
         is_mailable, password_hash IS NOT NULL AS has_password, updated_at,
         trim(first_name || ' ' || last_name) AS full_name
    FROM accounts WHERE simulated_in IS NULL;
CREATE OR REPLACE VIEW lesson_people AS
  SELECT id, school_id, first_name, last_name, email, status,
         CASE WHEN picture_file_id IS NOT NULL AND NOT EXISTS (SELECT FROM consents_lacking lacking WHERE lacking.account_id = accounts.id AND lacking.use = 'picture')
              THEN picture_file_id END AS picture_file_id,
         updated_at, trim(first_name || ' ' || last_name) AS full_name, simulated_in, guest_number
    FROM accounts;

-- accounts: the files of pictures, also of those that are not shown.
CREATE VIEW account_pictures AS SELECT id AS account_id, picture_file_id FROM accounts WHERE picture_file_id IS NOT NULL AND simulated_in IS NULL;
