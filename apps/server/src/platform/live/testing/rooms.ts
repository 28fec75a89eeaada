import { connect, type Db } from '../../database/index.ts';
import { createLog } from '../../log.ts';
import { cloneDatabase } from '../../../testing/database.ts';
import { type Bus, type BusMessage, createCounters, createLocalBus, createRooms, type LiveCounters, type Rooms, type RoomsOptions } from '../index.ts';

/** A broadcast, as the bus carried it. */
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
  create: (options?: Partial<RoomsOptions>) => { rooms: Rooms; bus: Bus; broadcasts: Broadcast[]; counters: LiveCounters };
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
      const bus = createLocalBus();
      const counters = createCounters();
      const broadcasts: Broadcast[] = [];
      bus.listen((message: BusMessage) => {
        if (message.kind === 'event') broadcasts.push({ room: message.channel, name: message.name, data: JSON.parse(message.data), atMs: performance.now() });
      });
      const rooms = createRooms({ db, bus, log: createLog('silent'), counters, ...options });
      created.push(rooms);
      return { rooms, bus, broadcasts, counters };
    },
    async close() {
      for (const rooms of created) await rooms.stop();
      await db.destroy();
      await database.drop();
    },
  };
}
