import type { BrokerSetting } from '../../config.ts';
import type { Bus } from './bus.ts';
import { createNatsBus } from './nats.ts';
import { createNotifyBus, type NotifyBusOptions } from './notify.ts';
import { createRedisBus } from './redis.ts';

/**
 * What processes of one installation say to each other: "room r stands at n of epoch e", and nothing else. A listener
 * looks into the database; whoever hears nothing looks there all the same, so a word that is lost, late, repeated or
 * forged changes what is shown by nothing. Why so, and why these brokers: docs/decisions/brokers.md.
 */
export type { Bus, BusCounts } from './bus.ts';
export { createLocalBus, createLocalLine } from './local.ts';
export type { RoomPosition } from './position.ts';

export interface BusOptions extends NotifyBusOptions {
  /** Null: the database carries it. */
  broker: BrokerSetting | null;
  /** What tells installations apart that share a broker: letters and digits, nothing secret. */
  installation: string;
}

/** The bus that the settings name. */
export function createBus({ broker, installation, connection, log }: BusOptions): Bus {
  if (broker === null) return createNotifyBus({ connection, log });
  const create = broker.kind === 'redis' ? createRedisBus : createNatsBus;
  return create({ url: broker.url, installation, log });
}
