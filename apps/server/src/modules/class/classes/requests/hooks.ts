import type { ListRow, MessageKey, requestedClasses, Translate } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { can } from '../../../../platform/http/index.ts';
import { computeOwnerReach } from '../../../../platform/reach.ts';
import { isTheirs } from '../../../../platform/reach-queries.ts';
import type { ListCall, ListHooks } from '../../../../platform/reference-lists/index.ts';
import { listDeciders } from '../../../people/access/index.ts';
import type { Notifier } from '../../../school/notifications/index.ts';
import { inOneLine, requestedKey } from './notices.ts';
import { hasStatus, isRequestInReach, listDecisions } from './queries.ts';

type Row = ListRow<typeof requestedClasses>;

/**
 * The hooks of the list of requests. Teachers see their own requests; people who may approve them see those too. A
 * decided request cannot be changed.
 */
export function createRequestHooks({ notifier, t }: { notifier: Notifier; t: Translate<MessageKey> }): ListHooks<Row> {
  /** The rows that a call has created, so that the deciders get one notification for all of them. */
  const madeBy = new WeakMap<Tx, Row[]>();
  async function tellOf({ tx, actor }: ListCall, made: readonly Row[]): Promise<void> {
    if (made.length === 0) return;
    await notifier.notify(tx, {
      kind: 'class-requested',
      key: requestedKey(actor.accountId),
      accountIds: await listDeciders(tx, { resource: 'requested-classes', action: 'approve' }, actor.schoolId),
      actorId: actor.accountId,
      params: { title: inOneLine(made, t) },
      path: '/requested-classes',
    });
  }
  return {
    visible: (actor) =>
      can(actor, 'requested-classes', 'approve') ? isRequestInReach(actor.reach, 't.account_id') : isTheirs(computeOwnerReach(actor), 't.account_id'),
    matching: async (_db, _actor, { status }) => (typeof status === 'string' ? hasStatus(status) : null),
    async around(call, write) {
      const made: Row[] = [];
      madeBy.set(call.tx, made);
      const result = await write();
      await tellOf(call, made);
      return result;
    },
    async beforeSave(_call, { before }) {
      if (before && before.status !== 'pending') throw appError('REQUEST_DECIDED', { name: before.name });
      return undefined;
    },
    async afterSave({ tx }, { before, after }) {
      if (!before) madeBy.get(tx)?.push(after);
      return undefined;
    },
    async extend(db, rows) {
      const decisions = await listDecisions(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => {
        const { course_id = null, decided_at = null, decided_by_name = null } = decisions.get(id) ?? {};
        return { course_id, decided_at: decided_at?.toISOString() ?? null, decided_by_name };
      });
    },
  };
}
