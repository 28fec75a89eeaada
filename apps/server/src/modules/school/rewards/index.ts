/**
 * Rewards: the points that people earn by taking part, and the store where they spend them.
 *
 * Invariants: lines are only added to the ledger, and a balance is its sum; a cause counts once for a person; points
 * never affect grades, and reveal nothing about an answer before its lesson has finished; people see their own points,
 * their teachers see them too, and there is no ranking; nothing can be redeemed without stock or points.
 */
import { storeItems, type MessageKey, rewardRuleCopy, rewardRuleDelete, rewardRuleList, rewardRuleUpdate, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { implementGifts } from './gifts.ts';
import { implementPoints } from './points.ts';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { copyRule, countGiftsOfWeek, deleteRule, listRules, lockRule, type RuleRow, updateRule } from './queries.ts';
import { toRuleView } from './views.ts';
import { implementDecide } from './store/decide.ts';
import { storeItemHooks } from './store/hooks.ts';
import { implementPicture, storePictures } from './store/picture.ts';
import { hasStore } from './store/queries.ts';
import { implementRedeem, type StoreDependencies } from './store/redeem.ts';
import { personalData } from './personal-data.ts';

export type { Award } from './queries.ts';
export { loadPointsOf } from './points.ts';
export { addStoreItem, award, awardOnTime, awardWorkProduct, settleLike } from './service.ts';

export function rewardsModule(dependencies: StoreDependencies): Manifest {
  const { t, pictures } = dependencies;
  const hooks = storeItemHooks(pictures);
  return {
    personalData,
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

/** Locks a rule that the person may change. @throws NOT_FOUND, SHARED_BY_SCHOOLS for people of one school */
async function lockOwn(tx: Tx, { reach }: Actor, id: number): Promise<RuleRow> {
  const rule = await lockRule(tx, id, reach);
  if (!rule) throw appError('NOT_FOUND');
  if (rule.school_id === null && !('all' in reach)) throw appError('SHARED_BY_SCHOOLS');
  return rule;
}

/** Implements the rules for the points that events earn. Changing a rule does not change points already earned. */
function implementRules({ t }: { t: Translate<MessageKey> }): Implementation[] {
  const recordOf = (rule: RuleRow) => ({ name: t(`rewards.type.${rule.key}`), points: rule.points, daily_cap: rule.daily_cap, is_active: rule.is_active });
  return [
    implement(rewardRuleList, async ({ tx, actor }) => ({
      data: (await listRules(tx, actor.reach)).map((rule) => toRuleView(rule, t)),
      gifts_this_week: await countGiftsOfWeek(tx, actor.reach),
    })),
    implement(rewardRuleUpdate, async ({ tx, actor, input, requestId }) => {
      const before = await lockOwn(tx, actor, input.id);
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
    implement(rewardRuleCopy, async ({ tx, actor, input, requestId }) => {
      const shared = await lockRule(tx, input.id, actor.reach);
      if (!shared) throw appError('NOT_FOUND');
      const copy = 'all' in actor.reach || shared.school_id !== null ? shared : await copyRule(tx, shared.id, actor.reach.schoolId);
      const rule = toRuleView(copy, t);
      if (copy !== shared)
        await audit(tx, actor, { action: rewardRuleCopy.name, subjectType: 'reward_rule', subjectId: copy.id, after: recordOf(copy), requestId });
      return { message: t('rewards.ruleCopied'), rule, data: rule };
    }),
    implement(rewardRuleDelete, async ({ tx, actor, input, requestId }) => {
      const before = await lockOwn(tx, actor, input.id);
      // The rules of all schools are the product's: one can be switched off, and not deleted.
      if (before.school_id === null) throw appError('SHARED_BY_SCHOOLS');
      await deleteRule(tx, before.id);
      await audit(tx, actor, { action: rewardRuleDelete.name, subjectType: 'reward_rule', subjectId: before.id, before: recordOf(before), requestId });
      return { message: t('rewards.ruleDeleted'), id: before.id };
    }),
  ];
}
