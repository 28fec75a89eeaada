-- Tokens that nobody uses end: those of staff after a working day, those of students after a week.
ALTER TABLE access_tokens ADD COLUMN idle_seconds integer NOT NULL DEFAULT 604800 CHECK (idle_seconds > 0);
UPDATE access_tokens SET idle_seconds = 43200
  FROM accounts JOIN account_types ON account_types.id = accounts.account_type_id
 WHERE accounts.id = access_tokens.account_id AND access_tokens.ended_at IS NULL AND lower(account_types.name) <> 'student';
ALTER TABLE access_tokens ALTER COLUMN idle_seconds DROP DEFAULT;
CREATE INDEX access_tokens_ended ON access_tokens (ended_at) WHERE ended_at IS NOT NULL;

-- A link that somebody asked for at the sign-in page: shorter, and no other link or card ends by it.
ALTER TABLE one_time_links DROP CONSTRAINT one_time_links_purpose_check;
ALTER TABLE one_time_links ADD CONSTRAINT one_time_links_purpose_check CHECK (purpose IN ('set_up', 'password', 'card', 'reset'));

-- Who asked for a new password how often, whether there is such an account or not; only a hash of the address is kept.
CREATE TABLE password_requests (
  email_hash  bytea PRIMARY KEY,
  first_at    timestamptz NOT NULL DEFAULT app_now(),
  latest_at   timestamptz NOT NULL DEFAULT app_now(),
  count       integer NOT NULL DEFAULT 1
);
CREATE INDEX password_requests_age ON password_requests (latest_at);

-- An account is one person at the provider, whoever has that person's address later.
CREATE TABLE google_identities (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  issuer      text NOT NULL,
  subject     text NOT NULL,
  linked_at   timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (issuer, subject)
);
