-- Files of Clever and PowerSchool are known by name.
ALTER TABLE roster_imports DROP CONSTRAINT roster_imports_format_check;
ALTER TABLE roster_imports ADD CONSTRAINT roster_imports_format_check
  CHECK (format = ANY (ARRAY['oneroster'::text, 'sds'::text, 'canvas'::text, 'clever'::text, 'powerschool'::text, 'mapped'::text]));

-- What somebody chose about a row of a preview that offers a choice (fields -> 'offers'): to use the name or the address of the roster,
-- and whether somebody with a new id is the same person.
ALTER TABLE roster_rows ADD COLUMN choice jsonb NOT NULL DEFAULT '{}';
