import { packMessage } from '@classwright/contract';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed } from '../../../../platform/jobs/index.ts';
import { listClassesOf } from '../../../class/classes/index.ts';
import { type Link, listLinks, listLinksOfLocal, type NewLink, saveLinks } from '../../../class/sources/index.ts';
import { type Course, readCourse, readPage } from '../classroom/resources.ts';
import { stepsOf } from '../classroom/steps.ts';
import { isUsable, listLacking } from '../connections/scopes.ts';
import { type ConnectionRow, listConnections } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { QuotaWait } from '../google/quota.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { chooseConnection, listConnectionsOf, listSeenBy } from './choose-connection.ts';
import { endRunIfOver } from './end-run.ts';
import { publishRunProgress } from './publish-run.ts';
import { PLAN, type PlanPayload } from './enqueue-plan.ts';
import { withParts } from '../push/parts.ts';
import { addCounts, findRun, insertUnits, LIVE, lockRun, type NewUnit, type RunRow, setRunStatus } from './queries.ts';
import { UNIT, type UnitPayload } from './unit.ts';
import { waitUntil } from './wait-until.ts';
import { undoRun } from './undo.ts';

export async function enqueueUnits(tx: Tx, { jobs }: Pick<SyncDependencies, 'jobs'>, unitIds: readonly number[]): Promise<void> {
  await jobs.enqueue<UnitPayload>(
    tx,
    UNIT,
    unitIds.map((unit_id) => ({ unit_id })),
    { keyOf: ({ unit_id }) => String(unit_id) },
  );
}

/** Finds the classes of a run, and creates a unit for each. Can be repeated: a class is one unit of a run. */
export function planJob(deps: SyncDependencies): JobKind<PlanPayload> {
  return {
    kind: PLAN,
    tries: 8,
    lane: 'sync',
    isBegunElsewhere: true,
    async run({ run_id }, { isLastTry }) {
      const run = await findRun(deps.db, run_id);
      if (!run || !LIVE.includes(run.status)) return;
      try {
        if (run.mode === 'undo') return await undoRun(deps, run);
        await plan(deps, run);
      } catch (error) {
        if (error instanceof QuotaWait) {
          await waitUntil(deps, run.id, error.waitMs);
          throw new JobPostponed('Google’s quota', { inMs: error.waitMs });
        }
        if (isLastTry)
          await inTransaction(deps.db, async (tx) => {
            await setRunStatus(tx, run.id, 'failed', { failure: packMessage('sync.reason.unreachable') });
            await publishRunProgress(tx, deps, run.id);
          });
        throw error;
      }
    },
  };
}

async function plan(deps: SyncDependencies, run: RunRow): Promise<void> {
  const { db } = deps;
  await setRunStatus(db, run.id, 'running');
  const connections = (await listConnections(db, run.source_id, null)).filter(isUsable);
  const found = run.course_id === null ? await findClasses(deps, run, connections) : await findClass(deps, run, connections);
  await inTransaction(db, async (tx) => {
    const held = await lockRun(tx, run.id);
    if (!held || !LIVE.includes(held.status)) return;
    const failure = found.failure ?? leftOut(deps, run, connections, found.units);
    if (failure !== null) await setRunStatus(tx, run.id, 'running', { failure });
    await addCounts(tx, run.id, {}, found.calls);
    await enqueueUnits(tx, deps, await insertUnits(tx, run.id, await withParts(tx, deps, run, found.units)));
    if (found.units.length > 0) return endRunIfOver(tx, deps, run.id);
    await setRunStatus(tx, run.id, found.failure === null ? 'finished' : 'failed');
    await publishRunProgress(tx, deps, run.id);
  });
}

/** Returns the message about missing permissions for skipped steps; null if there are none. */
function leftOut({ t }: SyncDependencies, run: RunRow, connections: readonly ConnectionRow[], units: readonly NewUnit[]): string | null {
  const used = connections.filter(({ id }) => units.some(({ connectionId }) => connectionId === id));
  const lacking = new Set(used.flatMap((connection) => stepsOf(run, null).flatMap(({ name }) => listLacking(connection, name))));
  return lacking.size === 0 ? null : packMessage('sync.reason.leftOut', { missing: [...lacking].map((key) => t(key)).join(', ') });
}

