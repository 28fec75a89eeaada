import { type BackupRunView, type SystemView, TABLE_GROUPS } from '@classwright/contract';
import { monotonicMs } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { countFailedJobs, isKindOpen, type Jobs, laneOf, LANES, listJobBacklog, NO_LANE } from '../../../platform/jobs/index.ts';
import type { ProcessRow } from '../../../platform/processes/index.ts';
import { BACKUP_JOB } from './back-up.ts';
import { type BackupRunRow, listNewestRuns, listTableSizes } from './queries.ts';
import { groupOfTable } from './table-groups.ts';

export const toProcessView = ({ id, role, version, age_seconds, figures }: ProcessRow): SystemView['processes'][number] => ({
  id,
  role,
  version,
  age_seconds,
  memory_bytes: figures?.memory_bytes ?? null,
  loop_delay_ms: figures?.loop_delay_ms ?? null,
});

const SIZES_MS = 5 * 60_000;

type Sizes = SystemView['database']['sizes'];

/** Creates a reader of the sizes of the tables, which remembers them for some minutes. */
export function createSizes(): (db: Db) => Promise<Sizes> {
  let known: { sizes: Promise<Sizes>; untilMs: number } | null = null;
  const read = async (db: Db): Promise<Sizes> => {
    const sizes = await listTableSizes(db, groupOfTable);
    return TABLE_GROUPS.map((group) => ({ group, bytes: sizes.get(group) ?? 0 }));
  };
  return (db) => {
    if (!known || known.untilMs < monotonicMs()) {
      known = { sizes: read(db), untilMs: monotonicMs() + SIZES_MS };
      known.sizes.catch(() => {
        known = null;
      });
    }
    return known.sizes;
  };
}

/** Returns the jobs of every lane. Those of no lane are shown only where there are any. */
export async function listLanes(db: Db, jobs: Pick<Jobs, 'findKind'>): Promise<SystemView['lanes']> {
  const [backlog, failed] = await Promise.all([listJobBacklog(db), countFailedJobs(db)]);
  const lanes = new Map<string, SystemView['lanes'][number]>();
  const get = (lane: string): SystemView['lanes'][number] => {
    const known = lanes.get(lane) ?? { lane, due: 0, oldest_seconds: 0, running: 0, failed: 0 };
    lanes.set(lane, known);
    return known;
  };
  for (const lane of Object.keys(LANES)) get(lane);
  for (const { kind, due, dueSeconds, running } of backlog) {
    const lane = get(laneOf(jobs, kind));
    lane.due += due;
    lane.running += running;
    lane.oldest_seconds = Math.max(lane.oldest_seconds, Math.floor(dueSeconds));
  }
  for (const { kind, count } of failed) get(laneOf(jobs, kind)).failed += count;
  return [...lanes.values()].sort((a, b) => Number(a.lane === NO_LANE) - Number(b.lane === NO_LANE));
}

const toRunView = ({ kind, state, begun_at, ended_at, taken_at, bytes, percent, problem }: BackupRunRow): BackupRunView => ({
  kind,
  state,
  begun_at: begun_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
  taken_at: taken_at?.toISOString() ?? null,
  bytes,
  percent,
  problem,
});

/** Returns the backups as the page shows them. One that is open and has no job any more has failed. */
export async function loadBackups(db: Db): Promise<Omit<SystemView['backups'], 'is_possible' | 'archive'>> {
  const [runs, isOpen] = await Promise.all([listNewestRuns(db), isKindOpen(db, BACKUP_JOB)]);
  const open = runs.find(({ ended_at }) => ended_at === null) ?? null;
  const done = runs.filter(({ state }) => state === 'done');
  const lost: BackupRunRow | null = open && !isOpen ? { ...open, state: 'failed', problem: 'stopped' } : null;
  const failures = [...(lost ? [lost] : []), ...runs.filter(({ state }) => state === 'failed')].sort((a, b) => b.id - a.id);
  const failed = failures.find((run) => !done.some(({ kind, id }) => kind === run.kind && id > run.id));
  return { running: open && isOpen ? toRunView(open) : null, last: done.map(toRunView), failed: failed ? toRunView(failed) : null };
}
