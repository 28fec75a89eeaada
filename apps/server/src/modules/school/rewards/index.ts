/**
 * Rewards: the points that people earn by taking part, and the store where they spend them.
 *
 * Invariants: lines are only added to the ledger, and a balance is its sum; a cause counts once for a person; points
 * never affect grades, and reveal nothing about an answer before its lesson has finished; people see their own points,
 * their teachers see them too, and there is no ranking; nothing can be redeemed without stock or points.
 */
import { storeItems, type MessageKey, rewardRuleList, rewardRuleUpdate, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { implementGifts } from './gifts.ts';
import { implementPoints } from './points.ts';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { countGiftsOfWeek, listRules, lockRule, type RuleRow, updateRule } from './queries.ts';
import { toRuleView } from './views.ts';
import { implementDecide } from './store/decide.ts';
import { storeItemHooks } from './store/hooks.ts';
import { implementPicture, storePictures } from './store/picture.ts';
import { hasStore } from './store/queries.ts';
import { implementRedeem, type StoreDependencies } from './store/redeem.ts';

export type { Award } from './queries.ts';
export { addStoreItem, award, awardOnTime, awardWorkProduct, settleLike } from './service.ts';

export function rewardsModule(dependencies: StoreDependencies): Manifest {
  const { t, pictures } = dependencies;
  const hooks = storeItemHooks(pictures);
  return {
    implementations: [
      ...implementPoints({ t }),
      ...implementGifts({ t }),
      ...implementRules({ t }),
      ...implementReferenceList(storeItems, { t, hooks }),
      implementPicture({ t, hooks }),
      ...implementRedeem(dependencies),
      ...implementDecide(dependencies),
    ],
    fileUses: [storePictures],
    personContext: async (on, { id }) => ({ hasStore: await hasStore(on, id) }),
  };
}

/** Implements the rules for the points that events earn. Changing a rule does not change points already earned. */
function implementRules({ t }: { t: Translate<MessageKey> }): Implementation[] {
  const recordOf = (rule: RuleRow) => ({ name: t(`rewards.type.${rule.key}`), points: rule.points, daily_cap: rule.daily_cap, is_active: rule.is_active });
  return [
    implement(rewardRuleList, async ({ tx, actor }) => ({
      data: (await listRules(tx)).map((rule) => toRuleView(rule, t)),
      gifts_this_week: await countGiftsOfWeek(tx, actor.reach),
    })),
    implement(rewardRuleUpdate, async ({ tx, actor, input, requestId }) => {
      const before = await lockRule(tx, input.id);
      if (!before) throw appError('NOT_FOUND');
      if (input.updated_at !== undefined && Date.parse(input.updated_at) !== before.updated_at.getTime())
        throw appError('EDIT_CONFLICT', { row: toRuleView(before, t) });
      const after = await updateRule(tx, {
        id: before.id,
        points: input.points ?? before.points,
        daily_cap: input.daily_cap === undefined ? before.daily_cap : input.daily_cap,
        is_active: input.is_active ?? before.is_active,
      });
      await audit(tx, actor, {
        action: rewardRuleUpdate.name,
        subjectType: 'reward_rule',
        subjectId: before.id,
        before: recordOf(before),
        after: recordOf(after),
        requestId,
      });
      const rule = toRuleView(after, t);
      return { message: t('rewards.ruleSaved'), rule, data: rule };
    }),
  ];
}
