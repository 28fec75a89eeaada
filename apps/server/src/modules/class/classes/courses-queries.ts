import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { Database, Db } from '../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import type { MemberRole } from './queries.ts';

type CourseTable = Selectable<Database['courses']>;

/** A class with the reader's role in it. `role` is null for an Admin who is not in it. */
export interface CourseRow extends CourseTable {
  owner_name: string;
  level_name: string | null;
  role: MemberRole | null;
  is_staff: boolean;
  student_count: number;
  teacher_count: number;
}

/** The reader. An Admin sees every class and is its staff. */
interface Reader {
  readonly accountId: number;
  readonly isAdmin: boolean;
}

const columns = ({ isAdmin }: Reader) => sql`
  courses.*, levels.name AS level_name, me.role, (${isAdmin} OR me.role = 'TEACHER') AS is_staff,
  concat_ws(' ', owner.first_name, owner.last_name) AS owner_name,
  (SELECT count(*) FROM course_members m WHERE m.course_id = courses.id AND m.left_at IS NULL AND m.role = 'STUDENT')::int AS student_count,
  (SELECT count(*) FROM course_members m WHERE m.course_id = courses.id AND m.left_at IS NULL AND m.role = 'TEACHER')::int AS teacher_count`;

/** The classes that a person may see and that are not deleted; `me` is the person's membership. */
const source = ({ accountId, isAdmin }: Reader) => sql`
  courses
  JOIN people owner ON owner.id = courses.owner_id
  LEFT JOIN levels ON levels.id = courses.level_id
  ${isAdmin ? sql`LEFT JOIN` : sql`JOIN`} course_members me ON me.course_id = courses.id AND me.account_id = ${accountId} AND me.left_at IS NULL
 WHERE courses.archived_at IS NULL AND NOT courses.is_rehearsal`;

/** Returns a class of this reader. Null: there is none, or the reader may not see it. */
export async function findCourse(db: Db, reader: Reader, id: number): Promise<CourseRow | null> {
  const { rows } = await sql<CourseRow>`SELECT ${columns(reader)} FROM ${source(reader)} AND courses.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const SORTS = {
  name: sql`courses.name COLLATE natural_order`,
  section: sql`courses.section COLLATE natural_order`,
  room: sql`courses.room COLLATE natural_order`,
  level_name: sql`levels.name COLLATE natural_order`,
} satisfies Record<string, RawBuilder<unknown>>;

export interface CourseSearch extends PageRequest {
  type?: 'STUDENT' | 'TEACHER' | undefined;
  search_text: string;
  name: string;
  state: 'ACTIVE' | 'ARCHIVED';
  sort: keyof typeof SORTS;
  direction: 'asc' | 'desc';
}

/** Returns a page of the classes of this reader. */
export async function listCourses(db: Db, reader: Reader, search: CourseSearch): Promise<{ rows: CourseRow[]; total: number }> {
  const { type, page, per_page, sort, direction } = search;
  const [words, name] = [toContainsPattern(search.search_text.trim()), toContainsPattern(search.name.trim())];
  const ofType = { STUDENT: sql`me.role = 'STUDENT'`, TEACHER: sql`(${reader.isAdmin} OR me.role = 'TEACHER')` };
  const found = sql`${source(reader)}
     AND ${search.state === 'ACTIVE' ? sql`courses.course_state = 'ACTIVE'` : sql`courses.course_state <> 'ACTIVE'`}
     AND ${type === undefined ? sql`true` : ofType[type]}
     AND (${words} = '%%' OR courses.name ILIKE ${words} OR courses.section ILIKE ${words})
     AND (${name} = '%%' OR courses.name ILIKE ${name})`;
  const { rows } = await sql<CourseRow>`
    SELECT ${columns(reader)} FROM ${found}
     ORDER BY ${SORTS[sort]} ${direction === 'asc' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`}, ${SORTS.name}, ${SORTS.section}, courses.id
     LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM ${found}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns the state of a class and locks it until commit. Null when the class is deleted or does not exist. */
export async function lockState(tx: Db, id: number): Promise<string | null> {
  const row = await tx.selectFrom('courses').select('course_state').where('id', '=', id).where('archived_at', 'is', null).forShare().executeTakeFirst();
  return row?.course_state ?? null;
}
