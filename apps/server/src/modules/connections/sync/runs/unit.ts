import { packMessage } from '@classwright/contract';
import { monotonicMs } from '../../../../platform/clock.ts';
import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import { afterCommit, type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed } from '../../../../platform/jobs/index.ts';
import { listLinks } from '../../../class/sources/index.ts';
import { ConsentRequired, ReadAgain } from '../../../class/ends/index.ts';
import {
  isArchivedHere,
  saveClassLink,
  requireClassReachable,
  type Outgoing,
  type ReadStep,
  reportArchivedHere,
  type SendStep,
  type Step,
  type UnitContext,
} from '../classroom/context.ts';
import { ListLagging } from '../classroom/list-lagging.ts';
import { type Course, readWork } from '../classroom/resources.ts';
import { Recorder } from '../classroom/recorder.ts';
import { isOfClassItself, stepsOf } from '../classroom/steps.ts';
import { resumeClass } from '../classroom/resume-class.ts';
import { workStep } from '../classroom/work-step.ts';
import { missingOf } from '../connections/standing.ts';
import { findConnection, listConnections } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { startPushedRun } from '../push/begin-pushed.ts';
import { deleteMarks, hasMarks } from '../push/mark-queries.ts';
import { markedWorks } from '../push/part.ts';
import type { GoogleCaller } from '../google/client.ts';
import { QuotaWait } from '../google/quota.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { isUsable, listLacking } from '../connections/scopes.ts';
import { listConnectionsOf } from './choose-connection.ts';
import { endRunIfOver } from './end-run.ts';
import {
  addCounts,
  claimUnit,
  countTry,
  findRun,
  insertChanges,
  LIVE,
  lockUnit,
  moveUnit,
  pauseUnit,
  setRunStatus,
  setUnitConnection,
  setUnitStatus,
  type UnitPlace,
  type UnitRow,
} from './queries.ts';
import { publishRunProgress } from './publish-run.ts';
import { waitUntil } from './wait-until.ts';

export const UNIT = 'sync.unit';
export interface UnitPayload {
  unit_id: number;
}

/** The time after which a unit makes room for others, and continues after them. */
const SLICE_MS = 10_000;
/** The number of failures of one call after which the class is left for the next run. */
const MOST_TRIES = 6;
const FIRST_RETRY_MS = 2_000;
/** The maximum number of items in a preview, which holds them in memory. */
const MOST_PREVIEWED = 30_000;

/**
 * Processes one class of a run: page by page, each with its position in one transaction, so that nothing is done twice
 * or partly.
 */
export function unitJob(deps: SyncDependencies): JobKind<UnitPayload> {
  return {
    kind: UNIT,
    tries: 8,
    lane: 'sync',
    isBegunElsewhere: true,
    async run({ unit_id }, { isLastTry, standBack }) {
      const context = await load(deps, unit_id, standBack);
      if (!context) return;
      try {
        await (context.unit.run_mode === 'preview' ? preview(context) : work(context));
        await finish(context);
      } catch (error) {
        await settleFailure(context, error, isLastTry);
      }
    },
  };
}

interface Work {
  deps: SyncDependencies;
  context: UnitContext;
  unit: UnitRow & { run_mode: string };
  steps: readonly Step[];
  ask: GoogleCaller;
  /** True when it was restarted, since something was changed there between reading and sending. */
  hasReadAgain?: boolean;
}

async function load(deps: SyncDependencies, unitId: number, standBack: () => Promise<void>): Promise<Work | null> {
  const { db, classroom } = deps;
  const unit = await claimUnit(db, unitId);
  const run = unit && (await findRun(db, unit.run_id));
  if (!unit || !run || unit.status !== 'waiting' || !LIVE.includes(run.status)) return null;
  const [link] = await listLinks(db, { sourceId: run.source_id, kind: 'class', parentId: null, ids: [unit.link_id] });
  const connection = unit.connection_id === null ? null : await findConnection(db, unit.connection_id);
  if (!classroom || !link || !connection) {
    await fail(deps, unit, packMessage(classroom ? 'sync.problem.not_connected' : 'sync.problem.not_set_up'));
    return null;
  }
  const context: UnitContext = {
    ...{ deps, run, link, connection, recorder: new Recorder(() => context.link.local_id) },
    source: { id: run.source_id, school_id: run.school_id },
    course: unit.course as unknown as Course | null,
    part: unit.part,
    marked: markedWorks(unit.marks),
    missed: unit.missed,
    unit,
    worksRead: [],
    listSince: unit.list_since,
  };
  const through = classroom.client.through(connection, () => (context.recorder.calls += 1));
  const ask: GoogleCaller = async (call) => {
    await standBack();
    return through(call);
  };
  return { deps, context, unit: { ...unit, run_mode: run.mode }, steps: stepsOf(run, unit.part), ask };
}

