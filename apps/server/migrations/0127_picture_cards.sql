-- Picture cards: a printed code that names a student, and a sequence of pictures that the student chose at its first use. The code is
-- kept as a keyed hash, the sequence as a password is. A card without pictures waits a week for its first use; one with
-- pictures ends when nobody has used it for long. A newer card takes the row, and everything that ends cards deletes it.
CREATE TABLE picture_cards (
  account_id     bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  code_hash      bytea NOT NULL UNIQUE,
  -- Null until the student has chosen, and again after a teacher has reset the pictures.
  pictures_hash  text,
  -- The wrong tries since the last right one.
  wrong          smallint NOT NULL DEFAULT 0,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX picture_cards_expiry ON picture_cards (expires_at);
