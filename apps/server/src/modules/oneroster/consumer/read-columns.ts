import { sql } from 'kysely';

/** A reading of a source, for whoever looks. */
export const readColumns = sql`
  read.id, read.source_id, read.account_id, read.mode, read.status, read.outcome, read.step, read.page_offset, read.page_total, read.restarts, read.waits,
  read.records, read.bytes, read.trouble, CASE WHEN read.waits_until > app_now() THEN read.waits_until END AS waits_until, read.import_id, read.request_id,
  read.created_at, read.finished_at, trim(accounts.first_name || ' ' || accounts.last_name) AS account_name
    FROM oneroster_source_reads read JOIN accounts ON accounts.id = read.account_id`;
