import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

/** Limits rows to periods of schools within reach; list statements call the table `t`. */
export const isPeriodInReach = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM marking_period_schools part WHERE part.marking_period_id = t.id AND ${isInReach(reach, 'part.school_id')})`;

export interface Overlap {
  school_name: string;
  /** The names of the other periods, in order of their start. */
  others: string;
}

/** Lists active periods that share days and schools with an active one; the first and last days count. */
export async function listOverlaps(db: Db, periodId: number): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    SELECT schools.school_name, string_agg(other.name, ', ' ORDER BY other.start_date, other.id) AS others
      FROM marking_periods this
      JOIN marking_period_schools mine ON mine.marking_period_id = this.id
      JOIN marking_period_schools theirs ON theirs.school_id = mine.school_id AND theirs.marking_period_id <> this.id
      JOIN marking_periods other ON other.id = theirs.marking_period_id AND other.active AND other.archived_at IS NULL
                                AND other.start_date <= this.end_date AND other.end_date >= this.start_date
      JOIN schools ON schools.id = mine.school_id
     WHERE this.id = ${periodId} AND this.active
     GROUP BY schools.id, schools.school_name
     ORDER BY schools.school_name, schools.id`.execute(db);
  return rows;
}

/** Returns true when another active school has the same name, ignoring case. */
export async function hasSchoolOfSameName(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM schools this JOIN schools other ON other.id <> this.id AND other.archived_at IS NULL
       AND lower(NORMALIZE(other.school_name, NFKC)) = lower(NORMALIZE(this.school_name, NFKC)) WHERE this.id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
}
