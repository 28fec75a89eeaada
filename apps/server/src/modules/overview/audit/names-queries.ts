import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

/** The current name of a record, and where it belongs. Null: it was deleted, is out of reach, or has none. */
export interface SubjectName {
  name: string | null;
  student: string | null;
  class_name: string | null;
}

/** Returns the names of records by `type:id`, for those that exist and are in reach. */
export async function listSubjectNames(
  db: Db,
  reach: Reach,
  subjects: readonly { subject_type: string; subject_id: number | null }[],
): Promise<Map<string, SubjectName>> {
  const asked = subjects.filter(({ subject_id }) => subject_id !== null);
  if (asked.length === 0) return new Map();
  const types = asked.map(({ subject_type }) => subject_type);
  const ids = asked.map(({ subject_id }) => subject_id);
  const person = (alias: string) => sql`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;
  const { rows } = await sql<SubjectName & { type: string; id: number }>`
    WITH asked AS (SELECT DISTINCT type, id FROM unnest(${types}::text[], ${ids}::bigint[]) AS one (type, id))
    SELECT asked.type, asked.id, ${person('people')} AS name, NULL AS student, NULL AS class_name
      FROM asked JOIN people ON people.id = asked.id WHERE asked.type IN ('account', 'profile') AND ${isInReach(reach, 'people.school_id')}
    UNION ALL SELECT asked.type, asked.id, schools.school_name, NULL, NULL
      FROM asked JOIN schools ON schools.id = asked.id WHERE asked.type IN ('school', 'school_settings') AND ${isInReach(reach, 'schools.id')}
    UNION ALL SELECT asked.type, asked.id, assessments.title, NULL, class_facts.name
      FROM asked JOIN assessments ON assessments.id = asked.id JOIN people ON people.id = assessments.account_id LEFT JOIN class_facts ON class_facts.id = assessments.class_id
     WHERE asked.type = 'assessment' AND ${isInReach(reach, 'people.school_id')}
    UNION ALL SELECT asked.type, asked.id, class_facts.name, NULL, class_facts.name
      FROM asked JOIN class_facts ON class_facts.id = asked.id WHERE asked.type = 'course' AND ${isInReach(reach, 'class_facts.school_id')}
    UNION ALL SELECT asked.type, asked.id, course_topics.name, NULL, class_facts.name
      FROM asked JOIN course_topics ON course_topics.id = asked.id JOIN class_facts ON class_facts.id = course_topics.course_id
     WHERE asked.type = 'topic' AND ${isInReach(reach, 'class_facts.school_id')}
    UNION ALL SELECT asked.type, asked.id, work_facts.title, NULL, class_facts.name
      FROM asked JOIN work_facts ON work_facts.id = asked.id JOIN class_facts ON class_facts.id = work_facts.course_id
     WHERE asked.type = 'courseWork' AND ${isInReach(reach, 'class_facts.school_id')}
    UNION ALL SELECT asked.type, asked.id, NULL, NULL, class_facts.name
      FROM asked JOIN grade_settings ON grade_settings.id = asked.id JOIN class_facts ON class_facts.id = grade_settings.course_id
     WHERE asked.type = 'gradeSetting' AND ${isInReach(reach, 'class_facts.school_id')}
    UNION ALL SELECT asked.type, asked.id, work_facts.title, ${person('people')}, class_facts.name
      FROM asked JOIN submission_facts ON submission_facts.id = asked.id JOIN work_facts ON work_facts.id = submission_facts.course_work_id
      JOIN class_facts ON class_facts.id = work_facts.course_id LEFT JOIN people ON people.id = submission_facts.account_id AND ${isInReach(reach, 'people.school_id')}
     WHERE asked.type = 'submission' AND ${isInReach(reach, 'class_facts.school_id')}
    UNION ALL SELECT asked.type, asked.id, question_versions.title, NULL, NULL
      FROM asked JOIN questions ON questions.id = asked.id JOIN question_versions ON question_versions.id = questions.current_version_id
     WHERE asked.type = 'question' AND ${isInReach(reach, 'questions.school_id')}
    UNION ALL SELECT asked.type, asked.id, files.name, NULL, NULL
      FROM asked JOIN files ON files.id = asked.id WHERE asked.type = 'file' AND ${isInReach(reach, 'files.school_id')}`.execute(db);
  return new Map(rows.map(({ type, id, ...found }) => [`${type}:${id}`, found]));
}

type Kept = { subject_type: string; subject_id: number; before: unknown; after: unknown };

/** Returns for each record the newest entry in reach that holds one of the naming fields, if there is one. */
export async function listKeptNames(
  db: Db,
  reach: Reach,
  subjects: readonly { subject_type: string; subject_id: number | null }[],
  naming: readonly string[],
): Promise<Kept[]> {
  const asked = subjects.filter(({ subject_id }) => subject_id !== null);
  if (asked.length === 0) return [];
  const types = asked.map(({ subject_type }) => subject_type);
  const ids = asked.map(({ subject_id }) => subject_id);
  const { rows } = await sql<Kept>`
    SELECT asked.type AS subject_type, asked.id AS subject_id, kept.before, kept.after
      FROM (SELECT DISTINCT type, id FROM unnest(${types}::text[], ${ids}::bigint[]) AS one (type, id)) asked
      CROSS JOIN LATERAL (
        SELECT entry.before, entry.after FROM audit_entries entry
         WHERE entry.subject_type = asked.type AND entry.subject_id = asked.id AND ${isInReach(reach, 'entry.school_id')}
           AND (entry.before ?| ${[...naming]}::text[] OR entry.after ?| ${[...naming]}::text[])
         ORDER BY entry.at DESC LIMIT 1) kept`.execute(db);
  return rows;
}

export interface GradeChangeRow {
  student: string | null;
  work: string | null;
  from_grade: number | null;
  to_grade: number | null;
  was_excused: boolean;
  is_excused: boolean;
}

export interface GradeAct {
  kind: string;
  class_name: string | null;
  cell_count: number;
  work_count: number;
  /** The first of the grades, by work and student. */
  cells: GradeChangeRow[];
}

/** The maximum number of grades of an act that are shown one by one. */
const SHOWN_CELLS = 50;

/** Returns acts on grades by their ids, with the grades each changed. Names of people out of reach are null. */
export async function listGradeActs(db: Db, reach: Reach, actIds: readonly number[]): Promise<Map<number, GradeAct>> {
  if (actIds.length === 0) return new Map();
  const { rows } = await sql<GradeAct & { id: number }>`
    SELECT act.id, act.kind, class_facts.name AS class_name, act.cell_count, of_act.work_count, coalesce(of_act.cells, '[]') AS cells
      FROM grade_acts act
      JOIN class_facts ON class_facts.id = act.course_id AND ${isInReach(reach, 'class_facts.school_id')}
      CROSS JOIN LATERAL (
        SELECT (SELECT count(DISTINCT submission_facts.course_work_id)
                  FROM grade_changes change JOIN submission_facts ON submission_facts.id = change.submission_id WHERE change.act_id = act.id) AS work_count,
               (SELECT json_agg(json_build_object('student', cell.student, 'work', cell.work, 'from_grade', cell.from_grade, 'to_grade', cell.to_grade,
                         'was_excused', cell.was_excused, 'is_excused', cell.is_excused))
                  FROM (SELECT people.full_name AS student, work_facts.title AS work, before.draft AS from_grade,
                               change.draft AS to_grade, coalesce(before.excused, false) AS was_excused, change.excused AS is_excused
                          FROM grade_changes change
                          JOIN submission_facts ON submission_facts.id = change.submission_id
                          JOIN work_facts ON work_facts.id = submission_facts.course_work_id
                          LEFT JOIN people ON people.id = submission_facts.account_id AND ${isInReach(reach, 'people.school_id')}
                          LEFT JOIN grade_changes before ON before.submission_id = change.submission_id AND before.revision = change.revision - 1
                         WHERE change.act_id = act.id
                         ORDER BY work_facts.id, change.submission_id LIMIT ${SHOWN_CELLS}::int) cell) AS cells) of_act
     WHERE act.id = ANY(${actIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...act }) => [id, act]));
}
