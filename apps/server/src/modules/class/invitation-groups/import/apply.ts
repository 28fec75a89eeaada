import { importGroupAccounts, type ImportedGroup, invitationGroups } from '@classwright/contract';
import { auditEach } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import { requireRoom } from '../members.ts';
import { countMembers, lockGroup, insertMembers } from '../queries.ts';
import type { PlannedGroup } from './judge.ts';
import { insertGroup } from './queries.ts';

/**
 * Creates the missing groups and adds everybody. A group that no valid row names is not created. @throws
 * VALIDATION_FAILED at `file` for a group that would become too large
 */
export async function applyGroupImport(
  tx: Tx,
  { actor, fileName, requestId }: { actor: Actor; fileName: string; requestId: string },
  planned: Iterable<PlannedGroup>,
): Promise<ImportedGroup[]> {
  const groups: { id: number; name: string; isNew: boolean; accountIds: number[] }[] = [];
  const wanted = [...planned].filter(({ accountIds }) => accountIds.size > 0);
  // always in the same order, so that two simultaneous imports cannot deadlock
  for (const { id, name, schoolId, accountIds } of wanted.sort((a, b) => (a.id ?? 0) - (b.id ?? 0))) {
    const isThere = id !== null && (await lockGroup(tx, id)) !== null;
    const made = isThere ? { id, isNew: false } : await insertGroup(tx, name, schoolId);
    groups.push({ ...made, name, accountIds: [...accountIds] });
  }
  const added = await insertMembers(
    tx,
    groups.flatMap(({ id, accountIds }) => accountIds.map(() => id)),
    groups.flatMap(({ accountIds }) => accountIds),
  );
  await requireRoom(tx, groups, 'file');
  const addedTo = Map.groupBy(added, ({ groupId }) => groupId);
  const counts = await countMembers(
    tx,
    groups.map(({ id }) => id),
  );
  const imported: ImportedGroup[] = [];
  const told: { subjectId: number; after: object }[] = [];
  for (const { id, name, isNew } of groups) {
    const accountIds = (addedTo.get(id) ?? []).map(({ accountId }) => accountId);
    if (isNew || accountIds.length > 0) {
      told.push({ subjectId: id, after: { name, file_name: fileName, is_new: isNew, account_id: accountIds } });
    }
    imported.push({ id, name, is_new: isNew, added_count: accountIds.length, accounts_count: counts.get(id) ?? 0 });
  }
  await auditEach(tx, actor, { action: importGroupAccounts.name, subjectType: invitationGroups.name, requestId }, told);
  return imported;
}
