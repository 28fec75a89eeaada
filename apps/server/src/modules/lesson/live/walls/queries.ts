import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../../platform/database/index.ts';

export type WallRow = Selectable<Database['live_walls']>;

/** Stores a screen with its code. Returns the end of the code, or null when another screen shows the same one. */
export async function insertWall(db: Db, wall: { code: string; secretHash: Buffer; minutes: number }): Promise<{ expires_at: Date; now: Date } | null> {
  const row = await db
    .insertInto('live_walls')
    .values({ code: wall.code, secret_hash: wall.secretHash, expires_at: sql<Date>`app_now() + make_interval(mins => ${wall.minutes})` })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(['expires_at', sql<Date>`app_now()`.as('now')])
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the screen of a secret, locked until commit. `is_expired`: its code or its day has ended. */
export async function findWallBySecret(tx: Tx, secretHash: Buffer): Promise<(WallRow & { is_expired: boolean }) | null> {
  const row = await tx
    .selectFrom('live_walls')
    .selectAll()
    .select(sql<boolean>`expires_at <= app_now()`.as('is_expired'))
    .where('secret_hash', '=', secretHash)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Gives the screen with a code to an account, for a day. Null when no screen shows it now, or somebody was faster. */
export async function takeWall(
  tx: Tx,
  { code, accountId, assessmentId }: { code: string; accountId: number; assessmentId: number | null },
): Promise<WallRow | null> {
  const row = await tx
    .updateTable('live_walls')
    .set({
      account_id: accountId,
      assessment_id: assessmentId,
      paired_at: sql<Date>`app_now()`,
      expires_at: sql<Date>`app_now() + interval '1 day'`,
    })
    .where('code', '=', code)
    .where('account_id', 'is', null)
    .where(sql<boolean>`expires_at > app_now()`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function setWallToken(tx: Tx, wallId: number, tokenId: number): Promise<void> {
  await tx.updateTable('live_walls').set({ token_id: tokenId }).where('id', '=', wallId).execute();
}

/** Lists the screens that an account has connected, newest first. */
export async function listWalls(db: Db, accountId: number): Promise<WallRow[]> {
  return ofAccount(db, accountId).orderBy('id', 'desc').execute();
}

/** Lists the people of a class who have connected a screen. */
export async function listWallOwners(db: Db, courseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('live_walls')
    .innerJoin('class_standings as member', 'member.account_id', 'live_walls.account_id')
    .where('member.course_id', '=', courseId)
    .where(sql<boolean>`live_walls.expires_at > app_now()`)
    .select('member.account_id')
    .distinct()
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export async function findWall(db: Db, accountId: number, wallId: number): Promise<WallRow | null> {
  return (await ofAccount(db, accountId).where('id', '=', wallId).executeTakeFirst()) ?? null;
}

const ofAccount = (db: Db, accountId: number) =>
  db.selectFrom('live_walls').selectAll().where('account_id', '=', accountId).where(sql<boolean>`expires_at > app_now()`);

export async function findWallOfToken(db: Db, tokenId: number): Promise<WallRow | null> {
  return (await db.selectFrom('live_walls').selectAll().where('token_id', '=', tokenId).executeTakeFirst()) ?? null;
}

export async function setWallLesson(tx: Tx, wallId: number, assessmentId: number | null): Promise<void> {
  await tx.updateTable('live_walls').set({ assessment_id: assessmentId }).where('id', '=', wallId).execute();
}

/** Notes that a screen asked, and what it was given. Writes at most twice a minute while nothing changes. */
export async function noteWallSeen(tx: Tx, wallId: number, shownId: number | null): Promise<void> {
  await tx
    .updateTable('live_walls')
    .set({ shown_id: shownId, last_seen_at: sql<Date>`app_now()` })
    .where('id', '=', wallId)
    .where(sql<boolean>`(shown_id IS DISTINCT FROM ${shownId}::bigint OR last_seen_at IS NULL OR last_seen_at < app_now() - interval '30 seconds')`)
    .execute();
}

export async function deleteWall(tx: Tx, wallId: number): Promise<void> {
  await tx.deleteFrom('live_walls').where('id', '=', wallId).execute();
}

/** Deletes screens whose code or day has ended. */
export async function deleteExpiredWalls(db: Db): Promise<void> {
  await sql`DELETE FROM live_walls WHERE expires_at <= app_moment()`.execute(db);
}

/** Returns true while the newest run of a lesson runs, or for some minutes after it has finished. */
export async function isLessonFresh(db: Db, assessmentId: number, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ is_fresh: boolean }>`
    SELECT state = 'running' OR (state = 'finished' AND ended_at > app_now() - make_interval(mins => ${minutes})) AS is_fresh
      FROM live_sessions WHERE assessment_id = ${assessmentId} ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.is_fresh ?? false;
}

/** Returns the name of the account as the class knows it. */
export async function findName(db: Db, accountId: number): Promise<string> {
  const row = await db.selectFrom('people').select(['first_name', 'last_name']).where('id', '=', accountId).executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : '';
}
