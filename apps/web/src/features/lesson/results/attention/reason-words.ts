import { dayOf } from '../../../../base/dates.ts';
import type { AttentionReason } from './calls.ts';
import { t } from '../../../../base/t.ts';

/** Returns a reason as text, with the numbers behind it and its start. */
export function reasonWords({ code, numbers, at }: AttentionReason): string {
  const count = numbers['forms'] ?? numbers['answers'] ?? numbers['works'] ?? numbers['lessons'] ?? 0;
  return t('attention.reasonOn', { reason: t(`attention.reason.${code}`, { ...numbers, count }), day: dayOf(at) });
}
