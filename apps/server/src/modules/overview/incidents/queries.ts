import type { IncidentNumbers, IncidentStep, IncidentSubject, SubjectKind } from '@classwright/contract';
import { AUTHORITY_HOURS, FAMILIES_DAYS } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

export interface IncidentRow {
  id: number;
  school_id: number;
  school: string;
  time_zone: string;
  title: string;
  noticed_at: Date;
  /** Days of the school. */
  from: string;
  to: string | null;
  opened_by: string | null;
  opened_at: Date;
  closed_by: string | null;
  closed_at: Date | null;
  report: IncidentNumbers | null;
  authority_due_at: Date;
  authority_done_at: Date | null;
  families_due_at: Date;
  families_done_at: Date | null;
  /** The day at the school now, and the last day of the span: its own, else that of the closing, else today. */
  today: string;
  last_day: string;
  /** The beginning and the end of the span. */
  begins_at: Date;
  ends_at: Date;
}

const doneAt = (kind: 'authority' | 'families') =>
  sql`(SELECT max(step.made_at) FROM incident_steps step WHERE step.incident_id = incident.id AND step.kind = ${sql.lit(kind)})`;
const here = (at: ReturnType<typeof sql>) => sql`(${at} AT TIME ZONE school.time_zone)::date`;
const lastDay = sql`coalesce(incident.to_day, ${here(sql`coalesce(incident.closed_at, app_now())`)})`;

const incidents = sql`
  SELECT incident.id, incident.school_id, school.school_name AS school, school.time_zone, incident.title, incident.noticed_at, incident.from_day::text AS from,
         incident.to_day::text AS to, opener.full_name AS opened_by, incident.opened_at, closer.full_name AS closed_by, incident.closed_at, incident.report,
         incident.noticed_at + make_interval(hours => ${sql.lit(AUTHORITY_HOURS)}) AS authority_due_at, ${doneAt('authority')} AS authority_done_at,
         incident.noticed_at + make_interval(days => ${sql.lit(FAMILIES_DAYS)}) AS families_due_at, ${doneAt('families')} AS families_done_at,
         ${here(sql`app_now()`)}::text AS today, ${lastDay}::text AS last_day,
         incident.from_day::timestamp AT TIME ZONE school.time_zone AS begins_at, (${lastDay} + 1)::timestamp AT TIME ZONE school.time_zone AS ends_at
    FROM incidents incident JOIN (SELECT id, school_name, coalesce(time_zone, 'UTC') AS time_zone FROM schools) school ON school.id = incident.school_id
    LEFT JOIN people opener ON opener.id = incident.opened_by LEFT JOIN people closer ON closer.id = incident.closed_by`;

