-- What the product's own code does with rows after migrations, where SQL cannot: each once, in batches that may be
-- interrupted between any two.
CREATE TABLE data_steps (
  name     text PRIMARY KEY,
  last_id  bigint NOT NULL DEFAULT 0,                              -- up to here it is done
  done_at  timestamptz
);
