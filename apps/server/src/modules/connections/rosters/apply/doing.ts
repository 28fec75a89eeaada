import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import type { Realtime } from '../../../../platform/live/index.ts';
import type { ClassRoom } from '../../../class/classes/index.ts';
import { insertSource, listSources } from '../../../class/sources/index.ts';
import type { RosterImport, RosterRow, RowResult } from '../queries.ts';

/** The context for applying rows of a roster, all within one transaction. */
export interface ApplyContext {
  tx: Tx;
  /** The person on whose behalf it is applied, with current rights. */
  person: Person;
  row: RosterImport;
  room: ClassRoom;
  realtime: Pick<Realtime, 'publish'>;
  t: Translate<MessageKey>;
  requestId: string;
  /** Returns the source of a school's rosters, which is created the first time. */
  sourceOf: (schoolId: number) => Promise<number>;
}

/** Applies rows of one kind. Returns the results that have to be stored. */
export type ApplyRows = (doing: ApplyContext, rows: readonly RosterRow[]) => Promise<RowResult[]>;

export function createSourceOf(tx: Tx, { source_id: own }: Pick<RosterImport, 'source_id'>): ApplyContext['sourceOf'] {
  if (own !== null) return () => Promise.resolve(own);
  const known = new Map<number, number>();
  return async (schoolId) => {
    const found = known.get(schoolId) ?? (await listSources(tx, 'roster_file', schoolId))[0]?.id;
    const id = found ?? (await insertSource(tx, { schoolId, kind: 'roster_file', name: 'Roster' }));
    known.set(schoolId, id);
    return id;
  };
}

/** Groups rows by school; rows without a school are skipped, since a preview has none that change anything. */
export async function forEachSchool(
  doing: ApplyContext,
  rows: readonly RosterRow[],
  work: (sourceId: number, schoolId: number, rows: readonly RosterRow[]) => Promise<RowResult[]>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const [schoolId, ofSchool] of Map.groupBy(rows, ({ school_id }) => school_id))
    if (schoolId !== null) results.push(...(await work(await doing.sourceOf(schoolId), schoolId, ofSchool)));
  return results;
}
