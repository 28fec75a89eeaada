-- Files of grades are previewed and applied as those of people and questions are.
ALTER TABLE imports DROP CONSTRAINT imports_kind_check;
ALTER TABLE imports ADD CONSTRAINT imports_kind_check CHECK (kind IN ('account', 'question', 'grade'));
