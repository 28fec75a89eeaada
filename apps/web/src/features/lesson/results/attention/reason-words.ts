import { dayOf } from '../../../../base/dates.ts';
import { t } from '../../../../base/t.ts';
import type { AttentionReason } from './calls.ts';

/** Returns a reason as text, with the numbers behind it. */
export function reasonText({ code, numbers }: Pick<AttentionReason, 'code' | 'numbers'>): string {
  const count = numbers['works'] ?? numbers['lessons'] ?? 0;
  if (code === 'absent-of-last' && numbers['absent'] === numbers['lessons']) return t('attention.reason.absent-of-all', { lessons: count });
  return t(`attention.reason.${code}`, { ...numbers, count });
}

/** Returns a reason as text, with the numbers behind it and its start. */
export const reasonWords = (reason: AttentionReason): string => t('attention.reasonOn', { reason: reasonText(reason), day: dayOf(reason.at) });
