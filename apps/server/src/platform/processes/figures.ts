import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { measureClockDriftMs } from '../clock.ts';
import type { Db, Replica, ReplicaReason } from '../database/index.ts';
import { getDescriptorLimit } from '../descriptors.ts';
import { readFreeBytes } from '../disk-space.ts';

/** The figures that a process gives of itself, for the page of operators. Null: it cannot know. */
export interface ProcessFigures {
  memory_bytes: number;
  /** The longest wait of its event loop since it last said so. */
  loop_delay_ms: number;
  /** The free space on the disk of its data folder. */
  free_bytes: number | null;
  open_files: number | null;
  max_files: number;
  /** The milliseconds that the database's clock is ahead of its machine's. */
  drift_ms: number | null;
  /** True while its line to the broker is broken. Null: there is no broker. */
  is_broker_lost: boolean | null;
  /** The reason why heavy reads go to the main server, `none` while they go to the replica. Null: there is no replica. */
  replica_trouble: ReplicaReason | 'none' | null;
}

interface FiguresSource {
  db: Db;
  dataDir: string;
  /** Returns true while the line to the broker is broken, null without a broker. */
  isBrokerLost: () => boolean | null;
  replica: Pick<Replica, 'trouble'> | null;
}

const NANOSECONDS_A_MS = 1e6;
const RESOLUTION_MS = 20;

/** Starts to watch this process. Returns a function that measures it, and whose first call covers the time since the start. */
export function createFigures({ db, dataDir, isBrokerLost, replica }: FiguresSource): () => Promise<ProcessFigures> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable(); // its timer keeps no process alive
  const max_files = getDescriptorLimit();
  return async () => {
    const loop_delay_ms = Math.max(0, Math.round(delay.max / NANOSECONDS_A_MS) - RESOLUTION_MS);
    delay.reset();
    const [free_bytes, open_files, drift_ms] = await Promise.all([
      readFreeBytes(dataDir).catch(() => null),
      readdir('/proc/self/fd').then(
        (names) => names.length,
        () => null,
      ),
      measureClockDriftMs(db).catch(() => null),
    ]);
    return {
      memory_bytes: process.memoryUsage.rss(),
      loop_delay_ms,
      free_bytes,
      open_files,
      max_files,
      drift_ms,
      is_broker_lost: isBrokerLost(),
      replica_trouble: replica && (replica.trouble ?? 'none'),
    };
  };
}