/** Returns a page of the incidents within reach, open ones first, then the newest. */
export async function listIncidents(db: Db, reach: Reach, { page, per_page }: PageRequest): Promise<{ rows: IncidentRow[]; total: number }> {
  const inReach = isInReach(reach, 'incident.school_id');
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM incidents incident WHERE ${inReach}`.execute(db);
  const { rows } = await sql<IncidentRow>`
    ${incidents} WHERE ${inReach} ORDER BY incident.closed_at IS NOT NULL, incident.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Returns an incident within reach. */
export async function findIncident(db: Db | Tx, reach: Reach, id: number): Promise<IncidentRow | null> {
  const { rows } = await sql<IncidentRow>`${incidents} WHERE incident.id = ${id} AND ${isInReach(reach, 'incident.school_id')}`.execute(db);
  return rows[0] ?? null;
}

/** Locks an incident until the commit, so that nothing is added while it is closed. */
export async function lockIncident(tx: Tx, id: number): Promise<void> {
  await sql`SELECT FROM incidents WHERE id = ${id} FOR UPDATE`.execute(tx);
}

export interface IncidentSchool {
  id: number;
  name: string;
  /** The day and the time of day at the school. */
  today: string;
  now: string;
}

/** Returns the schools within reach that are in use. */
export async function listSchools(db: Db | Tx, reach: Reach): Promise<IncidentSchool[]> {
  const { rows } = await sql<IncidentSchool>`
    SELECT school.id, school.school_name AS name, local.at::date::text AS today, to_char(local.at, 'HH24:MI') AS now
      FROM schools school CROSS JOIN LATERAL (SELECT app_now() AT TIME ZONE coalesce(school.time_zone, 'UTC') AS at) local
     WHERE school.archived_at IS NULL AND ${isInReach(reach, 'school.id')} ORDER BY school.school_name, school.id LIMIT 500`.execute(db);
  return rows;
}

export interface IncidentFields {
  title: string;
  noticedOn: string;
  noticedTime: string;
  from: string;
  to: string | null;
}

/** The moment at which it was noticed, from the day and time of the school. */
const momentAt = (schoolId: number, { noticedOn, noticedTime }: IncidentFields) =>
  sql`(SELECT (${noticedOn}::date + ${noticedTime}::time) AT TIME ZONE coalesce(time_zone, 'UTC') FROM schools WHERE id = ${schoolId})`;

/** Returns what of the fields lies ahead at a school. */
export async function findFuture(tx: Tx, schoolId: number, fields: IncidentFields): Promise<{ noticed: boolean; from: boolean; to: boolean }> {
  const { rows } = await sql<{ noticed: boolean; from: boolean; to: boolean }>`
    SELECT ${momentAt(schoolId, fields)} > app_now() AS noticed, ${fields.from}::date > local.day AS from, coalesce(${fields.to}::date > local.day, false) AS to
      FROM (SELECT (app_now() AT TIME ZONE coalesce(time_zone, 'UTC'))::date AS day FROM schools WHERE id = ${schoolId}) local`.execute(tx);
  return rows[0]!;
}

export async function insertIncident(tx: Tx, schoolId: number, fields: IncidentFields, openedBy: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO incidents (school_id, title, noticed_at, from_day, to_day, opened_by)
    VALUES (${schoolId}, ${fields.title}, ${momentAt(schoolId, fields)}, ${fields.from}::date, ${fields.to}::date, ${openedBy}) RETURNING id`.execute(tx);
  return rows[0]!.id;
}

export async function updateIncident(tx: Tx, { id, school_id }: IncidentRow, fields: IncidentFields): Promise<void> {
  await sql`
    UPDATE incidents SET title = ${fields.title}, noticed_at = ${momentAt(school_id, fields)}, from_day = ${fields.from}::date, to_day = ${fields.to}::date
     WHERE id = ${id}`.execute(tx);
}

export async function closeIncident(tx: Tx, id: number, closedBy: number, report: IncidentNumbers): Promise<void> {
  await sql`UPDATE incidents SET closed_at = app_now(), closed_by = ${closedBy}, report = ${JSON.stringify(report)}::jsonb WHERE id = ${id}`.execute(tx);
}

export async function reopenIncident(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE incidents SET closed_at = NULL, closed_by = NULL, report = NULL WHERE id = ${id}`.execute(tx);
}

export type SubjectRow = Omit<IncidentSubject, 'since'> & { since: Date | null };

/** Returns the readers that were chosen for an incident, in the order in which they were. */
export async function listSubjects(db: Db | Tx, { id, ends_at }: Pick<IncidentRow, 'id' | 'ends_at'>): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    SELECT subject.id, subject.kind, subject.account_id, subject.api_client_id, coalesce(person.full_name, program.name, subject.network, '–') AS name,
           person.email, subject.since, coalesce(person.status, program.revoked_at IS NULL) AS is_active,
           CASE WHEN subject.account_id IS NOT NULL
                  THEN (SELECT count(*) FROM access_tokens token WHERE token.account_id = subject.account_id AND token.ended_at IS NULL AND token.expires_at > app_now()
                           AND token.last_used_at + make_interval(secs => token.idle_seconds) > app_now())
                WHEN subject.network IS NOT NULL
                  THEN (SELECT count(DISTINCT entry.account_id) FROM audit_entries entry
                         WHERE entry.action = 'auth.login' AND entry.after ->> 'place' = subject.network AND entry.at < ${ends_at}::timestamptz)
                ELSE 0 END::integer AS count
      FROM incident_subjects subject LEFT JOIN people person ON person.id = subject.account_id LEFT JOIN programs program ON program.id = subject.api_client_id
     WHERE subject.incident_id = ${id} ORDER BY subject.id`.execute(db);
  return rows;
}

export interface NewSubject {
  kind: SubjectKind;
  accountId: number | null;
  sessionId: number | null;
  since: Date | null;
  clientId: number | null;
  network: string | null;
}

/** Adds a reader. Returns false when it is there already. */
export async function insertSubject(tx: Tx, incidentId: number, { kind, accountId, sessionId, since, clientId, network }: NewSubject): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO incident_subjects (incident_id, kind, account_id, session_id, since, api_client_id, network)
    VALUES (${incidentId}, ${kind}, ${accountId}, ${sessionId}, ${since}, ${clientId}, ${network}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function deleteSubject(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM incident_subjects WHERE id = ${id}`.execute(tx);
}

/** Returns a person who may be a reader at a school: one of the school, or one who spans the installation where the caller does. */
export async function findPerson(
  db: Db | Tx,
  { reach, schoolId, accountId }: { reach: Reach; schoolId: number; accountId: number },
): Promise<{ name: string } | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT full_name AS name FROM people
     WHERE id = ${accountId} AND (school_id = ${schoolId} OR (school_id IS NULL AND ${isInReach(reach, 'people.school_id')}))`.execute(db);
  return rows[0] ?? null;
}

/** Returns the programs of a school by name, those whose access was ended too. */
export async function listPrograms(db: Db | Tx, schoolId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM programs WHERE school_id = ${schoolId} ORDER BY name, id LIMIT 500`.execute(db);
  return rows;
}

export interface SessionRow {
  id: number;
  device_label: string;
  created_at: Date;
  last_used_at: Date;
  ended_at: Date | null;
}

const MOST_SESSIONS = 50;

/** Returns the latest sign-ins of an account, those that have ended too. */
export async function listSignIns(db: Db | Tx, accountId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT id, device_label, created_at, last_used_at, ended_at FROM access_tokens
     WHERE account_id = ${accountId} AND purpose IS NULL ORDER BY created_at DESC, id DESC LIMIT ${MOST_SESSIONS}`.execute(db);
  return rows;
}

export type StepRow = Omit<IncidentStep, 'key' | 'at'> & { id: number; at: Date };

/** Returns what was noted by hand, the oldest first. */
export async function listSteps(db: Db | Tx, incidentId: number): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    SELECT step.id, step.kind, step.made_at AS at, person.full_name AS who, step.note AS words
      FROM incident_steps step LEFT JOIN people person ON person.id = step.made_by WHERE step.incident_id = ${incidentId} ORDER BY step.id LIMIT 1000`.execute(
    db,
  );
  return rows;
}

export async function insertStep(tx: Tx, incidentId: number, { kind, note, madeBy }: { kind: string; note: string; madeBy: number }): Promise<void> {
  await sql`INSERT INTO incident_steps (incident_id, kind, note, made_by) VALUES (${incidentId}, ${kind}, ${note}, ${madeBy})`.execute(tx);
}
