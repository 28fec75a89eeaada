-- Recovery codes are kept as slow hashes of their keyed hashes, since they are too short for a fast one alone. The keyed
-- hashes cannot be made into slow ones here, so people make new codes; their factors stay.
DROP TABLE recovery_codes;
CREATE TABLE recovery_codes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id  bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  code_hash   text NOT NULL
);
CREATE INDEX recovery_codes_account ON recovery_codes (account_id);
