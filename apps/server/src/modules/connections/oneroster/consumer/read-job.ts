import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { AppError } from '../../../../platform/errors.ts';
import { can, type Person } from '../../../../platform/http/index.ts';
import { type JobKind, JobPostponed } from '../../../../platform/jobs/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import { ReadAgain } from '../../../class/ends/index.ts';
import { findActingPerson } from '../../../school/imports/index.ts';
import { applySource, ReadingStoppedError, previewSource, RosterProblem, type SourcePreviewed } from '../../rosters/index.ts';
import { COLLECTION_NAMES, isOfGuardians, isSchool, type PageRows } from './collections.ts';
import type { ConsumerDependencies } from './consumer-dependencies.ts';
import {
  beginRead,
  deletePages,
  endRead,
  insertPage,
  isRunning,
  lockRunning,
  nextPage,
  readFromStart,
  saveSourceError,
  type Progress,
  type ReadRow,
  saveProgress,
  setOutcome,
} from './read-queries.ts';
import { createSourceClient, type Page, type SourceClient } from './source-client.ts';
import { findSource, type SourceRow } from './source-queries.ts';
import { SourceError } from './source-error.ts';
import { writeTables } from './write-tables.ts';

export const SOURCE_READ_JOB = 'rosterSource.read';

export interface SourceReadJob {
  read_id: number;
}

/**
 * The number of tries before a failure of the other system is reported; the waits between them are 15, 30 and 60 s.
 */
const TRIES = 4;
/** The maximum number of times that another system may ask to wait within one reading. */
const MOST_WAITS = 50;
/** The maximum number of times that a collection is read again because it changed during the reading. */
const MOST_RESTARTS = 5;
/** The limits of a reading, in records of one collection and in stored bytes of all: the same as for an upload. */
const MOST_RECORDS = 1_100_000;
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Reads a source page by page, storing each page and the progress in one transaction: if a server dies, another
 * continues after the last page, and a stop takes effect between two pages. The result is then compared like an
 * uploaded file, and deleted.
 */
export function sourceReadJob(deps: ConsumerDependencies): JobKind<SourceReadJob> {
  const { backgroundDb: db, log } = deps;
  return {
    kind: SOURCE_READ_JOB,
    tries: TRIES,
    lane: 'outside',
    isBegunElsewhere: true,
    async run({ read_id: id }, { isLastTry, standBack }) {
      const read = await beginRead(db, id);
      if (!read) return;
      try {
        const source = await findSource(db, read.source_id, EVERYWHERE);
        if (!source) return await fail(id, new SourceError('notAllowed'));
        const person = await findReader(deps, read, source);
        if (!(await readAll(db, read, source, openSource(deps, source)))) return;
        const again = await compareOnce(deps, { read, source, person, standBack });
        if (!again || !(await readAll(db, again, source, openSource(deps, source)))) return;
        await compare(deps, { read: again, source, person, standBack });
      } catch (error) {
        await settle(error, read, isLastTry);
      }
    },
  };

  async function settle(error: unknown, { id, waits }: ReadRow, isLastTry: boolean): Promise<void> {
    if (error instanceof RosterProblem) return fail(id, new SourceError('roster', { ...error.params, why: error.problem }));
    const trouble = error instanceof SourceError ? error : new SourceError('failedHere');
    if (trouble.problem === 'quota' && waits < MOST_WAITS) {
      await saveSourceError(db, id, trouble, trouble.waitMs);
      throw new JobPostponed('the other system asked to wait', { inMs: trouble.waitMs });
    }
    const isOurs = !(error instanceof SourceError);
    if (isLastTry || (!isOurs && !trouble.isPassing)) {
      await fail(id, trouble);
      if (isOurs) log.error({ err: error, read: id }, 'a roster could not be read from its source');
      return;
    }
    await saveSourceError(db, id, trouble, null);
    throw error;
  }

  function fail(id: number, trouble: SourceError): Promise<void> {
    return inTransaction(db, (tx) => endRead(tx, id, { status: 'failed', trouble }));
  }
}

/** Opens the client of a source. @throws SourceError */
function openSource({ outbound, sealer }: ConsumerDependencies, source: SourceRow): SourceClient {
  const secret = source.secret_sealed && sealer.open(source.secret_sealed);
  if (!secret) throw new SourceError('secretLost');
  const { service_url: serviceUrl, token_url: tokenUrl, version, client_id: clientId } = source;
  return createSourceClient(outbound, { serviceUrl, tokenUrl, version, clientId, secret });
}

/**
 * Returns the person on whose behalf it is read, with current rights and the reach of the one school. @throws
 * SourceError
 */
async function findReader({ backgroundDb: db, access }: ConsumerDependencies, read: ReadRow, source: SourceRow): Promise<Person> {
  const person = await findActingPerson(db, access, read.account_id);
  if (!person || !can(person, 'rosters', 'edit') || !isWithin(person.reach, source.school_id)) throw new SourceError('notAllowed');
  return { ...person, reach: { schoolId: source.school_id } };
}