/** Continues at the unit's position until its time slice ends. */
async function work(work: Work): Promise<void> {
  const { context, unit, steps } = work;
  const until = monotonicMs() + SLICE_MS;
  while (unit.step < steps.length) {
    const step = steps[unit.step] as Step;
    if (listLacking(context.connection, step.name).length > 0) {
      await held(work.deps, unit, context, (tx) => move(tx, work, { step: unit.step + 1, pageToken: null, seen: [] }));
      continue;
    }
    // a class that is not here, or ignored, does not need to be read
    if (step.name !== 'class' && context.link.local_id === null) return;
    if (!isOfClassItself(step) && (await isArchivedHere(work.deps.db, context))) {
      await held(work.deps, unit, context, (tx) => leave(tx, work));
      continue;
    }
    await (step.kind === 'read' ? readOne(work, step) : sendAll(work, step, until));
    if (monotonicMs() > until) throw new JobPostponed('the next slice', { inMs: 0 });
  }
}

async function readOne(work: Work, step: ReadStep): Promise<void> {
  const { deps, context, unit, ask } = work;
  const page = await step.read(ask, context, { token: unit.page_token, seen: unit.seen });
  try {
    await held(deps, unit, context, async (tx) => {
      await resumeClass(tx, context);
      if (!isOfClassItself(step) && (await isArchivedHere(tx, context, { held: true }))) return leave(tx, work);
      const seen = [...unit.seen];
      await step.merge(tx, context, { items: page.items, seen, isLast: page.next === null });
      const isDone = page.next === null;
      return move(tx, work, isDone ? { step: unit.step + 1, pageToken: null, seen: [] } : { step: unit.step, pageToken: page.next, seen, missed: unit.missed });
    });
  } catch (error) {
    if (!(error instanceof ReadAgain)) throw error;
    // a list that ends something is read again from its start for confirmation
    await held(deps, unit, context, (tx) => move(tx, work, { step: unit.step, pageToken: null, seen: [], missed: error.missed }));
  }
}

/** Skips a step of a class that is archived here; this is reported at the first of them. */
async function leave(tx: Tx, work: Work): Promise<void> {
  const { context, unit, steps } = work;
  if (unit.step === steps.findIndex((one) => !isOfClassItself(one))) reportArchivedHere(context);
  await move(tx, work, { step: unit.step + 1, pageToken: null, seen: [] });
}

/** Stores the unit's position, with the changes so far. */
async function move(tx: Tx, { context, unit }: Work, place: UnitPlace): Promise<void> {
  const { list_since } = await moveUnit(tx, unit.id, place);
  await flush(tx, context);
  const { step, pageToken: page_token, seen, missed = {} } = place;
  afterCommit(tx, () => {
    Object.assign(unit, { step, page_token, seen, list_since, missed });
    Object.assign(context, { listSince: list_since, missed });
  });
}

async function sendAll(work: Work, step: SendStep, until: number): Promise<void> {
  const { deps, context, unit, ask } = work;
  for (const one of await step.list(deps.db, context)) {
    if (context.isClosed) break;
    // asked before each call: a consent may end while the run is under way
    if (!(await lacksConsent(deps.db, one))) await sendOne(work, one, ask);
    if (monotonicMs() > until) throw new JobPostponed('the next slice', { inMs: 0 });
  }
  // restarts once per turn if somebody at Google was faster
  const next = context.isMoved && !work.hasReadAgain ? 0 : unit.step + 1;
  if (next === 0) work.hasReadAgain = true;
  await held(deps, unit, context, (tx) => move(tx, work, { step: next, pageToken: null, seen: [] }));
}

/** Returns true for what is about a student for whom nobody who must has agreed to Google Classroom. */
const lacksConsent = async (db: Db, { about }: Outgoing): Promise<boolean> =>
  about !== undefined && (await listWithoutConsent(db, 'classroom', [about])).size > 0;

/** An error when its run was canceled, or another process has claimed it. */
class RunOver extends Error {}

async function sendOne({ deps, context, unit }: Work, one: Outgoing, ask: GoogleCaller): Promise<void> {
  const within = (write: (tx: Tx) => Promise<void>): Promise<void> => held(deps, unit, context, write);
  let answer: unknown;
  try {
    // an intent is stored before the call, and removed with its response
    if (one.begin) await within((tx) => one.begin!(tx));
    answer = await one.send(ask);
  } catch (error) {
    if (!(error instanceof GoogleCallError) || !['refused', 'foreign', 'permission', 'missing', 'exists', 'closed'].includes(error.kind)) throw error;
    const { kind, message: words } = error;
    if (kind === 'closed') return within((tx) => sayClosed(tx, context));
    // if the class itself is out of reach, nothing of it is refused: all of it waits until it can be read again
    if (kind === 'permission' || kind === 'missing') await requireClassReachable(ask, context);
    return within(async (tx) => {
      await one.refuse(tx, { isForeign: kind === 'foreign', isThere: kind === 'exists', isMissing: kind === 'missing', words });
      await flush(tx, context);
    });
  }
  await within(async (tx) => {
    await one.settle(tx, answer);
    await flush(tx, context);
  });
}

