import { TERMS, type Term, type Terms, USUAL_TERMS } from '@classwright/contract';
import type { Db } from '../database/index.ts';

/** Returns the terms of a school: its own where it set some, else the usual. Null is an installation without schools. */
export async function readTerms(db: Db, schoolId: number | null): Promise<Terms> {
  const own = schoolId === null ? undefined : (await readOwnTerms(db, schoolId)).get(schoolId);
  return { ...USUAL_TERMS, ...own };
}

/** Returns the terms that schools have set themselves, by school. @param schoolId one school alone */
export async function readOwnTerms(db: Db, schoolId?: number): Promise<ReadonlyMap<number, Partial<Terms>>> {
  const all = db.selectFrom('retention_terms').select(['school_id', 'term', 'amount']);
  const rows = await (schoolId === undefined ? all : all.where('school_id', '=', schoolId)).execute();
  const known = rows.filter((row): row is typeof row & { term: Term } => row.term in TERMS);
  return new Map(
    [...Map.groupBy(known, ({ school_id }) => school_id)].map(([id, terms]) => [id, Object.fromEntries(terms.map(({ term, amount }) => [term, amount]))]),
  );
}
