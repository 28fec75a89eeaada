import { GIFT_POINTS_A_WEEK, type MessageKey, rewardGiftAdd, rewardGiftUndo, type Translate } from '@classwright/contract';
import { auditMany } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import {
  insertEntries,
  insertGift,
  isClassActive,
  isStaffOf,
  listGifted,
  listLearnersOf,
  lockBalances,
  lockGift,
  markGiftUndone,
  sumGiftsOfWeek,
} from './queries.ts';

/**
 * Implements gifts from teachers, and undoing them. Students who had already spent an undone gift have a negative
 * balance until they earn it again. All teachers together can give a student at most GIFT_POINTS_A_WEEK; an undone gift
 * does not count.
 */
export function implementGifts({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    implement(rewardGiftAdd, async ({ tx, actor, input, requestId }) => {
      const { course_id, points, reason } = input;
      if (!(await isStaffOf(tx, computeOwnerReach(actor), course_id))) throw appError('NOT_FOUND');
      if (!(await isClassActive(tx, course_id))) throw appError('CLASS_ARCHIVED');
      const asked = [...new Set(input.account_ids)];
      const account_ids = await listLearnersOf(tx, course_id, asked);
      if (account_ids.length < asked.length) throw fieldError('account_ids', 'rewards.students.notOfClass');
      await lockBalances(tx, account_ids);
      const most = (await sumGiftsOfWeek(tx, account_ids))[0];
      if (most && most.points + points > GIFT_POINTS_A_WEEK)
        throw fieldError('points', 'rewards.points.week', { name: most.name, max: GIFT_POINTS_A_WEEK, left: GIFT_POINTS_A_WEEK - most.points });
      const id = await insertGift(tx, { course_id, account_id: actor.accountId, points, reason });
      const entry = { type: 'gift', points, cause: `gift:${id}`, reason, giftId: id, actorId: actor.accountId } as const;
      await insertEntries(
        tx,
        account_ids.map((accountId) => ({ ...entry, accountId })),
      );
      await auditMany(tx, actor, { action: rewardGiftAdd.name, subjectType: 'account', after: { points, reason }, requestId }, account_ids);
      return { message: t('rewards.given', { count: account_ids.length, points }), id, account_ids };
    }),
    implement(rewardGiftUndo, async ({ tx, actor, input, requestId }) => {
      const gift = await lockGift(tx, input.id);
      if (!gift || !(await isStaffOf(tx, computeOwnerReach(actor), gift.course_id))) throw appError('NOT_FOUND');
      if (!(await isClassActive(tx, gift.course_id))) throw appError('CLASS_ARCHIVED');
      const done = { message: t('rewards.takenBack'), id: gift.id };
      if (gift.undone_at !== null) return done;
      await markGiftUndone(tx, gift.id, actor.accountId);
      const gifted = await listGifted(tx, gift.id);
      const accountIds = gifted.map(({ account_id }) => account_id);
      await lockBalances(tx, accountIds);
      const entry = { type: 'gift-taken-back', cause: `gift:${gift.id}:taken-back`, reason: gift.reason, giftId: gift.id, actorId: actor.accountId } as const;
      await insertEntries(
        tx,
        gifted.map(({ account_id, points }) => ({ ...entry, accountId: account_id, points: -points })),
      );
      await auditMany(
        tx,
        actor,
        { action: rewardGiftUndo.name, subjectType: 'account', after: { points: -gift.points, reason: gift.reason }, requestId },
        accountIds,
      );
      return done;
    }),
  ];
}