interface Found {
  units: NewUnit[];
  calls: number;
  /** The message about connections that could not be read. */
  failure: string | null;
}

/** Finds the single class of a run, through its owner's connection, otherwise through one that has seen it. */
async function findClass({ db, classroom }: SyncDependencies, run: RunRow, connections: readonly ConnectionRow[]): Promise<Found> {
  const [link] = (await listLinksOfLocal(db, 'class', [run.course_id as number])).filter(({ source_id }) => source_id === run.source_id);
  const connection = link && chooseConnection(link, connections);
  if (!link || !connection || !classroom) return { units: [], calls: 0, failure: packMessage(link ? 'sync.problem.not_connected' : 'error.SYNC_NOT_LINKED') };
  const unit = { linkId: link.id, connectionId: connection.id };
  if (run.scope !== 'classes' || run.is_pushed) return { units: [{ ...unit, course: null }], calls: 0, failure: null };
  try {
    const course = readCourse(await classroom.client.through(connection)({ method: 'GET', path: `/v1/courses/${encodeURIComponent(link.external_id)}` }));
    return { units: [{ ...unit, course }], calls: 1, failure: null };
  } catch (error) {
    if (!(error instanceof GoogleCallError) || error.kind === 'transient') throw error;
    return { units: [], calls: 1, failure: packMessage(error.kind === 'missing' ? 'sync.reason.lost' : 'sync.reason.googleSaid', { message: error.message }) };
  }
}

/** Finds every class of the connections, each once, through its owner's. */
async function findClasses(deps: SyncDependencies, run: RunRow, connections: readonly ConnectionRow[]): Promise<Found> {
  const isStudents = run.account_id !== null && !connections.some(({ account_id }) => account_id === run.account_id);
  if (isStudents) return findClassesOfStudent(deps, run, connections);
  const used = run.account_id === null ? connections : connections.filter(({ account_id }) => account_id === run.account_id);
  const found = new Map<string, { course: Course; by: number[] }>();
  const asked = new Set<number>();
  let calls = 0;
  let failure: string | null = null;
  for (const connection of used) {
    try {
      for (const course of await listCourses(deps, connection, () => (calls += 1))) {
        const before = found.get(course.id);
        found.set(course.id, { course, by: [...(before?.by ?? []), connection.id] });
      }
      asked.add(connection.id);
    } catch (error) {
      if (!(error instanceof GoogleCallError) || error.kind === 'transient') throw error;
      failure = packMessage(
        error.kind === 'blocked' ? 'sync.problem.blocked' : error.kind === 'withdrawn' ? 'sync.problem.withdrawn' : 'sync.reason.googleSaid',
        { message: error.message },
      );
    }
  }
  const links = await keepClasses(deps, run, [...found.values()], asked);
  const units = [...found.values()].flatMap(({ course, by }): NewUnit[] => {
    const link = links.get(course.id);
    if (!link || !isWanted(run, link, course)) return [];
    const connection = used.find(({ subject }) => subject === course.ownerId) ?? used.find(({ id }) => by.includes(id));
    return connection ? [{ linkId: link.id, connectionId: connection.id, course }] : [];
  });
  // a class that no list contains any longer is requested separately, and the result is reported
  const gone = (await listLinks(deps.db, { sourceId: run.source_id, kind: 'class', parentId: null }))
    .filter(({ external_id, local_id, state, facts }) => local_id !== null && state === 'linked' && facts['isMaking'] !== true && !found.has(external_id))
    .flatMap((link): NewUnit[] => {
      const connection = listConnectionsOf(link, used).find(({ id }) => asked.has(id));
      return connection ? [{ linkId: link.id, connectionId: connection.id, course: null }] : [];
    });
  return { units: inTurns([...units, ...gone]), calls, failure };
}

