-- What the slices of erasures under way have done, until it stands in their receipts.
CREATE TABLE erasure_slices (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name   text NOT NULL,
  what         text NOT NULL CHECK (what IN ('emptied', 'deleted', 'numbered', 'scrubbed', 'unnamed')),
  erasure_ids  bigint[] NOT NULL,
  row_counts   integer[] NOT NULL,
  contents     text[] NOT NULL        -- a hash over what went for each; '' for none
);
