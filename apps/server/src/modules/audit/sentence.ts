import { en, type MessageKey, type Translate } from '@classwright/contract';

interface Said {
  action: string;
  /** Null: the server itself, or somebody who is not known. */
  who: string | null;
  /** What the record was called; null where nothing is known but its number. */
  name: string | null;
  kind: string;
  subjectId: number | null;
  batchSize: number | null;
}

/** An action's own sentence, else that of its verb, else one that names it. */
function keyOf(action: string): MessageKey {
  const verb = action.slice(action.lastIndexOf('.') + 1);
  const found = [action, verb, 'other'].map((name) => `audit.said.${name}`).find((key) => key in en);
  return found as MessageKey;
}

/** What happened, as a sentence. */
export function describeEntry({ action, who, name, kind, subjectId, batchSize }: Said, t: Translate<MessageKey>): string {
  const named = name ?? (subjectId === null ? kind : t('audit.said.numbered', { kind, id: String(subjectId) }));
  const sentence = t(keyOf(action), { who: who ?? t('audit.server'), name: named, kind, action });
  return batchSize !== null && batchSize > 1 ? t('audit.said.batch', { sentence, count: batchSize - 1 }) : sentence;
}

/** What an action is called among the filters: its sentence without people and records. */
export const tellAction = (action: string, kind: string, t: Translate<MessageKey>): string => t(keyOf(action), { who: '…', name: '…', kind, action });
