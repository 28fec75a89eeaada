-- Profiles, school settings, the shell's settings per account.

-- Where a person lives and when they were born. The telephone number is the account's.
CREATE TABLE profiles (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  address     text NOT NULL DEFAULT '',
  city        text NOT NULL DEFAULT '',
  state       text NOT NULL DEFAULT '',
  zip         text NOT NULL DEFAULT '',
  dob         date,
  updated_at  timestamptz NOT NULL DEFAULT app_now()
);
CREATE TRIGGER profiles_touch BEFORE UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
