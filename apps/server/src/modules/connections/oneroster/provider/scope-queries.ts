import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { Period } from './sessions.ts';

/** Formats an instant as the standard requires. */
export const asInstant = (value: unknown) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export interface SchoolRow {
  name: string;
  time_zone: string;
  today: string;
  modified: string;
  /** The first source of this school's rosters, whose ids are used; null if there is none. */
  source_id: number | null;
  /** The id of the school in that source. */
  external_id: string | null;
}

export async function findSchool(db: Db, schoolId: number): Promise<SchoolRow | null> {
  const { rows } = await sql<SchoolRow>`
    SELECT schools.school_name AS name, schools.time_zone, to_char(app_now() AT TIME ZONE schools.time_zone, 'YYYY-MM-DD') AS today,
           ${asInstant(sql`schools.updated_at`)} AS modified, source.id AS source_id, link.external_id
      FROM schools
      LEFT JOIN LATERAL (SELECT min(id) AS id FROM external_sources WHERE school_id = schools.id AND kind IN ('roster_file', 'oneroster_rest')) source ON true
      LEFT JOIN external_links link ON link.source_id = source.id AND link.kind = 'school' AND link.local_id = schools.id
     WHERE schools.id = ${schoolId}
     ORDER BY link.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Lists the marking periods of a school, by their days. */
export async function listPeriods(db: Db, schoolId: number): Promise<Period[]> {
  const { rows } = await sql<Period>`
    SELECT period.id, period.name, to_char(period.start_date, 'YYYY-MM-DD') AS start, to_char(period.end_date, 'YYYY-MM-DD') AS "end",
           ${asInstant(sql`period.updated_at`)} AS modified
      FROM marking_periods period JOIN marking_period_schools place ON place.marking_period_id = period.id
     WHERE place.school_id = ${schoolId} AND period.active AND period.archived_at IS NULL
     ORDER BY period.start_date, period.end_date, period.id`.execute(db);
  return rows;
}
