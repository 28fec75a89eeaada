/**
 * Classes that teachers request. An administrator approves a request, which creates the class, or declines it with a
 * reason. Each is decided once, and a decline can be undone. Administrators of one school decide the requests of its
 * people.
 */
import {
  type ListRow,
  type ManyDone,
  type MessageKey,
  requestedClassApprove,
  requestedClassApproveMany,
  requestedClassDecline,
  requestedClassDeclineMany,
  requestedClasses,
  requestedClassReopenMany,
} from '@classwright/contract';
import { auditEach } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation, type Call } from '../../../../platform/http/index.ts';
import { findRow, implementReferenceList } from '../../../../platform/reference-lists/index.ts';
import { getCourse } from '../courses-save.ts';
import { lockOwners } from '../courses-write-queries.ts';
import type { ClassDependencies } from '../dependencies.ts';
import { createClasses } from '../service.ts';
import { createRequestHooks } from './hooks.ts';
import { decidedKey, inOneLine, requestedKey } from './notices.ts';
import { listWaiting, lockRequests, type RequestRow, setApproved, setDeclined, setPending } from './queries.ts';

interface Decision {
  action: string;
  words: MessageKey;
  /** Returns the reason a request is not changed; null when it is decided. */
  refuse: (request: RequestRow) => 'REQUEST_DECIDED' | 'REQUEST_WITHOUT_OWNER' | 'class.request.notDeclined' | null;
  apply: (requests: readonly RequestRow[]) => Promise<void>;
}
type Row = ListRow<typeof requestedClasses>;