/** Reads the rest of a source. Returns false if somebody stopped it. @throws SourceError */
async function readAll(db: Db, read: ReadRow, source: SourceRow, client: SourceClient): Promise<boolean> {
  let at: Progress = {
    ...{ step: read.step, pageOffset: read.page_offset, pageTotal: read.page_total, records: read.records, bytes: Number(read.bytes), restarts: read.restarts },
  };
  let first: string | null = null;
  const names = COLLECTION_NAMES.filter((name) => source.bring_guardians || !isOfGuardians(name));
  for (let name = names[at.step]; name !== undefined; name = names[at.step]) {
    const page = await client.readPage(name, { offset: at.pageOffset, orgId: source.org_id });
    const { content, count } = page;
    // a page with the same records means that the server ignores offset
    const isSame = count > 0 && at.pageOffset > 0 && content === first;
    if (isSame && (page.total === null ? page.hasNext : page.total > at.pageOffset)) throw new SourceError('endless');
    if (at.pageOffset === 0) first = content;
    const next = nextProgress(at, page, isSame ? '' : content);
    const stands = await inTransaction(db, async (tx) => {
      if (!(await lockRunning(tx, read.id))) return false;
      if (next.restarts > at.restarts) await deletePages(tx, read.id, at.step);
      else if (count > 0 && !isSame) await insertPage(tx, { readId: read.id, step: at.step, number: at.pageOffset, content });
      await saveProgress(tx, read.id, next);
      return true;
    });
    if (!stands) return false;
    if (name === 'orgs' && next.step > at.step) await requireOneSchool(db, read.id, at.step, source.org_id);
    if (next.restarts > MOST_RESTARTS) throw new SourceError('shifted');
    if (next.step > at.step) first = null;
    at = next;
  }
  return true;
}

/**
 * Returns where reading continues: after a page, with the next collection, or at the start of one that changed while it
 * was read.
 */
function nextProgress(at: Progress, { count, total, hasNext }: Page, content: string): Progress {
  const seen = at.pageOffset + count;
  const bytes = at.bytes + Buffer.byteLength(content);
  if (seen > MOST_RECORDS || bytes > MOST_BYTES || (total ?? 0) > MOST_RECORDS) throw new SourceError('tooMany');
  const onward = { ...at, bytes, records: at.records + (content === '' ? 0 : count) };
  const isOver = count === 0 || content === '' || (total !== null ? seen >= total : false);
  const hasShifted = (at.pageOffset > 0 && total !== at.pageTotal) || (isOver && total !== null && seen !== total);
  if (hasShifted) return { ...onward, pageOffset: 0, pageTotal: null, records: onward.records - seen, restarts: at.restarts + 1 };
  if (isOver && !(hasNext && count > 0 && total === null)) return { ...onward, step: at.step + 1, pageOffset: 0, pageTotal: null };
  return { ...onward, pageOffset: seen, pageTotal: total };
}

/**
 * Checks that there is exactly one school, since one school feeds one of ours; if there are several, a person has to
 * choose. @throws SourceError
 */
async function requireOneSchool(db: Db, readId: number, step: number, orgId: string): Promise<void> {
  let schools = 0;
  for (let after = -1; ; ) {
    const page = await nextPage(db, readId, step, after);
    if (!page) break;
    after = page.number;
    const { orgs = [] } = JSON.parse(page.content) as PageRows;
    schools += orgs.filter(([, status, , type]) => type !== undefined && isSchool(type) && status !== 'tobedeleted').length;
  }
  if (schools === 0) throw new SourceError('noSchool');
  if (schools > 1 && orgId === '') throw new SourceError('manySchools');
}

interface Comparing {
  read: ReadRow;
  source: SourceRow;
  person: Person;
  standBack: () => Promise<void>;
}

/**
 * Compares the data with the data here. Returns a restarted reading if this one would end anything; null if it is done.
 */
async function compareOnce(deps: ConsumerDependencies, comparing: Comparing): Promise<ReadRow | null> {
  try {
    await compare(deps, comparing);
    return null;
  } catch (error) {
    if (!(error instanceof ReadAgain)) throw error;
    const { id } = comparing.read;
    await inTransaction(deps.backgroundDb, async (tx) => {
      if (await lockRunning(tx, id)) await readFromStart(tx, id, error.missed.member ?? []);
    });
    return beginRead(deps.backgroundDb, id);
  }
}

async function compare(deps: ConsumerDependencies, { read, source, person, standBack }: Comparing): Promise<void> {
  const { backgroundDb: db, stagingFolder, installationId, jobs, log } = deps;
  const folder = path.join(stagingFolder, `source-${randomUUID()}`);
  let shown: SourcePreviewed | null = null;
  try {
    await mkdir(folder, { recursive: true });
    const files = await writeTables(db, read.id, { version: source.version, withGuardians: source.bring_guardians, folder });
    const isWanted = () => isRunning(db, read.id);
    const preview = {
      files,
      person,
      schoolId: source.school_id,
      sourceId: source.id,
      name: source.name,
      installationId,
      missed: read.missed,
      withGuardians: source.bring_guardians,
      t: deps.t,
      isWanted,
      standBack,
    };
    await previewSource(db, preview, async (tx, previewed) => {
      if (!(await lockRunning(tx, read.id))) throw new ReadingStoppedError();
      const outcome = previewed.asks ? 'asks' : previewed.rows === 0 ? 'nothing' : 'preview';
      await endRead(tx, read.id, { status: 'finished', outcome, importId: previewed.importId, faults: previewed.faults });
      const after = { name: source.name, records: read.records };
      const actor = { ...person, schoolId: source.school_id };
      await audit(tx, actor, { action: 'rosterSource.shown', subjectType: 'rosterSource', subjectId: source.id, after, requestId: read.request_id });
      shown = previewed;
    });
  } catch (error) {
    if (!(error instanceof ReadingStoppedError)) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const previewed = shown as SourcePreviewed | null;
  if (read.mode !== 'nightly' || source.night_does !== 'apply' || !previewed || previewed.rows === 0 || previewed.asks) return;
  try {
    await inTransaction(db, async (tx) => {
      await applySource(tx, jobs, { importId: previewed.importId, person, createAccounts: source.create_accounts, requestId: read.request_id });
      await setOutcome(tx, read.id, 'applied');
    });
  } catch (error) {
    // another roster is in progress, or a right is missing: the preview is kept, and shows the reason when somebody
    // applies it by hand
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, read: read.id }, 'what a source showed was not done by itself');
  }
}
