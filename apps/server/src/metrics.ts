import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_LIMITS } from '@classwright/rules';
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { judgeArchive, readArchiveState } from './archive/index.ts';
import { type Backlog, readBacklog } from './metrics-queries.ts';
import { type Db, type Replica, REPLICA_REASONS } from './platform/database/index.ts';
import { readFreeBytes } from './platform/disk-space.ts';
import { type Jobs, type KindBacklog, laneOf, LANES, listJobBacklog, NO_LANE } from './platform/jobs/index.ts';
import type { ServerRole } from './platform/processes/index.ts';

export interface MetricsSource {
  db: Db;
  pool: pg.Pool;
  /** Null where there is none. */
  replica: Pick<Replica, 'counts' | 'trouble'> | null;
  dataDir: string;
  version: string;
  role: ServerRole;
  jobs: Pick<Jobs, 'findKind'>;
  /** Returns how often the embedded database was restarted. */
  databaseRestarts: () => number;
}

/** The maximum wait for the database's figures. After it the response goes without them. */
const PATIENCE_MS = 2_000;

/** Registers the metrics that alert an operator: connections, backlog, free disk space. They are read on request. */
export function registerOperationMetrics(registry: Registry, { db, pool, replica, dataDir, version, role, jobs, databaseRestarts }: MetricsSource): void {
  const build = new Gauge({
    name: 'classwright_build_info',
    help: 'Which version runs, and what the process does; always 1',
    labelNames: ['version', 'node', 'role'],
    registers: [],
  });
  build.set({ version, node: process.versions.node, role }, 1);
  registry.registerMetric(build);
  registry.registerMetric(
    new Counter({
      name: 'classwright_database_restarts_total',
      help: 'How often the embedded database ended by itself and was started again',
      registers: [],
      collect() {
        this.reset();
        this.inc(databaseRestarts());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'classwright_database_connections',
      help: 'Connections that calls share, by state; waiting are calls without one',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    }),
  );
  registerReplicaMetrics(registry, replica);
  registry.registerMetric(
    new Gauge({
      name: 'classwright_data_free_bytes',
      help: 'Room on the disk of the data folder',
      registers: [],
      async collect() {
        await readFreeBytes(dataDir).then(
          (bytes) => this.set(bytes),
          () => this.reset(),
        );
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'classwright_archive_behind_seconds',
      help: 'For how long the oldest part of the log has waited for the archive; nothing where none is kept',
      registers: [],
      collect() {
        const state = readArchiveState(dataDir);
        if (state === null) this.remove();
        else this.set(state.behindSeconds);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'classwright_archive_well',
      help: '1 when every moment up to the last minute can be restored from the archive; nothing where none is kept',
      registers: [],
      collect() {
        const saying = judgeArchive(readArchiveState(dataDir));
        if (saying === 'off') this.remove();
        else this.set(saying === 'good' ? 1 : 0);
      },
    }),
  );
  // All collectors of one response share one reading.
  let reading: Promise<Waiting | null> | null = null;
  const read = (): Promise<Waiting | null> =>
    (reading ??= Promise.race([readWaiting(db).catch(() => null), sleep(PATIENCE_MS, null, { ref: false })]).finally(() => (reading = null)));
  const waits = (name: string, help: string, figure: keyof Backlog): void => {
    registry.registerMetric(
      new Gauge({
        name: `classwright_${name}`,
        help,
        registers: [],
        async collect() {
          const waiting = await read();
          if (waiting === null) this.remove();
          else this.set(waiting.backlog[figure]);
        },
      }),
    );
  };
  waits('room_outbox_rows', 'Events of lessons that have no number yet', 'outboxRows');
  waits('room_outbox_oldest_seconds', 'How long the oldest of them has waited', 'outboxSeconds');
  waits('jobs_given_up', 'Jobs that failed too often', 'jobsFailed');
  const queues = (name: string, help: string, figureOf: (kinds: readonly KindBacklog[]) => number): void => {
    registry.registerMetric(
      new Gauge({
        name: `classwright_${name}`,
        help,
        labelNames: ['lane'],
        registers: [],
        async collect() {
          const waiting = await read();
          this.reset();
          if (waiting === null) return;
          const lanes = Map.groupBy<string, KindBacklog>(waiting.kinds, ({ kind }) => laneOf(jobs, kind));
          for (const lane of [...Object.keys(LANES), NO_LANE]) this.set({ lane }, figureOf(lanes.get(lane) ?? []));
        },
      }),
    );
  };
  const sum = (kinds: readonly KindBacklog[], figure: 'due' | 'running' | 'planned'): number => kinds.reduce((all, kind) => all + kind[figure], 0);
  queues('jobs_due', 'Jobs that are due and not begun', (kinds) => sum(kinds, 'due'));
  queues('jobs_due_oldest_seconds', 'How long the oldest job has been due', (kinds) => Math.max(0, ...kinds.map(({ dueSeconds }) => dueSeconds)));
  queues('jobs_running', 'Jobs that are being done', (kinds) => sum(kinds, 'running'));
  queues('jobs_planned', 'Jobs for a time to come', (kinds) => sum(kinds, 'planned'));
  waits('closings_late', 'Forms whose time and grace are over and that are open still', 'closingsLate');
  waits('closings_late_oldest_seconds', 'For how long the time of the oldest of them has been over', 'closingsSeconds');
  registry.registerMetric(
    new Gauge({
      name: 'classwright_database_up',
      help: '1 when the database answers within two seconds',
      registers: [],
      async collect() {
        this.set((await read()) === null ? 0 : 1);
      },
    }),
  );
}

interface Waiting {
  backlog: Backlog;
  kinds: KindBacklog[];
}

async function readWaiting(db: Db): Promise<Waiting> {
  return { backlog: await readBacklog(db, LIVE_LIMITS.graceMs), kinds: await listJobBacklog(db) }; // one after the other: closings need the connections more
}

function registerReplicaMetrics(registry: Registry, replica: MetricsSource['replica']): void {
  registry.registerMetric(
    new Counter({
      name: 'classwright_heavy_reads_total',
      help: 'Heavy reads, by where they were made: `replica`, or the reason why the main server made them',
      labelNames: ['where'],
      registers: [],
      collect() {
        this.reset();
        if (replica) for (const where of ['replica', ...REPLICA_REASONS] as const) this.inc({ where }, replica.counts.get(where) ?? 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'classwright_replica_well',
      help: '1 while heavy reads go to the replica, 0 while the main server makes them; nothing where there is no replica',
      registers: [],
      collect() {
        if (replica === null) this.remove();
        else this.set(replica.trouble === null ? 1 : 0);
      },
    }),
  );
}
