import {
  type HandlerInput,
  MAX_SOURCES,
  rosterSourceCancel,
  rosterSourceCreate,
  rosterSourceDelete,
  rosterSourceList,
  rosterSourceRead,
  rosterSourceReads,
  rosterSourceTest,
  rosterSourceUpdate,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError, tooManyRequests, fieldError } from '../../../../platform/errors.ts';
import { Gate } from '../../../../platform/waiting/index.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { getMeantSchool, listOpenSchools, type SchoolWords } from '../../../school/reference/index.ts';
import { insertSource, updateSource } from '../../../class/sources/index.ts';
import { mayBringGuardians } from '../../rosters/index.ts';
import type { ConsumerDependencies } from './consumer-dependencies.ts';
import { SOURCE_READ_JOB, type SourceReadJob } from './read-job.ts';
import { cancelReads, findRead, insertRead, listReads } from './read-queries.ts';
import { createSourceClient } from './source-client.ts';
import { countSources, findRemoved, findSource, forgetSecret, listSourcesWithin, lockSource, saveSource, type SourceRow } from './source-queries.ts';
import { SourceError } from './source-error.ts';
import { toReadView, toSourceView, toErrorMessage } from './views.ts';

/** The messages about the school that a source feeds. */
const SCHOOL_WORDS = { choose: 'rosterSources.school.choose', none: 'rosterSources.school.none' } as const satisfies SchoolWords;

const MOST_LISTED = 500;
const MOST_SCHOOLS = 2_000;
const MOST_SHOWN_SCHOOLS = 500;

type Settings = HandlerInput<typeof rosterSourceUpdate>;

/**
 * Implements managing the OneRoster servers that rosters are read from, for administrators. A secret is encrypted, and
 * never shown again.
 */
