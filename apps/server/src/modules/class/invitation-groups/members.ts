import {
  groupAccountsAdd,
  groupAccountsRemove,
  groupClassAdd,
  invitationGroups,
  type ListRow,
  type MessageKey,
  MAX_GROUP_ACCOUNTS,
  type Translate,
} from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { findRow } from '../../../platform/reference-lists/index.ts';
import { requireGroup } from './access.ts';
import { countMembers, deleteMembers, type GroupRow, lockAddable, insertMembers, listLearners, listMembers } from './queries.ts';

/**
 * Checks that the groups are within the size limit. @throws VALIDATION_FAILED at `field` for a group that became too
 * large
 */
export async function requireRoom(tx: Tx, groups: readonly Pick<GroupRow, 'id' | 'name'>[], field: string): Promise<void> {
  const counts = await countMembers(
    tx,
    groups.map(({ id }) => id),
  );
  for (const { id, name } of groups) {
    const count = counts.get(id) ?? 0;
    if (count > MAX_GROUP_ACCOUNTS) throw fieldError(field, 'invitationGroup.full', { max: MAX_GROUP_ACCOUNTS, name, count });
  }
}

/** Implements adding people to a group and removing them. */
export function implementGroupMembers({ t }: { t: Translate<MessageKey> }): Implementation[] {
  const answer = async (tx: Tx, { id, name }: GroupRow, what: 'added' | 'removed', count: number) => {
    const accounts = (await listMembers(tx, [id])).get(id) ?? [];
    const row = (await findRow(tx, invitationGroups, id, 'all')) as ListRow<typeof invitationGroups>;
    const data = { ...row, accounts, accounts_count: accounts.length };
    const message = count === 0 ? t('invitationGroup.added.none', { name }) : t(`invitationGroup.${what}`, { count, name });
    return { message, data, invitation_group: data, changed_count: count };
  };
  return [
    implement(groupAccountsAdd, async ({ tx, actor, input, requestId }) => {
      const { reach } = actor;
      const group = await requireGroup(tx, reach, input.invitation_group_id);
      const accountIds = await lockAddable(tx, input.account_id, { reach, groupSchoolId: group.school_id });
      if (accountIds.length < input.account_id.length) throw fieldError('account_id', 'invitationGroup.accountGone');
      const added = await insertMembers(
        tx,
        accountIds.map(() => group.id),
        accountIds,
      );
      await requireRoom(tx, [group], 'account_id');
      if (added.length > 0) {
        const after = { name: group.name, account_id: added.map(({ accountId }) => accountId) };
        await audit(tx, actor, { action: groupAccountsAdd.name, subjectType: invitationGroups.name, subjectId: group.id, after, requestId });
      }
      return answer(tx, group, 'added', added.length);
    }),
    implement(groupClassAdd, async ({ tx, actor, input, requestId }) => {
      const { course_id: courseId = null, level_id: levelId = null } = input;
      if ((courseId === null) === (levelId === null)) throw fieldError('course_id', 'invitationGroup.class.choose');
      const field = courseId === null ? 'level_id' : 'course_id';
      const { reach } = actor;
      const group = await requireGroup(tx, reach, input.invitation_group_id);
      const accountIds = await lockAddable(tx, await listLearners(tx, { courseId, levelId, reach }), { reach, groupSchoolId: group.school_id });
      if (accountIds.length === 0) throw fieldError(field, 'invitationGroup.class.nobody');
      const added = await insertMembers(
        tx,
        accountIds.map(() => group.id),
        accountIds,
      );
      await requireRoom(tx, [group], field);
      const account_id = added.map(({ accountId }) => accountId);
      if (added.length > 0) {
        const after = { name: group.name, account_id };
        await audit(tx, actor, { action: groupAccountsAdd.name, subjectType: invitationGroups.name, subjectId: group.id, after, requestId });
      }
      return { ...(await answer(tx, group, 'added', added.length)), account_id };
    }),
    implement(groupAccountsRemove, async ({ tx, actor, input, requestId }) => {
      const group = await requireGroup(tx, actor.reach, input.invitation_group_id);
      const removed = await deleteMembers(tx, group.id, input.account_id);
      if (removed.length === 0) throw appError('NOT_FOUND');
      await audit(tx, actor, {
        action: groupAccountsRemove.name,
        subjectType: invitationGroups.name,
        subjectId: group.id,
        before: { name: group.name, account_id: removed },
        requestId,
      });
      return answer(tx, group, 'removed', removed.length);
    }),
  ];
}
