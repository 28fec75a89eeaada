-- Changes of the ways into an account, shown to its owner on Home for two weeks, so that they notice what they did not do.
CREATE TABLE account_changes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  what        text NOT NULL CHECK (what IN ('password', 'factor', 'factorEnd', 'email')),
  -- The sign-in that made it, where the change was made by its owner: it is not shown there.
  token_id    bigint REFERENCES access_tokens (id) ON DELETE SET NULL,
  made_at     timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX account_changes_account ON account_changes (account_id, id);
CREATE INDEX account_changes_token ON account_changes (token_id);
CREATE INDEX account_changes_made_at ON account_changes (made_at);
