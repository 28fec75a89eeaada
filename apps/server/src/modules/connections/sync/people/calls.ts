import { syncPeople, type SyncPeopleChoice, syncPeopleMatch, syncPersonMatch, type SyncPersonView } from '@classwright/contract';
import { auditEach } from '../../../../platform/audit/index.ts';
import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import { isTakenAlready, type Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, type Call, can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toContainsPattern, toPagination } from '../../../../platform/lists.ts';
import { findSourceOfLink, listLinks, relink, type SourceRow } from '../../../class/sources/index.ts';
import { findSourceOf, getSourceOf, isKeeper, isOfSchool } from '../access.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { listActive, listPeople, listPeopleOf, type PersonRow } from './queries.ts';
import { type Refusal, applyPeopleChoice } from './apply-choice.ts';

/** Implements listing people of Google with their accounts here, and choosing their accounts. */
export function implementSyncPeople({ t }: SyncDependencies): Implementation[] {
  const toView = (row: PersonRow, isLeftOut = false): SyncPersonView => {
    const { id, state, name, email, account_id, proposed_id, account_name, account_email, classes, role } = row;
    return {
      ...{ id, state, name, email, account_name, account_email, classes, role },
      account_id: account_id ?? proposed_id,
      note: isLeftOut ? t('sync.person.noConsent') : state === 'proposed' ? t('sync.person.sameName') : null,
    };
  };
  const mayCreate = (actor: Actor): boolean => isKeeper(actor) && can(actor, 'accounts', 'create');
  const nameOf = ({ name }: PersonRow): string => name || t('sync.somebody');
  /** Returns the Google Classroom of a person. @throws NOT_FOUND also for people of a school that is out of reach */
  async function getSourceOfPerson(tx: Tx, actor: Actor, personId: number): Promise<SourceRow> {
    const source = await findSourceOfLink(tx, personId);
    if (!source || !isOfSchool(actor, source.school_id)) throw appError('NOT_FOUND');
    return source;
  }
  const searchOf = (source: SourceRow, actor: Actor) => ({
    sourceId: source.id,
    schoolId: source.school_id,
    accountId: isKeeper(actor) ? null : actor.accountId,
    courseId: null,
  });

  /** Locks those of these people whom somebody may match. */
  async function holdPeople(tx: Tx, source: SourceRow, actor: Actor, ids: readonly number[]): Promise<Map<number, PersonRow>> {
    const held = await listLinks(tx, { sourceId: source.id, kind: 'person', ids, isHeld: true });
    return listPeopleOf(
      tx,
      searchOf(source, actor),
      held.map(({ id }) => id),
    );
  }

  async function match(tx: Tx, source: SourceRow, row: PersonRow, accountId: number): Promise<void> {
    if (!(await listActive(tx, source.school_id, [accountId])).has(accountId)) throw fieldError('account_id', 'validation.id', { label: t('sync.account') });
    const [other] = await listLinks(tx, { sourceId: source.id, kind: 'person', parentId: null, localIds: [accountId] });
    if (other && other.id !== row.id) throw appError('SYNC_PERSON_TAKEN', { name: String(other.facts['name'] ?? '') });
    await relink(tx, [{ id: row.id, localId: accountId, state: 'linked' }]);
  }

  const inWords = ({ row, why }: { row: PersonRow; why: Refusal }): string => {
    if (why === 'withoutAddress') return t('error.SYNC_PERSON_WITHOUT_ADDRESS');
    if (why === 'addressTaken') return t('error.SYNC_ADDRESS_TAKEN', { email: row.email ?? '' });
    if (why === 'matchedAlready') return t('error.SYNC_PERSON_MATCHED', { account: row.account_name ?? '' });
    return t(why === 'notProposed' ? 'sync.person.notProposed' : 'sync.person.openAlready');
  };

  /** Records each person's match in the audit trail. Returns their current rows. */
  async function record({ tx, actor, requestId }: Call, source: SourceRow, before: readonly PersonRow[]): Promise<Map<number, PersonRow>> {
    const after = await listPeopleOf(
      tx,
      searchOf(source, actor),
      before.map(({ id }) => id),
    );
    await auditEach(
      tx,
      { ...actor, schoolId: source.school_id },
      { action: syncPersonMatch.name, subjectType: 'syncPerson', requestId },
      before.map((row) => {
        const [name, now] = [nameOf(row), after.get(row.id)];
        return { subjectId: row.id, before: { name, account: row.account_id }, after: { name, account: now?.account_id ?? null, state: now?.state } };
      }),
    );
    return after;
  }

  async function sayOf(call: Call, source: SourceRow, people: readonly PersonRow[], choice: SyncPeopleChoice) {
    const { tx, actor } = call;
    if (choice === 'create' && !mayCreate(actor)) throw appError('NOT_ALLOWED');
    const said = await applyPeopleChoice(tx, source, people, choice);
    return { ...said, after: await record(call, source, said.done) };
  }

  /** Converts the error of two simultaneous matches to the same account. */
  const orTaken = (error: unknown, name: string): never => {
    if (isTakenAlready(error)) throw appError('SYNC_PERSON_TAKEN', { name });
    throw error;
  };

  return [
    implement(syncPeople, async ({ tx, actor, input }) => {
      const none = { matched: 0, proposed: 0, unknown: 0, only_here: 0, ignored: 0 };
      const source = await findSourceOf(tx, actor, input.school_id);
      if (!source) return { data: [], pagination: toPagination(input, 0), counts: none, can_create: false };
      const search = { ...searchOf(source, actor), courseId: input.course_id ?? null, state: input.state ?? null, page: input.page, per_page: input.per_page };
      const pattern = input.search?.trim() ? toContainsPattern(input.search.trim()) : null;
      const { rows, counts } = await listPeople(tx, { ...search, pattern });
      const total = input.state ? counts[input.state] : Object.values(counts).reduce((sum, count) => sum + count, 0);
      const withoutConsent = await listWithoutConsent(
        tx,
        'classroom',
        rows.flatMap(({ account_id }) => account_id ?? []),
      );
      const isLeftOut = ({ account_id }: PersonRow) => account_id !== null && withoutConsent.has(account_id);
      return { data: rows.map((row) => toView(row, isLeftOut(row))), pagination: toPagination(input, total), counts, can_create: mayCreate(actor) };
    }),
    implement(syncPersonMatch, async (call) => {
      const { tx, actor, input } = call;
      const source = await getSourceOfPerson(tx, actor, input.id);
      const row = (await holdPeople(tx, source, actor, [input.id])).get(input.id);
      if (!row) throw appError('NOT_FOUND');
      const name = nameOf(row);
      if (input.account_id !== undefined) {
        await match(tx, source, row, input.account_id).catch((error: unknown) => orTaken(error, name));
        const person = toView((await record(call, source, [row])).get(row.id) as PersonRow);
        return { person, message: t('sync.person.matched', { name, account: person.account_name ?? '' }) };
      }
      const { after, refused } = await sayOf(call, source, [row], input.create ? 'create' : 'ignore').catch((error: unknown) => orTaken(error, name));
      const [no] = refused;
      if (no?.why === 'withoutAddress') throw appError('SYNC_PERSON_WITHOUT_ADDRESS');
      if (no?.why === 'addressTaken') throw appError('SYNC_ADDRESS_TAKEN', { email: row.email ?? '' });
      if (no) throw appError('SYNC_PERSON_MATCHED', { account: row.account_name ?? '' });
      return { person: toView(after.get(row.id) as PersonRow), message: t(input.ignore ? 'sync.person.ignored' : 'sync.person.made', { name }) };
    }),
    implement(syncPeopleMatch, async (call) => {
      const { tx, actor, input } = call;
      const source = await getSourceOf(tx, actor, input.school_id);
      const ids = [...new Set(input.ids)];
      const people = await holdPeople(tx, source, actor, ids);
      const { done, refused } = await sayOf(call, source, [...people.values()], input.choice).catch((error: unknown) => orTaken(error, t('sync.somebody')));
      const words = new Map(refused.map((one) => [one.row.id, inWords(one)]));
      return {
        message: t(`sync.people.${input.choice}`, { count: done.length }),
        ids: done.map(({ id }) => id),
        refused: ids.flatMap((id) => {
          const row = people.get(id);
          const message = row ? words.get(id) : t('error.NOT_FOUND');
          return message === undefined ? [] : [{ id, name: row ? nameOf(row) : `#${id}`, message }];
        }),
      };
    }),
  ];
}
