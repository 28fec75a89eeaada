import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Erases the hidden class of a rehearsal with all that names it: its people, the copy of the assessment, and every row of
 * its lessons, in one statement (migration 0144). @throws when a row that the rehearsal did not make would have to go
 */
export async function eraseRehearsal(tx: Tx, courseId: number): Promise<void> {
  await sql`SELECT erase_rehearsal(${courseId})`.execute(tx);
}
