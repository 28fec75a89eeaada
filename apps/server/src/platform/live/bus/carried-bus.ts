import { randomBytes } from 'node:crypto';
import type { Log } from '../../log.ts';
import { Notices } from '../../notices.ts';
import type { Broker } from './broker.ts';
import type { Bus, BusCounts } from './bus.ts';
import { KeptLine } from './kept-line.ts';
import { createRoomPace } from './pace.ts';
import { parsePosition, type RoomPosition, writePosition } from './position.ts';

const EVERY_MS = 100;

/** Creates a bus over any broker. Foreign texts are counted and logged at most once a minute. */
export function createCarriedBus(broker: Broker, log: Log): Bus {
  const sender = randomBytes(8).toString('hex');
  const counts: BusCounts = { said: 0, heard: 0, foreign: 0, lost: 0, reconnected: 0 };
  const notices = new Notices(log);
  const listeners = new Set<(position: RoomPosition) => void>();
  const onReconnected = new Set<() => void>();
  const tell = <Heard extends unknown[]>(to: ReadonlySet<(...heard: Heard) => void>, ...heard: Heard): void => {
    for (const listener of to) {
      try {
        listener(...heard);
      } catch (error) {
        log.error({ err: error }, 'What listens to the bus failed.');
      }
    }
  };
  const line = new KeptLine({
    broker,
    log,
    heard(text) {
      const parsed = parsePosition(text);
      if (!parsed) {
        counts.foreign += 1;
        notices.tell('bus foreign', { broker: broker.name, length: text.length }, 'Somebody else writes where processes tell each other of rooms.');
      } else if (parsed.sender !== sender) {
        counts.heard += 1;
        tell(listeners, parsed.position);
      }
    },
    lost() {
      counts.lost += 1;
      pace.clear();
    },
    reconnected() {
      counts.reconnected += 1;
      tell(onReconnected);
    },
  });
  const pace = createRoomPace(EVERY_MS, (position) => {
    const text = writePosition(sender, position);
    if (text === null) notices.tell('bus position', { room: position.room.slice(0, 80) }, 'This is no position of a room, so nobody was told.');
    else if (line.send(position.room, text)) counts.said += 1;
  });
  const enter = <Listener>(to: Set<Listener>, listener: Listener): (() => void) => {
    to.add(listener);
    return () => to.delete(listener);
  };
  return {
    counts,
    say: (position) => pace.beat(position.room, position),
    listen: (listener) => enter(listeners, listener),
    onReconnected: (listener) => enter(onReconnected, listener),
    start: () => line.start(),
    async stop() {
      pace.clear();
      await line.stop();
    },
  };
}
