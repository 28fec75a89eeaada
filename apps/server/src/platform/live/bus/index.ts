import type { BrokerSetting } from '../../config.ts';
import type { Bus } from './bus.ts';
import { createNatsBus } from './nats.ts';
import { createNotifyBus, type NotifyBusOptions } from './notify.ts';
import { createRedisBus } from './redis.ts';

/**
 * The messages between processes of one installation: "room r is at n of epoch e", and nothing else. A listener then
 * reads the database. A process that hears nothing reads it anyway, so a lost, late, repeated or forged message changes
 * nothing on screens. The number of calls of a process travels as a position too (`share-crowd.ts`), and delays only
 * background work. The reasons, and the choice of brokers: docs/decisions/brokers.md.
 */
export type { Bus, BusCounts } from './bus.ts';
export { createLocalBus, createLocalLine } from './local.ts';
export type { RoomPosition } from './position.ts';

export interface BusOptions extends NotifyBusOptions {
  /** The broker. Null: the database. */
  broker: BrokerSetting | null;
  /** An id that separates installations with a common broker: letters and digits, not secret. */
  installation: string;
}

/** Creates the bus that the settings name. */
export function createBus({ broker, installation, connection, log }: BusOptions): Bus {
  if (broker === null) return createNotifyBus({ connection, log });
  const create = broker.kind === 'redis' ? createRedisBus : createNatsBus;
  return create({ url: broker.url, installation, log });
}
