import { ASK_MINUTES, CODE_GUESSES, MAX_WRONG_CODES } from '@classwright/rules/live/seats';
import { sql } from 'kysely';
import { anyLength, type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

/** Saves the code of a run. Returns false when another run has the same one. */
export async function insertCode(tx: Tx, sessionId: number, code: string): Promise<boolean> {
  const rows = await tx
    .insertInto('live_codes')
    .values({ session_id: sessionId, code })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .execute();
  return rows.length > 0;
}

/** The run that a code leads to. */
export interface CodedRow {
  session_id: number;
  assessment_id: number;
  course_id: number;
  school_id: number;
  is_running: boolean;
  is_rehearsal: boolean;
  /** True when this code was typed rightly from the same place before. */
  is_known: boolean;
  class_name: string;
  teacher_first_name: string;
  teacher_last_name: string;
  /** The name of the school and the reason, while the school is suspended. */
  suspended_school: string | null;
  suspension_reason: string | null;
}

type Nulls<Row> = { [Column in keyof Row]: null };

/**
 * Finds the run of a code, and the minutes for which the place may not ask for this code (0: it may), in one statement. The
 * run is null when there is no such code. A place that knows the code may be wrong more often (LIVE-128).
 */
export async function findByCode(db: Db, code: string | null, place: string): Promise<{ run: CodedRow | null; minutesPaused: number }> {
  const { rows } = await sql<(CodedRow | Nulls<CodedRow>) & { minutes_paused: number }>`
    SELECT run.*, coalesce((SELECT ceil(extract(epoch FROM guesses.first_at + make_interval(mins => ${CODE_GUESSES.minutes}) - app_now()) / 60)::integer
                     FROM live_code_guesses guesses
                    WHERE guesses.place = ${place} AND guesses.wrong >= CASE WHEN run.is_known THEN ${MAX_WRONG_CODES}::integer ELSE ${CODE_GUESSES.max}::integer END
                      AND guesses.first_at > app_now() - make_interval(mins => ${CODE_GUESSES.minutes})), 0) AS minutes_paused
      FROM (SELECT) one LEFT JOIN (
        SELECT s.id AS session_id, s.assessment_id, s.course_id, class.school_id, s.state = 'running' AS is_running, s.is_rehearsal, class.name AS class_name,
               EXISTS (SELECT FROM live_code_places known WHERE known.session_id = s.id AND known.place = ${place}) AS is_known,
               owner.first_name AS teacher_first_name, owner.last_name AS teacher_last_name,
               suspended.school_name AS suspended_school, suspended.reason AS suspension_reason
          FROM live_codes JOIN live_sessions s ON s.id = live_codes.session_id
          JOIN assessments ON assessments.id = s.assessment_id
          JOIN people owner ON owner.id = assessments.account_id
          JOIN lesson_classes class ON class.id = s.course_id
          LEFT JOIN suspended_schools suspended ON suspended.school_id = class.school_id
         WHERE live_codes.code = ${code}) run ON true`.execute(db);
  const { minutes_paused: minutesPaused, ...run } = rows[0]!; // there is always one
  return { run: run.session_id === null ? null : (run as CodedRow), minutesPaused };
}

/** Records that the code of a run was typed rightly from a place. */
export async function saveKnownPlace(db: Db, sessionId: number, place: string): Promise<void> {
  await sql`INSERT INTO live_code_places (session_id, place) VALUES (${sessionId}, ${place}) ON CONFLICT DO NOTHING`.execute(db);
}

/** Counts a wrong code from a place. */
export async function countWrongCode(db: Db, place: string): Promise<void> {
  const isOver = sql`live_code_guesses.first_at <= app_now() - make_interval(mins => ${CODE_GUESSES.minutes})`;
  await sql`
    INSERT INTO live_code_guesses (place, wrong) VALUES (${place}, 1)
    ON CONFLICT (place) DO UPDATE SET wrong = CASE WHEN ${isOver} THEN 1 ELSE live_code_guesses.wrong + 1 END,
                                      first_at = CASE WHEN ${isOver} THEN app_now() ELSE live_code_guesses.first_at END`.execute(db);
}

/** Deletes wrong codes that no longer count, and codes of runs that ended days ago. */
export async function deleteOldCodes(db: Db, keepDays: number): Promise<void> {
  await sql`DELETE FROM live_code_guesses WHERE first_at < app_moment() - make_interval(mins => ${CODE_GUESSES.minutes})`.execute(db);
  await sql`
    DELETE FROM live_codes USING live_sessions WHERE live_sessions.id = live_codes.session_id
       AND live_sessions.ended_at < app_moment() - make_interval(days => ${keepDays})`.execute(db);
}

/** A student of a class, with the seat in a run. */
export interface StudentSeatRow {
  id: number;
  first_name: string;
  last_name: string;
  is_taken: boolean;
}

/** A seat is taken while its phone's token is neither ended nor expired. */
const tokenLives = sql<boolean>`token.id = seat.token_id AND token.ended_at IS NULL AND token.expires_at > app_now()`;
const liveToken = sql`(SELECT token.id FROM access_tokens token WHERE ${tokenLives})`;

const selectStudents = (run: Pick<CodedRow, 'session_id' | 'course_id'>) => sql`
  SELECT people.id, people.first_name, people.last_name, ${liveToken} IS NOT NULL AS is_taken
    FROM class_students member JOIN lesson_people people ON people.id = member.account_id AND people.status
    LEFT JOIN live_seats seat ON seat.session_id = ${run.session_id} AND seat.account_id = people.id
   WHERE member.course_id = ${run.course_id}`;

/** Lists the current students of a run's class by name, with their seats. */
export async function listStudentSeats(db: Db, run: Pick<CodedRow, 'session_id' | 'course_id'>): Promise<StudentSeatRow[]> {
  return (await sql<StudentSeatRow>`${selectStudents(run)} ORDER BY ${nameOrder('people')}, people.id`.execute(db)).rows;
}

/** Finds those of these accounts that are current students of a run's class, by account. */
export async function findStudents(db: Db, run: Pick<CodedRow, 'session_id' | 'course_id'>, ids: readonly number[]): Promise<Map<number, StudentSeatRow>> {
  const { rows } = await sql<StudentSeatRow>`${selectStudents(run)} AND people.id = ANY (${anyLength(ids, 'bigint')})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A seat while it is held. */
export interface HeldSeat {
  /** The token of the phone that has the seat, and its hash; null while it is free. */
  token_id: number | null;
  token_hash: Buffer | null;
  request_hash: Buffer | null;
  /** The state of a request that has not expired. */
  request_state: 'open' | 'allowed' | 'refused' | null;
  request_device: string | null;
}

const seatColumns = sql`token.id AS token_id, token.token_hash, seat.request_hash, seat.request_device,
  CASE WHEN seat.requested_at > app_now() - make_interval(mins => ${ASK_MINUTES}) THEN seat.request_state END AS request_state`;

/** Creates a student's seat where there is none, and locks it until commit, so that phones take turns. It is read as in `lockSeat`. */
export async function holdSeat(tx: Tx, sessionId: number, studentId: number): Promise<HeldSeat> {
  await sql`
    INSERT INTO live_seats (session_id, account_id) VALUES (${sessionId}, ${studentId})
    ON CONFLICT (session_id, account_id) DO UPDATE SET account_id = excluded.account_id`.execute(tx);
  return (await findSeat(tx, sessionId, studentId)) as HeldSeat;
}

/**
 * Locks a student's seat until commit. Null when the student never had one in this run. The seat is read by a statement of
 * its own: one that waits for the lock does not see the token that somebody just gave it, and would read a free seat.
 */
export async function lockSeat(tx: Tx, sessionId: number, studentId: number): Promise<HeldSeat | null> {
  await sql`SELECT FROM live_seats WHERE session_id = ${sessionId} AND account_id = ${studentId} FOR UPDATE`.execute(tx);
  return findSeat(tx, sessionId, studentId);
}

/** Reads a student's seat. */
export async function findSeat(db: Db, sessionId: number, studentId: number): Promise<HeldSeat | null> {
  const { rows } = await sql<HeldSeat>`
    SELECT ${seatColumns} FROM live_seats seat LEFT JOIN access_tokens token ON ${tokenLives}
     WHERE seat.session_id = ${sessionId} AND seat.account_id = ${studentId}`.execute(db);
  return rows[0] ?? null;
}

/** Gives a held seat to a phone. Requests for it end. */
export async function giveSeat(tx: Tx, sessionId: number, studentId: number, phone: { tokenId: number; device: string }): Promise<void> {
  await sql`
    UPDATE live_seats SET token_id = ${phone.tokenId}, device = ${phone.device}, came_at = app_now(),
           request_hash = NULL, request_device = NULL, requested_at = NULL, request_state = NULL
     WHERE session_id = ${sessionId} AND account_id = ${studentId}`.execute(tx);
}

/** Makes a held seat free. */
export async function freeSeat(tx: Tx, sessionId: number, studentId: number): Promise<void> {
  await sql`UPDATE live_seats SET token_id = NULL WHERE session_id = ${sessionId} AND account_id = ${studentId}`.execute(tx);
}

/** Saves the request of a phone for a held seat; a newer request takes the place of an older one. */
export async function saveRequest(tx: Tx, sessionId: number, studentId: number, request: { hash: Buffer; device: string }): Promise<void> {
  await sql`
    UPDATE live_seats SET request_hash = ${request.hash}, request_device = ${request.device}, requested_at = app_now(), request_state = 'open'
     WHERE session_id = ${sessionId} AND account_id = ${studentId}`.execute(tx);
}

/** Deletes a request that has this hash. Returns false when there is none, or it is another phone's. */
export async function deleteRequest(tx: Tx, sessionId: number, studentId: number, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE live_seats SET request_hash = NULL, request_device = NULL, requested_at = NULL, request_state = NULL
     WHERE session_id = ${sessionId} AND account_id = ${studentId} AND request_hash = ${hash}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function setRequestState(tx: Tx, sessionId: number, studentId: number, state: 'allowed' | 'refused'): Promise<void> {
  await sql`UPDATE live_seats SET request_state = ${state} WHERE session_id = ${sessionId} AND account_id = ${studentId}`.execute(tx);
}

export interface RunningRow {
  session_id: number;
  course_id: number;
  is_rehearsal: boolean;
  code: string | null;
}

/** Finds the running run of an assessment with its code. */
export async function findRunning(db: Db, assessmentId: number): Promise<RunningRow | null> {
  const { rows } = await sql<RunningRow>`
    SELECT s.id AS session_id, s.course_id, s.is_rehearsal, live_codes.code FROM live_sessions s LEFT JOIN live_codes ON live_codes.session_id = s.id
     WHERE s.assessment_id = ${assessmentId} AND s.state = 'running'`.execute(db);
  return rows[0] ?? null;
}

export interface TakenSeatRow {
  account_id: number;
  first_name: string;
  last_name: string;
  device: string;
  came_at: Date;
  asked_by: string | null;
}

/** Lists the taken seats of a run by name. */
export async function listTakenSeats(db: Db, sessionId: number): Promise<TakenSeatRow[]> {
  const { rows } = await sql<TakenSeatRow>`
    SELECT people.id AS account_id, people.first_name, people.last_name, seat.device, seat.came_at,
           CASE WHEN seat.request_state = 'open' AND seat.requested_at > app_now() - make_interval(mins => ${ASK_MINUTES}) THEN seat.request_device END AS asked_by
      FROM live_seats seat JOIN lesson_people people ON people.id = seat.account_id
     WHERE seat.session_id = ${sessionId} AND ${liveToken} IS NOT NULL ORDER BY ${nameOrder('people')}, people.id`.execute(db);
  return rows;
}

/** Lists the seats whose phones still have a token although their run ended that many hours ago. */
export async function listOverdueSeats(db: Db, hours: number): Promise<{ session_id: number; account_id: number; token_id: number }[]> {
  const { rows } = await sql<{ session_id: number; account_id: number; token_id: number }>`
    SELECT seat.session_id, seat.account_id, seat.token_id FROM live_seats seat JOIN live_sessions s ON s.id = seat.session_id
     WHERE seat.token_id IS NOT NULL AND s.ended_at < app_moment() - make_interval(hours => ${hours})`.execute(db);
  return rows;
}

export interface PinRow {
  account_id: number;
  sealed: Buffer;
  wrong: number;
  /** Null when no PIN was ever wrong. */
  wrong_ms_ago: number | null;
}

const pinColumns = sql`account_id, sealed, wrong, (extract(epoch FROM app_now() - wrong_at) * 1000)::float8 AS wrong_ms_ago`;

export async function listPins(db: Db, accountIds: readonly number[]): Promise<PinRow[]> {
  return (await sql<PinRow>`SELECT ${pinColumns} FROM seat_pins WHERE account_id = ANY (${anyLength(accountIds, 'bigint')})`.execute(db)).rows;
}

/** Locks a student's PIN until commit, so that guesses take turns. */
export async function lockPin(tx: Tx, accountId: number): Promise<PinRow | null> {
  return (await sql<PinRow>`SELECT ${pinColumns} FROM seat_pins WHERE account_id = ${accountId} FOR UPDATE`.execute(tx)).rows[0] ?? null;
}

/** Saves PINs of students who have none; those who have one keep it. */
export async function insertPins(db: Db, pins: readonly { accountId: number; sealed: Buffer }[]): Promise<void> {
  await sql`
    INSERT INTO seat_pins (account_id, sealed)
    SELECT * FROM unnest(${pins.map(({ accountId }) => accountId)}::bigint[], ${pins.map(({ sealed }) => sealed)}::bytea[])
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Replaces the PINs of students. Wrong ones no longer count. */
export async function replacePins(tx: Tx, pins: readonly { accountId: number; sealed: Buffer }[]): Promise<void> {
  await sql`
    INSERT INTO seat_pins (account_id, sealed)
    SELECT * FROM unnest(${pins.map(({ accountId }) => accountId)}::bigint[], ${pins.map(({ sealed }) => sealed)}::bytea[])
    ON CONFLICT (account_id) DO UPDATE SET sealed = excluded.sealed, made_at = app_now(), wrong = 0, wrong_at = NULL`.execute(tx);
}

/** Saves how many wrong PINs count now. */
export async function setWrongPins(tx: Tx, accountId: number, wrong: number): Promise<void> {
  await sql`UPDATE seat_pins SET wrong = ${wrong}, wrong_at = CASE WHEN ${wrong} = 0 THEN NULL ELSE app_now() END WHERE account_id = ${accountId}`.execute(tx);
}
