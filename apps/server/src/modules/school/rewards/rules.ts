import { type MessageKey, rewardRuleList, rewardRuleUpdate, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { countGiftsOfWeek, listRules, lockRule, type RuleRow, updateRule } from './queries.ts';
import { toRuleView } from './views.ts';

/** Implements the rules for the points that events earn. Changing a rule does not change points already earned. */
export function implementRules({ t }: { t: Translate<MessageKey> }): Implementation[] {
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