/**
 * Sorts units so that connections take turns: each has its own quota, and neighboring classes of one connection would
 * wait for each other.
 */
function inTurns(units: readonly NewUnit[]): NewUnit[] {
  const turns = Map.groupBy(units, ({ connectionId }) => connectionId);
  const most = Math.max(0, ...[...turns.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => [...turns.values()].flatMap((of) => of[turn] ?? [])).flat();
}

/**
 * Returns true when a run includes a class: one that is here, that somebody chose, or (if the run creates them) that is
 * active there and not ignored.
 */
function isWanted(run: RunRow, link: Link, course: Course): boolean {
  if (link.local_id !== null) return true;
  const chosen = run.choices.find(({ external_id }) => external_id === course.id);
  return chosen ? chosen.choice !== 'later' : run.makes_classes && course.state === 'ACTIVE' && link.state !== 'ignored';
}

/** Finds the classes here of the student who starts a run. */
async function findClassesOfStudent({ db }: SyncDependencies, run: RunRow, connections: readonly ConnectionRow[]): Promise<Found> {
  const mine = (await listClassesOf(db, run.account_id as number)).map(({ id }) => id);
  const links = (await listLinksOfLocal(db, 'class', mine)).filter(({ source_id }) => source_id === run.source_id);
  const units = links.flatMap((link): NewUnit[] => {
    const connection = chooseConnection(link, connections);
    return connection ? [{ linkId: link.id, connectionId: connection.id, course: null }] : [];
  });
  return { units, calls: 0, failure: units.length === 0 && links.length > 0 ? packMessage('sync.problem.not_connected.others') : null };
}

async function listCourses({ classroom }: SyncDependencies, connection: ConnectionRow, onCall: () => void): Promise<Course[]> {
  const ask = classroom?.client.through(connection, onCall);
  if (!ask) return [];
  const courses: Course[] = [];
  let token: string | null = null;
  do {
    const query: Record<string, string | number> = { teacherId: 'me', pageSize: 100, ...(token === null ? {} : { pageToken: token }) };
    const page: ReturnType<typeof readPage> = readPage(await ask({ method: 'GET', path: '/v1/courses', query }), 'courses');
    courses.push(...page.items.flatMap((item) => readCourse(item) ?? []));
    token = page.next;
  } while (token !== null && courses.length < 5000);
  return courses;
}

/** Stores the classes that were found, to choose from; unchanged ones are not written. */
async function keepClasses(
  { db }: SyncDependencies,
  run: RunRow,
  found: readonly { course: Course; by: number[] }[],
  asked: ReadonlySet<number>,
): Promise<Map<string, Link>> {
  const ids = found.map(({ course }) => course.id);
  return inTransaction(db, async (tx) => {
    const links = new Map(
      (await listLinks(tx, { sourceId: run.source_id, kind: 'class', parentId: null, externalIds: ids })).map((link) => [link.external_id, link]),
    );
    const news = found.flatMap(({ course, by }): NewLink[] => {
      const { name, section, state, ownerId, alternateLink, enrollmentCode } = course;
      const link = links.get(course.id);
      const facts: Record<string, unknown> = {
        name,
        section,
        ownerId,
        alternateLink,
        enrollmentCode,
        ...(link?.local_id == null ? { state } : {}),
        // connections that were not asked this time keep what they had seen
        seenBy: [...new Set([...by, ...(link ? listSeenBy(link) : []).filter((id) => !asked.has(id))])].sort((a, b) => a - b),
      };
      if (link && Object.entries(facts).every(([key, value]) => JSON.stringify(link.facts[key]) === JSON.stringify(value))) return [];
      return [{ kind: 'class', parentId: null, externalId: course.id, localId: link?.local_id ?? null, facts, ...(link ? { state: link.state } : {}) }];
    });
    for (const link of await saveLinks(tx, run.source_id, news)) links.set(link.external_id, link);
    return links;
  });
}
