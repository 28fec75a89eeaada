import { t } from '../../../base/t.ts';

/** Formats a number of accounts: "1 account", "3 accounts". */
export const countWords = (count: number): string => t('invitationGroup.count', { count });
