import type { Form, RehearsalView } from '@classwright/contract';
import type { SimulatedSpeed } from '@classwright/rules/simulation/index';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A rehearsal: the copy of an assessment, and its hidden class. */
export interface RehearsalRow {
  course_id: number;
  assessment_id: number;
  original_id: number | null;
  school_id: number;
}

export async function findRehearsal(db: Db, assessmentId: number): Promise<RehearsalRow | null> {
  const { rows } = await sql<RehearsalRow>`
    SELECT rehearsals.course_id, rehearsals.assessment_id, rehearsals.original_id, lesson_classes.school_id
      FROM rehearsals JOIN lesson_classes ON lesson_classes.id = rehearsals.course_id WHERE rehearsals.assessment_id = ${assessmentId}`.execute(db);
  return rows[0] ?? null;
}

export async function insertRehearsalRow(tx: Tx, row: { courseId: number; assessmentId: number; originalId: number; madeBy: number }): Promise<void> {
  await tx
    .insertInto('rehearsals')
    .values({ course_id: row.courseId, assessment_id: row.assessmentId, original_id: row.originalId, made_by: row.madeBy })
    .execute();
}

/** Lists the rehearsals that a person has made and can open, newest first; of one assessment, or of all (null) (LIVE-126). */
export async function listOwnRehearsals(db: Db, madeBy: number, originalId: number | null): Promise<RehearsalView[]> {
  const { rows } = await sql<RehearsalView>`
    SELECT rehearsals.assessment_id, assessments.title,
           CASE WHEN assessments.status = 'finished' THEN 'finished'
                WHEN EXISTS (SELECT 1 FROM live_sessions running WHERE running.assessment_id = rehearsals.assessment_id AND running.state = 'running') THEN 'running'
                ELSE 'ready' END AS state
      FROM rehearsals JOIN assessments ON assessments.id = rehearsals.assessment_id
     WHERE rehearsals.made_by = ${madeBy} AND (${originalId}::bigint IS NULL OR rehearsals.original_id = ${originalId})
     ORDER BY rehearsals.made_at DESC, rehearsals.assessment_id DESC`.execute(db);
  return rows;
}

/** Lists the rehearsals that were made more than these hours ago. */
export async function listOldRehearsals(db: Db, hours: number): Promise<number[]> {
  const { rows } = await sql<{ assessment_id: number }>`
    SELECT assessment_id FROM rehearsals WHERE made_at < app_moment() - make_interval(hours => ${hours}) ORDER BY made_at LIMIT 100`.execute(db);
  return rows.map(({ assessment_id }) => assessment_id);
}

/** Returns true when the school has simulated classes switched on. They are on unless somebody switched them off. */
export async function areAllowed(db: Db, schoolId: number): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    SELECT coalesce((settings ->> 'simulated_classes')::boolean, true) AS allowed FROM schools WHERE id = ${schoolId}`.execute(db);
  return rows[0]?.allowed ?? false;
}

/** The time after which a class leaves, whether its lesson came or not. */
const LONGEST = sql.lit('2 hours');
const columns = sql`size, speed, seed, brought_at, brought_at < app_now() - interval ${LONGEST} AS is_over`;

export interface SimulatedClassRow {
  size: number;
  speed: SimulatedSpeed;
  seed: number;
  brought_at: Date;
  /** True when the class has been there for so long that its lesson will not come any more. */
  is_over: boolean;
}

/** Any fixed number: it distinguishes the line of those who bring a class from other advisory locks. */
const BRINGING = 8_207_177;

/**
 * Counts the simulated classes that take part now, in a school and in all, without that of one lesson. Those who bring a
 * class count one after the other, until commit.
 */
export async function countClasses(tx: Tx, schoolId: number, besides: number | null): Promise<{ of_school: number; of_all: number }> {
  await sql`SELECT pg_advisory_xact_lock(${BRINGING})`.execute(tx);
  const { rows } = await sql<{ of_school: number; of_all: number }>`
    SELECT (count(*) FILTER (WHERE school_id = ${schoolId}))::integer AS of_school, count(*)::integer AS of_all
      FROM simulated_classes WHERE ended_at IS NULL AND assessment_id IS DISTINCT FROM ${besides}`.execute(tx);
  return rows[0] as { of_school: number; of_all: number };
}

/** Ends the other simulated classes of a person whose lessons do not run, so that they keep no place. */
export async function endIdleClasses(tx: Tx, broughtBy: number, besides: number): Promise<void> {
  await sql`
    UPDATE simulated_classes SET ended_at = app_now()
     WHERE ended_at IS NULL AND brought_by = ${broughtBy} AND assessment_id <> ${besides}
       AND NOT EXISTS (SELECT 1 FROM live_sessions running WHERE running.assessment_id = simulated_classes.assessment_id AND running.state = 'running')`.execute(
    tx,
  );
}

/** Records the simulated class of a lesson, in place of an earlier one. */
export async function saveClass(
  tx: Tx,
  row: { assessmentId: number; schoolId: number; size: number; speed: number; seed: number; broughtBy: number },
): Promise<SimulatedClassRow> {
  const { rows } = await sql<SimulatedClassRow>`
    INSERT INTO simulated_classes (assessment_id, school_id, size, speed, seed, brought_by)
    VALUES (${row.assessmentId}, ${row.schoolId}, ${row.size}, ${row.speed}, ${row.seed}, ${row.broughtBy})
    ON CONFLICT (assessment_id) DO UPDATE SET size = excluded.size, speed = excluded.speed, brought_by = excluded.brought_by,
       brought_at = app_now(), ended_at = NULL
    RETURNING ${columns}`.execute(tx);
  return rows[0] as SimulatedClassRow;
}

/** Returns the simulated class that takes part in a lesson now. */
export async function findClass(db: Db, assessmentId: number): Promise<SimulatedClassRow | null> {
  const { rows } = await sql<SimulatedClassRow>`
    SELECT ${columns} FROM simulated_classes WHERE assessment_id = ${assessmentId} AND ended_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

