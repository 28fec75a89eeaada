import { accessRoleCopy, accessRoleRights, asMessage, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, can, implement, type Implementation } from '../../../platform/http/index.ts';
import { guardAccess } from './guard.ts';
import { copyRights, findRole, insertRole, isRoleName, listUnknown, switchOff, switchOn } from './role-rights-queries.ts';

interface RoleRightsDependencies {
  t: Translate<MessageKey>;
}

/**
 * Checks that the person may add policies and their ties, the rows through which a role gets more rights. @throws
 * NOT_ALLOWED
 */
function requireMayAdd(actor: Actor): void {
  if (!can(actor, 'policies', 'create') || !can(actor, 'resource-policies', 'create')) throw appError('NOT_ALLOWED');
}

/** Changes a role's rights as a whole instead of row by row. The rows are those of the lists. */
export function implementRoleRights({ t }: RoleRightsDependencies): Implementation[] {
  return [
    implement(accessRoleRights, async ({ tx, actor, input, requestId }) => {
      // if the same right appears twice, the last one counts
      const wanted = [...new Map(input.changes.map((change) => [`${change.resource_id}:${change.action_id}`, change])).values()];
      const given = wanted.filter(({ allowed }) => allowed);
      if (given.length > 0) requireMayAdd(actor);
      return guardAccess(tx, actor, async () => {
        const role = await findRole(tx, input.id, actor.reach);
        if (!role) throw appError('NOT_FOUND');
        if (role.school_id === null && !('all' in actor.reach)) throw appError('SHARED_BY_SCHOOLS');
        if ((await listUnknown(tx, wanted)) > 0) throw fieldError('changes', 'rolePage.gone');
        const off = await switchOff(
          tx,
          role.id,
          wanted.filter(({ allowed }) => !allowed),
        );
        const on = await switchOn(tx, role, given);
        const changed = [...on.map((right) => ({ ...right, allowed: true })), ...off.map((right) => ({ ...right, allowed: false }))];
        const words = (rights: readonly { words: string }[]) => rights.map(({ words: right }) => right).sort();
        if (changed.length > 0)
          await audit(tx, actor, {
            action: accessRoleRights.name,
            subjectType: 'role',
            subjectId: role.id,
            after: { name: role.name, given: words(on), taken: words(off) },
            requestId,
          });
        const said = changed.length === 0 ? 'rolePage.same' : 'rolePage.saved';
        return {
          message: t(said, { name: role.name, count: changed.length }),
          changed: changed.map(({ resource_id, action_id, allowed }) => ({ resource_id, action_id, allowed })),
        };
      });
    }),
    implement(accessRoleCopy, async ({ tx, actor, input, requestId }) => {
      requireMayAdd(actor);
      return guardAccess(tx, actor, async () => {
        const role = await findRole(tx, input.id, actor.reach);
        if (!role) throw appError('NOT_FOUND');
        const schoolId = 'all' in actor.reach ? role.school_id : actor.reach.schoolId;
        if (await isRoleName(tx, input.name, schoolId)) throw fieldError('name', 'list.taken', { label: asMessage('list.field.name') });
        const id = await insertRole(tx, input.name, schoolId);
        await copyRights(tx, role.id, { id, name: input.name });
        await audit(tx, actor, { action: accessRoleCopy.name, subjectType: 'role', subjectId: id, after: { name: input.name, copy_of: role.name }, requestId });
        return { id, message: t('rolePage.copied', { name: input.name }) };
      });
    }),
  ];
}