export function implementRequests(dependencies: ClassDependencies): Implementation[] {
  const { t, notifier, views } = dependencies;
  const hooks = createRequestHooks(dependencies);

  async function decide({ tx, actor, requestId }: Call, ids: readonly number[], held: Map<number, RequestRow>, decision: Decision) {
    const asked = [...new Set(ids)];
    const known = asked.flatMap((id) => held.get(id) ?? []);
    const decided = known.filter((request) => decision.refuse(request) === null);
    if (decided.length > 0) await decision.apply(decided);
    await auditEach(
      tx,
      actor,
      { action: decision.action, subjectType: requestedClasses.name, requestId },
      decided.map(({ id, name, status }) => ({ subjectId: id, before: { name, status }, after: { name } })),
    );
    const done: ManyDone = {
      message: t(decision.words, { count: decided.length }),
      ids: decided.map(({ id }) => id),
      refused: asked.flatMap((id) => {
        const request = held.get(id);
        if (!request) return [{ id, name: `#${id}`, message: t('error.NOT_FOUND') }];
        const reason = decision.refuse(request);
        if (reason === null) return [];
        const { name } = request;
        return [{ id, name, message: reason === 'class.request.notDeclined' ? t(reason) : t(`error.${reason}`, { name }) }];
      }),
    };
    return done;
  }

  /** Notifies each teacher once, and withdraws the administrators' notifications of requests that no longer wait. */
  async function tell(tx: Tx, actor: Actor, requests: readonly RequestRow[], what: 'class.request.isApproved' | 'class.request.isDeclined'): Promise<void> {
    const ofTeacher = Map.groupBy(requests, ({ account_id }) => account_id);
    await notifier.notify(
      tx,
      [...ofTeacher].map(([accountId, theirs]) => ({
        kind: 'class-request-decided',
        key: decidedKey(accountId),
        accountIds: [accountId],
        actorId: actor.accountId,
        params: { title: t(what, { names: inOneLine(theirs, t) }) },
        path: what === 'class.request.isApproved' ? '/classes' : '/requested-classes',
      })),
    );
    const waiting = new Set(await listWaiting(tx, [...ofTeacher.keys()]));
    const settled = [...ofTeacher.keys()].filter((accountId) => !waiting.has(accountId));
    await notifier.withdraw(tx, settled.map(requestedKey));
  }

  /** Approves requests and also returns the class that each one became. */
  async function approve(call: Call, ids: readonly number[]) {
    const { tx, actor } = call;
    const held = await lockRequests(tx, ids, actor.reach);
    const schools = await lockOwners(
      tx,
      [...held.values()].map(({ account_id }) => account_id),
      actor.reach,
    );
    const classes = new Map<number, number>();
    const done = await decide(call, ids, held, {
      action: requestedClassApproveMany.name,
      words: 'class.request.many.approved',
      refuse: ({ status, account_id }) => (status !== 'pending' ? 'REQUEST_DECIDED' : schools.has(account_id) ? null : 'REQUEST_WITHOUT_OWNER'),
      async apply(requests) {
        const made = await createClasses(
          tx,
          requests.map(({ account_id, name, section, subject, room, level_id }) => ({
            ...{ schoolId: schools.get(account_id) as number, ownerId: account_id, levelId: level_id },
            ...{ name, section, subject, room },
          })),
        );
        for (const [at, { id }] of requests.entries()) classes.set(id, made[at] as number);
        await setApproved(
          tx,
          [...classes].map(([id, courseId]) => ({ id, courseId })),
          actor.accountId,
        );
        await tell(tx, actor, requests, 'class.request.isApproved');
      },
    });
    return { done, held, classes };
  }

  async function decline(call: Call, ids: readonly number[], reason: string) {
    const { tx, actor } = call;
    const held = await lockRequests(tx, ids, actor.reach);
    const done = await decide(call, ids, held, {
      action: requestedClassDeclineMany.name,
      words: 'class.request.many.declined',
      refuse: ({ status }) => (status === 'pending' ? null : 'REQUEST_DECIDED'),
      async apply(requests) {
        await setDeclined(
          tx,
          requests.map(({ id }) => id),
          { by: actor.accountId, reason },
        );
        await tell(tx, actor, requests, 'class.request.isDeclined');
      },
    });
    return { done, held };
  }

  /** Returns the request in its current state. @throws the reason it was not decided */
  async function answer(tx: Tx, id: number, { done, held }: { done: ManyDone; held: Map<number, RequestRow> }, isApproval: boolean) {
    const request = held.get(id);
    if (!request) throw appError('NOT_FOUND');
    const { name } = request;
    if (done.ids.length === 0) throw appError(request.status === 'pending' ? 'REQUEST_WITHOUT_OWNER' : 'REQUEST_DECIDED', { name });
    const row = (await findRow(tx, requestedClasses, id, 'all')) as Row;
    const [extra] = (await hooks.extend?.(tx, [row])) ?? [];
    const data = { ...row, ...extra } as Row;
    return { requested_class: data, data, message: t(isApproval ? 'class.request.approved' : 'class.request.declined', { name }) };
  }

  return [
    ...implementReferenceList(requestedClasses, { t, hooks }),
    implement(requestedClassApprove, async (call) => {
      const { id } = call.input;
      const approved = await approve(call, [id]);
      const body = await answer(call.tx, id, approved, true);
      // in the owner's view, since an administrator of one school is not in the class
      const course = await getCourse(call.tx, { accountId: body.data.account_id as number, isAdmin: false }, approved.classes.get(id) as number);
      return { ...body, course: views.toCourseView(course, call.actor) };
    }),
    implement(requestedClassDecline, async (call) => answer(call.tx, call.input.id, await decline(call, [call.input.id], call.input.reason), false)),
    implement(requestedClassApproveMany, async (call) => (await approve(call, call.input.ids)).done),
    implement(requestedClassDeclineMany, async (call) => (await decline(call, call.input.ids, call.input.reason)).done),
    implement(requestedClassReopenMany, async (call) => {
      const { tx, actor } = call;
      const held = await lockRequests(tx, call.input.ids, actor.reach);
      return decide(call, call.input.ids, held, {
        action: requestedClassReopenMany.name,
        words: 'class.request.many.reopened',
        refuse: ({ status }) => (status === 'declined' ? null : 'class.request.notDeclined'),
        async apply(requests) {
          await setPending(
            tx,
            requests.map(({ id }) => id),
          );
          await notifier.withdraw(
            tx,
            requests.map(({ account_id }) => decidedKey(account_id)),
          );
        },
      });
    }),
  ];
}
