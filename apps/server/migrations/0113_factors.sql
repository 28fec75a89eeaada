-- Second factors: passkeys (WebAuthn), and a code that an app shows for half a minute (RFC 6238). Secrets are sealed or hashed with
-- the key that is not in the database.
CREATE TABLE passkeys (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id     bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The authenticator's own id of it, in base64url.
  credential_id  text NOT NULL,
  public_key     bytea NOT NULL,
  -- Counts its uses, where the authenticator counts them.
  counter        bigint NOT NULL,
  transports     text[] NOT NULL DEFAULT '{}',
  name           text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  last_used_at   timestamptz,
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_account ON passkeys (account_id);

CREATE TABLE time_codes (
  account_id     bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret_sealed  bytea NOT NULL,
  -- The latest half minute whose code was used: a code is accepted once.
  last_step      bigint NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT app_now()
);

-- Codes for people who have lost their factor. A used one is deleted.
CREATE TABLE recovery_codes (
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  code_mac    bytea NOT NULL,
  PRIMARY KEY (account_id, code_mac)
);

-- Sign-ins, confirmations and set-ups that wait for a factor. Each is finished once.
CREATE TABLE factor_steps (
  ticket_hash    bytea PRIMARY KEY,
  -- Null for a sign-in with a passkey alone: the passkey says who it is.
  account_id     bigint REFERENCES accounts (id) ON DELETE CASCADE,
  purpose        text NOT NULL CHECK (purpose IN ('sign_in', 'confirm', 'set_up')),
  -- How a sign-in began.
  way            text,
  challenge      text NOT NULL,
  -- The secret of a code that is being set up.
  secret_sealed  bytea,
  tries          smallint NOT NULL DEFAULT 0,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX factor_steps_account ON factor_steps (account_id);
CREATE INDEX factor_steps_expires ON factor_steps (expires_at);

-- The second factor by role, for a school, or for people without a school. Without a row it is offered to all but students.
CREATE TABLE factor_rules (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  school_id      bigint REFERENCES schools (id) ON DELETE CASCADE,
  role_id        bigint NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
  level          text NOT NULL CHECK (level IN ('none', 'offered', 'required')),
  required_from  date,
  CHECK ((level = 'required') = (required_from IS NOT NULL)),
  CONSTRAINT factor_rules_unique UNIQUE NULLS NOT DISTINCT (school_id, role_id)
);
CREATE INDEX factor_rules_role ON factor_rules (role_id);

-- The first of two administrators who end the factors of a person.
CREATE TABLE factor_ends (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  asked_by    bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  asked_at    timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX factor_ends_asked_by ON factor_ends (asked_by);

-- The factor that a sign-in was made with.
ALTER TABLE access_tokens ADD COLUMN factor text CHECK (factor IN ('passkey', 'code', 'recovery', 'google'));
-- A link that was made on the server's machine, for an administrator who has lost everything.
ALTER TABLE one_time_links ADD COLUMN ends_factors boolean NOT NULL DEFAULT false;

CREATE VIEW factor_holders AS
  SELECT account_id FROM passkeys UNION SELECT account_id FROM time_codes;

-- account_factors: who has a factor, the strongest rule of each account's roles (0 none, 1 offered, 2 required), and the instant from
-- which one is required.
CREATE VIEW account_factors AS
  SELECT accounts.id AS account_id,
         EXISTS (SELECT FROM factor_holders WHERE factor_holders.account_id = accounts.id) AS has_factor,
         max(CASE coalesce(factor_rules.level, CASE WHEN roles.id IS NULL OR roles.key = 'student' THEN 'none' ELSE 'offered' END)
               WHEN 'none' THEN 0 WHEN 'offered' THEN 1 ELSE 2 END) AS level,
         min(factor_rules.required_from::timestamp AT TIME ZONE coalesce(schools.time_zone, 'UTC')) AS required_at
    FROM accounts
    LEFT JOIN account_roles ON account_roles.account_id = accounts.id AND account_roles.is_active
    LEFT JOIN roles ON roles.id = account_roles.role_id
    LEFT JOIN schools ON schools.id = accounts.school_id
    LEFT JOIN factor_rules ON factor_rules.role_id = roles.id AND factor_rules.school_id IS NOT DISTINCT FROM accounts.school_id
   GROUP BY accounts.id;

-- What is asked of a person is remembered together with their rights.
CREATE TRIGGER passkeys_inserted AFTER INSERT ON passkeys
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER passkeys_deleted AFTER DELETE ON passkeys
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER time_codes_inserted AFTER INSERT ON time_codes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER time_codes_deleted AFTER DELETE ON time_codes
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION account_roles_raise_access();
CREATE TRIGGER factor_rules_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON factor_rules
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_version();
