-- Rows of lists that erase instead of archiving, kept for an hour so that a deletion can be taken back with the same id.
-- parts: what went with the row, by table.
CREATE TABLE erased_rows (
  table_name  text NOT NULL,
  row_id      bigint NOT NULL,
  row         jsonb NOT NULL,
  parts       jsonb NOT NULL,
  erased_by   bigint NOT NULL,
  erased_at   timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (table_name, row_id)
);
CREATE INDEX erased_rows_age ON erased_rows (erased_at);
