import { syncPeople, syncPersonMatch, type SyncPersonView } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { isTakenAlready, type Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, can, implement, type Implementation } from '../../../platform/http/index.ts';
import { toContainsPattern, toPagination } from '../../../platform/lists.ts';
import { insertAccounts, toEmailKey } from '../../accounts/index.ts';
import { type Link, listLinks, listSources, saveLinks, type SourceRow } from '../../sources/index.ts';
import { isKeeper } from '../access.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { findPerson, findTypeOf, listActive, listPeople, type PersonRow } from './queries.ts';

/** People of Google beside those here, and saying who somebody is. */
export function implementSyncPeople({ t }: SyncDependencies): Implementation[] {
  const toView = (row: PersonRow): SyncPersonView => {
    const { id, state, name, email, account_id, proposed_id, account_name, account_email, classes, role } = row;
    return {
      ...{ id, state, name, email, account_name, account_email, classes, role },
      account_id: account_id ?? proposed_id,
      note: state === 'proposed' ? t('sync.person.sameName') : null,
    };
  };
  const mayCreate = (actor: Actor): boolean => isKeeper(actor) && can(actor, 'accounts', 'create');
  async function getSource(tx: Tx, actor: Actor): Promise<SourceRow> {
    const [source] = actor.schoolId === null ? [] : await listSources(tx, 'google_classroom', actor.schoolId);
    if (!source) throw appError('NOT_FOUND');
    return source;
  }
  const searchOf = (source: SourceRow, actor: Actor) => ({
    sourceId: source.id,
    schoolId: source.school_id,
    accountId: isKeeper(actor) ? null : actor.accountId,
    courseId: null,
  });

  /** Somebody whom only Google knows, held. */
  async function match(tx: Tx, source: SourceRow, link: Link, accountId: number): Promise<void> {
    if (!(await listActive(tx, source.school_id, [accountId])).has(accountId)) throw fieldError('account_id', 'validation.id', { label: t('sync.account') });
    const [other] = await listLinks(tx, { sourceId: source.id, kind: 'person', parentId: null, localIds: [accountId] });
    if (other && other.id !== link.id) throw appError('SYNC_PERSON_TAKEN', { name: String(other.facts['name'] ?? '') });
    await save(tx, source, link, { localId: accountId, state: 'linked' });
  }
  const save = (tx: Tx, source: SourceRow, link: Link, changes: { localId: number | null; state: Link['state'] }) =>
    saveLinks(tx, source.id, [{ kind: 'person', parentId: null, externalId: link.external_id, ...changes }]);

  async function make(tx: Tx, source: SourceRow, link: Link, row: PersonRow): Promise<void> {
    const email = String(link.facts['email'] ?? '');
    if (email === '') throw appError('SYNC_PERSON_WITHOUT_ADDRESS');
    const { typeId, roleId } = await findTypeOf(tx, row.role === 'TEACHER' ? 'teacher' : 'student');
    const [given, family] = [String(link.facts['given'] ?? ''), String(link.facts['family'] ?? '')];
    const made = await insertAccounts(tx, [
      {
        ...{ first_name: given || String(link.facts['name'] ?? ''), last_name: family, email, email_key: toEmailKey(email), phone_number: '' },
        ...{ school_id: source.school_id, account_type_id: typeId, role_id: roleId },
      },
    ]);
    const id = made.get(toEmailKey(email));
    if (id === undefined) throw appError('SYNC_PERSON_TAKEN', { name: email });
    await save(tx, source, link, { localId: id, state: 'linked' });
  }

  return [
    implement(syncPeople, async ({ tx, actor, input }) => {
      const none = { matched: 0, proposed: 0, unknown: 0, only_here: 0, ignored: 0 };
      const [source] = actor.schoolId === null ? [] : await listSources(tx, 'google_classroom', actor.schoolId);
      if (!source) return { data: [], pagination: toPagination(input, 0), counts: none, can_create: false };
      const search = { ...searchOf(source, actor), courseId: input.course_id ?? null, state: input.state ?? null, page: input.page, per_page: input.per_page };
      const pattern = input.search?.trim() ? toContainsPattern(input.search.trim()) : null;
      const { rows, counts } = await listPeople(tx, { ...search, pattern });
      const total = input.state ? counts[input.state] : Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { data: rows.map(toView), pagination: toPagination(input, total), counts, can_create: mayCreate(actor) };
    }),
    implement(syncPersonMatch, async ({ tx, actor, input, requestId }) => {
      const source = await getSource(tx, actor);
      const [link] = await listLinks(tx, { sourceId: source.id, kind: 'person', ids: [input.id], isHeld: true });
      const row = link ? await findPerson(tx, searchOf(source, actor), link.id) : null;
      if (!link || !row) throw appError('NOT_FOUND');
      if (input.create && !mayCreate(actor)) throw appError('NOT_ALLOWED');
      try {
        if (input.account_id !== undefined) await match(tx, source, link, input.account_id);
        else if (input.create) await make(tx, source, link, row);
        else await save(tx, source, link, { localId: null, state: 'ignored' });
      } catch (error) {
        if (isTakenAlready(error)) throw appError('SYNC_PERSON_TAKEN', { name: row.name ?? '' });
        throw error;
      }
      const after = (await findPerson(tx, searchOf(source, actor), link.id)) as PersonRow;
      const name = row.name || t('sync.somebody');
      await audit(tx, actor, {
        action: syncPersonMatch.name,
        subjectType: 'syncPerson',
        subjectId: link.id,
        before: { name, account: row.account_id },
        after: { name, account: after.account_id, state: after.state },
        requestId,
      });
      const message = input.ignore
        ? t('sync.person.ignored', { name })
        : input.create
          ? t('sync.person.made', { name })
          : t('sync.person.matched', { name, account: after.account_name ?? '' });
      return { person: toView(after), message };
    }),
  ];
}
