import type { Term } from '@classwright/contract';
import { sql } from 'kysely';
import type { Tx } from '../database/index.ts';

/** Saves a term of a school, in place of the one it had. */
export async function saveTerm(tx: Tx, schoolId: number, term: Term, amount: number): Promise<void> {
  await sql`
    INSERT INTO retention_terms (school_id, term, amount) VALUES (${schoolId}, ${term}, ${amount})
    ON CONFLICT (school_id, term) DO UPDATE SET amount = excluded.amount`.execute(tx);
}
