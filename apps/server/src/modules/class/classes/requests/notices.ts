import { listed } from '@classwright/rules/text/bidi';
import type { MessageKey, Translate } from '@classwright/contract';

/** The notification key of a teacher's requests. Decisions have a key of their own. */
export const requestedKey = (accountId: number): string => `classes-requested:${accountId}`;
export const decidedKey = (accountId: number): string => `class-requests-decided:${accountId}`;

const NAMED = 3;

/** Joins the names in one line, such as "Physics, Chemistry, Biology and 4 more". */
export function inOneLine(requests: readonly { name: string }[], t: Translate<MessageKey>): string {
  const names = listed(requests.slice(0, NAMED).map(({ name }) => name));
  return requests.length > NAMED ? t('class.request.andMore', { names, count: requests.length - NAMED }) : names;
}