/** Ends the simulated class of a lesson. */
export async function endClass(db: Db, assessmentId: number): Promise<void> {
  await sql`UPDATE simulated_classes SET ended_at = app_now() WHERE assessment_id = ${assessmentId} AND ended_at IS NULL`.execute(db);
}

/** A student who may be played. */
export interface PlayableRow {
  account_id: number;
  first_name: string;
  last_name: string;
}

/**
 * Lists who may be played in a lesson, in one order: in a rehearsal its simulated people but guests, otherwise (`ofDemo`) the demo
 * school's students in the class.
 */
export async function listPlayable(db: Db, assessmentId: number, ofDemo: boolean): Promise<PlayableRow[]> {
  const { rows } = await sql<PlayableRow>`
    SELECT person.id AS account_id, person.first_name, person.last_name
      FROM assessments JOIN class_students learner ON learner.course_id = assessments.class_id JOIN lesson_people person ON person.id = learner.account_id
     WHERE assessments.id = ${assessmentId} AND person.status AND person.guest_number IS NULL
       AND (person.simulated_in = assessments.class_id OR (${ofDemo} AND person.email LIKE '%@demo.school'))
     ORDER BY person.id`.execute(db);
  return rows;
}

/** A lesson at one moment, as its simulated class must know it. */
export interface Moment {
  session_id: number;
  state: 'running' | 'finished' | 'canceled';
  can_comment: boolean;
  phase_id: number;
  form: Form;
  /** The title of the question. */
  question: string;
  is_open: boolean;
  /** The seconds since the form opened. */
  elapsed: number;
  here: number[];
  drafted: number[];
  /** The posts of the form, with their authors. */
  posts: { id: number; by: number }[];
  liked: number[];
  commented: number[];
  /** The students who have asked the teacher something in this run. */
  asked: number[];
  /** The groups that the teacher has published, as accounts. */
  groups: number[][];
  /** The choice of each in Form - 1A. */
  alone: { by: number; response_id: number | null }[];
}

/** Reads the newest run of a lesson as a simulated class sees it, in one statement. Null before the first run. */
export async function findMoment(db: Db, assessmentId: number): Promise<Moment | null> {
  const { rows } = await sql<Moment>`
    SELECT session.id AS session_id, session.state, session.can_comment, phase.id AS phase_id, phase.form,
           (SELECT title FROM question_versions WHERE id = phase.question_version_id) AS question,
           phase.closed_at IS NULL AND phase.deadline_at > app_now() AS is_open,
           extract(epoch FROM app_now() - phase.opened_at)::float8 AS elapsed,
           ARRAY(SELECT account_id FROM live_participants WHERE session_id = session.id) AS here,
           ARRAY(SELECT account_id FROM live_drafts WHERE phase_id = phase.id) AS drafted,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', post.id, 'by', post.account_id) ORDER BY post.id), '[]') FROM live_posts post WHERE post.phase_id = phase.id) AS posts,
           ARRAY(SELECT DISTINCT liked.account_id FROM live_posts post JOIN post_reactions liked ON liked.post_id = post.id WHERE post.phase_id = phase.id) AS liked,
           ARRAY(SELECT DISTINCT said.account_id FROM live_posts post JOIN post_comments said ON said.post_id = post.id WHERE post.phase_id = phase.id) AS commented,
           ARRAY(SELECT account_id FROM live_questions_to_staff WHERE session_id = session.id) AS asked,
           (SELECT coalesce(jsonb_agg(together.ids), '[]') FROM (SELECT jsonb_agg(member.account_id) AS ids FROM live_pairs pairs
               JOIN live_pair_members member ON member.pairs_id = pairs.id WHERE pairs.session_id = session.id AND pairs.published_at IS NOT NULL
              GROUP BY member.group_id) together) AS groups,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('by', post.account_id, 'response_id', post.response_id) ORDER BY post.account_id), '[]')
              FROM live_posts post JOIN live_phases first ON first.id = post.phase_id AND first.form = 'Form - 1A' WHERE first.session_id = session.id) AS alone
      FROM (SELECT * FROM live_sessions WHERE assessment_id = ${assessmentId} ORDER BY id DESC LIMIT 1) session
      CROSS JOIN LATERAL (SELECT * FROM live_phases WHERE session_id = session.id ORDER BY id DESC LIMIT 1) phase`.execute(db);
  return rows[0] ?? null;
}

/** A choice of a question, as students know it and as past lessons chose it alone. */
export interface KnownChoice {
  id: number;
  isRight: boolean;
  title: string;
  idea: string;
  chosen: number;
}

/** Lists the choices of a form's question. They stay the same while the form is open. */
export async function listChoices(db: Db, phaseId: number): Promise<KnownChoice[]> {
  const { rows } = await sql<KnownChoice>`
    SELECT response.id, response.is_valid AS "isRight", response.title, response.match_label AS idea,
           (SELECT count(*)::integer FROM session_results past WHERE past.question_version_id = response.question_version_id AND past.state = 'finished'
               AND past.form <> 'Form - 1B' AND past.response_id = response.id) AS chosen
      FROM live_phases phase JOIN question_responses response ON response.question_version_id = phase.question_version_id
     WHERE phase.id = ${phaseId} ORDER BY response.position`.execute(db);
  return rows;
}
