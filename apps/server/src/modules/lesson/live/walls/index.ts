/**
 * Walls: screens without a sign-in that show a teacher's lessons to the class.
 *
 * Invariants: a screen is nobody's until somebody who may run lessons enters its code; a code is for one screen and one
 * account; the screen's token shows lessons on walls and does nothing else; what it may show is decided at each call by
 * the rights that its teacher has then (LIVE-84).
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  type HandlerResult,
  type MessageKey,
  type Translate,
  WALL_CODE_LENGTH,
  WALL_CODE_LETTERS,
  WALL_CODE_MINUTES,
  wallChoose,
  wallCode,
  type WallDeviceView,
  wallDisconnect,
  wallLesson,
  wallList,
  wallPair,
  wallPairing,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { makeCode } from '../../../../platform/codes.ts';
import { afterCommit, type Db, type Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Realtime } from '../../../../platform/live/index.ts';
import type { MakeLimiter } from '../../../../platform/waiting/index.ts';
import { deriveToken, endLimitedToken, issueLimitedToken, listSessions } from '../../../people/accounts/index.ts';
import { findMemberLesson, getStaffLesson } from '../access.ts';
import type { LessonEvents } from '../events.ts';
import { findRunningOfStaff } from '../running-queries.ts';
import {
  deleteWall,
  findName,
  findWall,
  findWallBySecret,
  findWallOfToken,
  insertWall,
  isLessonFresh,
  listWalls,
  noteWallSeen,
  setWallLesson,
  setWallToken,
  takeWall,
  type WallRow,
} from './queries.ts';

export { deleteExpiredWalls } from './queries.ts';

export interface WallsDependencies {
  t: Translate<MessageKey>;
  realtime: Pick<Realtime, 'endToken'>;
  events: Pick<LessonEvents, 'wallsChanged'>;
  makeLimiter: MakeLimiter;
}

/** Wrong codes that one account, or one address, may try: 40 in a burst, and four a minute. */
const TRIES = { perMinute: 4, burst: 40 };
/** Codes that the screens of one address may get, for a school that opens all of its screens at once. */
const CODES = { perMinute: 60, burst: 200 };
/** A wall keeps a lesson that has finished, whose results the teacher may show. */
const KEPT_MINUTES = 30;
const ATTEMPTS = 5;

export function implementWalls({ t, realtime, events, makeLimiter }: WallsDependencies): Implementation[] {
  const tries = makeLimiter('wall codes', TRIES);
  const codes = makeLimiter('new wall codes', CODES);
  return [
    implement(wallCode, async ({ tx, address }) => {
      codes.require(address);
      const secret = randomBytes(32).toString('base64url');
      const { code, expires_at, now } = await insertCode(tx, secret);
      return { code, secret, expires_at: expires_at.toISOString(), server_time: now.toISOString() };
    }),
    implement(wallPairing, async ({ tx, input }): Promise<HandlerResult<typeof wallPairing>> => {
      const wall = await findWallBySecret(tx, hashOf(input.secret));
      if (!wall || wall.is_expired) return { state: 'expired', token: null };
      if (wall.account_id === null) return { state: 'waiting', token: null };
      const token = await giveToken(tx, { wall, accountId: wall.account_id, secret: input.secret });
      return token === null ? { state: 'expired', token } : { state: 'paired', token };
    }),
    implement(wallPair, async ({ tx, actor, input, address, requestId }) => {
      const places = [`account ${actor.accountId}`, `address ${address}`];
      for (const place of places) tries.requireLeft(place);
      if (input.assessment_id !== null) await getStaffLesson(tx, actor, input.assessment_id);
      const wall = await takeWall(tx, { code: input.code, accountId: actor.accountId, assessmentId: input.assessment_id });
      if (!wall) {
        for (const place of places) tries.take(place);
        throw appError('WALL_CODE_UNKNOWN');
      }
      await audit(tx, actor, { action: wallPair.name, subjectType: 'account', subjectId: actor.accountId, requestId });
      return { wall: toView(wall), message: t('walls.connected') };
    }),
    implement(wallList, async ({ tx, actor }) => ({ walls: (await listLiveWalls(tx, actor.accountId)).map(toView) })),
    implement(wallChoose, async ({ tx, actor, input }) => {
      const wall = await getOwnWall(tx, actor, input.id);
      if (input.assessment_id !== null) await getStaffLesson(tx, actor, input.assessment_id);
      await setWallLesson(tx, wall.id, input.assessment_id);
      events.wallsChanged(tx, [actor.accountId]);
      return { wall: toView({ ...wall, assessment_id: input.assessment_id }) };
    }),
    implement(wallDisconnect, async ({ tx, actor, input, requestId }) => {
      const wall = await getOwnWall(tx, actor, input.id);
      await deleteWall(tx, wall.id);
      await endWallToken(tx, wall);
      await audit(tx, actor, { action: wallDisconnect.name, subjectType: 'account', subjectId: actor.accountId, requestId });
      return { message: t('walls.disconnected') };
    }),
    implement(wallLesson, async ({ tx, actor }) => {
      const wall = actor.limit?.kind === 'wall' ? await findWallOfToken(tx, actor.tokenId) : null;
      if (!wall) throw appError('WALL_NOT_FOUND');
      const assessmentId = await findLessonOf(tx, actor, wall);
      await noteWallSeen(tx, wall.id, assessmentId);
      return { account_id: actor.accountId, teacher_name: await findName(tx, actor.accountId), assessment_id: assessmentId };
    }),
  ];

  /**
   * Gives a connected screen its token: the same one again if the response with it was lost, or the request arrives twice.
   * Null once the screen has used it: it has lost it, and needs a new code.
   */
  async function giveToken(tx: Tx, { wall, accountId, secret }: { wall: WallRow; accountId: number; secret: string }): Promise<string | null> {
    if (wall.last_seen_at !== null) return null;
    const own = deriveToken(secret);
    if (wall.token_id !== null) return own.token;
    const limited = { accountId, purpose: 'wall', assessmentId: null, deviceLabel: 'wall', lifetimeDays: 1 } as const;
    const issued = await issueLimitedToken(tx, limited, own);
    if (issued) await setWallToken(tx, wall.id, issued.tokenId);
    return issued?.token ?? null;
  }

  async function endWallToken(tx: Tx, { account_id: accountId, token_id: tokenId }: WallRow): Promise<void> {
    if (accountId === null || tokenId === null) return;
    await endLimitedToken(tx, { accountId, tokenId, purpose: 'wall', reason: 'sent_out' });
    afterCommit(tx, () => realtime.endToken(tokenId));
  }
}