export function implementSources(deps: ConsumerDependencies): Implementation[] {
  const { t, jobs, outbound, sealer } = deps;
  /**
   * The queue of connection tests. A test waits for another system, so few run in parallel, and schools take turns.
   */
  const tests = new Gate({ atOnce: 4, maxWaiting: 20, refusal: () => tooManyRequests(30) });

  /** Checks the addresses. @throws VALIDATION_FAILED for an address that may not be called */
  function requireAddresses(input: Pick<Settings, 'service_url' | 'token_url'>): void {
    for (const field of ['service_url', 'token_url'] as const) {
      const wrong = outbound.judge(input[field]);
      if (wrong !== null) throw fieldError(field, `rosterSources.address.${wrong}`);
    }
    // a query in the address would end up in the middle of the request's address
    const { search, hash } = new URL(input.service_url);
    if (search !== '' || hash !== '') throw fieldError('service_url', 'rosterSources.address.address');
  }

  /**
   * Checks that the secret is sent only to the address it was entered for. @throws VALIDATION_FAILED if it has to be
   * entered again
   */
  function requireSecret(input: Pick<Settings, 'token_url' | 'client_id' | 'client_secret'>, kept: SourceRow | null): void {
    if (input.client_secret !== '') return;
    if (!kept?.secret_sealed) throw fieldError('client_secret', 'rosterSources.secret.needed');
    if (input.token_url !== kept.token_url || input.client_id !== kept.client_id) throw fieldError('client_secret', 'rosterSources.secret.again');
  }

  async function save(tx: Tx, actor: Actor, id: number, input: Settings, action: string, requestId: string): Promise<SourceRow> {
    const { name, service_url, token_url, version, client_id, client_secret: secret, org_id, schedule, night_does, create_accounts, bring_guardians } = input;
    if (bring_guardians && !mayBringGuardians(actor)) throw appError('NOT_ALLOWED');
    const settings = { service_url, token_url, version, client_id, org_id, schedule, night_does, create_accounts, bring_guardians };
    await updateSource(tx, id, { name, isArchived: false });
    await saveSource(tx, id, { ...settings, accountId: actor.accountId, secretSealed: secret === '' ? null : sealer.seal(secret) });
    const row = (await findSource(tx, id, actor.reach)) as SourceRow;
    const after = { name, service_url, client_id, schedule, night_does, bring_guardians };
    await audit(tx, { ...actor, schoolId: row.school_id }, { action, subjectType: 'rosterSource', subjectId: id, after, requestId });
    return row;
  }

  const saved = (row: SourceRow) => ({ source: toSourceView(row, t), message: t('rosterSources.saved', { name: row.name }) });

  return [
    implement(rosterSourceList, async ({ tx, actor }) => ({
      data: (await listSourcesWithin(tx, actor.reach, MOST_LISTED)).map((row) => toSourceView(row, t)),
      schools: await listOpenSchools(tx, actor.reach, MOST_SCHOOLS),
    })),
    implement(rosterSourceCreate, async ({ tx, actor, input: { school_id: named, ...given }, requestId }) => {
      const schoolId = await getMeantSchool(tx, actor, named, SCHOOL_WORDS);
      const input = { ...given, id: 0 };
      requireAddresses(input);
      requireSecret(input, null);
      if ((await countSources(tx, schoolId)) >= MAX_SOURCES) throw fieldError('name', 'rosterSources.tooMany', { max: MAX_SOURCES });
      // a source added again with the same address is the same one, otherwise its classes would be created twice
      const id = (await findRemoved(tx, schoolId, input.service_url)) ?? (await insertSource(tx, { schoolId, kind: 'oneroster_rest', name: input.name }));
      return saved(await save(tx, actor, id, input, rosterSourceCreate.name, requestId));
    }),
    implement(rosterSourceUpdate, async ({ tx, actor, input, requestId }) => {
      const kept = requireSource(await lockSource(tx, input.id, actor.reach));
      requireAddresses(input);
      requireSecret(input, kept);
      return saved(await save(tx, actor, kept.id, input, rosterSourceUpdate.name, requestId));
    }),
    implement(rosterSourceDelete, async ({ tx, actor, input, requestId }) => {
      const { id, name, school_id: schoolId } = requireSource(await lockSource(tx, input.id, actor.reach));
      await cancelReads(tx, id);
      await forgetSecret(tx, id);
      await updateSource(tx, id, { isArchived: true });
      const entry = { action: rosterSourceDelete.name, subjectType: 'rosterSource', subjectId: id, before: { name }, requestId };
      await audit(tx, { ...actor, schoolId }, entry);
      return { message: t('rosterSources.removed', { name }) };
    }),
    implement(rosterSourceTest, async ({ tx: db, actor, input }) => {
      const kept = input.id === undefined ? null : requireSource(await findSource(db, input.id, actor.reach));
      requireAddresses(input);
      requireSecret(input, kept);
      const secret = input.client_secret || (kept?.secret_sealed && sealer.open(kept.secret_sealed)) || '';
      if (secret === '') throw fieldError('client_secret', 'rosterSources.secret.needed');
      const { service_url: serviceUrl, token_url: tokenUrl, version, client_id: clientId } = input;
      const client = createSourceClient(outbound, { serviceUrl, tokenUrl, version, clientId, secret });
      return tests.run({ place: String(actor.schoolId ?? 'all'), who: String(actor.accountId) }, async () => {
        try {
          const found = await client.readPage('orgs', { offset: 0, orgId: '' });
          const schools = found.schools.slice(0, MOST_SHOWN_SCHOOLS);
          return { ok: true, message: t('rosterSources.works', { count: schools.length }), schools };
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          return { ok: false, message: toErrorMessage(error, t), schools: [] };
        }
      });
    }),
    implement(rosterSourceRead, async ({ tx, actor, input, requestId }) => {
      const { id, name, school_id: schoolId } = requireSource(await lockSource(tx, input.id, actor.reach));
      const { id: readId, isNew } = await insertRead(tx, { sourceId: id, accountId: actor.accountId, mode: 'asked', requestId });
      if (isNew) {
        await jobs.enqueue<SourceReadJob>(tx, SOURCE_READ_JOB, [{ read_id: readId }], { requestId });
        const entry = { action: rosterSourceRead.name, subjectType: 'rosterSource', subjectId: id, after: { name }, requestId };
        await audit(tx, { ...actor, schoolId }, entry);
      }
      const row = await findRead(tx, readId);
      if (!row) throw appError('NOT_FOUND');
      return { read: toReadView(row, t), message: t('rosterSources.begun', { name }) };
    }),
    implement(rosterSourceCancel, async ({ tx, actor, input, requestId }) => {
      const { id, name, school_id: schoolId } = requireSource(await lockSource(tx, input.id, actor.reach));
      const ended = await cancelReads(tx, id);
      if (ended !== null) {
        const entry = { action: rosterSourceCancel.name, subjectType: 'rosterSource', subjectId: id, after: { name }, requestId };
        await audit(tx, { ...actor, schoolId }, entry);
      }
      const source = toSourceView(requireSource(await findSource(tx, id, actor.reach)), t);
      return { source, message: t(ended === null ? 'rosterSources.notReading' : 'rosterSources.stopped', { name }) };
    }),
    implement(rosterSourceReads, async ({ tx, actor, input }) => {
      const row = requireSource(await findSource(tx, input.id, actor.reach));
      const { rows, total } = await listReads(tx, row.id, input);
      return { source: toSourceView(row, t), data: rows.map((read) => toReadView(read, t)), pagination: toPagination(input, total) };
    }),
  ];
}

/**
 * Returns the source. @throws NOT_FOUND also for a source of a school that is out of reach, and for one that was
 * removed
 */
function requireSource(row: SourceRow | null): SourceRow {
  if (!row) throw appError('NOT_FOUND');
  return row;
}
