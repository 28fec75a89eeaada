import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { findRoleId, upsertAccountRoles } from '../access/index.ts';
import { issueLimitedToken } from './limited-tokens.ts';
import { endLimitedToken } from './queries.ts';

/** A person of a simulated class, who can never sign in. */
export interface SimulatedName {
  firstName: string;
  lastName: string;
}

/**
 * Creates simulated students of a rehearsal's class, in two statements. They have a student's rights, no password and an
 * address that receives no mail, and stand in no list of people. Returns their ids.
 */
export async function createSimulated(
  tx: Tx,
  { courseId, schoolId }: { courseId: number; schoolId: number },
  names: readonly SimulatedName[],
): Promise<number[]> {
  const roleId = await findRoleId(tx, 'student');
  if (roleId === null) throw new Error('there is no role of students');
  const { rows } = await sql<{ id: number }>`
    INSERT INTO accounts (school_id, account_type_id, role_id, first_name, last_name, email, email_key, is_mailable, simulated_in)
    SELECT ${schoolId}::bigint, (SELECT id FROM account_types WHERE lower(name) = 'student' ORDER BY id LIMIT 1), ${roleId}::bigint, named.first_name, named.last_name,
           named.address, named.address, false, ${courseId}::bigint
      FROM unnest(${names.map(({ firstName }) => firstName)}::text[], ${names.map(({ lastName }) => lastName)}::text[],
                  ${names.map(() => `simulated-${courseId}-${randomUUID()}@simulated.invalid`)}::text[]) WITH ORDINALITY AS named (first_name, last_name, address, number)
     ORDER BY named.number RETURNING id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await upsertAccountRoles(
    tx,
    ids,
    ids.map(() => roleId),
  );
  return ids;
}

/**
 * Creates the next guest of a rehearsal: a simulated student named by number, such as "Guest 3". Those who come in one
 * moment take turns. Returns null when the rehearsal has `max` guests.
 */
export async function createGuest(
  tx: Tx,
  { courseId, schoolId, name, max }: { courseId: number; schoolId: number; name: string; max: number },
): Promise<{ id: number; firstName: string; lastName: string } | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('guests of a rehearsal', ${courseId}))`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(guest_number), 0)::integer AS last FROM accounts WHERE simulated_in = ${courseId}`.execute(tx);
  const number = (rows[0]?.last ?? 0) + 1;
  if (number > max) return null;
  const guest = { firstName: name, lastName: String(number) };
  const [id] = await createSimulated(tx, { courseId, schoolId }, [guest]);
  await sql`UPDATE accounts SET guest_number = ${number} WHERE id = ${id}`.execute(tx);
  return { id: id as number, ...guest };
}

/** The label of the tokens with which staff play a student; the account of the person follows. */
const PLAYED_BY = 'simulated class ';

/** A student of a simulated class whom one of the staff plays in a lesson. */
export interface Played {
  accountId: number;
  assessmentId: number;
  playedBy: number;
}

/**
 * Gives out a token for playing a student of a simulated class: a seat in that lesson, for a day at most. An earlier one
 * of the same person in the lesson ends. Returns the token, and the ids of those that ended.
 */
export async function issuePlayToken(tx: Tx, { accountId, assessmentId, playedBy }: Played): Promise<{ token: string; ended: number[] }> {
  const ended: number[] = [];
  for (const { id, account_id } of await listPlayTokens(tx, assessmentId, playedBy))
    if (await endLimitedToken(tx, { accountId: account_id, tokenId: id, purpose: 'seat', reason: 'new_device' })) ended.push(id);
  const { token } = await issueLimitedToken(tx, { accountId, purpose: 'seat', assessmentId, deviceLabel: `${PLAYED_BY}${playedBy}`, lifetimeDays: 1 });
  return { token, ended };
}

/** Lists the live tokens with which a person plays students of a lesson. */
export async function listPlayTokens(db: Db, assessmentId: number, playedBy: number): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    SELECT id, account_id FROM access_tokens
     WHERE assessment_id = ${assessmentId} AND purpose = 'seat' AND device_label = ${`${PLAYED_BY}${playedBy}`} AND ended_at IS NULL AND expires_at > app_now()
     ORDER BY id DESC`.execute(db);
  return rows;
}

/** Returns those of the accounts that somebody is signed in with now, or that somebody has a seat of in this lesson. */
export async function listSignedIn(db: Db, accountIds: readonly number[], assessmentId: number): Promise<Set<number>> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_id FROM access_tokens, (SELECT app_now() AS now OFFSET 0) n
     WHERE account_id = ANY(${[...accountIds]}::bigint[]) AND ended_at IS NULL AND expires_at > n.now AND last_used_at + make_interval(secs => idle_seconds) > n.now
       AND (purpose IS NULL OR assessment_id = ${assessmentId})`.execute(db);
  return new Set(rows.map(({ account_id }) => account_id));
}
