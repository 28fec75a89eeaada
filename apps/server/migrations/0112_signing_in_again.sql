-- The latest instant at which the person of a sign-in confirmed who they are: by signing in, or since.
ALTER TABLE access_tokens ADD COLUMN confirmed_at timestamptz;
UPDATE access_tokens SET confirmed_at = created_at;
ALTER TABLE access_tokens ALTER COLUMN confirmed_at SET NOT NULL, ALTER COLUMN confirmed_at SET DEFAULT app_now();
