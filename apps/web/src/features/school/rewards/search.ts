import { listParsers, parseId, parseOneOf, searchParser } from '../../../base/search.ts';

/** What stands in the address of the reward points. */
export const parseRewardSearch = searchParser({
  ...listParsers,
  tab: parseOneOf(['own', 'students', 'rules']),
  course_id: parseId,
  /** Whose points are open. */
  student: parseId,
  /** The rule that is edited. */
  rule: parseId,
});
export type RewardSearch = ReturnType<typeof parseRewardSearch>;

export const parseStoreSearch = searchParser({ ...listParsers, tab: parseOneOf(['own']), /** What is about to be redeemed. */ redeem: parseId });
export type StoreSearch = ReturnType<typeof parseStoreSearch>;

export const parsePurchasesSearch = searchParser({ ...listParsers, state: parseOneOf(['handed-over', 'cancelled', 'all']) });
export type PurchasesSearch = ReturnType<typeof parsePurchasesSearch>;
