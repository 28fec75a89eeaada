import { TERMS, type Term, type Terms, USUAL_TERMS } from '@classwright/contract';
import type { Db } from '../database/index.ts';

/** Returns the terms of a school: its own where it set some, else the usual. Null is an installation without schools. */
export async function readTerms(db: Db, schoolId: number | null): Promise<Terms> {
  if (schoolId === null) return { ...USUAL_TERMS };
  const rows = await db.selectFrom('retention_terms').where('school_id', '=', schoolId).select(['term', 'amount']).execute();
  return {
    ...USUAL_TERMS,
    ...Object.fromEntries(rows.filter((row): row is { term: Term; amount: number } => row.term in TERMS).map(({ term, amount }) => [term, amount])),
  };
}
