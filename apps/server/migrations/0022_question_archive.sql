-- Deleted questions are listed by whose they are and when they went.
CREATE INDEX questions_archive ON questions (account_id, archived_at DESC) WHERE archived_at IS NOT NULL;
-- The bank in the order of its columns.
CREATE INDEX questions_rating ON questions (average_rating DESC NULLS LAST, id DESC) WHERE archived_at IS NULL AND published_state = 'PUBLISHED';
CREATE INDEX questions_approvals ON questions (total_approval DESC, id DESC) WHERE archived_at IS NULL AND published_state = 'PUBLISHED';
CREATE INDEX questions_updated ON questions (updated_at DESC, id DESC) WHERE archived_at IS NULL AND published_state = 'PUBLISHED';
