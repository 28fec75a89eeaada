import { QUESTION_LIST_FIELDS, type QuestionListField } from '@classwright/rules/questions/list-fields';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import { getSession } from '../../../../base/session.ts';
import type { QuestionValues } from './values.ts';

/** A question's categories. People often write several questions of the same kind in a row. */
type Lists = Pick<QuestionValues, QuestionListField>;

/** Returns the storage key of this account on this device. */
const key = (): string => `cw.question-lists.${getSession()?.user.account_id ?? 0}`;

/** Returns the categories of the last question written here. Empty before the first one. */
export function readLastLists(): Partial<Lists> {
  const kept = readKeptJson<Partial<Lists>>('device', key());
  return Object.fromEntries(QUESTION_LIST_FIELDS.flatMap((field) => (typeof kept?.[field]?.id === 'number' ? [[field, kept[field]]] : [])));
}

export function keepLastLists(values: Lists): void {
  keep('device', key(), JSON.stringify(Object.fromEntries(QUESTION_LIST_FIELDS.map((field) => [field, values[field]]))));
}
