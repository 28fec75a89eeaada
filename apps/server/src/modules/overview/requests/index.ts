/**
 * Requests about data: what people, and guardians for their children, ask of a school, in the program or on paper, each
 * with the day by which it is answered.
 *
 * Invariants: a request is seen by who made it and by the office within reach; its due day is set when it is made, by the
 * days of the person's school, and does not move; a guardian asks only about a child to whom they are tied now; nothing is
 * done by a request itself: a copy or an erasure is made on the person's page.
 */
import {
  dataRequestAnswer,
  dataRequestCreate,
  dataRequestDays,
  dataRequestList,
  dataRequestOwn,
  dataRequestRecord,
  dataRequestReopen,
  type DataRequestView,
  dataRequestWithdraw,
  type MessageKey,
  MAX_OPEN_REQUESTS,
  REMIND_DAYS,
  REQUEST_DAYS,
  type Translate,
} from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { createDateWriter } from '../../../platform/dates.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { isGuardianOf } from '../../../platform/guardians-queries.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { isWithin } from '../../../platform/reach.ts';
import { listDeciders } from '../../people/access/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { personalData } from './personal-data.ts';
import {
  type AskedPersonRow,
  claimSoonDue,
  countOpenRequests,
  findAskedPerson,
  insertRequest,
  listOwnRequests,
  listRequests,
  listSchoolDays,
  lockRequest,
  type RequestRow,
  saveDays,
  setState,
} from './queries.ts';

export interface RequestsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  language: { locale: string };
  notifier: Notifier;
}

const [USUAL_DAYS] = REQUEST_DAYS;
const MOST_OWN = 50;
/** The number of requests of which one transaction reminds. */
const REMINDED_AT_ONCE = 100;
const OFFICE = { resource: 'data-requests', action: 'edit' } as const;

