import { auditParts } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { archiveQuestions, lockQuestions } from './archive-queries.ts';
import { listTitles, listUseOfQuestions } from './import-queries.ts';

/** The reason why a question is not archived when its import is undone. */
type Staying = 'archived' | 'inUse' | 'judged' | 'changed';

/** Returns which of the questions somebody has used, judged or changed since a moment, and how. */
export async function judgeUnusedQuestions(db: Db, ids: readonly number[], since: Date): Promise<Map<number, Staying>> {
  const staying = new Map<number, Staying>();
  for (const { id, is_archived, is_in_use, is_judged, updated_at } of await listUseOfQuestions(db, ids)) {
    if (is_archived) staying.set(id, 'archived');
    else if (is_in_use) staying.set(id, 'inUse');
    else if (is_judged) staying.set(id, 'judged');
    else if (updated_at > since) staying.set(id, 'changed');
  }
  return staying;
}

/**
 * Archives those of the questions that nobody has used at this moment. Returns the ones that are kept, with the
 * reasons. Each archived one leaves an entry in the audit trail as part of the batch of `requestId`.
 */
export async function archiveUnused(
  tx: Tx,
  person: Pick<Actor, 'accountId' | 'schoolId'>,
  ids: readonly number[],
  { since, requestId, action }: { since: Date; requestId: string; action: string },
): Promise<Map<number, Staying>> {
  await lockQuestions(tx, ids);
  const staying = await judgeUnusedQuestions(tx, ids, since);
  const going = ids.filter((id) => !staying.has(id));
  const titles = await listTitles(tx, going);
  await archiveQuestions(tx, going);
  const subjects = going.map((id) => ({ subjectId: id, before: { title: titles.get(id) ?? '' } }));
  await auditParts(tx, person, { action, subjectType: 'question', requestId }, subjects);
  return staying;
}
