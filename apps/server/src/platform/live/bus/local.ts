import type { Log } from '../../log.ts';
import type { Broker } from './broker.ts';
import type { Bus } from './bus.ts';
import { createCarriedBus } from './carried-bus.ts';
import { parsePosition, type RoomPosition } from './position.ts';

/** Carries texts between buses in one process. */
export interface LocalLine {
  /** Returns true for positions to lose on the way. The default is none. */
  loses: (position: RoomPosition) => boolean;
  /** While true nothing passes and nobody connects. Connected buses are notified. */
  isDown: boolean;
  ends: Set<{ heard: (text: string) => void; broken: (error: unknown) => void }>;
}

export function createLocalLine(): LocalLine {
  let isDown = false;
  const ends: LocalLine['ends'] = new Set();
  return {
    loses: () => false,
    get isDown() {
      return isDown;
    },
    set isDown(down) {
      isDown = down;
      if (down) for (const end of [...ends]) end.broken(new Error('the line is down'));
    },
    ends,
  };
}

export interface LocalBusOptions {
  log: Log;
  /** The line. Buses with the same line receive each other's messages. */
  line?: LocalLine;
}

/** Creates a bus for a single process, and for tests in which several are one. */
export function createLocalBus({ log, line = createLocalLine() }: LocalBusOptions): Bus {
  const requireUp = async (): Promise<void> => {
    if (line.isDown) throw new Error('the line is down');
  };
  const broker: Broker = {
    name: 'The local line',
    remedy: 'Put it up.',
    async connect(end) {
      await requireUp();
      line.ends.add(end);
      return {
        async send(texts) {
          await requireUp();
          for (const text of texts) {
            const parsed = parsePosition(text);
            if (!parsed || !line.loses(parsed.position)) for (const other of line.ends) other.heard(text);
          }
        },
        ping: requireUp,
        close: async () => line.ends.delete(end),
      };
    },
  };
  return createCarriedBus(broker, log);
}
