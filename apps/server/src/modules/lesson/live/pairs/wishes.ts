import { livePairWishes, livePairWishesAdd, livePairWishesRemove } from '@classwright/contract';
import { findContradiction, MAX_TOGETHER } from '@classwright/rules/live/pairing/wishes';
import { audit } from '../../../../platform/audit/index.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getClassName, requireActiveStaff, requireStaff } from '../../../class/classes/index.ts';
import { deleteWishes, insertWish, listClassStudents, listWishes, lockWishes } from './queries.ts';
import { loadWishes } from './view.ts';

/** Keeps what staff of a class want or forbid (LIVE-93). */
export function implementPairWishes(): Implementation[] {
  return [
    implement(livePairWishes, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.course_id);
      return { wishes: await listWishes(tx, input.course_id), students: await listClassStudents(tx, input.course_id) };
    }),
    implement(livePairWishesAdd, async ({ tx, actor, input, requestId }) => {
      const { course_id, wishes } = input;
      await requireActiveStaff(tx, actor, course_id);
      await lockWishes(tx, course_id);
      const nameOf = new Map((await listClassStudents(tx, course_id)).map(({ account_id, name }) => [account_id, name]));
      if (wishes.some(({ account_ids }) => account_ids.some((id) => !nameOf.has(id)))) throw fieldError('wishes', 'pairs.notInClass');
      const found = findContradiction([...(await loadWishes(tx, course_id)), ...wishes]);
      if (found)
        throw fieldError('wishes', `pairs.contradicts.${found.is}`, { names: found.account_ids.map((id) => nameOf.get(id)).join(', '), most: MAX_TOGETHER });
      const ids: number[] = [];
      for (const { kind, account_ids } of wishes) {
        ids.push(await insertWish(tx, { course_id, kind, account_ids, weeks: input.weeks ?? null, created_by: actor.accountId }));
      }
      const after = { name: await getClassName(tx, course_id), wishes };
      await audit(tx, actor, { action: livePairWishesAdd.name, subjectType: 'course', subjectId: course_id, after, requestId });
      return { ids };
    }),
    implement(livePairWishesRemove, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.course_id);
      await lockWishes(tx, input.course_id);
      await deleteWishes(tx, input.course_id, input.ids);
      const before = { name: await getClassName(tx, input.course_id), wishes: input.ids };
      await audit(tx, actor, { action: livePairWishesRemove.name, subjectType: 'course', subjectId: input.course_id, before, requestId });
      return {};
    }),
  ];
}
