import { listParsers, parseId, parseOneOf, searchParser } from '../../../base/search.ts';

/** Parses the address of the reward points. */
export const parseRewardSearch = searchParser({
  ...listParsers,
  tab: parseOneOf(['own', 'students', 'rules']),
  course_id: parseId,
  /** The student whose points are shown. */
  student: parseId,
  /** The rule being edited. */
  rule: parseId,
});
export type RewardSearch = ReturnType<typeof parseRewardSearch>;

export const parseStoreSearch = searchParser({ ...listParsers, tab: parseOneOf(['own']), /** The item to confirm redeeming. */ redeem: parseId });
export type StoreSearch = ReturnType<typeof parseStoreSearch>;

export const parsePurchasesSearch = searchParser({ ...listParsers, state: parseOneOf(['handed-over', 'cancelled', 'all']) });
export type PurchasesSearch = ReturnType<typeof parsePurchasesSearch>;
