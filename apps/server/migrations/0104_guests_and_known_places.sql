-- Guests of a rehearsal: simulated people without a name of their own, one for each phone that came in by the code. They are numbered
-- from 1 in each rehearsal, and no simulated class plays them.
ALTER TABLE accounts ADD COLUMN guest_number smallint CHECK (guest_number > 0);
ALTER TABLE accounts ADD CONSTRAINT accounts_guests_are_simulated CHECK (guest_number IS NULL OR simulated_in IS NOT NULL);
CREATE UNIQUE INDEX accounts_guest ON accounts (simulated_in, guest_number) WHERE guest_number IS NOT NULL;

-- accounts: the people of lessons, simulated ones too.
CREATE OR REPLACE VIEW lesson_people AS
  SELECT id, school_id, first_name, last_name, email, status, picture_file_id, updated_at, trim(first_name || ' ' || last_name) AS full_name, simulated_in, guest_number
    FROM accounts;

-- The places from which the code of a run was typed rightly. Wrong codes of one person there do not end this code for the others.
CREATE TABLE live_code_places (
  session_id  bigint NOT NULL REFERENCES live_codes (session_id) ON DELETE CASCADE,
  place       text NOT NULL,
  PRIMARY KEY (session_id, place)
);
