import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_LIMITS } from '@classwright/rules';
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Backlog, readBacklog } from './metrics-queries.ts';
import type { Db } from './platform/database/index.ts';
import { readFreeBytes } from './platform/disk-space.ts';

export interface MetricsSource {
  db: Db;
  pool: pg.Pool;
  dataDir: string;
  version: string;
  /** How often the embedded database was started again. */
  databaseRestarts: () => number;
}

/** Whoever asks goes on without the database's figures when it does not answer. */
const PATIENCE_MS = 2_000;

/** Shows what an operator is woken for: connections, what waits, room on the disk. Read when somebody asks. */
export function registerOperationMetrics(registry: Registry, { db, pool, dataDir, version, databaseRestarts }: MetricsSource): void {
  const build = new Gauge({ name: 'classwright_build_info', help: 'Which version runs; always 1', labelNames: ['version', 'node'], registers: [] });
  build.set({ version, node: process.versions.node }, 1);
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
  // everybody who collects for one answer shares one reading
  let reading: Promise<Backlog | null> | null = null;
  const read = (): Promise<Backlog | null> =>
    (reading ??= Promise.race([readBacklog(db, LIVE_LIMITS.graceMs).catch(() => null), sleep(PATIENCE_MS, null, { ref: false })]).finally(
      () => (reading = null),
    ));
  const waits = (name: string, help: string, figure: keyof Backlog): void => {
    registry.registerMetric(
      new Gauge({
        name: `classwright_${name}`,
        help,
        registers: [],
        async collect() {
          const backlog = await read();
          if (backlog === null) this.remove();
          else this.set(backlog[figure]);
        },
      }),
    );
  };
  waits('room_outbox_rows', 'Events of lessons that have no number yet', 'outboxRows');
  waits('room_outbox_oldest_seconds', 'How long the oldest of them has waited', 'outboxSeconds');
  waits('jobs_due', 'Jobs that are due and not begun', 'jobsWaiting');
  waits('jobs_given_up', 'Jobs that failed too often', 'jobsFailed');
  waits('jobs_due_oldest_seconds', 'How long the oldest job has been due', 'jobsSeconds');
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
