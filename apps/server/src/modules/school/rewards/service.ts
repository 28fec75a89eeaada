import type { Tx } from '../../../platform/database/index.ts';
import { type Award, findLinesOf, insertAwards, insertEntries, lockBalances } from './queries.ts';
import { insertItem } from './store/queries.ts';

/**
 * Awards points by the current rules, in the transaction of the events. Pass all simultaneous events in one call: it
 * takes three statements for any number of people. A cause counts once for a person, so a repeat changes nothing.
 */
export async function award(tx: Tx, awards: readonly Award[]): Promise<void> {
  if (awards.length === 0) return;
  await lockBalances(
    tx,
    awards.map(({ accountId }) => accountId),
  );
  await insertAwards(tx, awards);
}

/**
 * Awards points for work that was turned in before its due time, once per submission, even if it is turned in
 * repeatedly.
 */
export function awardOnTime(tx: Tx, { submissionId, accountId }: { submissionId: number; accountId: number }): Promise<void> {
  return award(tx, [{ event: 'turned-in-on-time', accountId, cause: `submission:${submissionId}` }]);
}

/** Awards points for the finished work product of a lesson. */
export function awardWorkProduct(tx: Tx, { sessionId, accountId }: { sessionId: number; accountId: number }): Promise<void> {
  return award(tx, [{ event: 'work-product', accountId, cause: `work-product:${sessionId}` }]);
}

/**
 * Gives or removes the points for a post that a teacher likes. `isLiked` is called after locking, when nobody else can
 * settle the same post. Points of a removed like are taken away if not yet spent; spent ones are not given again.
 */
export async function settleLike(
  tx: Tx,
  { postId, accountId, isLiked }: { postId: number; accountId: number; isLiked: () => Promise<boolean> },
): Promise<void> {
  const cause = `like:post:${postId}`;
  const has = (await lockBalances(tx, [accountId])).get(accountId) ?? 0;
  const [liked, { lines, points }] = [await isLiked(), await findLinesOf(tx, accountId, cause)];
  const next = lines === 0 ? cause : `${cause}:${lines}`;
  if (liked && points <= 0) await insertAwards(tx, [{ event: 'liked-by-teacher', accountId, cause: next }]);
  const back = Math.min(points, has);
  if (!liked && back > 0) await insertEntries(tx, [{ accountId, type: 'liked-by-teacher-taken-back', points: -back, cause: next }]);
}

/** Adds an item to the store of a school. */
export async function addStoreItem(
  tx: Tx,
  {
    schoolId,
    accountId,
    pictureId,
    ...item
  }: {
    schoolId: number;
    accountId: number;
    pictureId: number | null;
    name: string;
    description: string;
    price: number;
    stock: number | null;
  },
): Promise<void> {
  await insertItem(tx, { ...item, school_id: schoolId, account_id: accountId, picture_file_id: pictureId });
}
