import type { EndKind } from '@classwright/rules/sync/ends';
import type { SYNC_KINDS, SYNC_MODES, SYNC_OUTCOMES, SYNC_SCOPES, SYNC_STATUSES } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { PageRequest } from '../../../../platform/lists.ts';
import type { Missed } from '../../../class/ends/index.ts';
import type { Mark, Part } from '../push/part.ts';

export type RunScope = (typeof SYNC_SCOPES)[number];
export type RunMode = (typeof SYNC_MODES)[number];
export type RunStatus = (typeof SYNC_STATUSES)[number];
export type ChangeKind = (typeof SYNC_KINDS)[number];
export type ChangeOutcome = (typeof SYNC_OUTCOMES)[number];

/** The choice about a class that a preview found. */
export interface Choice {
  external_id: string;
  choice: 'make' | 'link' | 'ignore' | 'later';
  course_id?: number | undefined;
}

/** A question about a class of a paused run: this many things of a kind would end. */
export interface Question {
  class_name: string;
  kind: EndKind;
  count: number;
}

export interface Counts {
  made: number;
  changed: number;
  ended: number;
  sent: number;
  refused: number;
  conflicts: number;
}

export interface RunRow extends Counts {
  id: number;
  source_id: number;
  school_id: number;
  scope: RunScope;
  mode: RunMode;
  course_id: number | null;
  course_name: string | null;
  account_id: number | null;
  account_name: string | null;
  begun_by: number | null;
  by_name: string | null;
  of_run: number | null;
  choices: Choice[];
  status: RunStatus;
  waits_until: Date | null;
  /** The questions of a paused run's classes. */
  questions: Question[];
  only_grades: boolean;
  /** True when undecided classes are created here. */
  makes_classes: boolean;
  /** True when Google's messages started it: it reads the reported changes. */
  is_pushed: boolean;
  failure: string | null;
  calls: number;
  classes: number;
  classes_done: number;
  created_at: Date;
  finished_at: Date | null;
  /** True when the preview has been applied. */
  is_done: boolean;
  /** True when something can be undone, and there was no undo yet. */
  has_undoable: boolean;
}

const runs = sql`
  SELECT run.id, run.source_id, source.school_id, run.scope, run.mode, run.course_id, course.name AS course_name, run.account_id,
         account.full_name AS account_name, run.begun_by, beginner.full_name AS by_name, run.of_run, run.choices, run.status, run.waits_until,
         run.only_grades, run.makes_classes, run.is_pushed, run.failure, run.made, run.changed, run.ended, run.sent, run.refused, run.conflicts, run.calls, run.created_at, run.finished_at,
         (SELECT count(*) FROM sync_units unit WHERE unit.run_id = run.id)::int AS classes,
         (SELECT count(*) FROM sync_units unit WHERE unit.run_id = run.id AND unit.status IN ('done', 'failed'))::int AS classes_done,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('class_name', coalesce(asking.name, link.facts ->> 'name', ''), 'kind', asked.key, 'count', asked.value) ORDER BY unit.id), '[]')
            FROM sync_units unit CROSS JOIN LATERAL jsonb_each(unit.asked) asked JOIN external_links link ON link.id = unit.link_id
            LEFT JOIN class_facts asking ON asking.id = link.local_id WHERE unit.run_id = run.id AND unit.status = 'paused') AS questions,
         run.mode = 'preview' AND EXISTS (SELECT FROM sync_runs later WHERE later.of_run = run.id AND later.status NOT IN ('cancelled', 'failed')) AS is_done,
         run.mode IN ('apply', 'scheduled') AND run.made + run.changed + run.ended + run.sent > 0
           AND NOT EXISTS (SELECT FROM sync_runs later WHERE later.of_run = run.id AND later.mode = 'undo' AND later.status <> 'failed') AS has_undoable
    FROM sync_runs run JOIN external_sources source ON source.id = run.source_id
    LEFT JOIN class_facts course ON course.id = run.course_id LEFT JOIN people beginner ON beginner.id = run.begun_by LEFT JOIN people account ON account.id = run.account_id`;

