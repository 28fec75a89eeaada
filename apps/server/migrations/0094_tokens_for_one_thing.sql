-- A token may be for one thing only: a seat in one lesson, or a wall that shows its teacher's lessons. Every call and channel
-- refuses such a token unless it names its purpose.
ALTER TABLE access_tokens
  ADD COLUMN purpose text CHECK (purpose IN ('seat', 'wall')),
  ADD COLUMN assessment_id bigint REFERENCES assessments (id) ON DELETE CASCADE,
  ADD CONSTRAINT access_tokens_seat_check CHECK ((purpose IS NOT DISTINCT FROM 'seat') = (assessment_id IS NOT NULL)),
  DROP CONSTRAINT access_tokens_end_reason_check,
  ADD CONSTRAINT access_tokens_end_reason_check CHECK (end_reason IN ('signed_out', 'new_device', 'deactivated', 'password_changed', 'expired', 'sent_out'));
CREATE INDEX access_tokens_seats ON access_tokens (assessment_id) WHERE purpose = 'seat';
