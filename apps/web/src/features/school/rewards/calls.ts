import type { rewardGiftAdd, rewardGiftUndo, rewardRuleCopy, rewardRuleDelete, rewardRuleUpdate } from '@classwright/contract/school/rewards/calls';
import type { suggestClasses } from '@classwright/contract/school/reference/suggest';
import { api } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';
import type { ChoiceSource } from '../../../ui/form/index.ts';

export const POINTS = 'reward-points';

export const givePoints = (body: { course_id: number; account_ids: number[]; points: number; reason: string }, idempotencyKey: string) =>
  api<typeof rewardGiftAdd>('POST', '/reward-point/gifts', { body, idempotencyKey });

/** Cancels an entry. Returns the server's message. */
export async function undoGift(id: number): Promise<string> {
  const { message } = await api<typeof rewardGiftUndo>('POST', '/reward-point/gifts/:id/undo', { params: { id } });
  await queryClient.invalidateQueries({ queryKey: [POINTS] });
  return message;
}

export const saveRule = (id: number, body: { points?: number; daily_cap?: number | null; is_active?: boolean; updated_at?: string }, idempotencyKey?: string) =>
  api<typeof rewardRuleUpdate>('PUT', '/reward-point/rules/:id', { params: { id }, body, idempotencyKey });

/** Copies a rule of all schools for the person's school. Returns the copy. */
export const copyRule = (id: number) => api<typeof rewardRuleCopy>('POST', '/reward-point/rules/:id/copy', { params: { id } });

/** Deletes the school's own rule, so that the one of all schools counts again. Returns the server's message. */
export async function deleteRule(id: number): Promise<string> {
  return (await api<typeof rewardRuleDelete>('DELETE', '/reward-point/rules/:id', { params: { id } })).message;
}

const OFFERED = 50;
/** The source of the classes that someone teaches; all classes for an Admin. */
export const taughtClasses: ChoiceSource = {
  name: '/suggest/classes rewards',
  load: async (text, signal) => {
    const { data } = await api<typeof suggestClasses>('GET', '/suggest/classes', { query: { query: text, limit: OFFERED }, signal });
    return data.map(({ id, name, section }) => ({ id, name: section === '' || name.includes(section) ? name : `${name}, ${section}` }));
  },
};