/** Checks that a wall asks for the lesson that it was given. Sign-ins may ask for any that they run. @throws ASSESSMENT_NOT_FOUND */
export async function requireWallLesson(db: Db, actor: Actor, assessmentId: number): Promise<void> {
  if (actor.limit?.kind !== 'wall') return;
  const wall = await findWallOfToken(db, actor.tokenId);
  if (wall?.shown_id !== assessmentId) throw appError('ASSESSMENT_NOT_FOUND');
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Stores a new code. Another screen may show the same, which is rare, so a few attempts are enough. */
async function insertCode(tx: Tx, secret: string): Promise<{ code: string; expires_at: Date; now: Date }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const code = makeCode(WALL_CODE_LENGTH, WALL_CODE_LETTERS);
    const inserted = await insertWall(tx, { code, secretHash: hashOf(secret), minutes: WALL_CODE_MINUTES });
    if (inserted) return { code, ...inserted };
  }
  throw new Error('every code that was made is on another screen');
}

/** Lists a person's screens, except those whose token ended with a changed password or in the list of sign-ins. */
async function listLiveWalls(db: Db, accountId: number): Promise<WallRow[]> {
  const live = new Set((await listSessions(db, accountId)).map(({ id }) => id));
  return (await listWalls(db, accountId)).filter(({ token_id }) => token_id === null || live.has(token_id));
}

async function getOwnWall(db: Db, actor: Actor, wallId: number): Promise<WallRow> {
  const wall = await findWall(db, actor.accountId, wallId);
  if (!wall) throw appError('WALL_NOT_FOUND');
  return wall;
}

/**
 * Finds the lesson of a screen: the chosen one until it has finished and another runs; otherwise the newest that its
 * teacher's classes run; otherwise the last one, for some minutes after its end.
 */
async function findLessonOf(db: Db, actor: Actor, { assessment_id: chosenId, shown_id: shownId }: WallRow): Promise<number | null> {
  const isStaffOf = async (assessmentId: number): Promise<boolean> => (await findMemberLesson(db, actor, assessmentId))?.audience === 'staff';
  const chosen = chosenId === null ? null : await findMemberLesson(db, actor, chosenId);
  if (chosen?.audience === 'staff' && chosen.status !== 'finished') return chosen.assessmentId;
  // an administrator's wall shows what this person teaches, not every lesson of the school
  const running = await findRunningOfStaff(db, { accountId: actor.accountId, isAdmin: false });
  if (running) return running.assessment_id;
  for (const kept of [chosenId, shownId]) if (kept !== null && (await isLessonFresh(db, kept, KEPT_MINUTES)) && (await isStaffOf(kept))) return kept;
  return null;
}

function toView({ id, paired_at, expires_at, last_seen_at, assessment_id }: WallRow): WallDeviceView {
  return {
    id,
    paired_at: (paired_at ?? expires_at).toISOString(),
    expires_at: expires_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    assessment_id,
  };
}
