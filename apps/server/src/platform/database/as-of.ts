import { sql } from 'kysely';

/**
 * The moment of a statement's rows, as a number that grows with every transaction that ends: how many transaction ids
 * are assigned and no longer in progress, in the statement's own snapshot. Of two statements run by any processes, the
 * one with the higher number saw everything that the other saw. Source: PostgreSQL, "Transaction ID and Snapshot
 * Information Functions".
 */
export const AS_OF = sql<number>`(SELECT pg_snapshot_xmax(s)::text::bigint - (SELECT count(*) FROM pg_snapshot_xip(s)) FROM pg_current_snapshot() s)`;
