import { connect, type Db } from '../../database/index.ts';
import { createLog } from '../../log.ts';
import { cloneDatabase } from '../../../testing/database.ts';
import { createCounters, createRooms, type LiveCounters, type Rooms, type RoomsOptions } from '../index.ts';

/** A broadcast, as sockets would get it. */
export interface Broadcast {
  room: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every event
  data: any;
  atMs: number;
}

export interface TestRooms {
  db: Db;
  connection: { host: string; port: number; user: string; database: string };
  /** Started rooms whose broadcasts are recorded. */
  create: (options?: Partial<RoomsOptions>) => { rooms: Rooms; broadcasts: Broadcast[]; counters: LiveCounters };
  close: () => Promise<void>;
}

export async function openTestRooms(): Promise<TestRooms> {
  const database = await cloneDatabase();
  const { db } = connect({ connection: database.connection, maxConnections: 12, onError: () => undefined });
  const created: Rooms[] = [];
  return {
    db,
    connection: database.connection,
    create(options = {}) {
      const counters = createCounters();
      const broadcasts: Broadcast[] = [];
      const rooms = createRooms({
        db,
        log: createLog('silent'),
        counters,
        ...options,
        deliver(room, event) {
          const { name, ...data } = event;
          broadcasts.push({ room, name, data, atMs: performance.now() });
          options.deliver?.(room, event);
        },
      });
      created.push(rooms);
      return { rooms, broadcasts, counters };
    },
    async close() {
      for (const rooms of created) await rooms.stop();
      await db.destroy();
      await database.drop();
    },
  };
}
