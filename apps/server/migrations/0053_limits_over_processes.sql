-- What heavy callers have spent of their budgets at each process, so that nobody gets more by asking several. It is told
-- each second and worth nothing a little later, so a crash may take it along.
CREATE UNLOGGED TABLE limit_spending (
  limiter  text NOT NULL,
  -- An account's id or a network.
  key      text NOT NULL,
  process  uuid NOT NULL,
  -- The process counts what it remembers of a caller: a greater one begins at nothing.
  run      bigint NOT NULL,
  spent    double precision NOT NULL,             -- in all since the run began
  debt     double precision NOT NULL,             -- what was missing of the full budget when it was told
  told_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  until    timestamptz NOT NULL,                  -- then the budget is full again
  PRIMARY KEY (limiter, key, process)
);
CREATE INDEX limit_spending_told ON limit_spending (told_at);