/** Reports once that the class accepts no changes at Google; everything to send waits until it does. */
async function sayClosed(tx: Tx, context: UnitContext): Promise<void> {
  context.isClosed = true;
  const { id: linkId, local_id: localId, facts } = context.link;
  context.recorder.refused({ linkId, localId, kind: 'class', subject: String(facts['name'] ?? '') }, 'there', 'sync.reason.closed');
  await flush(tx, context);
}

/**
 * Runs one transaction that locks the unit, and the class against other runs, with the current data of the class. If
 * PostgreSQL has it retried, the first attempt's report is discarded like its writes.
 */
async function held<T>(deps: SyncDependencies, unit: UnitRow, context: UnitContext, write: (tx: Tx) => Promise<T>): Promise<T> {
  const { calls } = context.recorder;
  const done = await inTransaction(deps.db, async (tx) => {
    context.recorder = recorderOf(context, calls);
    if (!(await lockUnit(tx, unit))) return null;
    const [link] = await listLinks(tx, { sourceId: context.source.id, kind: 'class', parentId: null, ids: [unit.link_id], isHeld: true });
    if (!link) return null;
    context.link = link;
    return { value: await write(tx) };
  });
  if (!done) throw new RunOver();
  return done.value;
}

function recorderOf(context: UnitContext, calls = 0): Recorder {
  const recorder = new Recorder(() => context.link.local_id);
  recorder.calls = calls;
  return recorder;
}

async function flush(tx: Tx, context: UnitContext): Promise<void> {
  await context.recorder.write(tx, context.run.id);
  context.recorder = recorderOf(context);
}

/** An error that rolls back a preview’s transaction, after recording what it would have done. */
class Previewed extends Error {}

/**
 * Runs a preview: the run itself, in a transaction that is rolled back. Everything is read first, so that no lock is
 * held while reading, then applied as in a run, and undone.
 */
async function preview({ deps, context, unit, steps: all, ask }: Work): Promise<void> {
  const steps = all.filter(({ name }) => listLacking(context.connection, name).length === 0);
  const pages: { step: ReadStep; pages: { items: Record<string, unknown>[]; next: string | null }[] }[] = [];
  let count = 0;
  for (const step of steps.filter((one): one is ReadStep => one.kind === 'read')) {
    if (step.name !== 'class' && step.name !== 'members' && context.link.local_id === null && context.course === null) continue;
    const read: { items: Record<string, unknown>[]; next: string | null }[] = [];
    let seen: unknown[] = [];
    let token: string | null = null;
    do {
      const page: { items: Record<string, unknown>[]; next: string | null } = await step.read(ask, context, { token, seen });
      read.push(page);
      count += page.items.length;
      const left = page.items.find((item) => 'left' in item)?.['left'];
      if (Array.isArray(left)) seen = left;
      token = page.next;
    } while (token !== null && count < MOST_PREVIEWED);
    pages.push({ step, pages: read });
    if (step === workStep) context.worksRead = read.flatMap(({ items }) => items.flatMap((item) => readWork(item, false)?.id ?? []));
  }
  const { calls } = context.recorder;
  const before = context.link;
  await inTransaction(deps.db, async (tx) => {
    context.recorder = recorderOf(context, calls);
    context.link = before;
    await resumeClass(tx, context);
    for (const { step, pages: read } of pages) {
      if (step.name !== 'class' && context.link.local_id === null) continue;
      if (!isOfClassItself(step) && (await isArchivedHere(tx, context))) continue;
      const seen: unknown[] = [];
      for (const [place, page] of read.entries()) await step.merge(tx, context, { items: page.items, seen, isLast: place === read.length - 1 });
    }
    const isLeft = await isArchivedHere(tx, context);
    if (isLeft && !steps.every(isOfClassItself)) reportArchivedHere(context);
    for (const step of steps)
      if (step.kind === 'send' && context.link.local_id !== null && (!isLeft || isOfClassItself(step)))
        for (const one of await step.list(tx, context)) if (!(await lacksConsent(tx, one))) one.plan();
    context.recorder.tellArrived(deps.t);
    throw new Previewed();
  }).catch((error: unknown) => {
    if (!(error instanceof Previewed)) throw error;
  });
  const { recorder } = context;
  context.link = before;
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockUnit(tx, unit))) return;
    // things created only within the preview no longer have an id
    const planned = recorder.changes.map((change) => ({
      ...{ ...change, linkId: null, localId: null, courseId: before.local_id },
      outcome: change.outcome === 'refused' ? ('refused' as const) : ('planned' as const),
    }));
    await insertChanges(tx, context.run.id, planned);
    await addCounts(tx, context.run.id, { ...recorder.counts, conflicts: recorder.conflictCount }, recorder.calls);
  });
}

