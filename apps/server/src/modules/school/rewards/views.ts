import type { MessageKey, RewardPointView, RewardRuleView, RewardType, Translate } from '@classwright/contract';
import { PAYS_FOR_WRONG_FIRST } from '@classwright/rules/results/merits';
import type { PointRow, RuleRow } from './queries.ts';

const nameOf = (type: RewardType, t: Translate<MessageKey>): string => t(`rewards.type.${type}`);
const PAYS_FOR_WRONG: ReadonlySet<RewardType> = new Set(PAYS_FOR_WRONG_FIRST);

/** Builds the view of a ledger line. `canTakeBack`: returns true if the reader may undo a gift of this class. */
export function toPointView(row: PointRow, t: Translate<MessageKey>, canTakeBack: (courseId: number) => boolean = () => false): RewardPointView {
  const isOpen = row.type === 'gift' && row.gift_id !== null && !row.is_taken_back && row.gift_course_id !== null && canTakeBack(row.gift_course_id);
  return {
    id: row.id,
    type: nameOf(row.type, t),
    type_key: row.type,
    points: row.points,
    reason: row.reason,
    at: row.at.toISOString(),
    gift_id: isOpen ? row.gift_id : null,
  };
}

export function toRuleView({ updated_at, ...row }: RuleRow, t: Translate<MessageKey>): RewardRuleView {
  return { ...row, name: nameOf(row.key, t), pays_for_wrong: PAYS_FOR_WRONG.has(row.key), updated_at: updated_at.toISOString() };
}