export function requestsModule({ db, t, language, notifier }: RequestsDependencies): Manifest {
  const dayInWords = (day: string): string => createDateWriter('day', 'UTC', language.locale)(new Date(`${day}T00:00:00Z`));
  const keyOf = (id: number): string => `data-request:${id}`;
  const tellOffice = async (tx: Tx, kind: 'data-request' | 'data-request-due', one: Pick<RequestRow, 'id' | 'kind' | 'school_id'>, actorId: number | null) =>
    notifier.notify(tx, {
      kind,
      key: kind === 'data-request' ? keyOf(one.id) : `data-request-due:${one.id}`,
      accountIds: await listDeciders(tx, OFFICE, one.school_id),
      actorId,
      params: { title: t(`dataRequest.kind.${one.kind}`) },
      path: '/data-requests',
    });
  const implementations = [
    implement(dataRequestOwn, async ({ tx, actor, input }) => {
      const person = await requireOwn(tx, actor, input.account_id);
      return { requests: await listOwnRequests(tx, actor.accountId, person.id, MOST_OWN), days: person.days };
    }),
    implement(dataRequestCreate, async ({ tx, actor, input: { account_id, kind, words }, requestId }) => {
      const person = await requireOwn(tx, actor, account_id);
      if ((await countOpenRequests(tx, actor.accountId)) >= MAX_OPEN_REQUESTS) throw appError('MANY_DATA_REQUESTS', { most: MAX_OPEN_REQUESTS });
      const from = { accountId: actor.accountId };
      const id = await insertRequest(tx, { accountId: person.id, kind, words, from, askedOn: person.today, days: person.days });
      await tellOffice(tx, 'data-request', { id, kind, school_id: person.school_id }, actor.accountId);
      await audit(tx, actor, { action: dataRequestCreate.name, subjectType: 'account', subjectId: person.id, after: { request: id, kind }, requestId });
      const request = toOwn((await lockRequest(tx, id))!);
      return { request, message: t('dataRequest.made', { date: dayInWords(request.due_on) }) };
    }),
    implement(dataRequestWithdraw, async ({ tx, actor, input: { id }, requestId }) => {
      const request = await lockRequest(tx, id);
      if (request?.asked_by !== actor.accountId) throw appError('NOT_FOUND');
      requireOpen(request);
      await setState(tx, id, { state: 'withdrawn', answer: '', by: actor.accountId });
      await notifier.withdraw(tx, [keyOf(id), `data-request-due:${id}`]);
      await audit(tx, actor, { action: dataRequestWithdraw.name, subjectType: 'account', subjectId: request.account_id, after: { request: id }, requestId });
      return { message: t('dataRequest.withdrawn') };
    }),
    implement(dataRequestList, async ({ tx, actor, input: { show, ...page } }) => {
      const { rows, total } = await listRequests(tx, { reach: actor.reach, show }, page);
      return { requests: rows.map(toView), pagination: toPagination(page, total), schools: await listSchoolDays(tx, actor.reach, USUAL_DAYS) };
    }),
    implement(dataRequestRecord, async ({ tx, actor, input: { account_id, kind, asker, words, asked_on }, requestId }) => {
      const person = await findAskedPerson(tx, account_id, USUAL_DAYS);
      if (!person || !isWithin(actor.reach, person.school_id)) throw appError('NOT_FOUND');
      if (asked_on > person.today || asked_on < person.earliest) throw fieldError('asked_on', 'dataRequest.invalidDay');
      const from = { asker, recordedBy: actor.accountId };
      const id = await insertRequest(tx, { accountId: person.id, kind, words, from, askedOn: asked_on, days: person.days });
      await audit(tx, actor, {
        action: dataRequestRecord.name,
        subjectType: 'account',
        subjectId: person.id,
        after: { request: id, kind, asked_on },
        requestId,
      });
      const request = toView((await lockRequest(tx, id))!);
      return { request, message: t('dataRequest.recorded', { date: dayInWords(request.due_on) }) };
    }),
    implement(dataRequestAnswer, async ({ tx, actor, input: { id, state, answer }, requestId }) => {
      const request = await requireRequest(tx, actor, id);
      requireOpen(request);
      await setState(tx, id, { state, answer, by: actor.accountId });
      await notifier.withdraw(tx, [keyOf(id), `data-request-due:${id}`]);
      if (request.asked_by !== null)
        await notifier.notify(tx, {
          kind: 'data-request-answered',
          key: `data-request-answered:${id}`,
          accountIds: [request.asked_by],
          actorId: actor.accountId,
          params: { title: t(`dataRequest.kind.${request.kind}`) },
          path: request.asked_by === request.account_id ? '/profile' : `/my-children?child=${request.account_id}`,
        });
      await audit(tx, actor, {
        action: dataRequestAnswer.name,
        subjectType: 'account',
        subjectId: request.account_id,
        after: { request: id, state },
        requestId,
      });
      return { request: toView((await lockRequest(tx, id))!), message: t(`dataRequest.answered.${state}`, { name: request.person }) };
    }),
    implement(dataRequestReopen, async ({ tx, actor, input: { id }, requestId }) => {
      const request = await requireRequest(tx, actor, id);
      if (request.state === 'withdrawn') throw appError('NOT_FOUND');
      if (request.state !== 'open') {
        await setState(tx, id, { state: 'open', answer: request.answer, by: null });
        await notifier.withdraw(tx, `data-request-answered:${id}`);
        const before = { request: id, state: request.state };
        await audit(tx, actor, { action: dataRequestReopen.name, subjectType: 'account', subjectId: request.account_id, before, requestId });
      }
      return { request: toView((await lockRequest(tx, id))!), message: t('dataRequest.reopened', { name: request.person }) };
    }),
    implement(dataRequestDays, async ({ tx, actor, input: { school_id, days }, requestId }) => {
      const school = (await listSchoolDays(tx, actor.reach, USUAL_DAYS)).find(({ id }) => id === school_id);
      if (!school) throw appError('NOT_FOUND');
      if (school.days !== days) {
        await saveDays(tx, school.id, days);
        const change = { before: { days: school.days }, after: { days } };
        await audit(tx, actor, { action: dataRequestDays.name, subjectType: 'school', subjectId: school.id, ...change, requestId });
      }
      return { message: t('dataRequest.daysSaved', { school: school.name, days }) };
    }),
  ];
  const remind = scheduledJob('data-requests.remind', 60, async () => {
    let count: number;
    do {
      count = await inTransaction(db, async (tx) => {
        const due = await claimSoonDue(tx, REMIND_DAYS, REMINDED_AT_ONCE);
        for (const one of due) await tellOffice(tx, 'data-request-due', one, null);
        return due.length;
      });
    } while (count === REMINDED_AT_ONCE);
  }) as JobKind<never>;
  return { personalData, implementations, jobs: [remind] };
}

/** Returns oneself, or a child to whom one is tied now as a guardian. @throws NOT_FOUND for anybody else */
async function requireOwn(db: Db | Tx, { accountId }: Actor, asked: number | undefined): Promise<AskedPersonRow> {
  const id = asked ?? accountId;
  const person = id === accountId || (await isGuardianOf(db, accountId, id)) ? await findAskedPerson(db, id, USUAL_DAYS) : null;
  if (!person) throw appError('NOT_FOUND');
  return person;
}

/** Returns a request of a person within reach, locked. @throws NOT_FOUND */
async function requireRequest(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  const request = await lockRequest(tx, id);
  if (!request || !isWithin(actor.reach, request.school_id)) throw appError('NOT_FOUND');
  return request;
}

/** @throws DATA_REQUEST_CLOSED for a request that is answered or withdrawn */
function requireOpen({ state }: RequestRow): void {
  if (state !== 'open') throw appError('DATA_REQUEST_CLOSED');
}

const toOwn = ({ id, kind, words, asked_on, due_on, state, answer, answered_on }: RequestRow) => ({
  ...{ id, kind, words, asked_on, due_on, state, answer, answered_on },
});

const toView = ({ asked_by: _asked, school_id: _school, ...view }: RequestRow): DataRequestView => view;