async function finish({ deps, context, unit }: Work): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockUnit(tx, unit))) return;
    const { link, run } = context;
    // marks before the run, in the same order as for messages, so that the two never deadlock
    await deleteMarks(tx, link.id, unit.marks);
    if (unit.part?.isSweep) await saveClassLink(tx, context, { facts: { readFrom: run.created_at.toISOString() } });
    if (unit.run_mode !== 'preview' && context.link.local_id !== null && (context.link.state !== 'linked' || typeof context.link.facts['problem'] === 'string'))
      await saveClassLink(tx, context, { facts: { problem: null }, state: 'linked' });
    await addCounts(tx, context.run.id, {}, context.recorder.calls);
    await setUnitStatus(tx, unit.id, 'done');
    await endRunIfOver(tx, deps, run.id);
    // reported by Google since the start
    if (run.is_pushed && link.local_id !== null && (await hasMarks(tx, link.id)))
      await startPushedRun(tx, deps, { sourceId: run.source_id, courseId: link.local_id }, 'again');
  });
}

/** Handles a unit that could not continue. */
async function settleFailure(work: Work, error: unknown, isLastTry: boolean): Promise<void> {
  const { deps, context, unit } = work;
  const { db } = deps;
  if (error instanceof RunOver) return;
  if (error instanceof JobPostponed) throw error;
  const isOurs = await inTransaction(db, async (tx) => {
    if (!(await lockUnit(tx, unit))) return false;
    await addCounts(tx, context.run.id, {}, context.recorder.calls);
    return true;
  });
  if (!isOurs) return;
  if (error instanceof QuotaWait) {
    await waitUntil(deps, context.run.id, error.waitMs);
    throw new JobPostponed('Google’s quota', { inMs: error.waitMs });
  }
  if (error instanceof ListLagging) throw new JobPostponed('Google’s lists lag', { inMs: error.inMs });
  if (error instanceof ConsentRequired) {
    return inTransaction(db, async (tx) => {
      await pauseUnit(tx, unit.id, error);
      await setRunStatus(tx, context.run.id, 'paused');
      await publishRunProgress(tx, deps, context.run.id);
    });
  }
  if (!(error instanceof GoogleCallError)) {
    if (isLastTry) await fail(deps, unit, packMessage('sync.reason.unreachable'));
    throw error;
  }
  if (error.kind === 'transient') {
    const tries = await countTry(db, unit.id);
    if (tries < MOST_TRIES) throw new JobPostponed(error.message, { inMs: FIRST_RETRY_MS * 2 ** (tries - 1) });
    return fail(deps, unit, packMessage('sync.reason.unreachable'));
  }
  const other = await findOther(context);
  if (other !== null) {
    await setUnitConnection(db, unit.id, other);
    throw new JobPostponed('another connection sees the class', { inMs: 0 });
  }
  await lose(work, error);
}

/** Finds another connection that has seen the class, if this one cannot continue. */
async function findOther({ deps, source, link, connection }: UnitContext): Promise<number | null> {
  const order = listConnectionsOf(link, await listConnections(deps.db, source.id, null));
  const tried = order.findIndex(({ id }) => id === connection.id);
  return order.slice(tried + 1).find(isUsable)?.id ?? null;
}

/** Marks the class as out of reach: everything here is kept, and the remedy is reported. */
async function lose({ deps, context, unit }: Work, error: GoogleCallError): Promise<void> {
  const reasons = {
    missing: packMessage('sync.reason.lost'),
    permission: packMessage('sync.reason.lostPermission'),
    withdrawn: packMessage('sync.problem.withdrawn'),
    blocked: packMessage('sync.problem.blocked'),
    scope: packMessage('sync.problem.scope_missing', { missing: missingOf(deps.t, context.connection) }),
  } as const;
  const reason = error.kind in reasons ? reasons[error.kind as keyof typeof reasons] : packMessage('sync.reason.googleSaid', { message: error.message });
  const isLost = error.kind === 'missing' || error.kind === 'permission';
  if (isLost && unit.run_mode !== 'preview') await inTransaction(deps.db, (tx) => saveClassLink(tx, context, { facts: { problem: reason }, state: 'lost' }));
  await fail(deps, unit, reason);
}

async function fail(deps: SyncDependencies, unit: Pick<UnitRow, 'id' | 'run_id'>, reason: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await setUnitStatus(tx, unit.id, 'failed', reason);
    await endRunIfOver(tx, deps, unit.run_id);
  });
}