export async function findRun(db: Db, id: number): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`${runs} WHERE run.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a run until commit. */
export async function lockRun(tx: Tx, id: number): Promise<RunRow | null> {
  await sql`SELECT FROM sync_runs WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findRun(tx, id);
}

const isLive = sql`status IN ('waiting', 'running', 'paused')`;
export const LIVE: readonly RunStatus[] = ['waiting', 'running', 'paused'];

export interface NewRun {
  sourceId: number;
  scope: RunScope;
  mode: RunMode;
  courseId: number | null;
  accountId: number | null;
  begunBy: number | null;
  ofRun?: number | null;
  choices?: readonly Choice[];
  onlyGrades?: boolean;
  /** True to create undecided classes here; the default. */
  makesClasses?: boolean;
  isPushed?: boolean;
  requestId: string | null;
}

/** Starts a run, or returns the active one of the same scope: two simultaneous requests both get one. */
export async function insertRun(tx: Tx, run: NewRun): Promise<{ id: number; isNew: boolean }> {
  const {
    sourceId,
    scope,
    mode,
    courseId,
    accountId,
    begunBy,
    ofRun = null,
    choices = [],
    onlyGrades = false,
    makesClasses = true,
    isPushed = false,
    requestId,
  } = run;
  const inserted = await sql<{ id: number }>`
    INSERT INTO sync_runs (source_id, scope, mode, course_id, account_id, begun_by, of_run, choices, only_grades, makes_classes, is_pushed, request_id)
    VALUES (${sourceId}, ${scope}, ${mode}, ${courseId}, ${accountId}, ${begunBy}, ${ofRun}, ${JSON.stringify(choices)}::jsonb, ${onlyGrades}, ${makesClasses}, ${isPushed}, ${requestId})
    ON CONFLICT (source_id, scope, course_id, account_id, is_pushed) WHERE status IN ('waiting', 'running', 'paused') DO NOTHING RETURNING id`.execute(tx);
  if (inserted.rows[0]) return { id: inserted.rows[0].id, isNew: true };
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM sync_runs WHERE source_id = ${sourceId} AND scope = ${scope} AND course_id IS NOT DISTINCT FROM ${courseId}
       AND account_id IS NOT DISTINCT FROM ${accountId} AND is_pushed = ${isPushed} AND ${isLive}`.execute(tx);
  if (rows[0]) return { id: rows[0].id, isNew: false };
  return insertRun(tx, run); // it ended in between
}

/**
 * Makes a run in progress read everything once more before it ends, since it may have passed what is requested now; it
 * also adds what was excluded: work other than grades, and (`makesClasses`) undecided classes.
 */
export async function requestRerun(tx: Tx, id: number, makesClasses: boolean): Promise<void> {
  await sql`
    UPDATE sync_runs run
       SET is_asked_again = true, makes_classes = run.makes_classes OR ${makesClasses}
     WHERE run.id = ${id} AND run.${isLive} AND run.mode IN ('apply', 'scheduled')
       AND (run.only_grades OR (${makesClasses} AND NOT run.makes_classes)
            OR EXISTS (SELECT FROM sync_units unit WHERE unit.run_id = run.id AND (unit.claim > 0 OR unit.status <> 'waiting')))`.execute(tx);
}

/** Restarts the units of a run if somebody has requested it since. Returns true if so. */
export async function restartRun(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE sync_runs SET is_asked_again = false, only_grades = false, failure = NULL WHERE id = ${id} AND is_asked_again AND ${isLive} RETURNING 1`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    UPDATE sync_units SET status = 'waiting', step = 0, page_token = NULL, seen = '[]', missed = '{}', tries = 0, failure = NULL, part = NULL, marks = '[]',
           list_since = app_now()
     WHERE run_id = ${id}`.execute(tx);
  return true;
}

/** Matches runs that Google's messages started and that found everything here already. */
const isIdle = sql`(run.is_pushed AND run.status = 'finished' AND run.made + run.changed + run.ended + run.sent + run.refused + run.conflicts = 0)`;

export interface RunSearch extends PageRequest {
  sourceId: number;
  courseId: number | null;
  /** The person whose runs, and runs of whose classes, are listed; null: the whole school's. */
  accountId: number | null;
  /** True for only those that have not ended. */
  isAlive: boolean;
}

export async function listRuns(db: Db, { sourceId, courseId, accountId, isAlive, page, per_page }: RunSearch): Promise<{ rows: RunRow[]; total: number }> {
  const where = sql`
    run.source_id = ${sourceId} AND (${courseId}::bigint IS NULL OR run.course_id = ${courseId})
    AND (${accountId}::bigint IS NULL OR run.begun_by = ${accountId} OR run.account_id = ${accountId}
         OR EXISTS (SELECT FROM class_staff staff WHERE staff.course_id = run.course_id AND staff.account_id = ${accountId}))
    AND NOT ${isIdle} AND (NOT ${isAlive} OR run.${isLive})`;
  const { rows } = await sql<RunRow>`${runs} WHERE ${where} ORDER BY run.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM sync_runs run WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Lists the people who see a run on a button: the person who started it or whose classes it includes, the staff of its
 * class, and the school's administrators. Nobody for runs that Google's messages started.
 */
export async function listOnlookers(db: Db, runId: number): Promise<{ account_id: number; course_id: number | null }[]> {
  const { rows } = await sql<{ account_id: number; course_id: number | null }>`
    SELECT onlooker.account_id, run.course_id FROM sync_runs run JOIN external_sources source ON source.id = run.source_id
     CROSS JOIN LATERAL (
       SELECT run.begun_by AS account_id UNION SELECT run.account_id
        UNION SELECT staff.account_id FROM class_staff staff WHERE staff.course_id = run.course_id
        UNION SELECT administrators.account_id FROM administrators JOIN people account ON account.id = administrators.account_id
               WHERE account.school_id = source.school_id OR account.school_id IS NULL) onlooker
     WHERE run.id = ${runId} AND NOT run.is_pushed AND onlooker.account_id IS NOT NULL`.execute(db);
  return rows;
}

/** Returns the minutes since somebody's own newest run started. */
export async function findMinutesSinceRun(db: Db, sourceId: number, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    SELECT extract(epoch FROM app_now() - max(created_at))::float8 / 60 AS minutes FROM sync_runs
     WHERE source_id = ${sourceId} AND account_id = ${accountId} AND NOT ${isLive}`.execute(db);
  return rows[0]?.minutes ?? null;
}

export async function setRunStatus(db: Db, id: number, status: RunStatus, more: { failure?: string | null } = {}): Promise<void> {
  const isOver = !LIVE.includes(status);
  await sql`
    UPDATE sync_runs SET status = ${status}, waits_until = NULL, finished_at = CASE WHEN ${isOver} THEN app_now() END,
           failure = coalesce(${more.failure ?? null}, failure)
     WHERE id = ${id} AND ${isLive}`.execute(db);
}

/**
 * Ends scheduled runs of a source with unanswered questions: the next one reads again, and asks again if necessary.
 */
export async function endUnanswered(tx: Tx, sourceId: number, failure: string): Promise<void> {
  await sql`
    UPDATE sync_runs run SET status = 'partly', failure = coalesce(failure, ${failure}), waits_until = NULL, finished_at = app_now()
     WHERE run.source_id = ${sourceId} AND run.mode = 'scheduled' AND NOT run.is_pushed AND run.status = 'paused'
       AND NOT EXISTS (SELECT FROM sync_units unit WHERE unit.run_id = run.id AND unit.status = 'waiting')`.execute(tx);
}

/** Stores the time until which a run waits for Google. */
export async function setWaitsUntil(db: Db, id: number, inMs: number): Promise<void> {
  await sql`
    UPDATE sync_runs SET waits_until = greatest(waits_until, app_now() + make_interval(secs => ${inMs}::float8 / 1000)) WHERE id = ${id} AND ${isLive}`.execute(
    db,
  );
}

/** Adds to a run's counts, and ends its wait. */
export async function addCounts(tx: Tx, id: number, counts: Partial<Counts>, calls = 0): Promise<void> {
  const { made = 0, changed = 0, ended = 0, sent = 0, refused = 0, conflicts = 0 } = counts;
  await sql`
    UPDATE sync_runs SET made = made + ${made}, changed = changed + ${changed}, ended = ended + ${ended}, sent = sent + ${sent}, refused = refused + ${refused},
           conflicts = conflicts + ${conflicts}, calls = calls + ${calls}, waits_until = NULL
     WHERE id = ${id}`.execute(tx);
}

export interface UnitRow {
  id: number;
  run_id: number;
  link_id: number;
  connection_id: number | null;
  course: Record<string, unknown> | null;
  status: 'waiting' | 'paused' | 'done' | 'failed';
  step: number;
  page_token: string | null;
  seen: unknown[];
  /** The start of reading the current list, or a moment before. */
  list_since: string;
  tries: number;
  failure: string | null;
  part: Part | null;
  marks: Mark[];
  /** The things that the first reading of the current list missed. */
  missed: Missed;
  /** The numbers that somebody has consented to end, by kind. */
  allowed: Readonly<Partial<Record<EndKind, number>>>;
  /** The number of the latest claim: only its owner continues. */
  claim: number;
}

export interface NewUnit {
  linkId: number;
  connectionId: number;
  course: object | null;
}

/** Creates a run's units, each class once. Returns the ids of those that wait. */
export async function insertUnits(tx: Tx, runId: number, units: readonly (NewUnit & { part: Part | null; marks: readonly Mark[] })[]): Promise<number[]> {
  await sql`
    INSERT INTO sync_units (run_id, link_id, connection_id, course, part, marks)
    SELECT ${runId}, given."linkId", given."connectionId", given.course, given.part, given.marks
      FROM jsonb_to_recordset(${JSON.stringify(units)}::jsonb) AS given ("linkId" bigint, "connectionId" bigint, course jsonb, part jsonb, marks jsonb)
    ON CONFLICT (run_id, link_id) DO UPDATE SET course = excluded.course WHERE sync_units.status = 'waiting' AND sync_units.step = 0`.execute(tx);
  return listWaitingUnits(tx, runId);
}

async function listWaitingUnits(db: Db, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM sync_units WHERE run_id = ${runId} AND status = 'waiting' ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

const unitColumns = sql`
  unit.id, unit.run_id, unit.link_id, unit.connection_id, unit.course, unit.status, unit.step, unit.page_token, unit.seen, unit.list_since::text, unit.tries, unit.failure, unit.part, unit.marks, unit.missed, unit.allowed, unit.claim`;

/** Claims a unit, replacing the earlier owner. */
export async function claimUnit(db: Db, id: number): Promise<UnitRow | null> {
  const { rows } = await sql<UnitRow>`UPDATE sync_units unit SET claim = claim + 1 WHERE unit.id = ${id} RETURNING ${unitColumns}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a unit until commit, if its run is in progress and nobody else has claimed it. */
export async function lockUnit(tx: Tx, { id, claim }: Pick<UnitRow, 'id' | 'claim'>): Promise<UnitRow | null> {
  const { rows } = await sql<UnitRow>`
    SELECT ${unitColumns}
      FROM sync_units unit JOIN sync_runs run ON run.id = unit.run_id AND run.status IN ('waiting', 'running', 'paused')
     WHERE unit.id = ${id} AND unit.claim = ${claim} AND unit.status = 'waiting' FOR UPDATE OF unit`.execute(tx);
  return rows[0] ?? null;
}

export interface UnitPlace {
  step: number;
  pageToken: string | null;
  seen: readonly unknown[];
  /** The missed things; undefined clears them, since the list was read completely. */
  missed?: Missed;
}

/** Stores a unit's position and resets its failures, since it made progress. */
export async function moveUnit(tx: Tx, id: number, at: UnitPlace): Promise<Pick<UnitRow, 'list_since'>> {
  const { rows } = await sql<{ list_since: string }>`
    UPDATE sync_units SET step = ${at.step}, page_token = ${at.pageToken}, seen = ${JSON.stringify(at.seen)}::jsonb,
           missed = ${JSON.stringify(at.missed ?? {})}::jsonb, tries = 0,
           list_since = CASE WHEN ${at.pageToken}::text IS NULL THEN app_now() ELSE list_since END
     WHERE id = ${id} RETURNING list_since::text`.execute(tx);
  return rows[0]!;
}

export async function setUnitStatus(db: Db, id: number, status: UnitRow['status'], failure: string | null = null): Promise<void> {
  await sql`UPDATE sync_units SET status = ${status}, failure = ${failure} WHERE id = ${id}`.execute(db);
}

/** Counts a failure of a unit that is retried. Returns the number since its last progress. */
export async function countTry(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`UPDATE sync_units SET tries = tries + 1 WHERE id = ${id} RETURNING tries`.execute(db);
  return rows[0]?.tries ?? 0;
}

export async function setUnitConnection(db: Db, id: number, connectionId: number): Promise<void> {
  await sql`UPDATE sync_units SET connection_id = ${connectionId}, tries = 0 WHERE id = ${id}`.execute(db);
}

/** Pauses a unit with a question; its list is read again afterward. */
export async function pauseUnit(tx: Tx, id: number, { kind, count }: Pick<Question, 'kind' | 'count'>): Promise<void> {
  await sql`
    UPDATE sync_units SET status = 'paused', page_token = NULL, seen = '[]', asked = ${JSON.stringify({ [kind]: count })}::jsonb WHERE id = ${id}`.execute(tx);
}

/** Records what a unit ended without consent. */
export async function saveEndedCount(tx: Tx, id: number, kind: EndKind, count: number): Promise<void> {
  await sql`
    UPDATE sync_units SET ended = ended || jsonb_build_object(${kind}::text, coalesce((ended ->> ${kind}::text)::int, 0) + ${count}::int) WHERE id = ${id}`.execute(
    tx,
  );
}

/** Consents to the questions of a run's units, and to no more. Returns the units that continue. */
export async function resumeUnits(tx: Tx, runId: number): Promise<number[]> {
  await sql`UPDATE sync_runs SET status = 'running' WHERE id = ${runId} AND status = 'paused'`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    UPDATE sync_units SET status = 'waiting', allowed = asked, asked = '{}', list_since = app_now() WHERE run_id = ${runId} AND status = 'paused'
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Counts a run's units by state. Locks the run, so that of two last units only one ends it. */
export async function lockUnitStates(tx: Tx, runId: number): Promise<{ waiting: number; paused: number; failed: number; done: number }> {
  await sql`SELECT FROM sync_runs WHERE id = ${runId} FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ waiting: number; paused: number; failed: number; done: number }>`
    SELECT count(*) FILTER (WHERE status = 'waiting')::int AS waiting, count(*) FILTER (WHERE status = 'paused')::int AS paused,
           count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*) FILTER (WHERE status = 'done')::int AS done
      FROM sync_units WHERE run_id = ${runId}`.execute(tx);
  return rows[0]!;
}

export interface FailureRow {
  run_id: number;
  class_name: string;
  failure: string;
}

/** Returns the failed classes of runs, each with its stored reason. */
export async function listFailures(db: Db, runIds: readonly number[]): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    SELECT unit.run_id, coalesce(course.name, link.facts ->> 'name', '') AS class_name, unit.failure
      FROM sync_units unit JOIN external_links link ON link.id = unit.link_id LEFT JOIN class_facts course ON course.id = link.local_id
     WHERE unit.run_id = ANY(${[...runIds]}::bigint[]) AND unit.status = 'failed' ORDER BY unit.id LIMIT 200`.execute(db);
  return rows;
}

export interface NewChange {
  linkId: number | null;
  courseId: number | null;
  localId: number | null;
  kind: ChangeKind;
  subject: string;
  field: string;
  action: 'made' | 'changed' | 'ended';
  direction: 'here' | 'there';
  before: unknown;
  after: unknown;
  outcome: ChangeOutcome;
  /** A packed message; null if there is none. */
  reason: string | null;
}

export async function insertChanges(tx: Db, runId: number, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    INSERT INTO sync_changes (run_id, link_id, course_id, local_id, kind, subject, field, action, direction, before, after, outcome, reason)
    SELECT ${runId}, given."linkId", given."courseId", given."localId", given.kind, given.subject, given.field, given.action, given.direction,
           given.before, given.after, given.outcome, given.reason
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        AS given ("linkId" bigint, "courseId" bigint, "localId" bigint, kind text, subject text, field text, action text, direction text, before jsonb,
                  after jsonb, outcome text, reason text)`.execute(tx);
}

export interface ChangeRow {
  id: number;
  link_id: number | null;
  course_id: number | null;
  course_name: string | null;
  local_id: number | null;
  kind: ChangeKind;
  subject: string;
  field: string;
  action: 'made' | 'changed' | 'ended';
  direction: 'here' | 'there';
  before: unknown;
  after: unknown;
  outcome: ChangeOutcome;
  reason: string | null;
  at: Date;
}

const changeColumns = sql`
  change.id, change.link_id, change.course_id, course.name AS course_name, change.local_id, change.kind, change.subject, change.field, change.action,
  change.direction, change.before, change.after, change.outcome, change.reason, change.at`;

export async function listChanges(
  db: Db,
  runId: number,
  { outcome, kind, page, per_page }: PageRequest & { outcome: ChangeOutcome | null; kind: ChangeKind | null },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const where = sql`change.run_id = ${runId} AND (${outcome}::text IS NULL OR change.outcome = ${outcome}) AND (${kind}::text IS NULL OR change.kind = ${kind})`;
  const { rows } = await sql<ChangeRow>`
    SELECT ${changeColumns} FROM sync_changes change LEFT JOIN class_facts course ON course.id = change.course_id
     WHERE ${where} ORDER BY change.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM sync_changes change WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Returns a run's changes here and there, newest first and after a given number of them, for undoing. */
export async function listDone(db: Db, runId: number, after: number, most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    SELECT ${changeColumns} FROM sync_changes change LEFT JOIN class_facts course ON course.id = change.course_id
     WHERE change.run_id = ${runId} AND change.outcome IN ('applied', 'sent', 'receipt') ORDER BY change.id DESC LIMIT ${most} OFFSET ${after}`.execute(db);
  return rows;
}

/** Counts the rows of a run's report. */
export async function countChanges(db: Db, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM sync_changes WHERE run_id = ${runId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes changes of runs after 90 days, and after an hour runs that messages started without effect. */
export async function deleteOldRuns(db: Db): Promise<void> {
  await sql`
    DELETE FROM sync_runs WHERE id IN (SELECT run.id FROM sync_runs run WHERE run.finished_at < app_moment() - interval '1 hour' AND ${isIdle} LIMIT 5000)`.execute(
    db,
  );
  await sql`DELETE FROM sync_runs WHERE id IN (SELECT id FROM sync_runs WHERE finished_at < app_moment() - interval '90 days' ORDER BY finished_at LIMIT 200)`.execute(
    db,
  );
}
