import type { MessageParams } from '@classwright/contract/messages/translate';
import type { StatusLabel } from '@classwright/rules/questions/approval';
import { computeHalfStep } from '@classwright/rules/questions/ratings';
import { type MessageKey, t } from '../../../base/t.ts';

/** Returns a message of a rule, which names messages by key. */
export const messageOf = (key: string, params?: MessageParams): string => t(key as MessageKey, params);

/** Returns the name of an approval status. */
export const statusWords = (status: StatusLabel): string => t(`question.status.${status}`);

/** Returns the word for an average rating of 1 to 5. */
export const ratingWords = (average: number): string => t(`bank.rating.${computeHalfStep(average)}` as MessageKey);

/** Returns a message with a count, singular or plural. */
export const tCount = (key: 'bank.count' | 'bank.form.invalid', count: number): string => t(key, { count });
