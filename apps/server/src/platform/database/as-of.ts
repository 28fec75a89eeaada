import { sql } from 'kysely';

/**
 * Of which moment a statement's rows are, as a number that grows with every transaction that ends: how many numbers of
 * transactions are given and not under way any more, in the statement's own snapshot. Of two statements that with the
 * higher number saw all that the other saw, whichever process asked. Source: PostgreSQL, "Transaction ID and Snapshot
 * Information Functions".
 */
export const AS_OF = sql<number>`(SELECT pg_snapshot_xmax(s)::text::bigint - (SELECT count(*) FROM pg_snapshot_xip(s)) FROM pg_current_snapshot() s)`;
